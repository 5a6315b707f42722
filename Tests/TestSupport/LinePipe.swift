package import EventLoop
import Glibc

/// A pipe and the test's end of it.
package final class LinePipe {
    private var reading: FileDescriptor?
    /// The number of the end to write to, for whoever takes it over.
    package let writing: Int32

    /// A new pipe.
    package convenience init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("create a pipe") { pipe(&ends) }
        try self.init(reading: FileDescriptor(owning: ends[0]), writing: ends[1])
    }

    /// A pipe whose other end somebody has, of a size in bytes or of the system's.
    package init(
        reading: consuming FileDescriptor, writing: Int32 = -1, size: Int32? = nil
    ) throws(SystemError) {
        let raw = reading.raw
        self.reading = consume reading
        self.writing = writing
        // F_SETPIPE_SZ, which this module does not have by name.
        if let size { try systemCall("set the size of a pipe") { fcntl(raw, 1031, size) } }
        try systemCall("make a pipe not wait") { fcntl(raw, F_SETFL, O_NONBLOCK) }
    }

    /// What can be read now; nil at the end.
    package func text() throws(SystemError) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while let raw = reading?.raw {
            do throws(SystemError) {
                let count = try systemCall("read") { read(raw, &buffer, buffer.count) }
                if count == 0 {
                    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
                }
                bytes += buffer[..<count]
            } catch {
                guard error.code == EAGAIN else { throw error }
                break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The whole lines that can be read now.
    package func lines() throws(SystemError) -> [String] {
        try (text() ?? "").split(separator: "\n").map(String.init)
    }

    /// Nobody reads any more.
    package func close() {
        reading = nil
    }
}
