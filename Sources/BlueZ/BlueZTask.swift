public import Bus
internal import EventLoop

/// A job of a few calls that ends with a result: does what its state machine says, and tells it what
/// happens.
///
/// It waits for nothing that is missing: without a bus, or without `bluetoothd`, it fails.
public final class BlueZTask<Report, Output> {
    /// What the task tells its owner.
    public struct Handlers {
        /// Something worth telling a person meanwhile.
        public var report: (Report) -> Void
        /// It has ended; called once.
        public var done: (Result<Output, TapTaskError>) -> Void

        /// Handlers for both.
        public init(
            report: @escaping (Report) -> Void = { _ in },
            done: @escaping (Result<Output, TapTaskError>) -> Void
        ) {
            self.report = report
            self.done = done
        }
    }

    private let loop: EventLoop
    private let handlers: Handlers
    private let watcher: BlueZWatcher
    private let timer: LoopTimer
    private var machine: any TapTask<Report, Output>
    private var call: BusCall?
    private var events: [TapTaskEvent] = []
    private var isHandling = false
    private var wasKnown = false
    private var isDone = false

    /// A task on the bus at a D-Bus address.
    init(
        _ machine: any TapTask<Report, Output>, address: String, loop: EventLoop,
        handlers: Handlers
    ) {
        self.machine = machine
        self.loop = loop
        self.handlers = handlers
        let box = WeakBox<BlueZTask>()
        watcher = BlueZWatcher(
            address: address, loop: loop,
            handlers: BlueZWatcher.Handlers(
                changed: { box.object?.changed() },
                call: { box.object?.asked($0) ?? .failure(.unknownObject()) }
            ))
        timer = loop.makeTimer { box.object?.handle(.tick) }
        box.object = self
    }

    deinit {
        call?.cancel()
        loop.remove(timer)
    }

    /// Begins; throws if there is no bus.
    public func start() throws(BusError) {
        try watcher.start()
    }

    /// Ends it in order before it is done; `done` is called after that.
    public func stop() {
        handle(.stop)
    }

    private func changed() {
        switch watcher.knowledge {
        case .noBus: finish(.failure(.noBus))
        case .noService: finish(.failure(wasKnown ? .serviceLost : .noService))
        case .asking:
            // What was known is forgotten with the bluetoothd that told it.
            if wasKnown { finish(.failure(.serviceLost)) }
        case .failing(let error): handle(.failing(.general(error)))
        case .current:
            wasKnown = true
            handle(.changed(watcher.objects))
        }
    }

    /// BlueZ asks the agent.
    private func asked(_ message: BusMessage) -> BusAnswer {
        let error = PairingAgent.answer(
            path: message.path, interface: message.interface, member: message.member,
            device: (try? message.arguments())?.first?.text,
            pairing: isDone ? nil : machine.pairingPath)
        return error.map { .failure($0) } ?? .values([])
    }

    /// Takes an event; those that come while it is being dealt with wait for their turn.
    private func handle(_ event: TapTaskEvent) {
        guard !isDone else { return }
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !isDone, !events.isEmpty {
            for action in machine.handle(events.removeFirst(), at: EventLoop.monotonicNow()) {
                perform(action)
            }
        }
        isHandling = false
        timer.deadline = isDone ? nil : machine.deadline
    }

    private func perform(_ action: TapTaskAction<Report, Output>) {
        switch action {
        case .call(let call): make(call)
        case .cancelCall:
            call?.cancel()
            call = nil
        case .report(let report): handlers.report(report)
        case .done(let result): finish(result)
        }
    }

    private func make(_ call: TapTaskCall) {
        // Before what it brings: a device may be found first, and its services be told later.
        if case .startDiscovery = call { watcher.bus?.addMatch(Self.devicesRule) }
        guard let bus = watcher.bus else { return handle(.answered(.failure(.notSent))) }
        self.call = bus.call(call.message, timeout: call.timeout) { [weak self] result in
            self?.handle(.answered(result.map(\.firstBytes)))
        }
        if case .stopDiscovery = call { bus.removeMatch(Self.devicesRule) }
    }

    /// The match rule for the changes of any device.
    private static var devicesRule: String {
        "type='signal',sender='\(BlueZName.service)',interface='\(BlueZName.properties)',"
            + "member='PropertiesChanged',arg0='\(BlueZName.device)'"
    }

    private func finish(_ result: Result<Output, TapTaskError>) {
        guard !isDone else { return }
        isDone = true
        events = []
        timer.deadline = nil
        call?.cancel()
        call = nil
        handlers.done(result)
    }
}

extension BusMessage {
    /// The bytes of the first argument; none where it is something else.
    fileprivate var firstBytes: [UInt8] {
        guard let elements = (try? arguments())?.first?.elements else { return [] }
        return elements.compactMap { element in
            guard case .byte(let byte) = element else { return nil }
            return byte
        }
    }
}
