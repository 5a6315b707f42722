public import EventLoop

/// A service on a bus, followed by its well-known name: the bus and the service may go and come at
/// any time.
///
/// A bus that is lost is looked for again. Signals are believed from the owner of the name alone.
public final class ServiceFollower {
    /// What the follower tells its owner.
    public struct Handlers {
        /// What was known of the service holds no longer.
        ///
        /// The name has another owner or none, or the bus is another one or gone. Match rules end
        /// with their bus.
        public var changed: () -> Void
        /// A signal of the service.
        public var received: (BusMessage) -> Void
        /// The service calls a method of ours: what it is answered with.
        public var called: (BusMessage) -> BusAnswer

        /// Handlers for all; without one for calls there is no object that could be called.
        public init(
            changed: @escaping () -> Void,
            received: @escaping (BusMessage) -> Void,
            called: @escaping (BusMessage) -> BusAnswer = { _ in .failure(.unknownObject()) }
        ) {
            self.changed = changed
            self.received = received
            self.called = called
        }
    }

    private let name: String
    private let address: String
    private let rules: [String]
    private let loop: EventLoop
    private let handlers: Handlers
    private var pauses: Backoff
    private let timer: LoopTimer
    /// The bus of this moment, or nil while there is none.
    public private(set) var bus: BusConnection?
    /// Whether the bus has greeted us.
    public private(set) var isBusOpen = false
    /// The unique name of the service's process, or nil while there is none.
    public private(set) var owner: String?

    /// A follower of the owner of a name on the bus at a D-Bus address, which subscribes to the
    /// signals of these match rules before it looks who that is.
    public init(
        _ name: String, address: String, rules: [String], loop: EventLoop, handlers: Handlers
    ) {
        self.name = name
        self.address = address
        self.rules = rules
        self.loop = loop
        self.handlers = handlers
        pauses = Backoff(seed: UInt64(bitPattern: EventLoop.monotonicNow()))
        pauses.first = 500_000_000
        pauses.longest = 5_000_000_000
        let box = WeakBox<ServiceFollower>()
        timer = loop.makeTimer { box.object?.reconnect() }
        box.object = self
    }

    deinit {
        loop.remove(timer)
        bus?.close()
    }

    /// Connects to the bus; throws if there is none.
    ///
    /// Later losses are mended by themselves.
    public func start() throws(BusError) {
        bus = try BusConnection(
            address: address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { [weak self] in self?.busOpened() },
                received: { [weak self] in self?.received($0) },
                called: { [weak self] in self?.called($0) ?? .failure(.unknownObject()) },
                closed: { [weak self] in self?.busLost() }
            ))
    }

    /// Connects to the bus as soon as there is one.
    public func startWaiting() {
        guard bus == nil else { return }
        do {
            try start()
        } catch {
            busLost()
        }
    }

    /// Looks at once for a bus that is gone, and not when the pause is over.
    public func hurry() {
        pauses.succeeded()
        if timer.deadline != nil { timer.deadline = EventLoop.monotonicNow() }
    }

    private func reconnect() {
        do {
            try start()
        } catch {
            timer.deadline = EventLoop.monotonicNow() + pauses.next()
        }
    }

    private func busOpened() {
        pauses.succeeded()
        isBusOpen = true
        bus?.addMatch(
            "type='signal',sender='\(BusConnection.busName)',"
                + "interface='\(BusConnection.busName)',member='NameOwnerChanged',arg0='\(name)'")
        for rule in rules { bus?.addMatch(rule) }
        let question = BusMessage.call(
            BusConnection.busName, BusConnection.busPath, BusConnection.busName, "GetNameOwner",
            [.string(name)])
        bus?.call(question) { [weak self] in self?.ownerAnswered($0) }
    }

    private func ownerAnswered(_ result: Result<BusMessage, BusError>) {
        switch result {
        case .success(let reply):
            ownerChanged(to: try? reply.arguments().first?.text)
        case .failure(let error) where error.name.hasSuffix(".NameHasNoOwner"):
            ownerChanged(to: nil)
        case .failure:
            // A bus that does not answer this is as good as gone.
            bus?.close()
            busLost()
        }
    }

    private func busLost() {
        bus = nil
        isBusOpen = false
        owner = nil
        timer.deadline = EventLoop.monotonicNow() + pauses.next()
        handlers.changed()
    }

    private func ownerChanged(to name: String?) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard name != owner || name == nil else { return }
        owner = name
        handlers.changed()
    }

    private func received(_ message: BusMessage) {
        if message.member == "NameOwnerChanged", message.sender == BusConnection.busName {
            guard let arguments = try? message.arguments(), arguments.count >= 3,
                arguments[0].text == name
            else { return }
            return ownerChanged(to: arguments[2].text)
        }
        guard let owner, message.sender == owner else { return }
        handlers.received(message)
    }

    /// For anybody but the service there is no object here.
    private func called(_ message: BusMessage) -> BusAnswer {
        guard let owner, message.sender == owner else { return .failure(.unknownObject()) }
        return handlers.called(message)
    }
}
