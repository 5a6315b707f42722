import BusTestSupport
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import TestSupport
import Testing
import VirtualInput

@Suite("A driver that is watched")
struct DriverMonitorTests {
    private let desk: DriverDesk
    private let pipe: LinePipe

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        desk = try DriverDesk()
        try desk.start()
        pipe = try LinePipe(reading: try desk.driver.monitor(), size: 4096)
    }

    /// Reads lines until they fit; before each look something may happen.
    private func expect(
        _ comment: Comment, before: () -> Void = {}, _ fits: ([MonitorRecord]) -> Bool
    ) throws -> [MonitorRecord] {
        var records: [MonitorRecord?] = []
        try desk.world.loop.expect(comment) {
            before()
            records += ((try? pipe.lines()) ?? []).map { MonitorRecord(parsing: $0.utf8) }
            return fits(records.compactMap { $0 })
        }
        #expect(!records.contains(nil))
        return records.compactMap { $0 }
    }

    /// The values that the devices of both Taps were sent for a code.
    private func sent(_ type: UInt16, _ code: UInt16) -> [Int32] {
        ([desk.firstSink].compactMap { $0 } + desk.sinks).flatMap(\.events)
            .filter { $0.type == type && $0.code == code }.map(\.value)
    }

    private func move() {
        desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.motion(dx: 10, dy: 0))
    }

    private static func hasPacket(_ records: [MonitorRecord]) -> Bool {
        records.contains { if case .packet = $0.content { true } else { false } }
    }

    @Test("A packet is told after what it led to, with the Tap that sent it and how long it took")
    func packet() throws {
        let before = EventLoop.monotonicNow()
        desk.newerGesture(102)
        let records = try expect("a packet is told", Self.hasPacket)
        let after = EventLoop.monotonicNow()
        #expect(records.allSatisfy { $0.device == DriverDesk.newer.address })
        let words = records.map {
            $0.text.split(separator: " ").dropFirst(2).joined(separator: " ")
        }
        #expect(words.first == "dpad direction right")
        #expect(words.dropFirst().first == "input keyboard EV_KEY KEY_RIGHT 1")
        guard case .packet(let latency?)? = records.last?.content else {
            Issue.record("no packet is last: \(words)")
            return
        }
        #expect(latency > 0)
        let time = try #require(records.last?.time.nanoseconds)
        // The text has whole microseconds.
        #expect(time >= before - 1000 && time + latency <= after + 1000)
    }

    @Test("A key that comes up by itself is told as well")
    func timer() throws {
        desk.newerGesture(102)
        let records = try expect("the key is up") {
            $0.contains { $0.text.hasSuffix("input keyboard EV_KEY KEY_RIGHT 0") }
        }
        #expect(Self.hasPacket(records))
    }

    @Test("A reader that does not read is not waited for: all is sent, and what it missed counted")
    func slow() throws {
        // Motion does not wait until the desktop has opened the devices.
        desk.newerGesture(102)
        try desk.world.loop.expect("keys are sent") {
            sent(EventType.key, KeyCode.right.rawValue) == [1, 0]
        }
        for _ in 0..<60 { move() }
        try desk.world.loop.expect("all motion is sent") {
            // Each time 10 units with a gain of 0.45.
            sent(EventType.rel, RelativeAxis.x).reduce(0, +) == 270
        }
        _ = try expect("what is missing is told with a later packet", before: move) { records in
            records.contains { if case .dropped = $0.content { true } else { false } }
        }
        #expect(desk.failures.isEmpty)
    }

    @Test("A reader that goes away changes nothing for the others and the devices")
    func gone() throws {
        pipe.close()
        let other = try LinePipe(reading: try desk.driver.monitor())
        desk.newerGesture(102)
        try desk.world.loop.expect("the key is down") {
            sent(EventType.key, KeyCode.right.rawValue).first == 1
        }
        #expect(try !other.lines().isEmpty)
        #expect(desk.failures.isEmpty)
    }
}
