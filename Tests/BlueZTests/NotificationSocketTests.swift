import Bus
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import BlueZ

@Suite("The socket of notifications")
struct NotificationSocketTests {
    /// What a socket tells, in order.
    private final class Log {
        var all: [String] = []
        /// Called at each notification, with how many came.
        var onNotification: (Int) -> Void = { _ in }
        var count = 0
    }

    private let loop: EventLoop
    private let log = Log()
    private let far: BusDescriptor
    private let socket: NotificationSocket

    init() throws {
        loop = try EventLoop()
        let ends = try Self.sockets()
        far = BusDescriptor(FileDescriptor(owning: ends.far))
        socket = try NotificationSocket(
            BusDescriptor(FileDescriptor(owning: ends.near)), on: loop,
            NotificationSocket.Handlers(
                received: { [log] bytes in
                    log.count += 1
                    log.all.append("\(bytes.isEmpty ? -1 : Int(bytes[0]))")
                    log.onNotification(log.count)
                },
                late: { [log] in log.all.append("late \($0[0])") },
                completed: { [log] in log.all.append("completed") },
                ended: { [log] in log.all.append("ended \($0)") }))
    }

    private static func sockets() throws -> (near: Int32, far: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue)
        try systemCall("make sockets") { socketpair(AF_UNIX, type, 0, &ends) }
        return (ends[0], ends[1])
    }

    private func send(_ bytes: UInt8...) throws {
        let raw = far.descriptor.raw
        try systemCall("send") { Glibc.send(raw, bytes, bytes.count, 0) }
    }

    /// One wake-up, at which there must be something.
    private func wakeUp() throws -> [String] {
        log.all = []
        try loop.runOnce(until: EventLoop.monotonicNow() + 1_000_000_000)
        return log.all
    }

    @Test("What is there at a wake-up is told in order, and then that it is all")
    func moment() throws {
        try send(1)
        #expect(try wakeUp() == ["1", "completed"])
        try send(2)
        try send()
        try send(3)
        #expect(try wakeUp() == ["2", "-1", "3", "completed"])
    }

    @Test("A wake-up takes so many at most: the rest is for the next ones, after everything else")
    func fairness() throws {
        let most = NotificationSocket.mostAtOnce
        for number in 0..<(2 * most + 3) { try send(UInt8(number)) }
        let pipe = try ReadyPipe()
        var others = 0
        let watch = try loop.watch(pipe.output, for: .readable) { _ in others += 1 }
        pipe.fill()
        #expect(try wakeUp() == (0..<most).map { "\($0)" } + ["completed"])
        #expect(others == 1)
        #expect(try wakeUp().count == most + 1)
        #expect(others == 2)
        #expect(try wakeUp() == (2 * most..<2 * most + 3).map { "\($0)" } + ["completed"])
        #expect(others == 3)
        loop.unwatch(watch)
    }

    @Test("What is read long after the wake-up, as where the program was stopped, is told as late")
    func late() throws {
        let pipe = try ReadyPipe()
        var others = 0
        // It is served first, as it became ready first.
        let watch = try loop.watch(pipe.output, for: .readable, isUrgent: true) { [loop] _ in
            others += 1
            let end = loop.now + EventLoop.stoppedPerhaps
            while others == 1, EventLoop.monotonicNow() <= end {}
        }
        pipe.fill()
        try send(1)
        try send(2)
        #expect(try wakeUp() == ["late 1", "late 2", "completed"])
        try send(3)
        #expect(try wakeUp() == ["3", "completed"])
        loop.unwatch(watch)
    }

    @Test("The sockets of one Tap take turns")
    func turns() throws {
        let pairs = try (0..<2).map { _ in try Self.sockets() }
        var told: [String] = []
        let sockets = try pairs.enumerated().map { index, pair in
            try NotificationSocket(
                BusDescriptor(FileDescriptor(owning: pair.near)), on: loop, atOnce: 1,
                NotificationSocket.Handlers(
                    received: { told.append("\(index):\($0[0])") }, late: { _ in },
                    completed: {}, ended: { _ in }))
        }
        let fars = pairs.map { BusDescriptor(FileDescriptor(owning: $0.far)) }
        for number in 1...3 as ClosedRange<UInt8> {
            for far in fars.map({ $0.descriptor.raw }) {
                try systemCall("send") { Glibc.send(far, [number], 1, 0) }
            }
        }
        for number in 1...3 {
            told = []
            _ = try wakeUp()
            #expect(told.sorted() == ["0:\(number)", "1:\(number)"])
        }
        withExtendedLifetime(sockets) {}
    }

    @Test("A flood keeps no timer from its turn")
    func timer() throws {
        var fired = false
        let timer = loop.makeTimer { fired = true }
        for number in 0..<100 as Range<UInt8> { try send(number) }
        timer.deadline = EventLoop.monotonicNow()
        _ = try wakeUp()
        #expect(fired)
        #expect(log.count == NotificationSocket.mostAtOnce)
        loop.remove(timer)
    }

    @Test("A socket that is closed by what it tells tells nothing more, not even that it is all")
    func closedMeanwhile() throws {
        for byte in 1...5 as ClosedRange<UInt8> { try send(byte) }
        log.onNotification = { [socket] in if $0 == 2 { socket.close() } }
        #expect(try wakeUp() == ["1", "2"])
        log.all = []
        try loop.runOnce(until: EventLoop.monotonicNow())
        #expect(log.all == [])
    }

    @Test("What came before the end is told before it")
    func end() throws {
        try send(1)
        far.close()
        #expect(try wakeUp() == ["1", "completed", "ended true"])
    }

    @Test("An end without anything before it")
    func endAtOnce() throws {
        far.close()
        #expect(try wakeUp() == ["completed", "ended false"])
    }
}

extension BusDescriptor {
    /// Nobody can send any more; the descriptor itself is closed with its owner.
    fileprivate func close() {
        _ = shutdown(descriptor.raw, Int32(SHUT_RDWR))
    }
}

/// A pipe that can be made ready.
private final class ReadyPipe {
    private let reading: FileDescriptor
    private let writing: FileDescriptor
    var output: Int32 { reading.raw }

    init() throws {
        let ends = try FileDescriptor.pipe()
        reading = FileDescriptor(owning: ends.output)
        writing = FileDescriptor(owning: ends.input)
    }

    func fill() {
        _ = write(writing.raw, "x", 1)
    }
}
