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
    private let address: String
    private let handlers: Handlers
    /// The bus of this moment, or nil while there is none.
    private(set) var bus: BusConnection?
    /// Whether the bus has greeted us.
    private var isBusOpen = false
    private var busPauses: Backoff
    private var syncPauses: Backoff
    /// The unique name of the owner of `org.bluez`: signals of anybody else are not believed.
    private var owner: String?
    /// BlueZ's objects, once they are known.
    private(set) var objects = BlueZObjects()
    private var isSynchronized = false
    private var syncCall: BusCall?
    private var syncError: BusError?
    private var rules: Set<String> = []

    private let reconnectTimer: LoopTimer
    private let syncTimer: LoopTimer

    /// A watcher on the bus at a D-Bus address.
    init(address: String, loop: EventLoop, handlers: Handlers) {
        self.loop = loop
        self.address = address
        self.handlers = handlers
        let seed = UInt64(bitPattern: EventLoop.monotonicNow())
        busPauses = Backoff(seed: seed)
        busPauses.first = 500_000_000
        busPauses.longest = 5_000_000_000
        syncPauses = Backoff(seed: seed)
        let box = WeakBox<BlueZWatcher>()
        reconnectTimer = loop.makeTimer { box.object?.reconnect() }
        syncTimer = loop.makeTimer { box.object?.synchronize() }
        box.object = self
    }

    deinit {
        for timer in [reconnectTimer, syncTimer] { loop.remove(timer) }
        bus?.close()
    }

    /// Connects to the bus; throws if there is none.
    ///
    /// Later losses are mended by themselves.
    func start() throws(BusError) {
        try connectBus()
    }

    /// What is known of BlueZ at this moment.
    var knowledge: Knowledge {
        if !isBusOpen { return .noBus }
        if owner == nil { return .noService }
        if let syncError { return .failing(syncError) }
        return isSynchronized ? .current : .asking
    }

    /// The match rule for the changes of one object's properties.
    static func changesRule(path: String) -> String {
        "type='signal',sender='\(BlueZName.service)',interface='\(BlueZName.properties)',"
            + "member='PropertiesChanged',path='\(path)'"
    }
}

// MARK: - The bus and BlueZ's name on it

extension BlueZWatcher {
    private func connectBus() throws(BusError) {
        bus = try BusConnection(
            address: address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { [weak self] in self?.busOpened() },
                received: { [weak self] in self?.received($0) },
                called: { [weak self] in self?.called($0) ?? .failure(.unknownObject()) },
                closed: { [weak self] in self?.busLost() }
            ))
    }

    private func busOpened() {
        busPauses.succeeded()
        isBusOpen = true
        bus?.addMatch(
            "type='signal',sender='\(BusConnection.busName)',"
                + "interface='\(BusConnection.busName)',member='NameOwnerChanged',"
                + "arg0='\(BlueZName.service)'")
        bus?.addMatch(
            "type='signal',sender='\(BlueZName.service)',"
                + "interface='\(BlueZName.objectManager)',path='/'")
        let question = BusMessage.call(
            BusConnection.busName, BusConnection.busPath, BusConnection.busName, "GetNameOwner",
            [.string(BlueZName.service)])
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
        rules = []
        forget()
        handlers.changed()
        reconnectTimer.deadline = EventLoop.monotonicNow() + busPauses.next()
    }

    private func reconnect() {
        do {
            try connectBus()
        } catch {
            reconnectTimer.deadline = EventLoop.monotonicNow() + busPauses.next()
        }
    }

    private func ownerChanged(to name: String?) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard name != owner || name == nil else { return }
        forget()
        owner = name
        if name != nil { synchronize() }
        handlers.changed()
    }

    /// BlueZ, or the way to it, is gone: so is everything that it told.
    private func forget() {
        owner = nil
        objects = BlueZObjects()
        isSynchronized = false
        syncCall?.cancel()
        syncCall = nil
        syncTimer.deadline = nil
        syncError = nil
        updateRules()
    }
}

// MARK: - BlueZ's objects

extension BlueZWatcher {
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
            guard let all = try reply.arguments().first?.dictionary else {
                throw BusError.malformedReply
            }
            objects = BlueZObjects()
            for (path, interfaces) in all {
                objects.add(path, interfaces: interfaces.dictionary ?? [:])
            }
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
        if message.isSignal, message.member == "NameOwnerChanged" {
            return nameOwnerChanged(message)
        }
        guard let owner, message.sender == owner else { return }
        guard let path = message.path, !handlers.signal(message) else { return }
        // A signal that is not what the interface promises changes nothing.
        guard isSynchronized, let arguments = try? message.arguments() else { return }
        switch (message.interface, message.member) {
        case (BlueZName.properties, "PropertiesChanged"):
            guard arguments.count >= 2, let interface = arguments[0].text,
                let properties = arguments[1].dictionary
            else { return }
            objects.change(path, interface: interface, properties: properties)
            let gone = arguments.count > 2 ? arguments[2].elements ?? [] : []
            objects.invalidate(path, interface: interface, properties: gone.compactMap(\.text))
        case (BlueZName.objectManager, "InterfacesAdded"):
            guard arguments.count >= 2, let object = arguments[0].text,
                let interfaces = arguments[1].dictionary
            else { return }
            objects.add(object, interfaces: interfaces)
        case (BlueZName.objectManager, "InterfacesRemoved"):
            guard arguments.count >= 2, let object = arguments[0].text,
                let interfaces = arguments[1].elements
            else { return }
            objects.remove(object, interfaces: interfaces.compactMap(\.text))
        default:
            return
        }
        objectsChanged()
    }

    /// For anybody but BlueZ there is no object here.
    private func called(_ message: BusMessage) -> BusAnswer {
        guard let owner, message.sender == owner else { return .failure(.unknownObject()) }
        return handlers.call(message)
    }

    private func nameOwnerChanged(_ message: BusMessage) {
        guard message.sender == BusConnection.busName,
            let arguments = try? message.arguments(), arguments.count >= 3,
            arguments[0].text == BlueZName.service
        else { return }
        ownerChanged(to: arguments[2].text)
    }
}
