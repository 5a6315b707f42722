public import EventLoop

/// What became of a Tap's own input devices.
public enum GrabReport: Equatable, Sendable, CustomStringConvertible {
    /// A device is ours alone until it is let go or is gone.
    case grabbed(name: String, address: String)
    /// A device may not be opened; told once for an address, until one of its devices is grabbed.
    case notPermitted(path: String, address: String)
    /// Another program has grabbed a device; told once for each device.
    case busy(path: String, address: String)
    /// Another failure, of a device or of the directory; told once for each.
    case failed(SystemError)

    /// The report in one line.
    public var description: String {
        switch self {
        case .grabbed(let name, let address): "\(address): \(name) is grabbed"
        case .notPermitted(let path, let address): "\(address): \(path): permission denied"
        case .busy(let path, let address): "\(address): another program has grabbed \(path)"
        case .failed(let error): error.description
        }
    }
}
