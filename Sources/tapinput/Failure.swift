/// The exit statuses, by the numbers of `sysexits.h`.
enum ExitStatus: Int32, CaseIterable {
    /// `doctor` found a problem; not one of `sysexits.h`, since the command has done its work.
    case problemFound = 1
    /// Wrong usage.
    case usage = 64
    /// A malformed input file.
    case data = 65
    /// A service that is needed is not there.
    case unavailable = 69
    /// A file or device that cannot be created.
    case cannotCreate = 73
    /// No permission.
    case noPermission = 77
    /// A bad configuration.
    case configuration = 78

    /// What it says to who runs the program.
    var meaning: String {
        switch self {
        case .problemFound: "`doctor` has found a problem"
        case .usage: "wrong usage"
        case .data: "a missing or malformed input file"
        case .unavailable: "D-Bus, BlueZ, the adapter, the Tap or the driver is not there"
        case .cannotCreate: "a file or device cannot be created"
        case .noPermission: "no permission"
        case .configuration: "a bad configuration"
        }
    }
}

/// Why a command ends without having done its work: the status, and a line for the user, or one for
/// each mistake, or none where all is told already.
struct Failure: Error {
    var status: ExitStatus
    var message: String

    init(_ status: ExitStatus, _ message: String = "") {
        self.status = status
        self.message = message
    }
}
