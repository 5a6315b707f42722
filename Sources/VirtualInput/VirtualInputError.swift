public import EventLoop

/// Why a virtual device could not be made or written to; each has words for what mends it.
public enum VirtualInputError: Error, Equatable, CustomStringConvertible {
    /// There is no such file: the uinput module is not loaded.
    case moduleMissing(path: String)
    /// The file is there and this user may not use it.
    case notPermitted(path: String)
    /// The file is there and the kernel has nothing behind it.
    case noDevice(path: String)
    /// The file is something else.
    case notUinput(path: String)
    /// Another failure.
    case system(SystemError)

    /// What is wrong and what to do about it, in one line.
    public var description: String {
        switch self {
        case .moduleMissing(let path):
            "\(path) is missing: load the kernel's module with `sudo modprobe uinput`, and at "
                + "every boot by installing modules-load.d/tapinput.conf (`tapinput doctor` tells how)"
        case .notPermitted(let path):
            "\(path): permission denied: the udev rule 60-tapinput.rules gives it to the user at the "
                + "screen, and the group \"input\" to others (`tapinput doctor` tells how)"
        case .noDevice(let path):
            "\(path) is there, but the kernel has no uinput behind it: `sudo modprobe uinput`"
        case .notUinput(let path):
            "\(path) is not the kernel's uinput device"
        case .system(let error):
            error.description
        }
    }
}
