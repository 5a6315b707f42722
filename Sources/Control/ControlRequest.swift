package import Bus
public import EventLoop

/// A question to the driver, and how its answer is read.
public struct ControlRequest<Output> {
    let message: BusMessage?
    /// The answer's meaning, or nil where it is not what the interface promises.
    package let decode: (BusMessage) -> Output?

    private init(
        _ interface: String, _ member: String, _ arguments: [BusValue],
        decode: @escaping (BusMessage) -> Output?
    ) {
        message = BusMessage.call(
            ControlInterface.service, ControlInterface.path, interface, member,
            arguments)?.notStartingService()
        self.decode = decode
    }
}

extension ControlRequest<Void> {
    /// Sets the profile of the Tap of a name or address, or with an empty one of every Tap.
    public static func setProfile(_ profile: String, of device: String) -> ControlRequest {
        ControlRequest(
            ControlInterface.name, "SetProfile", [.string(device), .string(profile)]
        ) { _ in () }
    }

    /// Lets a Tap send nothing, or send again; an empty device is every Tap.
    public static func setPaused(_ isPaused: Bool, of device: String) -> ControlRequest {
        ControlRequest(
            ControlInterface.name, isPaused ? "Pause" : "Resume", [.string(device)]
        ) { _ in () }
    }

    /// Lets a Tap vibrate for so many milliseconds, on and off in turn; an empty device is every Tap.
    public static func vibrate(_ milliseconds: [Int], of device: String) -> ControlRequest {
        ControlRequest(
            ControlInterface.name, "Vibrate",
            [
                .string(device),
                .array(of: "u", milliseconds.map { .uint32(UInt32(clamping: $0)) }),
            ]
        ) { _ in () }
    }

    /// Reads the configuration again.
    public static var reload: ControlRequest {
        ControlRequest(ControlInterface.name, "Reload", []) { _ in () }
    }
}

extension ControlRequest<ControlMonitor> {
    /// Asks for a pipe of records of everything that happens.
    public static var monitor: ControlRequest {
        ControlRequest(ControlInterface.name, "Monitor", []) { reply in
            guard case .unixFD(let shared)? = (try? reply.arguments())?.first else { return nil }
            return ControlMonitor(shared)
        }
    }
}

/// A pipe out of which records of everything that happens come, a line each; closed with this.
public final class ControlMonitor {
    private let shared: BusDescriptor

    init(_ shared: BusDescriptor) {
        self.shared = shared
    }

    /// Takes over the end to read from of a pipe.
    public init(_ descriptor: consuming FileDescriptor) {
        shared = BusDescriptor(descriptor)
    }

    /// The end to read from, lent.
    public var raw: Int32 { shared.descriptor.raw }

    /// Reads once into a buffer; returns the count of bytes, 0 where the driver is gone.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try shared.descriptor.read(into: buffer)
    }
}

extension ControlRequest<ControlState> {
    /// Asks for everything that can be read.
    public static var state: ControlRequest {
        ControlRequest(
            BusObject.propertiesInterface, "GetAll", [.string(ControlInterface.name)]
        ) { reply in
            (try? reply.arguments())?.first?.dictionary.flatMap { ControlState($0) }
        }
    }
}

extension ControlState {
    /// The state of the interface's properties; nil where it is not what the interface promises.
    fileprivate init?(_ properties: [String: BusValue]) {
        guard let version = properties["Version"]?.text,
            let state = properties["State"]?.text,
            let bluetooth = properties["Bluetooth"]?.text,
            let profile = properties["Profile"]?.text,
            let profiles = properties["Profiles"]?.elements?.map(\.text),
            let isPaused = properties["Paused"]?.truth,
            let taps = properties["Devices"]?.elements?.map({ ControlTap($0) })
        else { return nil }
        self.init(profile: profile, profiles: profiles.compactMap(\.self))
        self.version = version
        self.state = state
        self.bluetooth = bluetooth
        self.isPaused = isPaused
        for tap in taps {
            guard var tap else { return nil }
            tap.counters = properties["Counters"]?.numbers(of: tap.address) ?? [:]
            tap.timing = properties["Timing"]?.numbers(of: tap.address) ?? [:]
            self.taps.append(tap)
        }
    }
}
