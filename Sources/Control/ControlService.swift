package import Bus
public import EventLoop

/// The driver as others on a message bus see it: `io.github.tapinput`.
///
/// It calls its owner's handlers, and tells everybody what changed. That there is no bus, or that
/// the name cannot be had, is told once and tried again; it ends nothing.
public final class ControlService {
    private let address: String
    private let loop: EventLoop
    private let handlers: ControlHandlers
    private let report: (ControlReport) -> Void
    private let timer: LoopTimer
    private let changeTimer: LoopTimer
    private var pauses = Backoff(seed: UInt64(bitPattern: EventLoop.monotonicNow()))
    var bus: BusConnection?
    private var isOwner = false
    private var lastReport: ControlReport?
    /// The properties as they were told last, by their names.
    private var told: [String: BusValue] = [:]

    /// A service for the bus at a D-Bus address, which `ControlBus` finds; `start` begins.
    public init(
        address: String, loop: EventLoop, handlers: ControlHandlers,
        report: @escaping (ControlReport) -> Void = { _ in }
    ) {
        self.address = address
        self.loop = loop
        self.handlers = handlers
        self.report = report
        let box = WeakBox<ControlService>()
        timer = loop.makeTimer { box.object?.retry() }
        changeTimer = loop.makeTimer { box.object?.update() }
        box.object = self
    }

    deinit {
        loop.remove(timer)
        loop.remove(changeTimer)
        bus?.close()
    }

    /// Goes to the bus and asks for the name; whether that works is reported.
    public func start() {
        guard bus == nil else { return }
        connect()
    }

    /// Leaves the bus.
    public func stop() {
        timer.deadline = nil
        changeTimer.deadline = nil
        isOwner = false
        lastReport = nil
        bus?.close()
        bus = nil
    }

    /// How long changes are collected until they are told, in nanoseconds.
    public static let telling: Int64 = 50_000_000

    /// Tells in a moment what has changed until then; may be called often.
    public func updateSoon() {
        guard isOwner, changeTimer.deadline == nil else { return }
        changeTimer.deadline = loop.now + Self.telling
    }

    /// Compares the state with what was told last, and sends a signal with what changed.
    ///
    /// After each method that is called over the bus it is done anyhow.
    public func update() {
        changeTimer.deadline = nil
        guard isOwner, let bus else { return }
        let changed = tellable.filter { told[$0.property.name] != $0.value }
        guard changed.contains(where: { $0.property.telling == .whenChanged }) else { return }
        for (property, value) in changed { told[property.name] = value }
        bus.send(
            .signal(
                ControlInterface.path, BusObject.propertiesInterface, "PropertiesChanged",
                [
                    .string(ControlInterface.name),
                    .properties(changed.map { ($0.property.name, $0.value) }),
                    .array(of: "s", []),
                ]))
    }

    /// The properties that are told when they change, as they are at this moment.
    private var tellable: [(property: ControlInterface.Property, value: BusValue)] {
        let state = handlers.state(false)
        return ControlInterface.properties.filter { $0.telling != .never }
            .map { ($0, $0.value(state)) }
    }
}

// MARK: - What is called

extension ControlService {
    /// The interface with the handlers behind it.
    private var interface: BusInterface {
        // One state for all properties of one answer, made only for who asks for properties.
        lazy var state = handlers.state(true)
        return BusInterface(
            ControlInterface.name,
            methods: ControlInterface.methods.map { method in
                BusMethod(method.name, inputs: method.inputs, outputs: method.outputs) {
                    [unowned self] in perform(method, $0)
                }
            },
            properties: ControlInterface.properties.map { property in
                BusProperty(
                    property.name, property.signature, tellsChanges: property.telling != .never
                ) { property.value(state) }
            })
    }

    /// What a call is answered with.
    package func called(_ call: BusMessage) -> BusAnswer {
        BusObject(path: ControlInterface.path, interfaces: [interface]).answer(to: call)
    }

    private func perform(_ method: ControlInterface.Method, _ arguments: [BusValue]) -> BusAnswer {
        // What changed is told before the answer: who has that sees the new state.
        defer { update() }
        do {
            return .values(try method.perform(handlers, arguments))
        } catch {
            return .failure(error.busError)
        }
    }
}

// MARK: - The bus and our name on it

extension ControlService {
    private func connect() {
        do {
            bus = try BusConnection(
                address: address, loop: loop,
                handlers: BusConnection.Handlers(
                    opened: { [weak self] in self?.askForName() },
                    called: { [weak self] in self?.called($0) ?? .failure(.unknownObject()) },
                    closed: { [weak self] in self?.busLost() }))
        } catch {
            tell(.noBus(error.description))
            retryLater()
        }
    }

    private func askForName() {
        bus?.own(ControlInterface.service) { [weak self] in self?.nameChanged($0) }
    }

    /// Takes note of what became of the name.
    func nameChanged(_ event: BusNameEvent) {
        isOwner = event == .owned
        switch event {
        case .owned:
            timer.deadline = nil
            pauses.succeeded()
            // Whoever looks from now on reads the state; only what changes after is told.
            for (property, value) in tellable { told[property.name] = value }
            tell(.available)
        case .taken: tell(.taken)
        case .lost:
            tell(.taken)
            retryLater()
        case .refused(let error):
            tell(.refused(error.description))
            // What the bus's rules forbid they go on to forbid: nobody is woken up for that.
            if !error.isRefusal { retryLater() }
        }
    }

    private func busLost() {
        bus = nil
        isOwner = false
        tell(.noBus("the bus is gone, or does not answer"))
        retryLater()
    }

    private func retryLater() {
        timer.deadline = EventLoop.monotonicNow() + pauses.next()
    }

    private func retry() {
        if bus == nil { connect() } else { askForName() }
    }

    private func tell(_ report: ControlReport) {
        guard !report.isSameSituation(as: lastReport) else { return }
        lastReport = report
        self.report(report)
    }
}
