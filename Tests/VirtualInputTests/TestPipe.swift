import EventLoop
import Glibc

/// A pipe whose reading end stays with the test.
struct TestPipe: ~Copyable {
    let reading: FileDescriptor
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe") { pipe(&ends) }
        reading = FileDescriptor(owning: ends[0])
        writing = ends[1]
    }

    /// What was written until the writing end was closed.
    func text() throws -> String {
        String(decoding: try reading.readToEnd(), as: UTF8.self)
    }
}
