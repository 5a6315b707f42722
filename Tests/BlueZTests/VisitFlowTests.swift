import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("A visit to a Tap over a bus")
struct VisitFlowTests {
    private typealias World = TaskWorld<VisitReport, TapFacts>

    private static let characteristics = [
        "char0011": TapUUIDs.v2Read, "char0014": TapUUIDs.v2Write,
        "char0020": TapUUID.modelVersion, "char0021": TapUUID.secondFirmware,
        "char0030": TapUUID.manufacturer, "char0031": TapUUID.serialNumber,
        "char0032": TapUUID.hardware, "char0033": TapUUID.firmware,
        "char0034": TapUUID.bootloader, "char0040": TapUUIDs.battery,
    ]

    private func path(_ tap: FakeTap, _ name: String) -> String {
        "\(tap.path)/\(tap.service)/\(name)"
    }

    @Test(
        "All that a Tap says of itself, but for what it keeps to itself", arguments: [true, false])
    func facts(isConnected: Bool) throws {
        let tap = FakeTap(isConnected: isConnected, characteristics: Self.characteristics)
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(tap))
        bluez.values = [
            path(tap, "char0020"): Array("TapXR\0".utf8), path(tap, "char0021"): [0x31, 0xff],
            path(tap, "char0030"): Array("Tap Systems".utf8), path(tap, "char0032"): [],
            path(tap, "char0033"): Array("2.7.1".utf8), path(tap, "char0034"): Array("1".utf8),
            path(tap, "char0040"): [87],
        ]
        try world.start { BlueZTask(reading: nil, address: $0, loop: $1, handlers: $2) }
        var facts = TapFacts(identity: tap.identity, protocolVersion: .v2, battery: 87)
        facts.texts = [
            TapUUID.modelVersion: "TapXR", TapUUID.secondFirmware: "1\u{fffd}",
            TapUUID.manufacturer: "Tap Systems", TapUUID.firmware: "2.7.1",
            TapUUID.bootloader: "1",
        ]
        #expect(try world.expectEnd() == .success(facts))
        #expect(bluez.calls("ReadValue").count == 8)
        #expect(bluez.calls("Connect").count == (isConnected ? 0 : 1))
        #expect(bluez.calls("Disconnect").count == (isConnected ? 0 : 1))
        #expect(world.reports == (isConnected ? [] : [.connecting(tap.identity)]))
    }

    @Test("A read that BlueZ is busy with is tried again")
    func busy() throws {
        let tap = FakeTap(characteristics: Self.characteristics)
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(tap))
        bluez.values = [path(tap, "char0020"): Array("TapXR".utf8)]
        bluez.script = { [unowned bluez] call in
            call.member == "ReadValue" && bluez.calls("ReadValue").count <= 2
                ? .error(.bluez("InProgress")) : nil
        }
        try world.start { BlueZTask(reading: "Tap", address: $0, loop: $1, handlers: $2) }
        #expect(try world.expectEnd().get().texts == [TapUUID.modelVersion: "TapXR"])
        #expect(bluez.calls("ReadValue").count == 10)
    }

    @Test("A vibration, with a response in v2 and without one in v1")
    func vibration() throws {
        let pattern = try #require(HapticPattern(milliseconds: [200, 10]))
        let new = FakeTap()
        let old = FakeTap(characteristics: [
            "char0011": TapUUIDs.v1TapData, "char0014": TapUUID.v1UICommand,
        ])
        let cases: [(FakeTap, [UInt8], String)] = [
            (new, [1, 2, 3, 0, 0, 2, 20, 1] + [UInt8](repeating: 0, count: 16), "request"),
            (old, [0, 2, 20, 1], "command"),
        ]
        for (tap, bytes, type) in cases {
            let world = try World()
            let bluez = try world.startBlueZ(FakeBlueZ.tree(tap))
            try world.start {
                BlueZTask(vibrating: pattern, nil, address: $0, loop: $1, handlers: $2)
            }
            #expect(try world.expectEnd().get().identity == tap.identity)
            #expect(
                bluez.deeds == [
                    FakeBlueZ.Call(
                        path: path(tap, "char0014"), member: "WriteValue", bytes: bytes)
                ])
            #expect(bluez.writeOptions == ["a:{sv}[{s\"type\":v(s\"\(type)\")}]"])
        }
    }

    @Test("bluetoothd ends at any call", arguments: ["Connect", "ReadValue", "Disconnect"])
    func serviceLost(member: String) throws {
        let tap = FakeTap(isConnected: false, characteristics: Self.characteristics)
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(tap)) {
            $0.member == member ? .never : nil
        }
        try world.start { BlueZTask(reading: nil, address: $0, loop: $1, handlers: $2) }
        try world.expectCall(member, of: bluez)
        bluez.vanish()
        #expect(try world.expectEnd() == .failure(.serviceLost))
    }

    @Test("Neither other Taps nor other devices are touched")
    func untouched() throws {
        let tap = FakeTap(isConnected: false)
        let stranger = FakeTap(address: "00:00:00:00:00:02", name: "Stranger", isBonded: false)
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(tap, stranger))
        try world.start { BlueZTask(reading: nil, address: $0, loop: $1, handlers: $2) }
        #expect(try world.expectEnd().get().identity == tap.identity)
        #expect(bluez.deeds.allSatisfy { $0.path.hasPrefix(tap.path) })
    }
}
