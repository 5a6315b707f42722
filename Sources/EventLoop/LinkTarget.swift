internal import Glibc

/// Where a symbolic link leads, as it says itself; `EINVAL` where a path is no link.
///
/// Wraps `readlink(2)`.
public func linkTarget(of path: String) throws(SystemError) -> String {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try systemCall("read the link \(path)") { readlink(path, &target, target.count) }
    return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}
