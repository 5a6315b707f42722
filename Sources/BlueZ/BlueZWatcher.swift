internal import Bus
internal import EventLoop

/// BlueZ's objects as they are at each moment, over a bus that may go and come.
///
/// Adapters, devices, `bluetoothd` and the bus itself may leave and return at any time.
final class BlueZWatcher {
    /// What the watcher tells its owner.
    struct Handlers {
        /// The objects, or what is known of them, changed.
        var changed: () -> Void
        /// The value of a characteristic, or whatever else is a signal of BlueZ; true if it was dealt
        /// with and is no change of the objects.
        var signal: (BusMessage) -> Bool = { _ in false }
        /// BlueZ calls a method of ours: what it is answered with.
        var call: (BusMessage) -> BusAnswer = { _ in .failure(.unknownObject()) }
    }

    /// What is known of BlueZ.
    enum Knowledge: Equatable {
        /// There is no message bus.
        case noBus
        /// `bluetoothd` does not run.
        case noService
        /// BlueZ is being asked.
        case asking
        /// BlueZ does not answer as it should; it is asked again.
        case failing(BusError)
        /// The objects are BlueZ's.
        case current
    }

    private let loop: EventLoop
    private let handlers: Handlers
    private let service: ServiceFollower
    private var syncPauses: Backoff
    /// BlueZ's objects, once they are known.
    private(set) var objects = BlueZObjects()
    private var isSynchronized = false
    private var syncCall: BusCall?
    private var syncError: BusError?
    private var rules: Set<String> = []
    private let syncTimer: LoopTimer

    /// A watcher on the bus at a D-Bus address.
    init(address: String, loop: EventLoop, handlers: Handlers) {
        self.loop = loop
        self.handlers = handlers
        syncPauses = Backoff(seed: UInt64(bitPattern: EventLoop.monotonicNow()))
        let box = WeakBox<BlueZWatcher>()
        service = ServiceFollower(
            BlueZName.service, address: address,
            rules: [
                "type='signal',sender='\(BlueZName.service)',"
                    + "interface='\(BlueZName.objectManager)',path='/'"
            ],
            loop: loop,
            handlers: ServiceFollower.Handlers(
                changed: { box.object?.serviceChanged() },
                received: { box.object?.received($0) },
                called: { box.object?.handlers.call($0) ?? .failure(.unknownObject()) }))
        syncTimer = loop.makeTimer { box.object?.synchronize() }
        box.object = self
    }

    deinit {
        loop.remove(syncTimer)
    }

    /// The bus of this moment, or nil while there is none.
    var bus: BusConnection? { service.bus }

    /// Connects to the bus; throws if there is none.
    ///
    /// Later losses are mended by themselves.
    func start() throws(BusError) {
        try service.start()
    }

    /// Connects to the bus as soon as there is one.
    func startWaiting() {
        service.startWaiting()
    }

    /// Tries again at once what is waited for, since the machine has slept.
    func wake() {
        service.hurry()
        syncPauses.succeeded()
        if syncTimer.deadline != nil { syncTimer.deadline = EventLoop.monotonicNow() }
    }

    /// What is known of BlueZ at this moment.
    var knowledge: Knowledge {
        if !service.isBusOpen { return .noBus }
        if service.owner == nil { return .noService }
        if let syncError { return .failing(syncError) }
        return isSynchronized ? .current : .asking
    }

    /// The match rule for the changes of one object's properties.
    static func changesRule(path: String) -> String {
        "type='signal',sender='\(BlueZName.service)',interface='\(BlueZName.properties)',"
            + "member='PropertiesChanged',path='\(path)'"
    }
}

// MARK: - BlueZ's objects

extension BlueZWatcher {
    private func serviceChanged() {
        // Match rules end with their bus.
        if !service.isBusOpen { rules = [] }
        forget()
        if service.owner != nil { synchronize() }
        handlers.changed()
    }

    /// BlueZ, or the way to it, is gone: so is everything that it told.
    private func forget() {
        objects = BlueZObjects()
        isSynchronized = false
        syncCall?.cancel()
        syncCall = nil
        syncTimer.deadline = nil
        syncError = nil
        updateRules()
    }

    /// Reads all objects; again until nothing can have slipped between reading and subscribing.
    private func synchronize() {
        let question = BusMessage.call(
            BlueZName.service, "/", BlueZName.objectManager, "GetManagedObjects")
        syncCall?.cancel()
        syncCall = bus?.call(question) { [weak self] in self?.synchronized($0) }
    }

    private func synchronized(_ result: Result<BusMessage, BusError>) {
        syncCall = nil
        do {
            let reply = try result.get()
            guard let answered = BlueZObjects(answer: try reply.arguments()) else {
                throw BusError.malformedReply
            }
            objects = answered
            isSynchronized = true
            syncError = nil
            syncPauses.succeeded()
            objectsChanged()
        } catch {
            let error = error as? BusError ?? .malformedReply
            syncError = error
            let pause = error.isRefusal ? TapConnection.refusedPause : syncPauses.next()
            syncTimer.deadline = EventLoop.monotonicNow() + pause
            handlers.changed()
        }
    }

    private func objectsChanged() {
        if updateRules() { return synchronize() }
        handlers.changed()
    }

    /// Subscribes to the adapters' and the Taps' changes and to no others; true if one is new.
    @discardableResult
    private func updateRules() -> Bool {
        let wanted = Set((objects.adapterPaths + objects.tapPaths).map(Self.changesRule))
        let added = wanted.subtracting(rules)
        for rule in rules.subtracting(wanted) { bus?.removeMatch(rule) }
        for rule in added { bus?.addMatch(rule) }
        rules = wanted
        return !added.isEmpty
    }

    private func received(_ message: BusMessage) {
        guard message.path != nil, !handlers.signal(message) else { return }
        guard isSynchronized, objects.take(message) else { return }
        objectsChanged()
    }
}
