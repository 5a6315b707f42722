internal import EventLoop
internal import Glibc

/// Links to files.
enum SymbolicLink {
    /// Where a link leads, as it says itself; nil where a path is no link.
    ///
    /// Wraps `readlink(2)`.
    static func target(of path: String) -> String? {
        let size = Int(PATH_MAX)
        var buffer = [CChar](repeating: 0, count: size)
        let length = try? systemCall("read the link \(path)") { readlink(path, &buffer, size) }
        return length.map {
            String(decoding: buffer.prefix($0).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
