internal import Bus

/// Why the driver did not do what it was asked for; the words are for a person.
public enum ControlError: Error, Equatable, Sendable {
    /// There is no profile of this name.
    case unknownProfile(String)
    /// There is no Tap of this name or address.
    case unknownDevice(String)
    /// What was asked for is not possible as it was asked.
    case invalidArgument(String)
    /// The driver cannot do it for now.
    case unavailable(String)
    /// The configuration that is to be read again is not a good one; the old one stays.
    case badConfiguration(String)
    /// The virtual devices that it takes cannot be made; the old ones stay.
    case noDevices(String)

    /// What is wrong, for a person.
    public var message: String {
        switch self {
        case .unknownProfile(let text), .unknownDevice(let text), .badConfiguration(let text),
            .noDevices(let text), .invalidArgument(let text), .unavailable(let text):
            text
        }
    }
}

/// How the errors are named on the bus.
extension ControlError {
    /// The error of an error reply, or nil where it is none of these.
    init?(_ error: BusError) {
        switch error.name {
        case Self.prefix + "UnknownProfile": self = .unknownProfile(error.message)
        case Self.prefix + "UnknownDevice": self = .unknownDevice(error.message)
        case Self.prefix + "BadConfiguration": self = .badConfiguration(error.message)
        case Self.prefix + "NoDevices": self = .noDevices(error.message)
        case Self.prefix + "InvalidArgument": self = .invalidArgument(error.message)
        case Self.prefix + "Unavailable": self = .unavailable(error.message)
        default: return nil
        }
    }

    /// The error reply.
    var busError: BusError {
        let word =
            switch self {
            case .unknownProfile: "UnknownProfile"
            case .unknownDevice: "UnknownDevice"
            case .badConfiguration: "BadConfiguration"
            case .noDevices: "NoDevices"
            case .invalidArgument: "InvalidArgument"
            case .unavailable: "Unavailable"
            }
        return BusError(name: Self.prefix + word, message: message)
    }

    private static let prefix = "\(ControlInterface.service).Error."
}
