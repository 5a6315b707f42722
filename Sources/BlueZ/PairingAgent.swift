internal import Bus

/// What BlueZ is answered when it asks whether a device may be paired or used.
///
/// Source: BlueZ's `org.bluez.Agent1`.
enum PairingAgent {
    /// The agent's object.
    static let path = "/org/tapinput/agent"
    /// It can neither show nor ask for anything: keys are exchanged without a number to compare.
    static let capability = "NoInputNoOutput"

    /// Answers a call; nil is an empty reply, which is a yes.
    ///
    /// `device` is the device that the call is about, and `pairing` the one that is being paired.
    static func answer(
        path: String?, interface: String?, member: String?, device: String?, pairing: String?
    ) -> BusError? {
        guard path == Self.path else { return .unknownObject() }
        // A call need not name its interface.
        guard interface == nil || interface == BlueZName.agent else { return .unknownMethod() }
        switch member {
        case "Release", "Cancel": return nil
        case "RequestConfirmation", "RequestAuthorization", "AuthorizeService":
            guard let device, device == pairing else { return .rejected }
            return nil
        case "RequestPinCode", "DisplayPinCode", "RequestPasskey", "DisplayPasskey":
            return .rejected
        default: return .unknownMethod()
        }
    }
}

extension BusError {
    fileprivate static let rejected = BusError(name: "org.bluez.Error.Rejected")
}
