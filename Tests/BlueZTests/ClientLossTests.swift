import Bus
import BusTestSupport
import EventLoop
import TapProtocol
import Testing

@testable import BlueZ

@Suite("What a client loses comes back")
struct ClientLossTests {
    private let tap = FakeTap()

    @Test("bluetoothd is killed while the Tap streams, and returns")
    func bluezGoesStreaming() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.vanish()
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        #expect(world.count(.released("Tap")) >= 1)
        world.forgetEvents()
        let next = try world.startBlueZ()
        try world.expectConnected()
        try world.expectStream(by: next)
        #expect(next.writes == TapFrames.setUp)
        #expect(world.links.count == 1)
    }

    @Test("bluetoothd is killed while signals are listened to, and returns with other paths")
    func bluezGoesWithSignals() throws {
        let refusing: (FakeBlueZ.Call) -> FakeBlueZ.Answer? = {
            $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ(script: refusing)
        try world.startClient()
        try world.expectConnected()
        bluez.vanish()
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        world.forgetEvents()
        let moved = FakeTap(service: "service00a0")
        let next = try world.startBlueZ(FakeBlueZ.tree(moved), script: refusing)
        try world.expectConnected()
        try world.expectStream(of: moved, by: next)
        #expect(next.calls("StartNotify").map(\.path) == [moved.readPath])
    }

    @Test(
        "bluetoothd is killed at each call of the way to the stream, and returns",
        arguments: [
            "GetManagedObjects", "Connect", "AcquireNotify", "WriteValue",
        ])
    func bluezGoesAtCall(member: String) throws {
        let world = try BlueZWorld()
        let tree = FakeBlueZ.tree(FakeTap(isConnected: false))
        let bluez = try world.startBlueZ(tree) { $0.member == member ? .never : nil }
        try world.startClient()
        try world.loop.expect("the call is made") { bluez.calls(member) != [] }
        bluez.vanish()
        let next = try world.startBlueZ(tree)
        try world.expectConnected()
        try world.expectStream(by: next)
        #expect(next.writes == TapFrames.setUp)
    }

    @Test("bluetoothd is killed while there is nothing to do, and returns with a Tap")
    func bluezGoesIdle() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ(FakeBlueZ.adapter())
        try world.startClient()
        try world.loop.expect("it has looked") { bluez.calls("GetManagedObjects").count == 2 }
        bluez.vanish()
        let next = try world.startBlueZ()
        try world.expectConnected()
        try world.expectStream(by: next)
    }

    @Test("Only the adapter is told to be removed: all that hung on it is gone")
    func adapterRemoved() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.remove(tap.adapter, silentlyBelow: true)
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        #expect(world.count(.released("Tap")) == 1)
        world.forgetEvents()
        bluez.forgetCalls()
        bluez.add(FakeBlueZ.tree(tap))
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(bluez.writes == TapFrames.setUp)
    }

    @Test("The adapter is removed in the middle of a call")
    func adapterRemovedInCall() throws {
        let world = try BlueZWorld()
        let tree = FakeBlueZ.tree(FakeTap(isConnected: false))
        let bluez = try world.startBlueZ(tree) { $0.member == "Connect" ? .never : nil }
        try world.startClient()
        try world.loop.expect("it is called") { bluez.calls("Connect") != [] }
        bluez.remove(tap.adapter, silentlyBelow: true)
        bluez.script = { _ in nil }
        bluez.add(tree)
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(bluez.calls("Connect").count == 2)
    }

    @Test("The adapter is switched off and on", arguments: [false, true])
    func adapterOff(tellsLink: Bool) throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        if tellsLink { bluez.drop(tap) }
        bluez.change(tap.adapter, BlueZName.adapter, ["Powered": .bool(false)])
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        #expect(world.count(.released("Tap")) >= 1)
        bluez.forgetCalls()
        world.forgetEvents()
        try world.loop.run(milliseconds: 100)
        #expect(bluez.calls.filter { $0.member != "StopNotify" } == [])
        if !tellsLink { bluez.drop(tap) }
        bluez.change(tap.adapter, BlueZName.adapter, ["Powered": .bool(true)])
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(bluez.calls("Connect").count == 1)
    }

    @Test("A link that is lost and comes back by itself is set up again each time")
    func linkReturns() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        for _ in 0..<5 {
            bluez.drop(tap)
            try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
            #expect(world.count(.released("Tap")) >= 1)
            world.forgetEvents()
            bluez.forgetCalls()
            bluez.link(tap)
            try world.expectConnected()
            #expect(bluez.writes == TapFrames.setUp)
            try world.expectStream(by: bluez)
            world.forgetEvents()
        }
        #expect(world.links.count == 1)
    }

    @Test("A link that is lost is made again by the client")
    func linkIsMade() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        world.forgetEvents()
        bluez.drop(tap)
        try world.expectConnected()
        #expect(bluez.calls("Connect").count == 1)
        try world.expectStream(by: bluez)
    }

    @Test("The bus dies and comes back at its address")
    func busRestarts() throws {
        let world = try BlueZWorld()
        try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        world.daemon.stop()
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        #expect(world.count(.released("Tap")) >= 1)
        world.forgetEvents()
        try world.daemon.start()
        let next = try world.startBlueZ()
        try world.expectConnected()
        try world.expectStream(by: next)
        #expect(world.links.count == 1)
    }

    @Test("The bus dies right when the client has something to say")
    func busDiesAtWrite() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.vanish()
        world.daemon.stop()
        // The loop has not run since: the client does not know yet.
        world.links.first?.vibrate(.pulse)
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        world.forgetEvents()
        try world.daemon.start()
        let next = try world.startBlueZ()
        try world.expectConnected()
        try world.expectStream(by: next)
    }

    @Test("Without a bus there is no start")
    func noBus() throws {
        let world = try BlueZWorld()
        world.daemon.stop()
        #expect(throws: BusError.self) { try world.startClient() }
    }
}
