import BusTestSupport
import Driver
import EventLoop
import Mapping
import TapProtocol
import Testing
import VirtualInput

@testable import BlueZ

/// Two Taps, an older and a newer one, each with virtual devices of its own.
@Suite("Several Taps")
struct SeveralTapsTests {
    /// A packet of v1 mouse data without orientation.
    private static func mouse(dx: UInt8) -> [UInt8] { [0, dx, 0, 0, 0, 0, 0, 0, 0, 1] }

    @Test("Each Tap moves its own pointer, and nothing of one goes to the other")
    func own() throws {
        let desk = try DriverDesk()
        try desk.start()
        // The first pair is there before the handlers' owner is, and so is not in `made`.
        #expect(desk.made == [DriverDesk.Made(.desktop, number: 2)])
        let newer = try #require(desk.sinks.first)
        try desk.settle()
        for _ in 0..<10 {
            desk.notifyOlder(TapUUIDs.v1MouseData, Self.mouse(dx: 100))
            desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.motion(dx: 0, dy: 100))
        }
        try desk.world.loop.expect("the newer one's motion has come") {
            newer.events.filter { $0.code == RelativeAxis.y && $0.type == EventType.rel }
                .map(\.value).reduce(0, +) == 450
        }
        #expect(newer.events.allSatisfy { $0.type == EventType.syn || $0.code == RelativeAxis.y })
        #expect(newer.faults == [])
    }

    @Test("A hold of one is neither moved nor let go by the other")
    func holds() throws {
        let desk = try DriverDesk()
        try desk.start()
        let newer = try #require(desk.sinks.first)
        desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.gesture(110))
        try desk.world.loop.expect("the button is down") { newer.presses(.leftButton) == [1] }
        for byte in [104, 100, 100, 100, 100] as [UInt8] {
            desk.notifyOlder(TapUUIDs.v1AirGesture, [byte])
            desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.gesture(110))
            try desk.world.loop.run(milliseconds: 20)
        }
        desk.bluez.drop(DriverDesk.older)
        try desk.world.loop.expect("it is lost") { desk.reports["Older"]?.last == .lost }
        #expect(newer.presses(.leftButton) == [1])
    }

    @Test("A Tap may have a profile of its own, by name or by address in any case of letters")
    func profiles() throws {
        for device in ["Newer", "00:00:00:00:00:02"] {
            let desk = try DriverDesk {
                $0.profiles.own = [DeviceProfile(device: device, profile: "tapping")]
            }
            try desk.start()
            #expect(desk.made == [DriverDesk.Made(.tapping, number: 2)])
            // The little finger's pinch asks for the other model.
            desk.bluez.forgetCalls()
            desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.gesture(108))
            try desk.world.loop.expect("the model is switched") {
                desk.bluez.writes.contains([1, 0, 0, 0, 0])
            }
            #expect(desk.bluez.writes.contains([1, 0, 1, 0, 0]))
            try desk.world.loop.expect("the switch is told once the Tap has taken it") {
                desk.reports["Newer"] == [.connected, .modelSwitched(.tapping)]
            }
            // And all five fingers bring the air gestures back.
            desk.bluez.forgetCalls()
            desk.bluez.notify(DriverDesk.newer.readPath, [1, 2, 0, 0, 31])
            try desk.world.loop.expect("the model is switched back") {
                desk.bluez.writes.contains([1, 0, 0, 0, 2])
            }
        }
    }

    @Test("Only the chosen Tap is connected to and written to", arguments: ["Newer", "Older"])
    func choice(name: String) throws {
        let desk = try DriverDesk { $0.choice = TapChoice([name]) }
        try desk.start(expecting: 1)
        #expect(Set(desk.reports.keys) == [name])
        #expect(desk.made == [])
        let other = name == "Newer" ? DriverDesk.older : DriverDesk.newer
        #expect(!desk.bluez.calls.contains { $0.path.hasPrefix(other.path) })
    }

    @Test("One pair for all has the keys of every profile that may be in use")
    func shared() throws {
        let desk = try DriverDesk {
            $0.sharesDevices = true
            $0.profiles.own = [DeviceProfile(device: "Newer", profile: "tapping")]
        }
        try desk.start()
        #expect(desk.made == [])
    }

    @Test("A Tap that is not bonded gets no devices")
    func stranger() throws {
        var stranger = DriverDesk.newer
        stranger.isBonded = false
        let desk = try DriverDesk([DriverDesk.older, stranger])
        try desk.start(expecting: 1)
        try desk.world.loop.run(milliseconds: 100)
        #expect(desk.made == [])
    }

    @Test("A Tap for which no devices can be made waits for them, and the other one goes on")
    func noDevices() throws {
        let desk = try DriverDesk()
        let refusal = VirtualInputError.noDevice(path: "/dev/uinput")
        desk.refusal = refusal
        try desk.start(expecting: 1)
        #expect(desk.deviceReports == [.waiting(refusal)])
        let first = try #require(desk.firstSink)
        try desk.world.loop.expect("the older one works") {
            desk.notifyOlder(TapUUIDs.v1AirGesture, [101])
            return first.presses(.leftButton).first == 1
        }
        #expect(!desk.bluez.hasSocket(DriverDesk.newer.readPath))
        #expect(desk.driver.phase == .noDevices)
        #expect(desk.driver.tapStates(withTiming: true).map(\.link.phase) == [.active, .noDevices])
        desk.refusal = nil
        try desk.world.loop.expect("the newer one is set up") {
            desk.reports["Newer"]?.contains(.connected) == true
        }
        #expect(desk.deviceReports == [.waiting(refusal), .made])
        #expect(desk.reports["Older"] == [.connected])
        #expect(desk.driver.phase == .working)
        #expect(desk.driver.tapStates(withTiming: true).map(\.link.phase) == [.active, .active])
    }

    @Test("The devices of each Tap stay its own over reconnects in another order")
    func reconnects() throws {
        let desk = try DriverDesk()
        try desk.start()
        let newer = try #require(desk.sinks.first)
        for tap in [DriverDesk.older, DriverDesk.newer] { desk.bluez.drop(tap) }
        try desk.world.loop.expect("both are lost") {
            desk.reports.values.allSatisfy { $0.last == .lost }
        }
        for tap in [DriverDesk.newer, DriverDesk.older] { desk.bluez.link(tap) }
        try desk.world.loop.expect("both are back") {
            desk.reports.values.allSatisfy { $0.last == .connected }
        }
        #expect(desk.made.count == 1)
        newer.forget()
        desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.gesture(101))
        try desk.world.loop.expect("its swipe has come") { newer.presses(.left) == [1, 0] }
    }
}
