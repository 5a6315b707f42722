import BusTestSupport
import Driver
import EventLoop
import Gestures
import Mapping
import TapProtocol
import Testing

@testable import BlueZ

@Suite("What a driver at work tells of its Taps, and what it lets them do")
struct DriverStateTests {
    private static func desk(only: String? = nil) throws -> DriverDesk {
        let desk = try DriverDesk {
            if let only { $0.choice = TapChoice([only]) }
        }
        try desk.start(expecting: only == nil ? 2 : 1)
        try desk.settle()
        return desk
    }

    private static func newer(_ desk: DriverDesk) throws -> TapState {
        try #require(desk.driver.tapStates(withTiming: true).first { $0.link.name == "Newer" })
    }

    @Test("Each Tap with its protocol, connection, profile and hand; a change is told")
    func states() throws {
        let desk = try Self.desk()
        let states = desk.driver.tapStates(withTiming: true)
        #expect(states.map(\.link.name) == ["Older", "Newer"])
        #expect(states.map(\.link.protocolVersion) == [.v1, .v2])
        #expect(states.map(\.link.phase) == [.active, .active])
        #expect(states.map(\.profile) == ["desktop", "desktop"])
        let told = desk.changesTold
        desk.newerGesture(110)
        try desk.world.loop.expect("it is told that the hand holds") { desk.changesTold > told }
        let state = try Self.newer(desk)
        #expect(state.hand.held == .index)
        #expect(state.hand.mode == .hold)
        #expect(state.counters.notifications == 1)
        #expect(state.timing.latencies != nil)
        var cheap = state
        cheap.timing = desk.driver.tapStates(withTiming: false)[1].timing
        #expect(cheap.timing.age == nil && cheap.timing.latencies == nil)
        #expect(desk.driver.tapStates(withTiming: false)[1] == cheap)
        #expect(desk.driver.tapStates(withTiming: true)[0].hand == HandState())
        try desk.driver.setProfile("media", device: "Newer")
        desk.newerGesture(100)
        try desk.world.loop.expect("the profile holds") {
            desk.driver.tapStates(withTiming: true).map(\.profile) == ["desktop", "media"]
        }
    }

    @Test("Packets that change nothing are counted and not told")
    func silent() throws {
        let desk = try Self.desk(only: "Newer")
        let told = desk.changesTold
        for _ in 0..<20 { desk.newerGesture(100) }
        try desk.world.loop.expect("they have come") {
            desk.driver.tapStates(withTiming: true)[0].counters.notifications == 20
        }
        #expect(desk.changesTold == told)
    }

    @Test("A pause of all is one of those that come later as well; what is down comes up")
    func pause() throws {
        let desk = try Self.desk(only: "Newer")
        let sink = try #require(desk.firstSink)
        desk.newerGesture(110)
        try desk.world.loop.expect("the button is down") { sink.presses(.leftButton) == [1] }
        try desk.driver.setPaused(true, device: nil)
        #expect(sink.presses(.leftButton) == [1, 0])
        #expect(sink.down == [])
        #expect(try Self.newer(desk).hand.isPaused)
        #expect(desk.driver.pausesTaps)
        desk.newerGesture(100)
        desk.newerGesture(101)
        try desk.world.loop.expect("they have come") {
            desk.driver.tapStates(withTiming: true)[0].counters.notifications == 3
        }
        #expect(sink.presses(.left) == [])
        try desk.driver.setPaused(false, device: "Newer")
        #expect(throws: TapError.unknown("nobody")) {
            try desk.driver.setPaused(false, device: "nobody")
        }
        #expect(desk.driver.pausesTaps)
    }

    @Test("A Tap vibrates that is there; one that is not says so")
    func vibrate() throws {
        let desk = try Self.desk(only: "Newer")
        let pattern = try #require(HapticPattern(milliseconds: [70]))
        desk.bluez.forgetCalls()
        try desk.driver.vibrate(pattern, device: nil)
        try desk.world.loop.expect("it vibrates") {
            desk.bluez.writes.contains { $0.starts(with: [1, 2, 3, 0, 0, 2, 7]) }
        }
        #expect(throws: TapError.unknown("nobody")) {
            try desk.driver.vibrate(pattern, device: "nobody")
        }
        desk.bluez.drop(DriverDesk.newer)
        try desk.world.loop.expect("it is away") {
            desk.driver.tapStates(withTiming: true)[0].link.phase != .active
        }
        #expect(throws: TapError.notThere) { try desk.driver.vibrate(pattern, device: nil) }
    }
}
