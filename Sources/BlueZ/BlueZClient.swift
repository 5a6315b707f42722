public import EventLoop

/// Why there is nothing to do at the moment, or that there is.
public enum BlueZSituation: Equatable, Sendable {
    /// No message bus.
    case noBus
    /// `bluetoothd` does not run.
    case noService
    /// BlueZ has no adapter.
    case noAdapter
    /// The adapter is switched off.
    case adapterOff
    /// There is no Tap with which keys were exchanged.
    case noBondedTap
    /// BlueZ does not let us.
    case refused
    /// BlueZ is there and does not answer as it should; it is asked again.
    case failing(BusError)
    /// There is a Tap to connect to.
    case ready
}

/// BlueZ as the driver sees it: follows adapters and Taps, and has a link for each bonded Tap.
///
/// Adapters, devices, `bluetoothd` and the bus itself may go and come at any time.
public final class BlueZClient {
    /// What the client tells its owner.
    public struct Handlers {
        /// A Tap turned up; answers where its notifications go.
        public var receiver: (TapLink) -> TapReceiver
        /// Something worth telling a person about a Tap, by its name.
        public var tapReport: (String, TapReport) -> Void
        /// The situation is another one, and has been for a moment.
        public var situation: (BlueZSituation) -> Void

        /// Handlers for all three.
        public init(
            receiver: @escaping (TapLink) -> TapReceiver,
            tapReport: @escaping (String, TapReport) -> Void,
            situation: @escaping (BlueZSituation) -> Void
        ) {
            self.receiver = receiver
            self.tapReport = tapReport
            self.situation = situation
        }
    }

    /// The longest that leaving may take, in nanoseconds.
    static let leaveLimit: Int64 = 2_000_000_000
    /// How long a situation must last until it is told, so that a restart is not told in pieces.
    static let situationDelay: Int64 = 1_500_000_000

    private let loop: EventLoop
    private let address: String
    private let handlers: Handlers
    private var bus: BusConnection?
    /// Whether the bus has greeted us.
    private var isBusOpen = false
    private var busPauses: Backoff
    private var syncPauses: Backoff
    /// The unique name of the owner of `org.bluez`: signals of anybody else are not believed.
    private var owner: String?
    private var objects = BlueZObjects()
    private var isSynchronized = false
    private var syncCall: BusCall?
    private var rules: Set<String> = []
    private var links: [String: TapLink] = [:]
    private var syncError: BusError?
    private var toldSituation: BlueZSituation?
    private var pendingSituation: BlueZSituation?
    private var isLeaving = false
    private var onLeft: (() -> Void)?

    private let reconnectTimer: LoopTimer
    private let syncTimer: LoopTimer
    private let situationTimer: LoopTimer
    private let leaveTimer: LoopTimer

    /// A client on the bus at a D-Bus address.
    public init(address: String, loop: EventLoop, handlers: Handlers) {
        self.loop = loop
        self.address = address
        self.handlers = handlers
        let seed = UInt64(bitPattern: EventLoop.monotonicNow())
        busPauses = Backoff(seed: seed)
        busPauses.first = 500_000_000
        busPauses.longest = 5_000_000_000
        syncPauses = Backoff(seed: seed)
        let box = WeakBox<BlueZClient>()
        reconnectTimer = loop.makeTimer { box.object?.reconnect() }
        syncTimer = loop.makeTimer { box.object?.synchronize() }
        situationTimer = loop.makeTimer { box.object?.tellSituation() }
        leaveTimer = loop.makeTimer { box.object?.left() }
        box.object = self
    }

    deinit {
        for timer in [reconnectTimer, syncTimer, situationTimer, leaveTimer] { loop.remove(timer) }
        bus?.close()
    }

    /// Connects to the bus; throws if there is none.
    ///
    /// Later losses are mended by themselves.
    public func start() throws(BusError) {
        try connectBus()
    }

    /// Puts all Taps back as they were and calls `done` after that, or after a short while.
    public func leave(done: @escaping () -> Void) {
        isLeaving = true
        onLeft = done
        leaveTimer.deadline = EventLoop.monotonicNow() + Self.leaveLimit
        for link in links.values { link.leave() }
        checkLeft()
    }

