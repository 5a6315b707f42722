import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

@Suite("What a client says of its situation")
struct ClientSituationTests {
    /// A state of BlueZ.
    enum Scene: String, CaseIterable, Sendable {
        case noService
        case noAdapter
        case adapterOff
        case noTap
        case notBonded
        case refused
        case ready

        var situation: BlueZSituation {
            switch self {
            case .noService: .noService
            case .noAdapter: .noAdapter
            case .adapterOff: .adapterOff
            case .noTap, .notBonded: .noBondedTap
            case .refused: .refused
            case .ready: .ready
            }
        }

        func bluez(_ world: BlueZWorld) throws -> FakeBlueZ? {
            let off = FakeBlueZ.adapter(isPowered: false)
            switch self {
            case .noService: return nil
            case .noAdapter: return try world.startBlueZ([:])
            case .adapterOff: return try world.startBlueZ(off)
            case .noTap: return try world.startBlueZ(FakeBlueZ.adapter())
            case .notBonded:
                return try world.startBlueZ(FakeBlueZ.tree(FakeTap(isBonded: false)))
            case .refused:
                return try world.startBlueZ {
                    $0.member == "GetManagedObjects" ? .error(.bus("AccessDenied")) : nil
                }
            case .ready: return try world.startBlueZ()
            }
        }
    }

    @Test("Each is told, and once")
    func told() throws {
        // One after another they would take their time.
        var worlds: [(Scene, BlueZWorld, FakeBlueZ?)] = []
        for scene in Scene.allCases {
            let world = try BlueZWorld()
            worlds.append((scene, world, try scene.bluez(world)))
            try world.startClient()
            try world.loop.run(milliseconds: 20)
        }
        for (scene, world, bluez) in worlds {
            try world.loop.expect("\(scene) is told") { world.situations != [] }
            bluez?.change("/org/bluez/hci0", BlueZName.adapter, ["Discoverable": .bool(true)])
            try world.loop.run(milliseconds: 50)
            #expect(world.situations == [scene.situation])
        }
    }

    @Test("A client that is refused asks again slowly")
    func refusedIsPaced() throws {
        let world = try BlueZWorld()
        let bluez = try #require(try Scene.refused.bluez(world))
        try world.startClient()
        try world.loop.expect("it is told") { world.count(.situation(.refused)) == 1 }
        #expect(bluez.calls.count == 1)
    }

    @Test("A policy that lets us in after a restart of BlueZ is noticed at once")
    func refusedNoMore() throws {
        let world = try BlueZWorld()
        let bluez = try #require(try Scene.refused.bluez(world))
        try world.startClient()
        try world.loop.expect("it has asked") { bluez.calls.count == 1 }
        bluez.vanish()
        let next = try world.startBlueZ()
        try world.expectConnected()
        try world.expectStream(by: next)
    }

    @Test("A refusal to connect is a report of the Tap")
    func refusedToConnect() throws {
        let world = try BlueZWorld()
        let error = BusError(name: "org.freedesktop.DBus.Error.AccessDenied", message: "no")
        let bluez = try world.startBlueZ(FakeBlueZ.tree(FakeTap(isConnected: false))) {
            $0.member == "Connect" ? .error(error) : nil
        }
        try world.startClient()
        try world.loop.expect("it is told") {
            world.count(.reported("Tap", .refused(error))) == 1
        }
        #expect(bluez.calls("Connect").count == 1)
    }

    @Test("A restart of bluetoothd is not told in pieces")
    func restart() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.loop.expect("it is told") { world.count(.situation(.ready)) == 1 }
        bluez.vanish()
        try world.loop.run(milliseconds: 200)
        world.forgetEvents()
        try world.startBlueZ()
        try world.expectConnected()
        try world.loop.run(milliseconds: 1600)
        #expect(world.situations == [])
    }

    @Test("A BlueZ that is slow to answer is not taken for one without an adapter")
    func slowAnswer() throws {
        let world = try BlueZWorld()
        try world.startBlueZ { $0.member == "GetManagedObjects" ? .never : nil }
        try world.startClient()
        try world.loop.run(milliseconds: 1700)
        #expect(world.count(.situation(.noAdapter)) == 0)
    }

    @Test("A bus that never says a word is no bus, and not a bus without BlueZ")
    func silentBus() throws {
        let loop = try EventLoop()
        let listener = try SilentListener()
        var told: [BlueZSituation] = []
        let client = BlueZClient(
            address: listener.address, loop: loop,
            handlers: BlueZClient.Handlers(
                receiver: { _ in TapReceiver(notification: { _, _, _ in }, release: { _ in }) },
                tapReport: { _, _ in },
                situation: { told.append($0) }))
        try client.start()
        // It is given up after ten seconds, and tried again.
        try loop.expect("it is told", within: 15) { !told.isEmpty }
        #expect(told == [.noBus])
    }

    @Test("A bus that is gone for longer is told")
    func noBus() throws {
        let world = try BlueZWorld()
        try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        world.daemon.stop()
        try world.loop.expect("it is told") { world.count(.situation(.noBus)) == 1 }
        #expect(world.count(.reported("Tap", .lost)) == 1)
        // The Tap is not to blame for it.
        #expect(
            !world.events.contains {
                if case .reported(_, .unreachable) = $0 { true } else { false }
            })
    }
}
