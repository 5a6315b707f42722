import Bus
import BusTestSupport
import EventLoop
import Mapping
import TestSupport
import Testing
import VirtualInput

@testable import BlueZ
@testable import Driver

@Suite("The driver, from BlueZ to the virtual devices")
struct TapDriverTests {
    private let tap = FakeTap()
    private static let left = FrameGrammar.Key(
        device: .pointer, code: KeyCode.leftButton.rawValue)

    /// A driver on a bus with a BlueZ and Taps that stream.
    private final class Desk {
        let world: BlueZWorld
        let bluez: FakeBlueZ
        let sink = KernelSink()
        let driver: TapDriver<KernelSink>
        private(set) var reports: [TapReport] = []
        private(set) var failures = 0
        /// How often devices were made.
        private(set) var made = 0

        init(_ taps: [FakeTap] = [FakeTap()]) throws {
            world = try BlueZWorld()
            bluez = try world.startBlueZ(
                taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } })
            let box = WeakBox<Desk>()
            var options = TapDriver<KernelSink>.Options(
                profiles: ProfileChoice(standard: "desktop"))
            options.sharesDevices = true
            driver = TapDriver(
                options: options, busAddress: world.daemon.address, loop: world.loop,
                make: { [sink] _, _ in
                    box.object?.made += 1
                    return sink
                },
                handlers: DriverHandlers(
                    tapReport: { box.object?.reports.append($1) },
                    situation: { _ in },
                    failed: { _ in box.object?.failures += 1 }))
            box.object = self
            driver.start()
            try expectConnected(taps.count)
        }

        func expectConnected(_ count: Int = 1) throws {
            try world.loop.expect("the Taps are connected") {
                reports.count { $0 == .connected } == count
            }
        }

        func forgetReports() { reports = [] }

        /// Holds the index pinch until the left button is down.
        func drag(_ tap: FakeTap = FakeTap()) throws {
            bluez.notify(tap.readPath, TapFrames.gesture(110))
            try world.loop.expect("the button is down") {
                sink.down == [TapDriverTests.left]
            }
        }

        /// Sends motion and no gesture class, every tenth of a second.
        func move(_ tap: FakeTap = FakeTap(), times: Int) throws {
            for _ in 0..<times {
                bluez.notify(tap.readPath, TapFrames.motion(dx: 10, dy: 0))
                try world.loop.run(milliseconds: 100)
            }
        }

        func expectAllUp(within seconds: Int64 = 10) throws {
            try world.loop.expect("everything is up", within: seconds) { sink.down == [] }
            #expect(sink.presses(.leftButton) == [1, 0])
            #expect(sink.faults == [])
            #expect(failures == 0)
        }
    }

    /// What may happen in the middle of a drag.
    enum Loss: CaseIterable, Sendable {
        case link
        case device
        case adapter
        case adapterOff
        case bluez
        case bus
        case socket
        case standby
        case services
    }

    @Test("A button that is held comes up, whatever is lost", arguments: Loss.allCases)
    func held(loss: Loss) throws {
        let desk = try Desk()
        try desk.drag()
        switch loss {
        case .link: desk.bluez.drop(tap)
        case .device: desk.bluez.remove(tap.path)
        case .adapter: desk.bluez.remove(tap.adapter, silentlyBelow: true)
        case .adapterOff:
            desk.bluez.change(tap.adapter, BlueZName.adapter, ["Powered": .bool(false)])
        case .bluez: desk.bluez.vanish()
        case .bus: desk.world.daemon.stop()
        case .socket: desk.bluez.closeSocket(tap.readPath)
        case .standby: desk.bluez.notify(tap.readPath, [2, 0, 0, 0, 1])
        case .services: desk.bluez.remove("\(tap.path)/\(tap.service)")
        }
        try desk.expectAllUp(within: 1)
    }

    @Test("A button that is held comes up when the driver stops, and nothing happens after that")
    func stop() throws {
        let desk = try Desk()
        try desk.drag()
        // The hand goes on while the Tap is put back.
        desk.bluez.beforeAnswer = { [unowned desk] _ in
            desk.bluez.notify(FakeTap().readPath, TapFrames.motion(dx: 100, dy: 50))
        }
        desk.bluez.forgetCalls()
        var hasStopped = false
        desk.driver.stop { hasStopped = true }
        try desk.world.loop.expect("it has stopped") { hasStopped }
        try desk.expectAllUp()
        #expect(
            desk.sink.events.last { $0.type != EventType.syn }?.code == KeyCode.leftButton.rawValue)
        #expect(desk.bluez.writes.filter { $0 != TapFrames.pulse } == TapFrames.leaving)
    }

    @Test("A pinch that is held on while the driver waits for BlueZ to end presses nothing anew")
    func stopUnanswered() throws {
        let desk = try Desk()
        try desk.drag()
        desk.bluez.script = { _ in .never }
        var hasStopped = false
        desk.driver.stop { hasStopped = true }
        while !hasStopped {
            desk.bluez.notify(tap.readPath, TapFrames.gesture(110))
            try desk.world.loop.run(milliseconds: 50)
        }
        try desk.expectAllUp(within: 0)
    }

    @Test("A Tap that falls silent lets go after two seconds")
    func silence() throws {
        let desk = try Desk()
        let start = EventLoop.monotonicNow()
        try desk.drag()
        try desk.expectAllUp()
        #expect(EventLoop.monotonicNow() - start >= .milliseconds(1900))
        // It is still there: with the next packets it works again.
        desk.bluez.notify(tap.readPath, TapFrames.gesture(100))
        desk.bluez.notify(tap.readPath, TapFrames.gesture(101))
        try desk.world.loop.expect("the swipe has come") {
            desk.sink.presses(.left) == [1, 0]
        }
        #expect(desk.sink.faults == [])
    }

    @Test("A Tap that goes on sending is not taken for silent")
    func notSilent() throws {
        let desk = try Desk()
        try desk.drag()
        try desk.move(times: 22)
        #expect(desk.sink.down == [Self.left])
    }

    @Test("A Tap that moves and no longer says what the hand does lets go after five seconds")
    func motionWithoutClass() throws {
        let desk = try Desk()
        try desk.drag()
        try desk.move(times: 43)
        #expect(desk.sink.presses(.leftButton) == [1, 0])
        #expect(desk.sink.down == [])
    }

    @Test("The devices stay over five reconnects, and what was held before is not held after")
    func reconnects() throws {
        let desk = try Desk()
        let gestures: [(UInt8, KeyCode)] = [
            (101, .left), (102, .right), (103, .up), (104, .down), (105, .leftButton),
        ]
        for (gesture, key) in gestures {
            desk.bluez.notify(tap.readPath, TapFrames.gesture(110))
            desk.bluez.drop(tap)
            try desk.world.loop.expect("it is lost") { desk.reports.contains(.lost) }
            desk.forgetReports()
            desk.bluez.link(tap)
            try desk.expectConnected()
            desk.sink.forget()
            desk.bluez.notify(tap.readPath, TapFrames.gesture(gesture))
            try desk.world.loop.expect("\(gesture)") { desk.sink.presses(key) == [1, 0] }
        }
        #expect(desk.made == 1)
        #expect(desk.sink.faults == [])
    }

    @Test("A hold, its mode and a pinch are answered by a pulse")
    func pulses() throws {
        let desk = try Desk()
        desk.bluez.forgetCalls()
        desk.bluez.notify(tap.readPath, TapFrames.gesture(106))
        try desk.world.loop.expect("the pinch is answered") {
            desk.bluez.writes == [TapFrames.pulse]
        }
        // A Tap that is still busy with one is not asked for another.
        try desk.world.loop.run(milliseconds: 50)
        try desk.drag()
        try desk.world.loop.expect("hold and mode are answered") {
            desk.bluez.writes == Array(repeating: TapFrames.pulse, count: 3)
        }
    }

    @Test("Motion and gestures of two Taps keep their order")
    func interleaved() throws {
        let one = FakeTap(address: "00:00:00:00:00:01", name: "One")
        let two = FakeTap(address: "00:00:00:00:00:02", name: "Two")
        let desk = try Desk([one, two])
        try desk.world.loop.expect("the devices are open") { desk.sink.isOpen }
        var axes: [UInt16] { desk.sink.events.filter { $0.type == EventType.rel }.map(\.code) }
        for round in 0..<20 {
            desk.bluez.notify(one.readPath, TapFrames.motion(dx: 20, dy: 0))
            try desk.world.loop.expect("it has come") { axes.count == 2 * round + 1 }
            desk.bluez.notify(two.readPath, TapFrames.motion(dx: 0, dy: -20))
            try desk.world.loop.expect("it has come") { axes.count == 2 * round + 2 }
        }
        #expect(axes == (0..<20).flatMap { _ in [RelativeAxis.x, RelativeAxis.y] })
        #expect(desk.sink.faults == [])
    }

    @Test("A button that one Tap holds is not released by another's traffic nor by its loss")
    func heldByTheOther() throws {
        let one = FakeTap(address: "00:00:00:00:00:01", name: "One")
        let two = FakeTap(address: "00:00:00:00:00:02", name: "Two")
        let desk = try Desk([one, two])
        try desk.drag(one)
        for gesture in [106, 100, 101, 100, 109, 100, 100, 100, 100] as [UInt8] {
            desk.bluez.notify(one.readPath, TapFrames.gesture(110))
            desk.bluez.notify(two.readPath, TapFrames.gesture(gesture))
            try desk.world.loop.run(milliseconds: 30)
        }
        try desk.world.loop.expect("the other's keys have come") {
            desk.sink.presses(.rightButton) == [1, 0] && desk.sink.presses(.left) == [1, 0]
        }
        desk.bluez.drop(two)
        try desk.world.loop.expect("it is lost") { desk.reports.contains(.lost) }
        #expect(desk.sink.down == [Self.left])
        desk.bluez.drop(one)
        try desk.expectAllUp()
    }

    @Test("A button that one Tap holds stays down while another clicks it")
    func sameButton() throws {
        let one = FakeTap(address: "00:00:00:00:00:01", name: "One")
        let two = FakeTap(address: "00:00:00:00:00:02", name: "Two")
        let desk = try Desk([one, two])
        try desk.drag(one)
        desk.bluez.notify(two.readPath, TapFrames.gesture(105))
        desk.bluez.notify(one.readPath, TapFrames.gesture(110))
        try desk.world.loop.run(milliseconds: 100)
        #expect(desk.sink.down == [Self.left])
        desk.bluez.drop(one)
        try desk.world.loop.expect("everything is up") { desk.sink.down == [] }
        #expect(desk.sink.faults == [])
    }
}
