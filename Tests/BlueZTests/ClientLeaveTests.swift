import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

@Suite("A client leaves")
struct ClientLeaveTests {
    private let tap = FakeTap()

    /// Leaves, by itself or by a limit in nanoseconds.
    private func leave(_ world: BlueZWorld, limit: Int64 = .seconds(3600)) throws {
        let client = try #require(world.client)
        client.leaveLimit = limit
        var count = 0
        client.leave { count += 1 }
        try world.loop.expect("it has left") { count > 0 }
        try world.loop.run(milliseconds: 50)
        #expect(count == 1)
    }

    @Test(
        "The Tap is put back as it was, and is not listened to any more", arguments: [true, false])
    func putsBack(viaSocket: Bool) throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ {
            !viaSocket && $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        try world.startClient()
        try world.expectConnected()
        bluez.forgetCalls()
        try leave(world)
        #expect(bluez.writes == TapFrames.leaving)
        #expect(world.count(.released("Tap")) == 1)
        #expect(!bluez.hasSocket(tap.readPath))
        #expect(!bluez.isNotifying(tap.readPath))
        #expect(bluez.calls("Disconnect") == [])
    }

    @Test("What the Tap sends while it is put back does not arrive")
    func deaf() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.beforeAnswer = { [unowned bluez] _ in bluez.notify(FakeTap().readPath, [1, 2, 3]) }
        try leave(world)
        #expect(world.notified() == [])
    }

    @Test("Two Taps are both put back")
    func two() throws {
        let world = try BlueZWorld()
        let left = FakeTap(address: "00:00:00:00:00:01", name: "Left")
        let right = FakeTap(address: "00:00:00:00:00:02", name: "Right")
        let bluez = try world.startBlueZ(FakeBlueZ.tree(left, right))
        try world.startClient()
        try world.expectConnected("Left")
        try world.expectConnected("Right")
        bluez.forgetCalls()
        try leave(world)
        for tap in [left, right] {
            let writes = bluez.calls("WriteValue").filter { $0.path == tap.writePath }
            #expect(writes.map(\.bytes) == TapFrames.leaving)
        }
    }

    @Test("A BlueZ that does not answer holds nobody up for longer than a limit")
    func unanswered() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.script = { _ in .never }
        try leave(world, limit: .milliseconds(100))
        #expect(world.count(.released("Tap")) == 1)
    }

    @Test("Where there is nothing to put back it is over at once")
    func nothing() throws {
        let world = try BlueZWorld()
        try world.startClient()
        try leave(world)
        let other = try BlueZWorld()
        let bluez = try other.startBlueZ(FakeBlueZ.tree(FakeTap(isConnected: false))) {
            $0.member == "Connect" ? .never : nil
        }
        try other.startClient()
        try other.loop.expect("it connects") { bluez.calls("Connect") != [] }
        try leave(other)
    }

    @Test("The bus dies meanwhile: it is over at once")
    func busDies() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.script = { _ in .never }
        var hasLeft = false
        world.client?.leaveLimit = .seconds(3600)
        world.client?.leave { hasLeft = true }
        world.daemon.stop()
        try world.loop.expect("it has left") { hasLeft }
    }

    @Test("A Tap that turns up while the client leaves is let be")
    func newTap() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.script = { $0.member == "WriteValue" ? .never : nil }
        var hasLeft = false
        world.client?.leave { hasLeft = true }
        bluez.forgetCalls()
        let other = FakeTap(address: "00:00:00:00:00:02", name: "Other", isConnected: false)
        bluez.add(other.tree)
        try world.loop.expect("it has left") { hasLeft }
        #expect(bluez.calls("Connect") == [])
    }
}
