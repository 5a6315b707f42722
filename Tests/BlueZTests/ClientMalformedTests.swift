import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

@Suite("A BlueZ that says what it should not")
struct ClientMalformedTests {
    private let tap = FakeTap()

    @Test("An answer that is no dictionary of objects is asked for again")
    func malformedObjects() throws {
        let answers: [[BusValue]] = [
            [], [.string("objects")], [.array(of: "s", [.string("/org/bluez")])],
            [.array(of: "{us}", [.entry(key: .uint32(1), value: .string("x"))])],
        ]
        // Each asks again after a pause; they wait at the same time.
        var worlds: [(BlueZWorld, FakeBlueZ)] = []
        for answer in answers {
            let world = try BlueZWorld()
            let bluez = try world.startBlueZ {
                $0.member == "GetManagedObjects" ? .values(answer) : nil
            }
            worlds.append((world, bluez))
            try world.startClient()
            try world.loop.expect("it has asked") { bluez.calls.count == 1 }
            try world.loop.run(milliseconds: 20)
            bluez.script = { _ in nil }
        }
        for (world, bluez) in worlds {
            try world.expectConnected()
            try world.expectStream(by: bluez)
        }
    }

    @Test("Objects with contents of other types are no Taps, and do no harm")
    func malformedContents() throws {
        let contents: [BusValue] = [
            .array(of: "{ss}", [.entry(key: .string(BlueZName.device), value: .string("x"))]),
            .array(
                of: "{sa{ss}}",
                [
                    .entry(
                        key: .string(BlueZName.device),
                        value: .array(
                            of: "{ss}", [.entry(key: .string("UUIDs"), value: .string("x"))]))
                ]),
            .array(of: "i", [.int32(1)]), .bool(true), .structure([.int32(1)]),
        ]
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        var answers = contents.map { content in
            BusValue.array(
                of: "{o\(content.typeSignature)}",
                [.entry(key: .objectPath("/x"), value: content)])
        }
        bluez.script = { call in
            guard call.member == "GetManagedObjects", let answer = answers.popLast() else {
                return nil
            }
            return .values([answer])
        }
        for asked in 1...contents.count {
            try world.startClient()
            try world.loop.expect("it asks, and is answered") {
                answers.count == contents.count - asked
            }
            try world.loop.run(milliseconds: 30)
            #expect(world.links.isEmpty)
        }
        try world.startClient()
        try world.expectConnected()
    }

    @Test("Signals of other types than promised change nothing")
    func malformedSignals() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        let path: BusValue = .objectPath(tap.path)
        let device: BusValue = .string(BlueZName.device)
        let arguments: [[BusValue]] = [
            [], [path], [device], [.int32(1), .int32(2), .int32(3)], [path, device],
            [path, .array(of: "i", [.int32(1)])], [device, .array(of: "s", [device])],
            [device, .array(of: "{sv}", []), .int32(1)], [.variant(.variant(.byte(1)))],
            [device, .properties([("Connected", .int32(0)), ("UUIDs", .string("x"))])],
            [device, .properties([("Adapter", .uint64(0)), ("Bonded", .bytes([]))])],
            [path, .properties([("org.bluez.Device1", .string("gone"))])],
        ]
        for arguments in arguments {
            bluez.emit(tap.path, BlueZName.properties, "PropertiesChanged", arguments)
            bluez.emit("/", BlueZName.objectManager, "InterfacesAdded", arguments)
            bluez.emit("/", BlueZName.objectManager, "InterfacesRemoved", arguments)
            bluez.emit("/", BlueZName.objectManager, "SomethingElse", arguments)
        }
        try world.expectStream(by: bluez)
        #expect(world.count(.reported("Tap", .lost)) == 0)
        #expect(world.count(.released("Tap")) == 0)
    }

    @Test(
        "Objects at paths that are none are not called, and end nothing",
        arguments: [
            "not a path", "", "/org/bluez/", "it's one", "/x'y",
        ])
    func malformedPaths(path: String) async {
        await #expect(processExitsWith: .success) { [path] in
            let world = try BlueZWorld()
            let bluez = try world.startBlueZ()
            let device = FakeTap(isConnected: false).device.values.first?[BlueZName.device] ?? [:]
            let interfaces: BusValue = .array(
                of: "{sa{sv}}",
                [
                    .entry(
                        key: .string(BlueZName.device),
                        value: .properties(device.map { ($0, $1) })),
                    .entry(
                        key: .string(BlueZName.adapter),
                        value: .properties([("Powered", .bool(true))])),
                ])
            bluez.script = { call in
                guard call.member == "GetManagedObjects" else { return nil }
                let adapter = FakeTap().adapter
                return .values([
                    .array(
                        of: "{sa{sa{sv}}}",
                        [adapter, path].map { .entry(key: .string($0), value: interfaces) })
                ])
            }
            try world.startClient()
            try world.loop.run(milliseconds: 200)
            #expect(bluez.calls("GetManagedObjects").count >= 2)
            #expect(bluez.calls("Connect").allSatisfy { $0.path == FakeTap().adapter })
        }
    }
}