    /// Lets come up what the Taps have pressed; what they do from now on counts again.
    public func release() {
        for link in links.values { link.release() }
    }

    private func checkLeft() {
        if onLeft != nil, links.values.allSatisfy(\.isDone) { left() }
    }

    private func left() {
        leaveTimer.deadline = nil
        let done = onLeft
        onLeft = nil
        done?()
    }

    /// The match rule for the changes of one object's properties.
    static func changesRule(path: String) -> String {
        "type='signal',sender='\(BlueZName.service)',interface='\(BlueZName.properties)',"
            + "member='PropertiesChanged',path='\(path)'"
    }
}

// MARK: - The bus and BlueZ's name on it

extension BlueZClient {
    private func connectBus() throws(BusError) {
        bus = try BusConnection(
            address: address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { [weak self] in self?.busOpened() },
                received: { [weak self] in self?.received($0) },
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
        situationChanged()
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
        for link in links.values { link.update(nil) }
        situationChanged()
    }
}

// MARK: - BlueZ's objects

extension BlueZClient {
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
            situationChanged()
        }
    }

    private func objectsChanged() {
        if updateRules() { return synchronize() }
        for path in objects.tapPaths where links[path] == nil && !isLeaving { addLink(path) }
        // A link is kept when its device goes: what was learnt of the device holds when it is back.
        for (path, link) in links { link.update(objects.snapshot(of: path)) }
        situationChanged()
    }

    private func addLink(_ path: String) {
        let link = TapLink(
            path,
            TapLink.Environment(
                loop: loop,
                bus: { [weak self] in self?.bus },
                report: { [weak self] in self?.handlers.tapReport($0, $1) },
                left: { [weak self] in self?.checkLeft() }
            ))
        links[path] = link
        link.connect(to: handlers.receiver(link))
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
        guard message.isSignal, let member = message.member else { return }
        if member == "NameOwnerChanged" { return nameOwnerChanged(message) }
        guard let owner, message.sender == owner, let path = message.path else { return }
        if member == "PropertiesChanged",
            let link = links.values.first(where: { $0.signalPath == path })
        {
            return link.signalled(message)
        }
        // A signal that is not what the interface promises changes nothing.
        guard isSynchronized, let arguments = try? message.arguments() else { return }
        switch (message.interface, member) {
        case (BlueZName.properties, "PropertiesChanged"):
            guard arguments.count >= 2, let interface = arguments[0].text,
                let properties = arguments[1].dictionary
            else { return }
            objects.change(path, interface: interface, properties: properties)
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

    private func nameOwnerChanged(_ message: BusMessage) {
        guard message.sender == BusConnection.busName,
            let arguments = try? message.arguments(), arguments.count >= 3,
            arguments[0].text == BlueZName.service
        else { return }
        ownerChanged(to: arguments[2].text)
    }
}

// MARK: - The situation

extension BlueZClient {
    /// Where things stand; nil while BlueZ is being asked.
    private var situation: BlueZSituation? {
        if !isBusOpen { return .noBus }
        if owner == nil { return .noService }
        if let syncError { return syncError.isRefusal ? .refused : .failing(syncError) }
        if !isSynchronized { return nil }
        if objects.adapterPaths.isEmpty { return .noAdapter }
        if !objects.hasPoweredAdapter { return .adapterOff }
        let hasTap = objects.tapPaths.contains { objects.snapshot(of: $0)?.isBonded ?? false }
        return hasTap ? .ready : .noBondedTap
    }

    private func situationChanged() {
        guard let situation, situation != toldSituation else {
            situationTimer.deadline = nil
            pendingSituation = nil
            return
        }
        guard situation != pendingSituation else { return }
        pendingSituation = situation
        situationTimer.deadline = EventLoop.monotonicNow() + Self.situationDelay
    }

    private func tellSituation() {
        guard let situation, situation != toldSituation else { return }
        toldSituation = situation
        pendingSituation = nil
        handlers.situation(situation)
    }
}
