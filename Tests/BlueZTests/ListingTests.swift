import Bus
import TapProtocol
import Testing

@testable import BlueZ

@Suite("The Taps that BlueZ knows")
struct ListingTests {
    @Test("By name, then by address, with what is known of each, and nothing else than Taps")
    func list() throws {
        let world = try TaskWorld<Never, [KnownTap]>()
        let taps = [
            FakeTap(address: "00:00:00:00:00:09", name: "Left", isConnected: true),
            FakeTap(address: "00:00:00:00:00:02", name: "Right", isConnected: false),
            FakeTap.new(1, name: "Right"),
        ]
        var mouse = FakeTap.new(7, name: "Mouse").tree
        mouse[FakeTap.new(7).path]?[BlueZName.device]?["UUIDs"] = .array(of: "s", [])
        var tree = taps.reduce(FakeBlueZ.adapter().merging(mouse) { $1 }) {
            $0.merging($1.tree) { $1 }
        }
        tree[taps[0].path]?[BlueZName.battery] = ["Percentage": .byte(87)]
        let bluez = try world.startBlueZ(tree)
        try world.start { BlueZTask(listingAt: $0, loop: $1, handlers: $2) }
        let known = try world.expectEnd().get()
        #expect(known.map(\.identity) == [taps[0], taps[2], taps[1]].map(\.identity))
        #expect(known.map(\.snapshot.isBonded) == [true, false, true])
        #expect(known.map(\.snapshot.isConnected) == [true, false, false])
        #expect(known.map(\.snapshot.protocolVersion) == [.v2, nil, .v2])
        #expect(known.map(\.snapshot.battery) == [87, nil, nil])
        #expect(bluez.deeds == [])
    }

    @Test("None")
    func none() throws {
        let world = try TaskWorld<Never, [KnownTap]>()
        try world.startBlueZ(FakeBlueZ.adapter())
        try world.start { BlueZTask(listingAt: $0, loop: $1, handlers: $2) }
        #expect(try world.expectEnd() == .success([]))
    }

    @Test("Without bluetoothd")
    func noService() throws {
        let world = try TaskWorld<Never, [KnownTap]>()
        try world.start { BlueZTask(listingAt: $0, loop: $1, handlers: $2) }
        #expect(try world.expectEnd() == .failure(.noService))
    }
}
