import EventLoop
import Glibc

/// A pipe of a test, both of whose ends can be closed.
final class TestPipe {
    private(set) var reading: FileDescriptor?
    private(set) var writing: FileDescriptor?

    /// The numbers of the ends, as long as they are open.
    let (readingEnd, writingEnd): (Int32, Int32)

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("create a pipe") { pipe(&ends) }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }

    /// Makes the reading end ready by one byte.
    func fill() throws(SystemError) {
        try systemCall("write") { write(writingEnd, "x", 1) }
    }

    /// Reads what is there, so that the reading end is no longer ready.
    func drain() {
        var byte: UInt8 = 0
        _ = read(readingEnd, &byte, 1)
    }

    func closeReading() { reading = nil }
    func closeWriting() { writing = nil }
}

/// What handlers note, in order.
final class Notes<Note> {
    var all: [Note] = []
}

extension EventLoop {
    /// Runs the handlers of what is ready now, without waiting for more.
    func runReady() throws(SystemError) {
        try runOnce(until: Self.monotonicNow())
    }
}
