internal import Bus
public import EventLoop

/// What logind tells of the machine and its users: that it is about to sleep, and who is at the
/// screen.
///
/// Where there is no logind, the machine is awake and the user at the screen. One that was there and
/// is gone may be about to come back.
///
/// Source: `org.freedesktop.login1(5)` and systemd's document of inhibitor locks.
public final class LoginWatcher {
    /// What the watcher tells its owner.
    public struct Handlers {
        /// The machine is about to sleep, as soon as this returns.
        public var sleep: () -> Void
        /// The machine is awake again.
        public var wake: () -> Void
        /// The user is at the screen from now on, or somebody else is; told first when it is known,
        /// or has to be taken for known, and then when it changes.
        public var foreground: (Bool) -> Void

        /// Handlers for all three.
        public init(
            sleep: @escaping () -> Void, wake: @escaping () -> Void,
            foreground: @escaping (Bool) -> Void
        ) {
            self.sleep = sleep
            self.wake = wake
            self.foreground = foreground
        }
    }

    /// How long nothing is concluded, in nanoseconds.
    public struct Patience: Sendable {
        /// From the start: a user of whom logind says nothing for so long is at the screen.
        public var start: Int64 = 2_000_000_000
        /// From when logind is gone: what it said last holds for so long, as over a restart.
        public var restart: Int64 = 10_000_000_000

        /// The usual ones.
        public init() {}
    }

    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    static let properties = "org.freedesktop.DBus.Properties"

    private let user: UInt32
    private let handlers: Handlers
    private let follower: ServiceFollower
    private var sleepLock = SleepLock()
    /// What keeps the machine from sleeping for a moment; it ends when the descriptor is closed.
    private var lock: BusDescriptor?
    private var lockCall: BusCall?
    private var survey: SeatSurvey?
    private var rules: Set<String> = []
    /// What was told; nil before that.
    private var isInForeground: Bool?
    /// Whether there was a logind since the start.
    private var wasThere = false
    private let patience: Patience
    private let loop: EventLoop
    private let timer: LoopTimer

    /// A watcher for a user's number, on the bus at a D-Bus address; `start` begins.
    public init(
        user: UInt32, address: String, loop: EventLoop, patience: Patience = Patience(),
        handlers: Handlers
    ) {
        self.user = user
        self.handlers = handlers
        self.patience = patience
        self.loop = loop
        let box = WeakBox<LoginWatcher>()
        // What is not known hinders nobody.
        timer = loop.makeTimer { box.object?.setForeground(true) }
        follower = ServiceFollower(
            Self.name, address: address,
            rules: ["type='signal',sender='\(Self.name)',interface='\(Self.manager)'"],
            loop: loop,
            handlers: ServiceFollower.Handlers(
                changed: { box.object?.serviceChanged() },
                received: { box.object?.received($0) }))
        box.object = self
    }

    deinit {
        loop.remove(timer)
        lockCall?.cancel()
        survey?.cancel()
    }

    /// Begins, as soon as there is a bus.
    public func start() {
        timer.deadline = EventLoop.monotonicNow() + patience.start
        follower.startWaiting()
    }

    private func serviceChanged() {
        survey?.cancel()
        survey = nil
        // Match rules end with their bus.
        if !follower.isBusOpen { rules = [] }
        if follower.owner == nil {
            perform(sleepLock.handle(.vanished))
            follow([])
            if follower.isBusOpen, !wasThere {
                setForeground(true)
            } else if isInForeground == false, timer.deadline == nil {
                timer.deadline = EventLoop.monotonicNow() + patience.restart
            }
        } else {
            wasThere = true
            if isInForeground != nil { timer.deadline = nil }
            perform(sleepLock.handle(.appeared))
            look()
        }
    }

    private func received(_ message: BusMessage) {
        switch (message.interface, message.member) {
        case (Self.manager, "PrepareForSleep"):
            guard let isPreparing = (try? message.arguments())?.first?.truth else { return }
            perform(sleepLock.handle(.signalled(isPreparing: isPreparing)))
        case (Self.manager, "SessionNew"), (Self.manager, "SessionRemoved"),
            (Self.manager, "UserNew"), (Self.manager, "UserRemoved"):
            look()
        case (Self.properties, "PropertiesChanged"):
            // Of a session; that its user is idle, say, is nothing to us.
            guard let arguments = try? message.arguments(), arguments.count >= 3 else { return }
            let isGone = arguments[2].elements?.contains { $0.text == "Active" } ?? false
            if isGone || arguments[1].dictionary?["Active"] != nil { look() }
        default: break
        }
    }

    private func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        reply: @escaping (Result<BusMessage, BusError>) -> Void
    ) -> BusCall? {
        guard let bus = follower.bus else {
            reply(.failure(.notSent))
            return nil
        }
        // It is asked because it is there: nobody is started.
        let message = BusMessage.call(Self.name, path, interface, member, arguments)
        return bus.call(message?.notStartingService(), reply: reply)
    }
}

// MARK: - Sleep

extension LoginWatcher {
    private func perform(_ actions: [SleepLock.Action]) {
        for action in actions {
            switch action {
            case .ask: askWhetherPreparing()
            case .take: takeLock()
            case .drop: dropLock()
            case .sleep: handlers.sleep()
            case .wake: handlers.wake()
            }
        }
    }

    private func askWhetherPreparing() {
        lockCall?.cancel()
        lockCall = call(
            Self.path, Self.properties, "Get",
            [.string(Self.manager), .string("PreparingForSleep")]
        ) { [weak self] result in
            let answer = (try? result.get().arguments())?.first?.truth
            self?.lockCall = nil
            guard let self else { return }
            perform(sleepLock.handle(.answered(isPreparing: answer)))
        }
    }

    private func takeLock() {
        dropLock()
        lockCall = call(
            Self.path, Self.manager, "Inhibit",
            [
                .string("sleep"), .string("tapinput"),
                .string("Keys and buttons that are held come up"), .string("delay"),
            ]
        ) { [weak self] result in
            self?.lockCall = nil
            // Without a lock everything comes up as well, only perhaps a moment later.
            guard case .unixFD(let lock)? = (try? result.get().arguments())?.first else { return }
            self?.lock = lock
        }
    }

    private func dropLock() {
        lockCall?.cancel()
        lockCall = nil
        lock = nil
    }
}

// MARK: - Who is at the screen

extension LoginWatcher {
    /// Looks who is at the seats, anew if that is under way.
    private func look() {
        survey?.cancel()
        survey = SeatSurvey(
            user: user,
            call: { [unowned self] in call($0, $1, $2, $3, reply: $4) },
            follow: { [unowned self] in follow($0) },
            done: { [unowned self] in
                survey = nil
                setForeground($0)
            })
        survey?.begin()
    }

    /// Subscribes to the changes of these sessions, and of no others.
    private func follow(_ paths: [String]) {
        let wanted = Set(
            paths.map {
                "type='signal',sender='\(Self.name)',interface='\(Self.properties)',"
                    + "member='PropertiesChanged',path='\($0)',arg0='\(Self.session)'"
            })
        for rule in rules.subtracting(wanted) { follower.bus?.removeMatch(rule) }
        for rule in wanted.subtracting(rules) { follower.bus?.addMatch(rule) }
        rules = wanted
    }

    private func setForeground(_ isInForeground: Bool) {
        timer.deadline = nil
        guard isInForeground != self.isInForeground else { return }
        self.isInForeground = isInForeground
        handlers.foreground(isInForeground)
    }
}
