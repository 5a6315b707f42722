internal import Bus

/// A question to the driver, and how its answer is read.
public struct ControlRequest<Output> {
    let message: BusMessage?
    /// The answer's meaning, or nil where it is not what the interface promises.
    let decode: (BusMessage) -> Output?

    private init(
        _ interface: String, _ member: String, _ arguments: [String],
        decode: @escaping (BusMessage) -> Output?
    ) {
        message = BusMessage.call(
            ControlInterface.service, ControlInterface.path, interface, member,
            arguments.map { .string($0) })?.notStartingService()
        self.decode = decode
    }
}

extension ControlRequest<Void> {
    /// Sets the profile of the Tap of a name or address, or with an empty one of every Tap.
    public static func setProfile(_ profile: String, of device: String) -> ControlRequest {
        ControlRequest(ControlInterface.name, "SetProfile", [device, profile]) { _ in () }
    }

    /// Reads the configuration again.
    public static var reload: ControlRequest {
        ControlRequest(ControlInterface.name, "Reload", []) { _ in () }
    }
}

extension ControlRequest<ControlState> {
    /// Asks for everything that can be read.
    public static var state: ControlRequest {
        ControlRequest(BusObject.propertiesInterface, "GetAll", [ControlInterface.name]) { reply in
            guard let properties = (try? reply.arguments())?.first?.dictionary,
                let profile = properties["Profile"]?.text,
                let profiles = properties["Profiles"]?.elements?.map(\.text)
            else { return nil }
            return ControlState(profile: profile, profiles: profiles.compactMap(\.self))
        }
    }
}
