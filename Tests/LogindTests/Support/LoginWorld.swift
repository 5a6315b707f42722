import Bus
import BusTestSupport
import EventLoop
import Logind
import Testing

/// A bus, a scripted logind and the watcher that is tested, on one loop.
final class LoginWorld {
    /// What the watcher told.
    enum Event: Equatable {
        case sleep
        case wake
        case foreground(Bool)
    }

    static let us: UInt32 = 1000
    static let other: UInt32 = 1001

    let loop: EventLoop
    let daemon: BusDaemon
    private(set) var watcher: LoginWatcher?
    private(set) var events: [Event] = []
    /// Whether it was told who is at the screen; that it is us at first is no event.
    private(set) var isKnown = false
    /// How many locks were held when the watcher told of a sleep.
    private(set) var locksAtSleep: [Int] = []
    private(set) var logind: FakeLogind?

    init() throws {
        loop = try EventLoop()
        daemon = try BusDaemon()
    }

    /// A logind with these sessions and their users.
    @discardableResult
    func startLogind(
        _ sessions: [FakeLogind.Session] = [], users: Set<UInt32> = [],
        script: @escaping (String) -> BusAnswer? = { _ in nil }
    ) throws -> FakeLogind {
        let logind = try FakeLogind(address: daemon.address, loop: loop)
        logind.sessions = sessions
        logind.users = users.union(sessions.map(\.user))
        logind.script = script
        self.logind = logind
        return logind
    }

    /// Starts the watcher, whose patience does not end during a test unless that changes it.
    func startWatcher(_ change: (inout LoginWatcher.Patience) -> Void = { _ in }) {
        var patience = LoginWatcher.Patience()
        (patience.start, patience.restart) = (.seconds(3600), .seconds(3600))
        change(&patience)
        let watcher = LoginWatcher(
            user: Self.us, address: daemon.address, loop: loop, patience: patience,
            handlers: LoginWatcher.Handlers(
                sleep: { [unowned self] in
                    locksAtSleep.append(logind?.heldLocks ?? 0)
                    events.append(.sleep)
                },
                wake: { [unowned self] in events.append(.wake) },
                foreground: { [unowned self] in
                    if isKnown || !$0 { events.append(.foreground($0)) }
                    isKnown = true
                }))
        watcher.start()
        self.watcher = watcher
    }

    func forgetEvents() { events = [] }

    func expect(
        _ wanted: Event..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try loop.expect("it is told: \(wanted)", sourceLocation: sourceLocation) {
            events.count >= wanted.count
        }
        #expect(events == wanted, sourceLocation: sourceLocation)
    }

    func expectLock(_ logind: FakeLogind, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try loop.expect("the lock is held", sourceLocation: sourceLocation) {
            logind.heldLocks == 1
        }
    }
}
