import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Control

extension ControlTap {
    /// A Tap of which everything is known.
    static var sample: ControlTap {
        var tap = ControlTap(address: "A0:B1:C2:D3:E4:F5")
        tap.name = "Tap \u{1F590}"
        tap.connection = "active"
        tap.protocolVersion = "v2"
        tap.battery = 80
        tap.profile = "desktop"
        tap.mode = "drag"
        tap.held = "index"
        tap.isHidden = true
        tap.isPaused = true
        tap.isTapping = true
        tap.counters = ["notifications": 7, "unknown-frames": .max]
        tap.timing = ["age": 12, "latency-p50": 40]
        return tap
    }
}

@Suite("What can be read of the driver over the bus, and what is told of it")
struct ControlStateTests {
    private func ask<Output>(
        _ request: ControlRequest<Output>, _ world: ControlWorld
    ) throws -> Output {
        var answer: Result<Output, ControlCallError>?
        let client = ControlClient(addresses: [world.daemon.address], loop: world.loop)
        client.ask(request) { answer = $0 }
        try world.loop.expect("an answer") { answer != nil }
        return try #require(answer).get()
    }

    @Test("A client reads the state as it is, also where little is known")
    func roundTrip() throws {
        let world = try ControlWorld()
        world.state.version = "1.2.3"
        world.state.state = "working"
        world.state.bluetooth = "ready"
        world.state.isPaused = true
        world.state.taps = [.sample, ControlTap(address: "B")]
        #expect(try ask(.state, world) == world.state)
        world.state = ControlState(profile: "", profiles: [])
        #expect(try ask(.state, world) == world.state)
    }

    @Test("A Tap as others see it")
    func dictionary() throws {
        let properties = try #require(ControlTap.sample.properties.dictionary)
        #expect(
            properties == [
                "Address": .variant(.string("A0:B1:C2:D3:E4:F5")),
                "Name": .variant(.string("Tap \u{1F590}")),
                "Connection": .variant(.string("active")), "Protocol": .variant(.string("v2")),
                "Battery": .variant(.byte(80)), "Profile": .variant(.string("desktop")),
                "Mode": .variant(.string("drag")), "Held": .variant(.string("index")),
                "Hidden": .variant(.bool(true)), "Paused": .variant(.bool(true)),
                "Tapping": .variant(.bool(true)),
            ])
        let unknown = try #require(ControlTap(address: "B").properties.dictionary)
        #expect(unknown["Protocol"] == nil)
        #expect(unknown["Battery"] == nil)
    }

    @Test(
        "An entry that lacks something or has another type is none",
        arguments: [
            "Address", "Name", "Connection", "Profile", "Mode", "Held", "Hidden", "Paused",
            "Tapping",
        ])
    func malformed(key: String) throws {
        let entries = try #require(ControlTap.sample.properties.dictionary)
        let without = entries.filter { $0.key != key }.map { ($0.key, $0.value) }
        #expect(ControlTap(.properties(without)) == nil)
        #expect(ControlTap(.properties(without + [(key, .double(1))])) == nil)
        #expect(ControlTap(.properties(entries.map { ($0.key, $0.value) })) != nil)
    }

    @Test("A battery is from empty to full, whatever a driver says of it")
    func battery() throws {
        let entries = try #require(ControlTap.sample.properties.dictionary)
        let others = entries.filter { $0.key != "Battery" }.map { ($0.key, $0.value) }
        let rows: [(BusValue, Int)] = [(.byte(255), 100), (.int32(-1), 0), (.uint32(.max), 100)]
        for (told, expected) in rows {
            let tap = ControlTap(.properties(others + [("Battery", told)]))
            #expect(tap?.battery == expected, "\(told)")
        }
    }

    @Test("Pause, resume, vibration and monitor reach the owner with what they were given")
    func methods() throws {
        let world = try ControlWorld()
        try ask(.setPaused(true, of: ""), world)
        #expect(world.state.isPaused)
        try ask(.setPaused(false, of: "Left"), world)
        try ask(.vibrate([100, 50], of: "Left"), world)
        let monitor = try ask(.monitor, world)
        #expect(monitor.raw > 2)
        #expect(
            world.asked == ["pause ", "resume Left", "vibrate Left [100, 50]", "monitor"])
        #expect(try world.changes().contains(["Paused": .variant(.bool(true))]))
    }

    @Test(
        "A refusal comes back as what it is",
        arguments: [
            ControlError.invalidArgument("a"), .unavailable("b"), .unknownDevice("c"),
        ])
    func refusals(refusal: ControlError) throws {
        let world = try ControlWorld()
        world.refusal = refusal
        #expect(throws: ControlCallError.refused(refusal)) { try ask(.vibrate([1], of: ""), world) }
        #expect(throws: ControlCallError.refused(refusal)) { _ = try ask(.monitor, world) }
    }

    @Test("A stream of packets tells nobody; what it counted is told with the next change")
    func counters() throws {
        let world = try ControlWorld()
        world.state.taps = [.sample]
        world.service?.update()
        _ = try world.changes()
        world.state.taps[0].counters["notifications"] = 8
        world.state.taps[0].timing["age"] = 13
        world.service?.update()
        #expect(try world.changes().isEmpty)
        world.state.taps[0].held = nil
        world.service?.update()
        let changes = try world.changes()
        #expect(changes.count == 1)
        #expect(changes.first.map { $0.keys.sorted() } == ["Counters", "Devices"])
        #expect(
            changes.first?["Counters"]?.numbers(of: ControlTap.sample.address)["notifications"] == 8
        )
    }

    @Test("Of many changes in a moment one signal tells")
    func collected() throws {
        let world = try ControlWorld()
        for profile in ["a", "b", "c"] {
            world.state.profile = profile
            world.service?.updateSoon()
        }
        var signals: [[String: BusValue]] = []
        try world.loop.expect("the change is told") {
            signals += (try? world.changes()) ?? []
            return !signals.isEmpty
        }
        #expect(signals == [["Profile": .variant(.string("c"))]])
        #expect(try world.changes().isEmpty)
    }
}
