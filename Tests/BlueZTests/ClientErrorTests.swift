import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

/// Errors of the calls that a connection does not make; its own are in `ConnectionErrorTests`.
@Suite("Errors of BlueZ's objects and of what is given back")
struct ClientErrorTests {
    private let tap = FakeTap()

    @Test(
        "Objects that are not told at first are asked for again, after a pause, and then all is well",
        arguments: ConnectionErrorTests.errors.filter { !$0.isRefusal })
    func objects(error: BusError) throws {
        let world = try BlueZWorld()
        var asked: [Int64] = []
        let bluez = try world.startBlueZ { call in
            guard call.member == "GetManagedObjects" else { return nil }
            asked.append(EventLoop.monotonicNow())
            return asked.count == 1 ? .error(error) : nil
        }
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(by: bluez)
        // The one that failed, and two as always.
        try #require(asked.count == 3)
        #expect(asked[1] - asked[0] >= .milliseconds(750))
    }

    @Test(
        "Notifications that BlueZ does not take back are none of the driver's concern",
        arguments: ConnectionErrorTests.errors)
    func stopNotify(error: BusError) throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ { call in
            switch call.member {
            case "AcquireNotify": .error(.bluez("NotSupported"))
            case "StopNotify": .error(error)
            default: nil
            }
        }
        try world.startClient()
        try world.expectConnected()
        let moved = FakeTap(service: "service00a0")
        bluez.add(moved.services)
        bluez.remove("\(tap.path)/\(tap.service)")
        try world.loop.expect("it is set up there") { bluez.isNotifying(moved.readPath) }
        try world.loop.expect("the old one is given back") { bluez.calls("StopNotify").count == 1 }
        try world.expectStream(of: moved, by: bluez)
        #expect(bluez.calls("Disconnect") == [])
    }
}
