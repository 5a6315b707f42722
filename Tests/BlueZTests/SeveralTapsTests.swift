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
    private static let older = FakeTap(
        address: "00:00:00:00:00:01", name: "Older",
        characteristics: [
            "char0011": TapUUIDs.v1TapData, "char0012": TapUUIDs.v1MouseData,
            "char0013": TapUUIDs.v1AirGesture, "char0014": TapUUIDs.v1UICommand,
            "char0015": TapUUIDs.uartRX,
        ])
    private static let newer = FakeTap(address: "00:00:00:00:00:02", name: "Newer")

    /// A driver on a bus with both Taps, which stream.
    private final class Desk {
        /// Devices that were made.
        struct Made: Equatable {
            var profiles: [String]
            var number: Int
        }

        let world: BlueZWorld
        let bluez: FakeBlueZ
        private(set) var driver: TapDriver<KernelSink>?
        private(set) var made: [Made] = []
        private(set) var sinks: [KernelSink] = []
        private(set) var reports: [String: [TapReport]] = [:]
        private(set) var failures: [VirtualInputError] = []
        /// What making devices fails with, from the second pair on.
        var refusal: VirtualInputError?

        init(
            _ taps: [FakeTap] = [older, newer],
            _ change: (inout TapDriver<KernelSink>.Options) -> Void = { _ in }
        ) throws {
            world = try BlueZWorld()
            bluez = try world.startBlueZ(
                taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } })
            var options = TapDriver<KernelSink>.Options(profiles: ProfileChoice(.desktop))
            options.grabs = false
            change(&options)
            let box = WeakBox<Desk>()
            driver = try TapDriver(
                options: options, busAddress: world.daemon.address, loop: world.loop,
                make: { (profiles, number) throws(VirtualInputError) in
                    let sink = KernelSink()
                    box.object?.made.append(Made(profiles: profiles.map(\.name), number: number))
                    box.object?.sinks.append(sink)
                    if number > 1, let refusal = box.object?.refusal { throw refusal }
                    return sink
                },
                handlers: DriverHandlers(
                    tapReport: { box.object?.reports[$0, default: []].append($1) },
                    situation: { _ in },
                    failed: { box.object?.failures.append($0) }))
            box.object = self
        }

        func start(expecting count: Int = 2) throws {
            try driver?.start()
            try world.loop.expect("the Taps are connected") {
                reports.values.count { $0.contains(.connected) } == count
            }
        }

        /// The path of a characteristic of the older Tap.
        static func path(_ uuid: String) -> String {
            let name = older.characteristics.first { $0.value == uuid }?.key ?? ""
            return "\(older.path)/\(older.service)/\(name)"
        }

        func notifyOlder(_ uuid: String, _ bytes: [UInt8]) {
            bluez.notify(Self.path(uuid), bytes)
        }
    }

    /// A packet of v1 mouse data without orientation.
    private static func mouse(dx: UInt8) -> [UInt8] { [0, dx, 0, 0, 0, 0, 0, 0, 0, 1] }

    @Test("Each Tap moves its own pointer, and nothing of one goes to the other")
    func own() throws {
        let desk = try Desk()
        try desk.start()
        // The first pair is there before the handlers' owner is, and so is not in `made`.
        #expect(desk.made == [Desk.Made(profiles: ["desktop"], number: 2)])
        let newer = try #require(desk.sinks.first)
        try desk.world.loop.run(milliseconds: 300)
        for _ in 0..<10 {
            desk.notifyOlder(TapUUIDs.v1MouseData, Self.mouse(dx: 100))
            desk.bluez.notify(Self.newer.readPath, TapFrames.motion(dx: 0, dy: 100))
        }
        try desk.world.loop.expect("the newer one's motion has come") {
            newer.events.count { $0.code == RelativeAxis.y && $0.type == EventType.rel } == 10
        }
        #expect(newer.events.allSatisfy { $0.type == EventType.syn || $0.code == RelativeAxis.y })
        #expect(newer.faults == [])
    }

    @Test("A hold of one is neither moved nor let go by the other")
    func holds() throws {
        let desk = try Desk()
        try desk.start()
        let newer = try #require(desk.sinks.first)
        desk.bluez.notify(Self.newer.readPath, TapFrames.gesture(110))
        try desk.world.loop.expect("the button is down") { newer.presses(.leftButton) == [1] }
        for byte in [104, 100, 100, 100, 100] as [UInt8] {
            desk.notifyOlder(TapUUIDs.v1AirGesture, [byte])
            desk.bluez.notify(Self.newer.readPath, TapFrames.gesture(110))
            try desk.world.loop.run(milliseconds: 20)
        }
        desk.bluez.drop(Self.older)
        try desk.world.loop.expect("it is lost") { desk.reports["Older"]?.last == .lost }
        #expect(newer.presses(.leftButton) == [1])
    }

    @Test("A Tap may have a profile of its own, by name or by address in any case of letters")
    func profiles() throws {
        for device in ["Newer", "00:00:00:00:00:02"] {
            let desk = try Desk {
                $0.profiles.own = [(device: device, profile: .tapping)]
            }
            try desk.start()
            #expect(desk.made == [Desk.Made(profiles: ["tapping"], number: 2)])
            // The little finger's pinch asks for the other model.
            desk.bluez.forgetCalls()
            desk.bluez.notify(Self.newer.readPath, TapFrames.gesture(108))
            try desk.world.loop.expect("the model is switched") {
                desk.bluez.writes.contains([1, 0, 0, 0, 0])
            }
            #expect(desk.bluez.writes.contains([1, 0, 1, 0, 0]))
            try desk.world.loop.expect("the switch is told once the Tap has taken it") {
                desk.reports["Newer"] == [.connected, .modelSwitched(.tapping)]
            }
            // And all five fingers bring the air gestures back.
            desk.bluez.forgetCalls()
            desk.bluez.notify(Self.newer.readPath, [1, 2, 0, 0, 31])
            try desk.world.loop.expect("the model is switched back") {
                desk.bluez.writes.contains([1, 0, 0, 0, 2])
            }
        }
    }

    @Test("Only the chosen Tap is connected to and written to", arguments: ["Newer", "Older"])
    func choice(name: String) throws {
        let desk = try Desk { $0.choice = TapChoice([name]) }
        try desk.start(expecting: 1)
        #expect(Set(desk.reports.keys) == [name])
        #expect(desk.made == [])
        let other = name == "Newer" ? Self.older : Self.newer
        #expect(!desk.bluez.calls.contains { $0.path.hasPrefix(other.path) })
    }

    @Test("One pair for all has the keys of every profile that may be in use")
    func shared() throws {
        let desk = try Desk {
            $0.sharesDevices = true
            $0.profiles.own = [(device: "Newer", profile: .tapping)]
        }
        try desk.start()
        #expect(desk.made == [])
    }

    @Test("A Tap that is not bonded gets no devices")
    func stranger() throws {
        var stranger = Self.newer
        stranger.isBonded = false
        let desk = try Desk([Self.older, stranger])
        try desk.start(expecting: 1)
        try desk.world.loop.run(milliseconds: 100)
        #expect(desk.made == [])
    }

    @Test("Devices that cannot be made end the driver's work with the reason")
    func noDevices() throws {
        let desk = try Desk()
        desk.refusal = .noDevice(path: "/dev/uinput")
        try desk.driver?.start()
        try desk.world.loop.expect("it is told") {
            desk.failures == [.noDevice(path: "/dev/uinput")]
        }
    }

    @Test("The devices of each Tap stay its own over reconnects in another order")
    func reconnects() throws {
        let desk = try Desk()
        try desk.start()
        let newer = try #require(desk.sinks.first)
        for tap in [Self.older, Self.newer] { desk.bluez.drop(tap) }
        try desk.world.loop.expect("both are lost") {
            desk.reports.values.allSatisfy { $0.last == .lost }
        }
        for tap in [Self.newer, Self.older] { desk.bluez.link(tap) }
        try desk.world.loop.expect("both are back") {
            desk.reports.values.allSatisfy { $0.last == .connected }
        }
        #expect(desk.made.count == 1)
        newer.forget()
        desk.bluez.notify(Self.newer.readPath, TapFrames.gesture(101))
        try desk.world.loop.expect("its swipe has come") { newer.presses(.left) == [1, 0] }
    }
}
