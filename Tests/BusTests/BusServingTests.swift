import BusTestSupport
import EventLoop
import Testing

@testable import Bus

@Suite("A connection that is called")
struct BusServingTests {
    /// A connection that answers each call by its member's name, and a client that calls it.
    private final class World {
        let loop: EventLoop
        let daemon: BusDaemon
        let caller: BusPeer
        private(set) var server: BusConnection?
        private(set) var isOpen = false
        private(set) var calls: [String] = []
        var events: [BusNameEvent] = []

        static let name = "org.example.Server"

        /// A world of its own, or another server on the bus of one.
        init(on other: World? = nil) throws {
            loop = try other?.loop ?? EventLoop()
            daemon = try other?.daemon ?? BusDaemon()
            caller = try BusPeer(daemon, loop)
            server = try BusConnection(
                address: daemon.address, loop: loop,
                handlers: BusConnection.Handlers(
                    opened: { [unowned self] in isOpen = true },
                    called: { [unowned self] in called($0) }, closed: {}))
            try loop.expect("the bus knows the server") { isOpen }
        }

        private func called(_ call: BusMessage) -> BusAnswer {
            calls.append(call.member ?? "")
            switch call.member {
            case "Echo": return .values((try? call.arguments()) ?? [])
            case "Invalid": return .values([.objectPath("none")])
            case "Misnamed": return .failure(BusError(name: "no name"))
            case "Close":
                close()
                return .values([])
            case "Later": return .later
            default: return .failure(.unknownMethod("none"))
            }
        }

        func close() {
            server?.close()
            server = nil
        }

        func own() {
            server?.own(Self.name) { [unowned self] in events.append($0) }
        }

        func call(_ member: String, _ arguments: [BusValue] = []) throws -> BusMessage {
            try #require(.call(Self.name, "/", "org.example.Test", member, arguments))
        }
    }

    @Test("A name that is free is owned, and whoever calls it is answered")
    func owned() throws {
        let world = try World()
        world.own()
        try world.loop.expect("it is told") { !world.events.isEmpty }
        let answer = try world.caller.call(world.call("Echo", [.string("a"), .byte(2)])).get()
        #expect(try answer.arguments() == [.string("a"), .byte(2)])
        #expect(
            try world.caller.call(world.call("Unheard")).error
                == BusError(name: BusError.unknownMethod().name, message: "none"))
        #expect(world.events == [.owned])
        // To ask for what is ours already changes nothing.
        world.own()
        try world.loop.expect("it is told") { world.events.count == 2 }
        #expect(world.events == [.owned, .owned])
    }

    @Test("An answer that cannot be made is an error, not silence")
    func badAnswer() throws {
        let world = try World()
        world.own()
        for member in ["Invalid", "Misnamed"] {
            #expect(try world.caller.call(world.call(member)).error == .notSent)
        }
    }

    @Test("Who wants no reply gets none, and who is to be answered later none yet")
    func noReply() throws {
        let world = try World()
        world.own()
        try world.loop.expect("it is told") { !world.events.isEmpty }
        for member in ["Echo", "Unheard", "Invalid"] {
            let call = try world.call(member).expectingNoReply()
            #expect(world.caller.bus?.send(call) == true)
        }
        #expect(
            try world.caller.call(world.call("Later"), timeout: 50).error?.withoutWords
                == .bus("NoReply"))
        #expect(world.calls == ["Echo", "Unheard", "Invalid", "Later"])
        // A reply that nobody asked for would arrive as an error that the bus sends back.
        #expect(!world.caller.received.contains { !$0.isSignal })
    }

    @Test("A connection that is closed while it is called answers nothing more")
    func closedInCall() throws {
        let world = try World()
        world.own()
        #expect(
            try world.caller.call(world.call("Close")).error?.withoutWords == .bus("NoReply"))
        #expect(world.server == nil)
    }

    @Test("A name that somebody has is taken, and comes to us when they go")
    func taken() throws {
        let world = try World()
        let first = try World(on: world)
        first.own()
        try world.loop.expect("the first has it") { first.events == [.owned] }
        world.own()
        try world.loop.expect("it is told") { world.events == [.taken] }
        first.close()
        try world.loop.expect("it is ours") { world.events == [.taken, .owned] }
        #expect(try world.caller.call(world.call("Echo")).get().arguments().isEmpty)
    }

    @Test("A name that is given away is lost")
    func lost() throws {
        let world = try World()
        world.own()
        try world.loop.expect("it is ours") { world.events == [.owned] }
        world.server?.call(
            .call(
                BusConnection.busName, BusConnection.busPath, BusConnection.busName, "ReleaseName",
                [.string(World.name)])
        ) { _ in }
        try world.loop.expect("it is told") { world.events == [.owned, .lost] }
    }

    @Test(
        "What is no name for us is refused",
        arguments: ["", "nodots", ":1.7", "org.freedesktop.DBus"])
    func refused(name: String) throws {
        let world = try World()
        var events: [BusNameEvent] = []
        world.server?.own(name) { events.append($0) }
        try world.loop.expect("it is told") { !events.isEmpty }
        guard case .refused(let error) = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(error.withoutWords == .bus("InvalidArgs"))
    }

    @Test("Nobody but the bus itself is believed that a name is lost")
    func forgery() throws {
        let world = try World()
        world.own()
        try world.loop.expect("it is ours") { world.events == [.owned] }
        let server = try world.caller.call(
            .call(
                BusConnection.busName, BusConnection.busPath, BusConnection.busName,
                "GetNameOwner", [.string(World.name)])
        ).get().arguments().first?.text
        world.caller.destination = server
        world.caller.emit(
            BusConnection.busPath, BusConnection.busName, "NameLost", [.string(World.name)])
        _ = try world.caller.call(world.call("Echo"))
        #expect(world.events == [.owned])
    }

    @Test("A connection without an object says so")
    func nothing() throws {
        let loop = try EventLoop()
        let daemon = try BusDaemon()
        let caller = try BusPeer(daemon, loop)
        var isOwned = false
        let server = try BusConnection(
            address: daemon.address, loop: loop,
            handlers: BusConnection.Handlers(opened: {}, closed: {}))
        server.own(World.name) { isOwned = $0 == .owned }
        try loop.expect("it is owned") { isOwned }
        let call = BusMessage.call(World.name, "/a", "org.example.Test", "Method")
        #expect(try caller.call(call).error?.withoutWords == .bus("UnknownObject"))
    }

    @Test("A call that is to start nobody does not")
    func noStart() throws {
        let world = try World()
        let answer = try world.caller.call(world.call("Echo").notStartingService())
        #expect(answer.error?.withoutWords == .bus("NameHasNoOwner"))
    }
}

extension Result where Failure == BusError {
    /// The error, if it is one.
    fileprivate var error: BusError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
