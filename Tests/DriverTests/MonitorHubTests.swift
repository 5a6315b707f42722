import EventLoop
import Gestures
import Glibc
import TestSupport
import Testing

@testable import Driver

@Suite("Those who watch the driver")
struct MonitorHubTests {
    private let loop: EventLoop
    private let hub: MonitorHub

    init() throws {
        // As the driver does.
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        hub = MonitorHub(loop: loop)
    }

    private static func records(_ range: Range<Int>) -> [MonitorRecord] {
        range.map {
            MonitorRecord(
                time: Timestamp(nanoseconds: Int64($0) * 1000), device: "A0:B1:C2:D3:E4:F5",
                content: .packet(latency: Int64($0)))
        }
    }

    private func watch(size: Int32? = nil) throws -> LinePipe {
        try LinePipe(reading: try hub.add(), size: size)
    }

    @Test("All get each record as a line, from when they came")
    func lines() throws {
        let first = try watch()
        hub.tell(Self.records(0..<2))
        let second = try watch()
        hub.tell([])
        hub.tell(Self.records(2..<3))
        #expect(try first.lines() == Self.records(0..<3).map(\.text))
        #expect(try second.lines() == Self.records(2..<3).map(\.text))
    }

    @Test("A reader that is too slow misses whole lines, and is told how many; others miss none")
    func slow() throws {
        let slow = try watch(size: 4096)
        let fast = try watch()
        var heard: [String] = []
        for start in stride(from: 0, to: 1000, by: 10) {
            hub.tell(Self.records(start..<start + 10))
            heard += try fast.lines()
        }
        let all = Self.records(0..<1000).map(\.text)
        #expect(heard == all)
        let early = try slow.lines()
        #expect(early == Array(all.prefix(early.count)))
        #expect((10..<1000).contains(early.count))
        hub.tell(Self.records(2000..<2001))
        let missing = 1000 - early.count
        let late = Self.records(2000..<2001)[0].text
        #expect(try slow.lines() == ["0.002000 - dropped \(missing)", late])
        hub.tell(Self.records(2001..<2002))
        #expect(try slow.lines() == [Self.records(2001..<2002)[0].text])
    }

    @Test("A packet with more lines than a pipe takes at once is told in several pieces")
    func pieces() throws {
        let pipe = try watch()
        let many = Self.records(0..<1000)
        hub.tell(many)
        #expect(try pipe.lines() == many.map(\.text))
    }

    @Test("One whose reader is gone is forgotten at once, without a record")
    func gone() throws {
        let pipe = try watch()
        let other = try watch()
        #expect(hub.count == 2)
        pipe.close()
        #expect(try loop.runUntil { hub.count == 1 })
        hub.tell(Self.records(0..<1))
        #expect(try other.lines().count == 1)
    }

    @Test("One whose reader goes before the loop knows is forgotten with the next record")
    func goneBeforeRecord() throws {
        let pipe = try watch()
        let other = try watch()
        pipe.close()
        hub.tell(Self.records(0..<1))
        #expect(hub.count == 1)
        #expect(try other.lines().count == 1)
        try loop.runOnce(until: EventLoop.monotonicNow())
        #expect(hub.count == 1)
    }

    @Test("Eight may watch, and a ninth again when one has gone")
    func limit() throws {
        var pipes = try (0..<8).map { _ in try watch() }
        #expect(throws: MonitorError.tooMany) { try watch() }
        pipes.removeFirst().close()
        #expect(try loop.runUntil { hub.count == 7 })
        pipes.append(try watch())
        #expect(hub.count == 8)
    }

    @Test("With the hub the pipes end")
    func end() throws {
        let pipe: LinePipe
        do {
            let short = MonitorHub(loop: loop)
            pipe = try LinePipe(reading: try short.add())
            #expect(try pipe.text() == "")
        }
        #expect(try pipe.text() == nil)
    }
}
