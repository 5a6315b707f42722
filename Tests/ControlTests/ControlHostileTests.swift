import Bus
import BusTestSupport
import EventLoop
import TestSupport
import Testing

@testable import Control

@Suite("What strangers may send to the driver")
struct ControlHostileTests {
    /// A value in so many variants.
    private func nested(_ depth: Int) -> BusValue {
        (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) }
    }

    private func expectAlive(_ world: ControlWorld) throws {
        world.refusal = nil
        #expect(try world.call("Reload") == .success([]))
    }

    @Test("Texts of any length and kind")
    func texts() throws {
        let world = try ControlWorld()
        let texts = [
            "", String(repeating: "x", count: 4_000_000), "\u{1b}[31m\u{7}\n", "e\u{301}😀\u{202e}",
            "' OR \"1\"='1", String(repeating: "🦀", count: 100_000), "../../etc/passwd", "%s%n",
        ]
        for text in texts {
            for refusal in [nil, ControlError.unknownProfile("no \(text)")] {
                world.refusal = refusal
                let answer = try world.call("SetProfile", [.string(text), .string(text)])
                guard case .failure(let error) = answer else { continue }
                #expect(error.message == refusal?.message)
            }
            #expect(
                try world.error(
                    of: "Get", [.string(text), .string(text)],
                    interface: BusObject.propertiesInterface)?.withoutWords
                    == .bus("UnknownInterface"))
            #expect(
                try world.error(
                    of: "Get", [.string(ControlInterface.name), .string(text)],
                    interface: BusObject.propertiesInterface)?.withoutWords
                    == .bus("UnknownProperty"))
        }
        try expectAlive(world)
    }

    @Test("Values in as many variants as a message may have")
    func variants() throws {
        let world = try ControlWorld()
        for depth in [1, 30, 60] {
            #expect(
                try world.error(of: "SetProfile", [nested(depth)])?.withoutWords
                    == .bus("InvalidArgs"))
            let set: [BusValue] = [
                .string(ControlInterface.name), .string("Profile"), nested(depth),
            ]
            #expect(
                try world.error(
                    of: "Set", set, interface: BusObject.propertiesInterface)?.withoutWords
                    == .bus("PropertyReadOnly"))
        }
        try expectAlive(world)
    }

    @Test("Calls, signals and values of all kinds at random", arguments: 0..<4 as Range<UInt64>)
    func random(seed: UInt64) throws {
        let world = try ControlWorld()
        var random = SplitMix64(seed: seed)
        let paths = ["/", "/io", "/io/github", ControlInterface.path, "/io/github/tapinput/x"]
        let interfaces = [
            ControlInterface.name, BusObject.propertiesInterface, "org.freedesktop.DBus.Peer",
            "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus", "a.b",
        ]
        let members = [
            "SetProfile", "Reload", "Get", "Set", "GetAll", "Introspect", "Ping", "GetMachineId",
            "NameLost", "NameAcquired", "PropertiesChanged", "X",
        ]
        for number in 0..<300 {
            // A bus lets nobody wait for more than a hundred answers or so.
            if number % 50 == 0 { try expectAlive(world) }
            let arguments = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                value(using: &random)
            }
            let path = paths.randomElement(using: &random) ?? "/"
            let interface = interfaces.randomElement(using: &random) ?? "a.b"
            let member = members.randomElement(using: &random) ?? "X"
            let call = BusMessage.call(
                ControlInterface.service, path, interface, member, arguments)
            let signal = BusMessage.signal(
                path, interface, member, arguments, to: ControlInterface.service)
            world.caller.bus?.send(call)
            world.caller.bus?.send(call?.expectingNoReply())
            world.caller.bus?.send(signal)
        }
        try expectAlive(world)
        #expect(world.reports == [.available])
    }

    private func value(using random: inout SplitMix64) -> BusValue {
        let values: [BusValue] = [
            .string(ControlInterface.name), .string("Profile"), .string(ControlInterface.service),
            .string(""), .int32(.min), .double(.nan), .bool(true), .objectPath("/"),
            .signature("a{sv}"), .bytes([0, 255]), .structure([.byte(1), .string("x")]),
            .properties([("Profile", .string("x"))]), .array(of: "aas", []), nested(5),
            .variant(.string("x")), .uint64(.max),
        ]
        return values.randomElement(using: &random) ?? .byte(0)
    }
}
