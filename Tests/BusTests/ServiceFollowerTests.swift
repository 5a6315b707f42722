import Bus
import BusTestSupport
import EventLoop
import Testing

@Suite("A service that is followed by its name")
struct ServiceFollowerTests {
    private static let name = "org.example.Service"
    private static let rule = "type='signal',interface='org.example.Service'"

    /// A follower on a bus, and what it told.
    private final class Desk {
        let loop: EventLoop
        let daemon: BusDaemon
        private(set) var follower: ServiceFollower?
        /// The owner at each change.
        private(set) var owners: [String?] = []
        private(set) var received: [String] = []

        init(isBusThere: Bool = true) throws {
            loop = try EventLoop()
            daemon = try BusDaemon()
            if !isBusThere { daemon.stop() }
            let box = WeakBox(self)
            follower = ServiceFollower(
                ServiceFollowerTests.name, address: daemon.address,
                rules: [ServiceFollowerTests.rule], loop: loop,
                handlers: ServiceFollower.Handlers(
                    changed: { box.object?.owners.append(box.object?.follower?.owner) },
                    received: { box.object?.received.append($0.member ?? "") }))
        }

        /// Somebody who has the name.
        func service() throws -> BusPeer {
            let peer = try BusPeer(daemon, loop)
            var isOwner = false
            peer.bus?.own(ServiceFollowerTests.name) { isOwner = $0 == .owned }
            try loop.expect("it has the name") { isOwner }
            return peer
        }
    }

    @Test("The owner of the name is told, when it goes, and the next one")
    func owners() throws {
        let desk = try Desk()
        try desk.follower?.start()
        try desk.loop.expect("there is none") { desk.owners == [nil] }
        let first = try desk.service()
        try desk.loop.expect("it is told") { desk.owners == [nil, first.name] }
        first.close()
        try desk.loop.expect("it is gone") { desk.owners == [nil, first.name, nil] }
        let second = try desk.service()
        try desk.loop.expect("the next one") { desk.owners.last == second.name }
    }

    @Test("Signals are the owner's alone")
    func signals() throws {
        let desk = try Desk()
        let service = try desk.service()
        try desk.follower?.start()
        try desk.loop.expect("it is told") { desk.owners == [service.name] }
        let stranger = try BusPeer(desk.daemon, desk.loop)
        stranger.emit("/", Self.name, "Stranger", [])
        try stranger.roundTrip()
        service.emit("/", Self.name, "Own", [])
        try desk.loop.expect("a signal comes") { !desk.received.isEmpty }
        #expect(desk.received == ["Own"])
    }

    @Test("Without a bus there is no start, and one that waits finds it when it comes")
    func lateBus() throws {
        let desk = try Desk(isBusThere: false)
        #expect(throws: BusError.self) { try desk.follower?.start() }
        desk.follower?.startWaiting()
        #expect(desk.owners == [nil])
        #expect(desk.follower?.isBusOpen == false)
        try desk.daemon.start()
        desk.follower?.hurry()
        try desk.loop.expect("the bus is there", within: 2) {
            desk.follower?.isBusOpen == true
        }
        let service = try desk.service()
        try desk.loop.expect("the service is there") { desk.owners.last == service.name }
        desk.daemon.stop()
        try desk.loop.expect("all is gone") { desk.owners.last == .some(nil) }
        #expect(desk.follower?.bus == nil)
    }
}
