internal import EventLoop
internal import Glibc

/// A socket that clients can connect to, and that nobody reads.
package final class SilentListener {
    private let socket: FileDescriptor

    package init() throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = FileDescriptor(
            owning: try systemCall("make a socket") { Glibc.socket(AF_UNIX, type, 0) })
        // Bound to its family alone, a socket gets a free name that is in no file system.
        let raw = socket.raw
        var family = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: sockaddr().sa_data)
        let size = socklen_t(MemoryLayout<sa_family_t>.size)
        try systemCall("bind a socket") { bind(raw, &family, size) }
        try systemCall("listen") { listen(raw, 4) }
    }

    /// The address of a bus that is there.
    package var address: String {
        var name = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let raw = socket.raw
        withUnsafeMutablePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                _ = getsockname(raw, name, &length)
            }
        }
        // A family, a zero, and the name up to the end.
        let count = Int(length) - MemoryLayout<sa_family_t>.size
        let word = withUnsafeBytes(of: &name.sun_path) { Array($0.prefix(count).dropFirst()) }
        return "unix:abstract=\(String(decoding: word, as: UTF8.self))"
    }
}
