import Bus
import BusTestSupport
import EventLoop
import TapProtocol
import Testing

@testable import BlueZ

@Suite("A client over a bus")
struct ClientTests {
    private let tap = FakeTap()

    @Test("A Tap that is connected and was not seen lately is used, without a scan")
    func alreadyConnected() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(
            bluez.calls.map(\.member)
                == ["GetManagedObjects", "GetManagedObjects", "AcquireNotify"]
                + Array(repeating: "WriteValue", count: 5))
        #expect(bluez.writes == TapFrames.setUp)
    }

    @Test("A Tap without a link is connected")
    func connects() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(FakeTap(isConnected: false)))
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(bluez.calls("Connect") == [FakeBlueZ.Call(path: tap.path, member: "Connect")])
        #expect(bluez.calls("StartDiscovery") == [])
    }

    @Test("BlueZ may come after the client, and adapter and Tap after BlueZ")
    func lateBlueZ() throws {
        let world = try BlueZWorld()
        try world.startClient()
        try world.loop.run(milliseconds: 50)
        let bluez = try world.startBlueZ([:])
        try world.loop.run(milliseconds: 50)
        bluez.add(FakeBlueZ.adapter())
        try world.loop.run(milliseconds: 50)
        bluez.add(tap.device)
        bluez.add(tap.services)
        try world.expectConnected()
        try world.expectStream(by: bluez)
    }

    @Test("Neither other devices nor Taps without keys are touched")
    func untouched() throws {
        let world = try BlueZWorld()
        var mouse = FakeTap(address: "00:00:00:00:00:01", name: "TapXR_mouse")
        mouse.characteristics = ["char0020": TapUUIDs.battery]
        var tree = mouse.tree
        tree[mouse.path]?[BlueZName.device]?["UUIDs"] = .array(of: "s", [])
        tree["\(mouse.path)/\(mouse.service)"] = nil
        let stranger = FakeTap(address: "00:00:00:00:00:02", name: "Stranger", isBonded: false)
        let bluez = try world.startBlueZ(
            FakeBlueZ.tree(tap, stranger).merging(tree) { $1 })
        try world.startClient()
        try world.expectConnected()
        // It may be being paired just now, so it takes a moment.
        try world.loop.expect("the stranger is told of", within: 15) {
            world.count(.reported("Stranger", .notBonded)) == 1
        }
        #expect(bluez.calls.allSatisfy { $0.path == "/" || $0.path.hasPrefix(tap.path) })
    }

    @Test("A Tap is in its mode while it streams, and not while it is to be listened to anew")
    func inMode() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        #expect(world.modes == ["Tap": [true]])
        bluez.closeSocket(tap.readPath)
        try world.loop.expect("it is set up anew") { world.modes == ["Tap": [true, false, true]] }
        bluez.drop(tap)
        try world.loop.expect("it is lost") { world.modes["Tap"]?.last == false }
        var hasLeft = false
        world.client?.leave { hasLeft = true }
        try world.loop.expect("it is left") { hasLeft }
        #expect(world.modes == ["Tap": [true, false, true, false]])
    }

    @Test("Two Taps at once, each with its own notifications and its own losses")
    func twoTaps() throws {
        let world = try BlueZWorld()
        let left = FakeTap(address: "00:00:00:00:00:01", name: "Left")
        let right = FakeTap(address: "00:00:00:00:00:02", name: "Right", isConnected: false)
        let bluez = try world.startBlueZ(FakeBlueZ.tree(left, right))
        try world.startClient()
        try world.expectConnected("Left")
        try world.expectConnected("Right")
        for byte in 0..<20 as Range<UInt8> {
            bluez.notify(left.readPath, [1, byte])
            bluez.notify(right.readPath, [2, byte])
        }
        try world.loop.expect("all has come") {
            world.notified("Left").count == 20 && world.notified("Right").count == 20
        }
        #expect(world.notified("Left") == (0..<20).map { [1, $0] })
        #expect(world.notified("Right") == (0..<20).map { [2, $0] })
        bluez.drop(left)
        try world.loop.expect("the left one is lost") {
            world.count(.reported("Left", .lost)) == 1
        }
        #expect(world.count(.released("Right")) == 0)
        try world.expectStream(of: right, by: bluez)
    }

    @Test("Notifications of every length arrive whole, and an empty one ends nothing")
    func lengths() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        let sizes = [1, 182, 0, 512, 2, 0, 0, 3]
        for size in sizes { bluez.notify(tap.readPath, [UInt8](repeating: 7, count: size)) }
        try world.loop.expect("the last has come") { world.notified().contains([7, 7, 7]) }
        #expect(world.notified().map(\.count).filter { $0 > 0 } == sizes.filter { $0 > 0 })
        try world.expectStream(by: bluez)
        #expect(world.count(.released("Tap")) == 0)
        #expect(bluez.calls("AcquireNotify").count == 1)
    }

    @Test("A burst arrives whole and in order")
    func burst() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        for byte in 0..<100 as Range<UInt8> { #expect(bluez.notify(tap.readPath, [byte])) }
        try world.loop.expect("all has come") { world.notified().count == 100 }
        #expect(world.notified() == (0..<100).map { [$0] })
    }

    @Test("Vibrates with the haptic frame while it streams, and not without a link")
    func vibrates() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.forgetCalls()
        let link = try #require(world.links.first)
        link.vibrate(.pulse)
        try world.loop.expect("it is written") { bluez.writes.count == 1 }
        #expect(
            bluez.calls == [
                FakeBlueZ.Call(path: tap.writePath, member: "WriteValue", bytes: TapFrames.pulse)
            ])
        bluez.drop(tap)
        try world.loop.expect("the link is lost") { world.count(.reported("Tap", .lost)) == 1 }
        link.vibrate(.pulse)
        try world.loop.run(milliseconds: 50)
        #expect(bluez.writes.count == 1)
    }

    @Test("Characteristics are found by their UUIDs wherever they lie")
    func otherPaths() throws {
        let world = try BlueZWorld()
        let moved = FakeTap(
            service: "service00a0",
            characteristics: ["char00b7": TapUUIDs.v2Write, "char00c9": TapUUIDs.v2Read])
        let bluez = try world.startBlueZ(FakeBlueZ.tree(moved))
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(of: moved, by: bluez)
        #expect(bluez.calls("WriteValue").allSatisfy { $0.path == moved.writePath })
    }

    @Test("Services that are looked for again are subscribed to where they lie then")
    func pathsMove() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.forgetCalls()
        bluez.remove("\(tap.path)/\(tap.service)")
        let moved = FakeTap(
            service: "service00a0",
            characteristics: ["char00b7": TapUUIDs.v2Write, "char00c9": TapUUIDs.v2Read])
        bluez.add(moved.services)
        try world.loop.expect("it is set up there") { bluez.writes.count == 5 }
        #expect(world.count(.released("Tap")) >= 1)
        #expect(bluez.calls("AcquireNotify").map(\.path) == [moved.readPath])
        #expect(bluez.calls("Disconnect") == [])
        #expect(!bluez.hasSocket(tap.readPath))
        try world.expectStream(of: moved, by: bluez)
    }

    @Test("An empty list of services is waited on")
    func emptyServices() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ(FakeBlueZ.adapter().merging(tap.device) { $1 })
        try world.startClient()
        try world.loop.run(milliseconds: 100)
        #expect(bluez.calls("AcquireNotify") == [])
        bluez.add(tap.services)
        try world.expectConnected()
        try world.expectStream(by: bluez)
    }

    @Test("A Tap that is removed and bonded anew works without a restart")
    func bondedAnew() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        bluez.remove(tap.path)
        try world.loop.expect("it is lost") { world.count(.reported("Tap", .lost)) == 1 }
        #expect(world.count(.released("Tap")) == 1)
        world.forgetEvents()
        bluez.add(FakeTap(isBonded: false).tree)
        bluez.change(tap.path, BlueZName.device, ["Bonded": .bool(true)])
        try world.expectConnected()
        try world.expectStream(by: bluez)
    }
}
