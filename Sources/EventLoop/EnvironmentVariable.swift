internal import Glibc

/// The value of a variable of this process's environment, or nil where it is not set.
///
/// Wraps `getenv(3)`.
public func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
