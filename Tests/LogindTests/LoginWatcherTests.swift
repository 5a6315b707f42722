import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Logind

@Suite("logind on the bus")
struct LoginWatcherTests {
    private typealias Session = FakeLogind.Session
    private let us = LoginWorld.us
    private let other = LoginWorld.other

    // MARK: Sleep

    @Test("The lock is held while awake, let go for the sleep, and taken again after it")
    func sleep() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind()
        world.startWatcher()
        try world.expectLock(logind)
        for round in 1...3 {
            world.forgetEvents()
            logind.prepareForSleep(true)
            try world.expect(.sleep)
            try world.loop.expect("the lock is let go") { logind.heldLocks == 0 }
            // It was held until everything was up.
            #expect(world.locksAtSleep.count == round)
            #expect(world.locksAtSleep.last == 1)
            logind.prepareForSleep(false)
            try world.expect(.sleep, .wake)
            try world.expectLock(logind)
        }
        #expect(
            Set(logind.inhibits) == [
                ["sleep", "tapinput", "Keys and buttons that are held come up", "delay"]
            ])
    }

    @Test("Where the lock is refused sleep is told nevertheless")
    func refusedLock() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind {
            $0 == "Inhibit"
                ? .failure(BusError(name: "org.freedesktop.DBus.Error.AccessDenied")) : nil
        }
        world.startWatcher()
        try world.loop.expect("the lock was asked for") { logind.calls.contains("Inhibit") }
        logind.prepareForSleep(true)
        try world.expect(.sleep)
        logind.prepareForSleep(false)
        try world.expect(.sleep, .wake)
    }

    @Test("A watcher that starts while the machine prepares for sleep is asleep at once")
    func startsLate() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind()
        logind.isPreparing = true
        world.startWatcher()
        try world.expect(.sleep)
        #expect(!logind.calls.contains("Inhibit"))
        logind.prepareForSleep(false)
        try world.expect(.sleep, .wake)
        try world.expectLock(logind)
    }

    @Test("A logind that restarts is asked for its lock again, in the middle of a sleep as well")
    func restarts() throws {
        let world = try LoginWorld()
        let first = try world.startLogind()
        world.startWatcher()
        try world.expectLock(first)
        first.vanish()
        let second = try world.startLogind()
        try world.expectLock(second)
        second.prepareForSleep(true)
        try world.expect(.sleep)
        second.vanish()
        try world.expect(.sleep, .wake)
        try world.expectLock(try world.startLogind())
    }

    @Test("A bus that comes late, and goes and comes again")
    func bus() throws {
        let world = try LoginWorld()
        world.daemon.stop()
        world.startWatcher()
        try world.loop.run(milliseconds: 50)
        try world.daemon.start()
        let first = try world.startLogind()
        try world.expectLock(first)
        world.daemon.stop()
        first.vanish()
        try world.daemon.start()
        try world.expectLock(try world.startLogind())
        #expect(world.events == [])
    }

    @Test("Signals of anybody but logind are not believed")
    func stranger() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([Session("1", user: us, isActive: true)])
        world.startWatcher()
        try world.expectLock(logind)
        let stranger = try BusPeer(world.daemon, world.loop)
        stranger.emit(
            LoginWatcher.path, LoginWatcher.manager, "PrepareForSleep", [.bool(true)])
        try stranger.roundTrip()
        logind.prepareForSleep(true)
        try world.expect(.sleep)
        logind.prepareForSleep(false)
        try world.expect(.sleep, .wake)
    }

    @Test(
        "A signal that is not what logind promises changes nothing",
        arguments: ["nothing", "text", "number"])
    func malformedSignal(kind: String) throws {
        let world = try LoginWorld()
        let logind = try world.startLogind()
        world.startWatcher()
        try world.expectLock(logind)
        let arguments: [String: [BusValue]] = ["text": [.string("true")], "number": [.uint32(1)]]
        logind.signal("PrepareForSleep", arguments[kind] ?? [])
        logind.prepareForSleep(false)
        try world.expect(.wake)
    }

    // MARK: Who is at the screen

    @Test("The session goes to the background and comes back, as often as it likes")
    func switches() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([
            Session("1", user: us, isActive: true), Session("2", user: other),
            Session("3", user: us, seat: "", isActive: true),
        ])
        world.startWatcher()
        try world.loop.expect("the seats were looked at") {
            logind.calls.count { $0 == "GetAll" } == 2
        }
        for _ in 0..<3 {
            world.forgetEvents()
            logind.activate("2")
            try world.expect(.foreground(false))
            logind.activate("1")
            try world.expect(.foreground(false), .foreground(true))
        }
    }

    @Test("A driver that starts in the background is told so")
    func startsInBackground() throws {
        let world = try LoginWorld()
        try world.startLogind([
            Session("1", user: us), Session("2", user: other, isActive: true),
        ])
        world.startWatcher()
        try world.expect(.foreground(false))
    }

    @Test("Another user logs in while we are over the network, and out again")
    func logsIn() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([Session("1", user: us, seat: "", isActive: true)])
        world.startWatcher()
        try world.expectLock(logind)
        logind.add(Session("2", user: other, isActive: true))
        try world.expect(.foreground(false))
        logind.remove("2")
        try world.expect(.foreground(false), .foreground(true))
    }

    @Test("A service's user, whom logind does not know, is for whoever is there")
    func service() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([
            Session("1", user: other, isActive: true), Session("2", user: 1002),
        ])
        world.startWatcher()
        try world.loop.expect("the seats were looked at") {
            logind.calls.count { $0 == "GetAll" } == 2
        }
        logind.activate("2")
        logind.prepareForSleep(true)
        try world.expect(.sleep)
    }

    @Test("A logind that goes hinders nobody")
    func gone() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([
            Session("1", user: us), Session("2", user: other, isActive: true),
        ])
        world.startWatcher { $0.restart = 1 }
        try world.expect(.foreground(false))
        logind.vanish()
        try world.expect(.foreground(false), .foreground(true))
    }

    @Test("Over a restart of logind who is in the background stays there")
    func restartsInBackground() throws {
        let world = try LoginWorld()
        let sessions = [Session("1", user: us), Session("2", user: other, isActive: true)]
        let first = try world.startLogind(sessions)
        world.startWatcher()
        try world.expect(.foreground(false))
        for _ in 0..<3 {
            world.logind?.vanish()
            let next = try world.startLogind(sessions)
            try world.loop.expect("the seats were looked at") {
                next.calls.count { $0 == "GetAll" } == 2
            }
        }
        #expect(world.events == [.foreground(false)])
        world.logind?.activate("1")
        try world.expect(.foreground(false), .foreground(true))
        withExtendedLifetime(first) {}
    }

    @Test("Nothing is told until logind has answered, and no longer than for a while")
    func hangs() throws {
        for isPatient in [true, false] {
            let world = try LoginWorld()
            let logind = try world.startLogind { $0 == "ListUsers" ? .later : nil }
            world.startWatcher { if !isPatient { $0.start = 1 } }
            try world.loop.expect("it was asked") { logind.calls.contains("ListUsers") }
            try world.expectLock(logind)
            if !isPatient { try world.loop.expect("it is told") { world.isKnown } }
            #expect(world.isKnown == !isPatient)
            #expect(world.events == [])
        }
    }

    @Test("Where there is no logind nobody is waited for")
    func none() throws {
        let world = try LoginWorld()
        world.startWatcher()
        try world.loop.expect("it is told") { world.isKnown }
        #expect(world.events == [])
    }

    @Test("A session that is over and waits for its last processes is none at the seat")
    func closing() throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([
            Session("1", user: us), Session("2", user: 120, isActive: true, kind: "greeter"),
            Session("3", user: us, seat: "", isActive: true),
        ])
        world.startWatcher()
        try world.expect(.foreground(false))
        logind.sessions[0].isClosing = true
        logind.add(Session("4", user: us, seat: "", isActive: true))
        try world.expect(.foreground(false), .foreground(true))
    }

    @Test("What changes of a session besides is no reason to look")
    func idle() throws {
        let world = try LoginWorld()
        let session = Session("1", user: us, isActive: true)
        let logind = try world.startLogind([session])
        world.startWatcher()
        try world.expectLock(logind)
        try world.loop.expect("the seats were looked at") { logind.calls.last == "GetAll" }
        let before = logind.calls
        logind.change(session, ["IdleHint": .bool(true)])
        logind.prepareForSleep(true)
        try world.expect(.sleep)
        #expect(logind.calls == before)
    }

    /// What nobody expects as an answer.
    enum Oddity: CaseIterable, Sendable {
        case error, nothing, text, texts, number

        var answer: BusAnswer {
            switch self {
            case .error: .failure(.unknownMethod())
            case .nothing: .values([])
            case .text: .values([.string("x")])
            case .texts: .values([.array(of: "s", [.string("x")])])
            case .number: .values([.variant(.uint32(7))])
            }
        }
    }

    @Test(
        "Answers that are errors or not what logind promises hinder nobody",
        arguments: ["ListUsers", "ListSessions", "GetAll", "Get", "Inhibit"], Oddity.allCases)
    func malformed(member: String, oddity: Oddity) throws {
        let world = try LoginWorld()
        let logind = try world.startLogind([Session("1", user: us, isActive: true)]) {
            $0 == member ? oddity.answer : nil
        }
        world.startWatcher()
        try world.loop.expect("it was asked") { logind.calls.contains(member) }
        logind.prepareForSleep(true)
        try world.expect(.sleep)
        logind.prepareForSleep(false)
        try world.expect(.sleep, .wake)
    }
}
