import EventLoop
import Glibc
import Testing

@Suite("Messages of a socket")
struct MessageBuffersTests {
    private let near: Box
    private let buffers = MessageBuffers(capacity: 4, length: 8)
    private let far: Box

    /// An end that can be closed.
    private final class Box {
        var descriptor: FileDescriptor?
        let raw: Int32

        init(_ raw: Int32) {
            self.raw = raw
            descriptor = FileDescriptor(owning: raw)
        }

        func close() { descriptor = nil }
    }

    init() throws {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue)
        try systemCall("make sockets") { socketpair(AF_UNIX, type, 0, &ends) }
        near = Box(ends[0])
        far = Box(ends[1])
    }

    private func send(_ bytes: [UInt8]) throws {
        try systemCall("send") { Glibc.send(far.raw, bytes, bytes.count, 0) }
    }

    /// What one call takes, each message as an array.
    private func receive() throws -> [[UInt8]] {
        (0..<(try buffers.receive(from: near.raw))).map { Array(buffers[$0]) }
    }

    @Test("One call takes all that is there, in order, each message for itself and whole")
    func several() throws {
        for bytes in [[1], [2, 2], [], [3, 3, 3]] as [[UInt8]] { try send(bytes) }
        #expect(try receive() == [[1], [2, 2], [], [3, 3, 3]])
        try send([4])
        #expect(try receive() == [[4]])
    }

    @Test("What there is no room for is there the next time")
    func room() throws {
        for byte in 0..<10 as Range<UInt8> { try send([byte]) }
        #expect(try receive() == [[0], [1], [2], [3]])
        #expect(try receive() == [[4], [5], [6], [7]])
        #expect(try receive() == [[8], [9]])
    }

    @Test("It waits for none")
    func none() throws {
        #expect(throws: SystemError(action: "receive", code: EAGAIN)) { try receive() }
    }

    @Test("A message that is too long is cut off, and the next one is not touched")
    func tooLong() throws {
        try send([UInt8](repeating: 1, count: 8))
        try send([UInt8](repeating: 2, count: 9))
        try send([3])
        #expect(
            try receive()
                == [.init(repeating: 1, count: 8), .init(repeating: 2, count: 8), [3]])
    }

    @Test("Behind the end the room that is left is filled with empty ones")
    func end() throws {
        try send([1])
        far.close()
        #expect(try receive() == [[1], [], [], []])
        #expect(try receive() == [[], [], [], []])
    }

    @Test("A place that there is not has no bytes")
    func outside() {
        #expect(buffers[-1].isEmpty)
        #expect(buffers[4].isEmpty)
    }

    @Test("What is no socket is an error")
    func noSocket() throws {
        let pipe = try TestPipe()
        #expect(throws: SystemError(action: "receive", code: ENOTSOCK)) {
            try buffers.receive(from: pipe.readingEnd)
        }
    }
}
