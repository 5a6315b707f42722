import BusTestSupport
import Driver
import EventLoop
import Glibc
import Mapping
import TestSupport
import Testing
import VirtualInput

@testable import BlueZ

@Suite("Notifications that are there together, through the driver")
struct DriverFloodTests {
    private let desk: DriverDesk
    private let path = DriverDesk.newer.readPath

    init() throws {
        desk = try DriverDesk([DriverDesk.newer])
        try desk.start(expecting: 1)
        try desk.settle()
    }

    private var sinks: [KernelSink] { [desk.firstSink].compactMap { $0 } + desk.sinks }
    private var events: [InputEvent] { sinks.flatMap(\.events) }

    private func counters() throws -> Pipeline.Counters {
        try #require(desk.driver.tapStates(withTiming: false).first).counters
    }

    private func move(_ times: Int) {
        for _ in 0..<times {
            #expect(desk.bluez.notify(path, TapFrames.motion(dx: 10, dy: -20)))
        }
    }

    /// Runs until so many notifications have come since the beginning.
    private func expect(_ count: Int) throws {
        try desk.world.loop.expect("\(count) have come") {
            (try? counters())?.notifications == count
        }
    }

    @Test("The motion of a wake-up is one frame, the sums are exact, and what was added is counted")
    func motion() throws {
        let most = NotificationSocket.mostAtOnce
        let count = 2 * most + 8
        move(count)
        try expect(count)
        let moved = events.filter { $0.type == EventType.rel }
        let times = Int32(count)
        #expect(
            moved.filter { $0.code == RelativeAxis.x }.map(\.value).reduce(0, +) == 9 * times / 2)
        #expect(moved.filter { $0.code == RelativeAxis.y }.map(\.value).reduce(0, +) == -9 * times)
        #expect(events.count { $0.type == EventType.syn } == 3)
        #expect(try counters().coalescedNotifications == count - 3)
        #expect(sinks.flatMap(\.faults) == [])
    }

    @Test("One at a time each has its own frame")
    func single() throws {
        for number in 1...5 {
            move(1)
            try expect(number)
            #expect(events.count { $0.type == EventType.syn } == number)
        }
        #expect(try counters().coalescedNotifications == 0)
    }

    @Test("In a flood a button that is held comes up at its place among the motion")
    func held() throws {
        desk.newerGesture(110)
        try desk.world.loop.expect("the button is down") {
            !sinks.flatMap { $0.presses(.leftButton) }.isEmpty
        }
        let before = try counters().notifications
        for sink in sinks { sink.forget() }
        move(40)
        for _ in 0..<8 { desk.newerGesture(100) }
        move(40)
        try expect(before + 88)
        let up = try #require(events.firstIndex { $0.type == EventType.key })
        #expect(events[up].value == 0)
        #expect(events.count { $0.type == EventType.key } == 1)
        let sums = [events[..<up], events[up...]].map { part in
            part.filter { $0.type == EventType.rel && $0.code == RelativeAxis.y }.map(\.value)
                .reduce(0, +)
        }
        #expect(sums == [-360, -360])
        #expect(sinks.allSatisfy { $0.down.isEmpty })
        #expect(sinks.flatMap(\.faults) == [])
    }

    @Test("A monitor is told of every packet and every motion of the hand, and of what was sent")
    func monitor() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = try LinePipe(reading: try desk.driver.monitor(), size: 1 << 16)
        move(10)
        var records: [MonitorRecord] = []
        try desk.world.loop.expect("the packets are told") {
            records += ((try? pipe.lines()) ?? []).compactMap { MonitorRecord(parsing: $0.utf8) }
            return records.count == 10 + 2 + 10
        }
        let kinds = records.map { $0.text.split(separator: " ")[2] }
        #expect(kinds[..<10].allSatisfy { $0 == "motion" })
        #expect(kinds[10..<12] == ["input", "input"])
        #expect(kinds[12...].allSatisfy { $0 == "packet" })
        #expect(records[10].text.hasSuffix("REL_X 45"))
    }

    @Test("Devices that fail, and a Tap that rests, in the midst of a burst in a drag do no harm")
    func endsInBurst() throws {
        let failing = sinks
        desk.newerGesture(110)
        try desk.world.loop.expect("the button is down") { failing.contains { !$0.down.isEmpty } }
        for sink in failing { sink.failure = .system(SystemError(action: "write", code: ENODEV)) }
        move(3)
        desk.newerGesture(102)
        move(3)
        desk.bluez.notify(path, [2, 0, 0, 0, 1])
        move(6)
        try desk.world.loop.expect("others are made") { desk.deviceReports.last == .made }
        // The kernel lets go of what was down on the others; nothing of it is on these.
        let made = try #require(desk.sinks.last)
        #expect(!failing.contains { $0 === made })
        try desk.world.loop.expect("a swipe arrives there") {
            desk.newerGesture(101)
            desk.newerGesture(100)
            desk.newerGesture(100)
            return made.presses(.left).suffix(2) == [1, 0]
        }
        #expect(made.presses(.leftButton) == [])
        #expect(made.down == [])
        #expect(made.faults == [])
    }
}
