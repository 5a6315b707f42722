import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Control

@Suite("The driver's service without its bus or its name")
struct ControlLossTests {
    /// A world with another that has the name already.
    private func crowded() throws -> (ControlWorld, BusPeer) {
        let world = try ControlWorld(starting: false)
        let other = try BusPeer(world.daemon, world.loop)
        var isOwned = false
        other.bus?.own(ControlInterface.service) { isOwned = $0 == .owned }
        try world.loop.expect("the other has the name") { isOwned }
        return (world, other)
    }

    @Test("A name that another driver has is told once, and comes when that one goes")
    func taken() throws {
        let (world, other) = try crowded()
        try world.start()
        try world.loop.expect("it is told") { !world.reports.isEmpty }
        world.service?.update()
        try world.loop.run(milliseconds: 1500)
        #expect(world.reports == [.taken])
        other.close()
        try world.expectAvailable()
        #expect(world.reports == [.taken, .available])
        #expect(try world.call("Reload") == .success([]))
    }

    @Test("A bus that dies is told once; when it is back, so is the service")
    func busDies() throws {
        let world = try ControlWorld()
        world.forgetReports()
        world.daemon.stop()
        try world.loop.expect("it is told") { !world.reports.isEmpty }
        world.state.profile = "tapping"
        world.service?.update()
        try world.loop.run(milliseconds: 2000)
        #expect(world.reports.count == 1)
        guard case .noBus? = world.reports.first else {
            Issue.record("\(world.reports)")
            return
        }
        try world.daemon.start()
        try world.expectAvailable()
        #expect(world.reports.count == 2)
        let caller = try BusPeer(world.daemon, world.loop)
        let question = BusMessage.call(
            ControlInterface.service, ControlInterface.path, BusObject.propertiesInterface, "Get",
            [.string(ControlInterface.name), .string("Profile")])
        #expect(
            try caller.call(question).get().arguments() == [.variant(.string("tapping"))])
    }

    @Test("A bus that is not there yet is tried again, and ends nothing")
    func noBusYet() throws {
        let world = try ControlWorld(starting: false)
        world.daemon.stop()
        try world.start()
        guard case .noBus? = world.reports.first else {
            Issue.record("\(world.reports)")
            return
        }
        try world.loop.run(milliseconds: 1500)
        #expect(world.reports.count == 1)
        try world.daemon.start()
        try world.expectAvailable()
    }

    @Test("A name that is lost is asked for again")
    func lost() throws {
        let world = try ControlWorld()
        world.forgetReports()
        // No bus takes a name from who has it: the service is told what never happens.
        world.service?.nameChanged(.lost)
        try world.loop.expect("it is told") { world.reports == [.taken] }
        try world.loop.expect("it is there again") { world.reports == [.taken, .available] }
        #expect(try world.call("Reload") == .success([]))
    }

    @Test("A bus that does not let us have the name is told once and left alone")
    func refused() throws {
        let world = try ControlWorld(starting: false, allowsNames: false)
        try world.start()
        try world.loop.expect("it is told") { !world.reports.isEmpty }
        guard case .refused(let words)? = world.reports.first else {
            Issue.record("\(world.reports)")
            return
        }
        #expect(words.contains("AccessDenied"))
    }

    @Test("What the bus's rules forbid is asked no more, even where it would be given")
    func forbidden() throws {
        let world = try ControlWorld()
        world.forgetReports()
        world.service?.nameChanged(
            .refused(BusError(name: "org.freedesktop.DBus.Error.AccessDenied")))
        try world.loop.run(milliseconds: 1500)
        #expect(world.reports == [.refused("org.freedesktop.DBus.Error.AccessDenied")])
    }

    @Test("A bus that does not answer is asked again")
    func silent() throws {
        let world = try ControlWorld()
        world.forgetReports()
        world.service?.nameChanged(.refused(BusError(name: "a.b.NoReply", message: "late")))
        try world.loop.expect("it is told, and there again") {
            world.reports.count == 2 && world.reports.last == .available
        }
    }

    @Test("A service that is stopped leaves, reports nothing and can start again")
    func stop() throws {
        let world = try ControlWorld()
        world.forgetReports()
        world.service?.stop()
        world.service?.update()
        try world.loop.expect("nobody has the name any more") {
            (try? world.error(of: "Reload"))??.withoutWords == .bus("ServiceUnknown")
        }
        #expect(world.reports.isEmpty)
        world.service?.start()
        try world.expectAvailable()
        #expect(try world.call("Reload") == .success([]))
    }

    @Test("A service that is let go of leaves nothing behind, whatever it was doing")
    func release() throws {
        let world = try ControlWorld()
        weak let service = world.service
        world.stop()
        #expect(service == nil)
        try world.start(address: "unix:path=/nonexistent/bus")
        weak let waiting = world.service
        world.stop()
        #expect(waiting == nil)
        try world.loop.run(milliseconds: 50)
    }
}
