internal import Bus
internal import EventLoop
public import TapProtocol

/// Where one Tap's notifications go.
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`.
public struct TapReceiver {
    /// A notification: the digits that begin the characteristic's UUID, the bytes, the time.
    public var notification: (UInt32, Span<UInt8>, Int64) -> Void
    /// The notifications that were there together have all come: what is made of them is due now.
    public var completed: () -> Void
    /// Nothing more comes from what came so far: everything that is pressed must come up.
    public var release: (Int64) -> Void
    /// The program was stopped and goes on: everything that is pressed must come up, and nothing
    /// must happen that was due meanwhile.
    public var resume: (Int64) -> Void
    /// The Tap is bonded, so that notifications may come soon; called before the first of them.
    public var prepare: () -> Void
    /// The Tap is in its mode from now on, or is no longer.
    public var streams: (Bool) -> Void

    /// A receiver of all.
    public init(
        notification: @escaping (UInt32, Span<UInt8>, Int64) -> Void,
        release: @escaping (Int64) -> Void,
        completed: @escaping () -> Void = {},
        resume: @escaping (Int64) -> Void = { _ in },
        prepare: @escaping () -> Void = {},
        streams: @escaping (Bool) -> Void = { _ in }
    ) {
        self.completed = completed
        self.prepare = prepare
        self.streams = streams
        self.notification = notification
        self.release = release
        self.resume = resume
    }
}

/// One Tap: does what its connection's state machine says, and tells it what happens.
public final class TapLink {
    /// What a link needs of the client.
    struct Environment {
        var loop: EventLoop
        /// The bus of this moment, or nil while there is none.
        var bus: () -> BusConnection?
        var report: (TapLink, TapReport) -> Void
        /// The link's state is another one.
        var changed: () -> Void = {}
        /// The link has nothing more to do after `leave`.
        var left: () -> Void
    }

    private let path: String
    private let environment: Environment
    private let timer: LoopTimer
    private var receiver: TapReceiver?
    private var machine: TapConnection
    private var snapshot: TapSnapshot?
    private var call: BusCall?
    /// By the digits that begin their characteristics' UUIDs.
    private var sockets: [UInt32: NotificationSocket] = [:]
    /// The characteristics whose signals are listened to, where there is no socket, and the digits.
    private var signalPaths: [String: UInt32] = [:]
    private var events: [TapConnection.Event] = []
    private var isHandling = false
    private var wasInMode = false
    private var lastState: LinkState?

    /// Whether what comes from the Tap is of no interest, since the machine is about to sleep.
    private var isMuted = false
    /// The question to the bus before whose answer signals are from a time in which the program was
    /// stopped, if there is one.
    private var catchingUp: UInt64?
    /// How many such questions there were.
    private var catchUps: UInt64 = 0
    /// Whether something was read too late to do anything.
    private var wasLate = false

    /// A link of the device at an object path, which is to be in a mode; it has no receiver yet.
    init(_ path: String, mode: TapMode, _ environment: Environment) {
        self.path = path
        self.environment = environment
        let seed = path.utf8.reduce(UInt64(EventLoop.monotonicNow())) { $0 &* 31 &+ UInt64($1) }
        machine = TapConnection(mode: mode, seed: seed)
        let box = WeakBox<TapLink>()
        timer = environment.loop.makeTimer { box.object?.handle(.tick) }
        box.object = self
    }

    deinit {
        for socket in sockets.values { socket.close() }
        call?.cancel()
        environment.loop.remove(timer)
    }

    /// The name that the Tap's user gave it.
    public var name: String { machine.name }
    /// Its Bluetooth address: what identifies it.
    public var address: String { machine.address }
    /// How it stands with its connection.
    public var state: LinkState { machine.linkState }
    /// The protocol that it speaks, or nil before its services are known.
    public var protocolVersion: ProtocolVersion? { machine.paths.version }
    /// The ranges in a mode with raw sensors: as the Tap acknowledged or told them.
    public var sensitivity: SensorSensitivity {
        let set = machine.mode.sensitivity ?? SensorSensitivity()
        return SensorSensitivity(
            finger: machine.sensitivity.finger ?? set.finger,
            imu: machine.sensitivity.current ?? set.imu)
    }

    /// Whether it has nothing more to do after `leave`.
    var isDone: Bool { machine.isDone }

    /// Vibrates, now or as soon as the Tap is not busy; not at all if it is not there.
    public func vibrate(_ pattern: HapticPattern) {
        handle(.asked(.vibrate(pattern)))
    }

    /// Whether the Tap looks for taps instead of air gestures, or is about to.
    public var isTapping: Bool {
        if case .tapping = machine.mode { true } else { false }
    }

    /// Lets the Tap look for taps instead of air gestures, or the other way round, from now on.
    public func switchModel() {
        handle(.asked(.switchModel))
    }

    /// Sets the ranges in a mode with raw sensors, now or as soon as the Tap is there; a v2 Tap reads
    /// those of the IMU back, and the report `imuSensitivity` tells what it answered.
    public func setSensitivity(_ ranges: SensorSensitivity) {
        handle(.asked(.setSensitivity(ranges)))
    }

    /// Takes over what BlueZ says of the device before anything happens.
    func learn(_ snapshot: TapSnapshot?) {
        machine.learn(snapshot)
    }

    func connect(to receiver: TapReceiver) {
        self.receiver = receiver
    }

    /// Takes what BlueZ says of the device; nil if it is gone.
    func update(_ snapshot: TapSnapshot?) {
        guard snapshot != self.snapshot else { return }
        let isNew = snapshot?.isBonded == true && self.snapshot?.isBonded != true
        // One that is left to itself needs nothing.
        if isNew, !machine.isDone { receiver?.prepare() }
        self.snapshot = snapshot
        handle(.changed(snapshot))
    }

    /// Puts the Tap back as it was.
    public func leave() {
        handle(.leave)
    }

    /// Listens to the Tap again after `leave`.
    public func rejoin() {
        handle(.rejoin)
        if snapshot?.isBonded == true { receiver?.prepare() }
    }

    /// Lets come up what the Tap has pressed, and hears nothing of it until `wake`.
    func sleep() {
        isMuted = true
        release()
    }

    /// Hears the Tap again, and sees whether it is still there.
    func wake() {
        isMuted = false
        handle(.woke)
    }

    /// Lets come up what the Tap has pressed.
    func release() {
        receiver?.release(EventLoop.monotonicNow())
    }

    /// Lets come up what the Tap has pressed, since the program was stopped and goes on.
    ///
    /// What the Tap sent meanwhile waits in the sockets and on the bus, and would be a jump of the
    /// pointer: it does nothing any more, but what the Tap says of itself in it is noted.
    func resume() {
        for (characteristic, socket) in sockets {
            socket.drain { noteOld($0, from: characteristic) }
        }
        if !signalPaths.isEmpty, let bus = environment.bus() {
            catchUps &+= 1
            catchingUp = catchUps
            // What waits on the bus comes before the answer to any question.
            let question = BusMessage.call(
                BusConnection.busName, BusConnection.busPath, BusConnection.busName, "GetId")
            bus.call(question) { [weak self, catchUps] _ in
                if self?.catchingUp == catchUps { self?.catchingUp = nil }
            }
        }
        receiver?.resume(EventLoop.monotonicNow())
        handle(.resumed)
    }

    /// Takes a change of an object's properties, if it is of a characteristic that is listened to.
    func takes(_ message: BusMessage, from path: String) -> Bool {
        guard let characteristic = signalPaths[path] else { return false }
        // libdbus reads several at once: those too may be read long after the wake-up.
        if environment.loop.isLate { wasLate = true }
        message.withChangedBytes(of: "Value") {
            if catchingUp != nil || wasLate {
                noteOld($0, from: characteristic)
            } else {
                received($0, from: characteristic)
            }
        }
        completed()
        return true
    }

    private func completed() {
        receiver?.completed()
        guard wasLate else { return }
        wasLate = false
        resume()
    }

    private func received(_ bytes: Span<UInt8>, from characteristic: UInt32) {
        let now = environment.loop.now
        let wasStale = lastState?.phase == .stale
        let kind = NotificationKind(of: bytes, from: characteristic)
        let event = machine.note(kind, at: now)
        if !isMuted { receiver?.notification(characteristic, bytes, now) }
        if let event { handle(event) }
        if wasStale { tellState() }
    }

    /// Notes what the Tap says of itself in what is too old to do anything.
    private func noteOld(_ bytes: Span<UInt8>, from characteristic: UInt32) {
        let kind = NotificationKind(of: bytes, from: characteristic)
        if let event = machine.note(kind, at: environment.loop.now) { handle(event) }
    }

    /// Tells that the state is another one, if it is.
    private func tellState() {
        let state = state
        guard state != lastState else { return }
        lastState = state
        environment.changed()
    }

    /// Takes an event; those that come while it is being dealt with wait for their turn.
    private func handle(_ event: TapConnection.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty {
            perform(machine.handle(events.removeFirst(), at: EventLoop.monotonicNow()))
        }
        isHandling = false
        timer.deadline = machine.deadline
        if machine.isInMode != wasInMode {
            wasInMode = machine.isInMode
            receiver?.streams(wasInMode)
        }
        tellState()
        if machine.isDone { environment.left() }
    }

    private func perform(_ actions: [TapConnection.Action]) {
        for action in actions {
            switch action {
            case .call(let call): make(call)
            case .cancelCall:
                call?.cancel()
                call = nil
            case .stopListening: stopListening()
            case .release: release()
            case .report(let report): environment.report(self, report)
            }
        }
    }

    private func make(_ call: TapConnection.Call) {
        switch call {
        case .connect:
            send(device("Connect"), timeout: 45_000) { _ in nil }
        case .disconnect:
            send(device("Disconnect")) { _ in nil }
        case .acquireNotify(let path):
            let message = characteristic(path, "AcquireNotify", [.properties([])])
            send(message) { [unowned self] in listen(to: $0, of: short(path)) }
        case .startNotify(let path):
            // Subscribed before the call, so that what comes before its reply is not lost.
            signalPaths[path] = short(path)
            environment.bus()?.addMatch(Self.signalRule(path))
            send(characteristic(path, "StartNotify")) { _ in nil }
        case .write(let path, let bytes, let withResponse):
            let options: BusValue = .properties([
                ("type", .string(withResponse ? "request" : "command"))
            ])
            send(characteristic(path, "WriteValue", [.bytes(bytes), options])) { _ in nil }
        }
    }

    /// The digits that begin the UUID of the characteristic at a path.
    private func short(_ path: String) -> UInt32 {
        machine.paths.all.first { $0.value == path }.map { TapUUID.short($0.key) } ?? 0
    }

    private func device(_ member: String) -> BusMessage? {
        .call(BlueZName.service, path, BlueZName.device, member)
    }

    private func characteristic(
        _ path: String, _ member: String, _ arguments: [BusValue] = []
    ) -> BusMessage? {
        .call(BlueZName.service, path, BlueZName.characteristic, member, arguments)
    }

    /// Makes a call; `accept` says what is wrong with a reply that is not an error.
    private func send(
        _ message: BusMessage?, timeout: Int32 = 10_000,
        accept: @escaping (BusMessage) -> BusError?
    ) {
        guard let bus = environment.bus() else { return handle(.answered(.notSent)) }
        call = bus.call(message, timeout: timeout) { [weak self] result in
            switch result {
            case .success(let reply): self?.handle(.answered(accept(reply)))
            case .failure(let error): self?.handle(.answered(error))
            }
        }
    }

    /// Listens to the socket that `AcquireNotify` answered with.
    private func listen(to reply: BusMessage, of characteristic: UInt32) -> BusError? {
        guard case .unixFD(let shared)? = try? reply.arguments().first else {
            return .malformedReply
        }
        do {
            let isAlone = machine.program.subscriptions.count == 1
            sockets[characteristic] = try NotificationSocket(
                shared, on: environment.loop, atOnce: isAlone ? NotificationSocket.mostAtOnce : 1,
                NotificationSocket.Handlers(
                    received: { [unowned self] in received($0, from: characteristic) },
                    late: { [unowned self] in
                        noteOld($0, from: characteristic)
                        wasLate = true
                    },
                    completed: { [unowned self] in completed() },
                    ended: { [unowned self] hadData in
                        sockets[characteristic] = nil
                        handle(.socketEnded(hadData: hadData))
                    }))
            return nil
        } catch {
            return BusError(
                name: "org.freedesktop.DBus.Error.Failed", message: error.description)
        }
    }

    private func stopListening() {
        for socket in sockets.values { socket.close() }
        sockets = [:]
        let bus = environment.bus()
        for path in signalPaths.keys {
            bus?.removeMatch(Self.signalRule(path))
            // Whether it is stopped or was gone already is all the same.
            bus?.call(characteristic(path, "StopNotify")) { _ in }
        }
        signalPaths = [:]
        catchingUp = nil
    }

    private static func signalRule(_ path: String) -> String {
        BlueZWatcher.changesRule(path: path)
    }
}
