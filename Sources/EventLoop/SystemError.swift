internal import CLinux
internal import Glibc

/// A system call that failed: what was being done, to what, and the kernel's reason.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What was being done, as it follows "cannot": "open /dev/uinput".
    public var action: String
    /// The error number.
    public var code: Int32

    /// An error with the number that the system gave.
    public init(action: String, code: Int32) {
        self.action = action
        self.code = code
    }

    /// The kernel's words for the number: "Permission denied".
    public var reason: String { String(cString: strerror(code)) }

    /// The error in one line: "cannot open /dev/uinput: Permission denied".
    public var description: String { "cannot \(action): \(reason)" }
}

/// Calls a function that answers -1 and `errno` on failure, again as often as a signal interrupts
/// it; throws what it failed with.
@discardableResult
public func systemCall<Result: SignedInteger>(
    _ action: @autoclosure () -> String,
    _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(action: action(), code: code) }
    }
}
