public import Bus
public import EventLoop
public import TapProtocol

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
    /// There is no Tap with which keys were exchanged, or none of those that were chosen.
    case noBondedTap
    /// BlueZ does not let us.
    case refused
    /// BlueZ is there and does not answer as it should; it is asked again.
    case failing(BusError)
    /// There is a Tap to connect to.
    case ready
}

/// BlueZ as the driver sees it: has a link for each Tap that is chosen.
///
/// Adapters, devices, `bluetoothd` and the bus itself may go and come at any time.
public final class BlueZClient {
    /// What the client tells its owner.
    public struct Handlers {
        /// A Tap turned up; answers where its notifications go.
        public var receiver: (TapLink) -> TapReceiver
        /// Something worth telling a person about a Tap.
        public var tapReport: (TapLink, TapReport) -> Void
        /// The situation is another one, and has been for a moment.
        public var situation: (BlueZSituation) -> Void
        /// What there is to know of a Tap's connection, or that there is one more, has changed.
        public var changed: () -> Void

        /// Handlers for all.
        public init(
            receiver: @escaping (TapLink) -> TapReceiver,
            tapReport: @escaping (TapLink, TapReport) -> Void,
            situation: @escaping (BlueZSituation) -> Void,
            changed: @escaping () -> Void = {}
        ) {
            self.changed = changed
            self.receiver = receiver
            self.tapReport = tapReport
            self.situation = situation
        }
    }

    /// The longest that leaving may take, in nanoseconds.
    var leaveLimit: Int64 = 2_000_000_000
    /// How long a situation must last until it is told, so that a restart is not told in pieces.
    static let situationDelay: Int64 = 1_500_000_000

    private let loop: EventLoop
    private let handlers: Handlers
    private let choice: TapChoice
    private let mode: TapMode
    private let watcher: BlueZWatcher
    private var links: [String: TapLink] = [:]
    private var pendingSituation: BlueZSituation?
    private var isLeaving = false
    private var isParked = false
    private var isAsleep = false
    private var onLeft: (() -> Void)?

    private let situationTimer: LoopTimer
    private let leaveTimer: LoopTimer

    /// A client on the bus at a D-Bus address, which puts the Taps of a choice into a mode.
    public init(
        address: String, loop: EventLoop, choice: TapChoice = .all, mode: TapMode = .airMouse,
        handlers: Handlers
    ) {
        self.loop = loop
        self.choice = choice
        self.mode = mode
        self.handlers = handlers
        let box = WeakBox<BlueZClient>()
        watcher = BlueZWatcher(
            address: address, loop: loop,
            handlers: BlueZWatcher.Handlers(
                changed: { box.object?.changed() },
                signal: { box.object?.signalled($0) ?? false }
            ))
        situationTimer = loop.makeTimer { box.object?.tellSituation() }
        leaveTimer = loop.makeTimer { box.object?.left() }
        box.object = self
    }

    deinit {
        for timer in [situationTimer, leaveTimer] { loop.remove(timer) }
    }

    /// Connects to the bus; throws if there is none.
    ///
    /// Later losses are mended by themselves.
    public func start() throws(BusError) {
        try watcher.start()
    }

    /// Connects to the bus as soon as there is one.
    public func startWaiting() {
        watcher.startWaiting()
    }

    /// Puts all Taps back as they were and calls `done` after that, or after a short while.
    public func leave(done: @escaping () -> Void) {
        isLeaving = true
        onLeft = done
        leaveTimer.deadline = EventLoop.monotonicNow() + leaveLimit
        for link in links.values { link.leave() }
        checkLeft()
    }

    /// Lets come up what the Taps have pressed; what they do from now on counts again.
    public func release() {
        for link in links.values { link.release() }
    }

    /// The links of all Taps that were here, in the order of their objects' paths.
    public var allLinks: [TapLink] {
        links.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The Taps that are chosen and have no link, as none is listened to at the moment.
    public var unlinkedTaps: [TapSnapshot] {
        let objects = watcher.objects
        return objects.tapPaths.filter { links[$0] == nil }
            .compactMap { objects.snapshot(of: $0) }.filter { choice.contains($0) }
    }

    /// The situation as it was told last; nil before that.
    public private(set) var toldSituation: BlueZSituation?

    /// Puts all Taps back as they were and listens to none until `unpark`.
    public func park() {
        isParked = true
        for link in links.values { link.leave() }
    }

    /// Listens to the Taps, again.
    public func unpark() {
        guard !isLeaving else { return }
        isParked = false
        for (_, link) in links.sorted(by: { $0.key < $1.key }) { link.rejoin() }
        changed()
    }

    /// Lets come up what the Taps have pressed, and hears nothing of them until `wake`, since the
    /// machine is about to sleep.
    public func sleep() {
        isAsleep = true
        for link in links.values { link.sleep() }
    }

    /// Hears the Taps again, and sees by what they send whether they are still there: adapters,
    /// links and subscriptions may not have outlived the sleep, whatever BlueZ says.
    public func wake() {
        isAsleep = false
        watcher.wake()
        for (_, link) in links.sorted(by: { $0.key < $1.key }) { link.wake() }
    }

    /// Lets come up what the Taps have pressed, since the program was stopped and goes on; what they
    /// sent meanwhile is too old to do anything.
    public func resume() {
        for (_, link) in links.sorted(by: { $0.key < $1.key }) { link.resume() }
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

    /// Compares the links with BlueZ's objects.
    private func changed() {
        let objects = watcher.objects
        for path in objects.tapPaths where links[path] == nil && !isLeaving && !isParked {
            guard let snapshot = objects.snapshot(of: path), choice.contains(snapshot) else {
                continue
            }
            addLink(path)
        }
        // A link is kept when its device goes: what was learnt of the device holds when it is back.
        // In the order of their paths, so that several Taps always get the same devices.
        for (path, link) in links.sorted(by: { $0.key < $1.key }) {
            link.update(objects.snapshot(of: path))
        }
        situationChanged()
    }

    private func addLink(_ path: String) {
        let link = TapLink(
            path, mode: mode,
            TapLink.Environment(
                loop: loop,
                bus: { [weak self] in self?.watcher.bus },
                report: { [weak self] in self?.handlers.tapReport($0, $1) },
                changed: { [weak self] in self?.handlers.changed() },
                left: { [weak self] in self?.checkLeft() }
            ))
        links[path] = link
        if isAsleep { link.sleep() }
        // The receiver's maker may want to know whose it is.
        link.learn(watcher.objects.snapshot(of: path))
        link.connect(to: handlers.receiver(link))
        handlers.changed()
    }

    /// A notification that comes as a signal goes to its link.
    private func signalled(_ message: BusMessage) -> Bool {
        guard message.member == "PropertiesChanged", let path = message.path else { return false }
        return links.values.contains { $0.takes(message, from: path) }
    }
}

// MARK: - The situation

extension BlueZClient {
    /// Where things stand; nil while BlueZ is being asked.
    private var situation: BlueZSituation? {
        switch watcher.knowledge {
        case .noBus: return .noBus
        case .noService: return .noService
        case .failing(let error): return error.isRefusal ? .refused : .failing(error)
        case .asking: return nil
        case .current: break
        }
        let objects = watcher.objects
        if objects.adapterPaths.isEmpty { return .noAdapter }
        if !objects.hasPoweredAdapter { return .adapterOff }
        let hasTap = objects.tapPaths.contains {
            guard let tap = objects.snapshot(of: $0) else { return false }
            return tap.isBonded && (links[$0] != nil || choice.contains(tap))
        }
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
