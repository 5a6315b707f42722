internal import TapProtocol

/// The life of one Tap's connection as an explicit state machine, without I/O and without a clock.
///
/// What happens goes in as an event with its time (nanoseconds of a clock that never goes back);
/// what is to be done comes out as actions. At most one call to BlueZ is under way at a time.
struct TapConnection {
    /// A call to BlueZ.
    enum Call: Equatable, Sendable {
        case connect
        case disconnect
        case acquireNotify(path: String)
        case startNotify(path: String)
        case write(path: String, bytes: [UInt8])
    }

    /// What happened.
    enum Event: Sendable {
        /// BlueZ's objects changed; nil if the device is gone.
        case changed(TapSnapshot?)
        /// The call under way was answered; nil is success.
        case answered(BusError?)
        /// The notifications' socket was closed by BlueZ.
        case socketEnded
        /// Time passed.
        case tick
        /// The driver ends: put the Tap back as it was.
        case leave
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        case call(Call)
        /// Forget the call under way: its answer is of no interest any more.
        case cancelCall
        /// Close the notifications' socket, or stop the notifications.
        case stopListening
        /// What the Tap had pressed comes up.
        case release
        case report(TapReport)
    }

    /// Where the connection stands.
    enum State: Equatable, Sendable {
        /// Not there, not bonded, or its adapter is off.
        case unavailable
        /// No link; the next attempt comes when the pause is over.
        case waiting(until: Int64)
        /// `Connect` is under way.
        case connecting
        /// There is a link; BlueZ looks for the services.
        case resolving(until: Int64)
        /// `AcquireNotify` or `StartNotify` is under way.
        case subscribing(viaSocket: Bool)
        /// The commands that make it an air mouse are on their way, one by one.
        case settingUp(remaining: ArraySlice<V2Command>)
        case streaming
        /// Something went wrong with a link that is still there; the next attempt comes then.
        case pausing(until: Int64)
        /// It speaks a protocol that this version does not.
        case unsupported
        /// The commands that put it back are on their way, one by one.
        case leaving(remaining: ArraySlice<V2Command>)
        case left
    }

    /// How long BlueZ may take to find the services.
    static let resolveLimit: Int64 = 30_000_000_000
    /// How often the Tap is told to stay in its mode.
    static let keepaliveInterval: Int64 = 10_000_000_000
    /// A socket that ends sooner than this and without data is not used again for this device.
    static let earlyEnd: Int64 = 5_000_000_000
    /// How long to wait whether an ended socket means an ended link.
    static let endGrace: Int64 = 1_000_000_000
    /// How many attempts on one link until it is given up.
    static let attemptsOnLink = 4
    /// The pause after BlueZ refuses us: nothing that we do changes that.
    static let refusedPause: Int64 = 60_000_000_000

    private(set) var state = State.unavailable
    private var snapshot: TapSnapshot?
    private var backoff: Backoff
    private var said = Said()

    /// Whether notifications come through a socket or as signals, as this device allows.
    private(set) var prefersSignals = false
    private var failuresOnLink = 0
    private var isCalling = false
    private var subscribedAt: Int64 = 0
    private var lastData: Int64?
    private var keepaliveAt: Int64 = 0
    private var keepaliveOwed = false
    private var silentChecks = 0
    private var paths = Paths()

    /// The characteristics in use.
    private struct Paths: Equatable {
        var read = ""
        var write = ""
    }

    /// What was already said, so that it is said once.
    private struct Said {
        var connected = false
        var unreachable = false
        var refused = false
        var missing = false
        var failing = false
        var unbonded = false
    }

    /// A connection of a device of which nothing is known yet.
    init(seed: UInt64) {
        backoff = Backoff(seed: seed)
    }

    /// When `tick` has something to do, or nil.
    var deadline: Int64? {
        switch state {
        case .waiting(let until), .resolving(let until), .pausing(let until): until
        case .streaming: keepaliveAt
        case .unavailable, .connecting, .subscribing, .settingUp, .unsupported, .leaving, .left:
            nil
        }
    }

    /// Whether there is nothing more to do after `leave`.
    var isDone: Bool { state == .left }

    /// The Tap's name for messages.
    var name: String { snapshot?.name ?? "Tap" }

    /// A notification arrived. On the path of every packet: no more than two stores.
    mutating func noteData(at now: Int64) {
        lastData = now
    }

    /// Takes an event; returns what is to be done, in order.
    mutating func handle(_ event: Event, at now: Int64) -> [Action] {
        switch event {
        case .changed(let snapshot):
            self.snapshot = snapshot
            return look(now)
        case .answered(let error):
            guard isCalling else { return [] }
            isCalling = false
            return answered(error, now)
        case .socketEnded:
            return socketEnded(now)
        case .tick:
            guard let deadline, deadline <= now else { return [] }
            return due(now)
        case .leave:
            return leave()
        }
    }

    /// The action for a vibration, or none where the Tap is busy or not there: it is not worth a
    /// queue.
    mutating func vibrate(_ pattern: HapticPattern) -> [Action] {
        guard state == .streaming, !isCalling else { return [] }
        return [write(.haptic(pattern))]
    }
}

// MARK: - What BlueZ says of the device

extension TapConnection {
    /// Compares where the connection stands with what BlueZ says.
    private mutating func look(_ now: Int64) -> [Action] {
        switch state {
        case .left: return []
        case .leaving where !(snapshot?.isConnected ?? false):
            state = .left
            return [.cancelCall]
        case .leaving: return []
        default: break
        }
        guard let snapshot, snapshot.isPowered, snapshot.isBonded else {
            let actions = state == .unavailable ? [] : lost()
            state = .unavailable
            return actions + sayUnbonded()
        }
        guard snapshot.isConnected else { return lookUnconnected(now) }
        switch state {
        case .unavailable, .waiting, .connecting:
            let cancel: [Action] = state == .connecting ? [cancelCall()] : []
            state = .resolving(until: now + Self.resolveLimit)
            failuresOnLink = 0
            return cancel + lookResolved(now)
        case .resolving, .unsupported:
            return lookResolved(now)
        case .subscribing, .settingUp, .streaming:
            guard paths != currentPaths else { return [] }
            // The services were looked for again and lie elsewhere now.
            let actions = stopped()
            state = .resolving(until: now + Self.resolveLimit)
            return actions + lookResolved(now)
        case .pausing, .leaving, .left:
            return []
        }
    }

    private mutating func lookUnconnected(_ now: Int64) -> [Action] {
        switch state {
        case .unavailable:
            return connect()
        case .waiting, .connecting:
            return []
        case .resolving, .subscribing, .settingUp, .streaming, .pausing, .unsupported:
            let actions = lost()
            state = .waiting(until: now + backoff.next())
            return actions
        case .leaving, .left:
            return []
        }
    }

    /// With a link: goes on as soon as the services are known.
    private mutating func lookResolved(_ now: Int64) -> [Action] {
        guard let snapshot, snapshot.servicesResolved else { return [] }
        switch snapshot.protocolVersion {
        case .v2:
            return subscribe()
        case .v1:
            guard state != .unsupported else { return [] }
            state = .unsupported
            return [.report(.v1NotSupported)]
        case nil:
            // BlueZ may still be adding them; what is missing at the limit is missing.
            return []
        }
    }

    private mutating func sayUnbonded() -> [Action] {
        guard let snapshot, !snapshot.isBonded, snapshot.isConnected, !said.unbonded else {
            return []
        }
        said.unbonded = true
        return [.report(.notBonded)]
    }

    private var currentPaths: Paths {
        Paths(read: snapshot?.readPath ?? "", write: snapshot?.writePath ?? "")
    }

    /// Everything that a lost link entails, but for the next state.
    private mutating func lost() -> [Action] {
        var actions = stopped()
        if said.connected {
            said.connected = false
            actions.append(.report(.lost))
        }
        return actions
    }

    /// What was under way or listened to ends; what was pressed comes up.
    private mutating func stopped() -> [Action] {
        var actions: [Action] = []
        if isCalling { actions.append(cancelCall()) }
        switch state {
        case .subscribing, .settingUp, .streaming, .pausing:
            actions += [.stopListening, .release]
        case .unavailable, .waiting, .connecting, .resolving, .unsupported, .leaving, .left: break
        }
        return actions
    }

    private mutating func cancelCall() -> Action {
        isCalling = false
        return .cancelCall
    }
}

// MARK: - Calls and their answers

extension TapConnection {
    private mutating func call(_ call: Call) -> Action {
        isCalling = true
        return .call(call)
    }

    private mutating func write(_ command: V2Command) -> Action {
        call(.write(path: paths.write, bytes: command.bytes))
    }

    private mutating func connect() -> [Action] {
        state = .connecting
        return [call(.connect)]
    }

    private mutating func subscribe() -> [Action] {
        paths = currentPaths
        state = .subscribing(viaSocket: !prefersSignals)
        return [
            call(
                prefersSignals
                    ? .startNotify(path: paths.read) : .acquireNotify(path: paths.read))
        ]
    }

    private mutating func answered(_ error: BusError?, _ now: Int64) -> [Action] {
        switch state {
        case .connecting: return connectAnswered(error, now)
        case .subscribing(let viaSocket):
            if let error {
                return viaSocket ? subscribeBySignals() : subscribeFailed(error, now)
            }
            subscribedAt = now
            lastData = nil
            silentChecks = 0
            return sendNext(V2Command.airMouseSetUp[...], now)
        case .settingUp(let remaining):
            if let error { return setUpFailed(error, now) }
            return sendNext(remaining, now)
        case .streaming:
            // A vibration or a keepalive that failed: the link's end is told otherwise.
            guard keepaliveOwed else { return [] }
            keepaliveOwed = false
            return [write(.keepalive)]
        case .leaving(let remaining):
            return sendNextLeaving(error == nil ? remaining : [])
        case .unavailable, .waiting, .resolving, .pausing, .unsupported, .left:
            return []
        }
    }

    private mutating func connectAnswered(_ error: BusError?, _ now: Int64) -> [Action] {
        guard let error else {
            state = .resolving(until: now + Self.resolveLimit)
            return lookResolved(now)
        }
        var actions: [Action] = []
        var pause = backoff.next()
        switch error.name {
        case "org.bluez.Error.AlreadyConnected":
            state = .resolving(until: now + Self.resolveLimit)
            return lookResolved(now)
        case "org.bluez.Error.InProgress", "org.bluez.Error.NotReady":
            // Somebody else connects it, or the adapter is on its way: both pass.
            break
        case "org.freedesktop.DBus.Error.AccessDenied":
            pause = Self.refusedPause
            if !said.refused { actions.append(.report(.refused(error))) }
            said.refused = true
        default:
            if !said.unreachable { actions.append(.report(.unreachable(error))) }
            said.unreachable = true
        }
        state = .waiting(until: now + pause)
        return actions
    }

    private mutating func subscribeBySignals() -> [Action] {
        prefersSignals = true
        return subscribe()
    }

    private mutating func sendNext(
        _ commands: ArraySlice<V2Command>, _ now: Int64
    ) -> [Action] {
        guard let command = commands.first else {
            state = .streaming
            keepaliveAt = now + Self.keepaliveInterval
            failuresOnLink = 0
            var actions: [Action] = []
            if !said.connected { actions.append(.report(.connected)) }
            said = Said()
            said.connected = true
            return actions
        }
        state = .settingUp(remaining: commands.dropFirst())
        return [write(command)]
    }

    /// Somebody else listens, perhaps: again in a while, and never at the cost of the link.
    private mutating func subscribeFailed(_ error: BusError, _ now: Int64) -> [Action] {
        let actions = sayFailing(error) + stopped()
        state = .pausing(until: now + backoff.next())
        return actions
    }

    /// A command was not taken: again in a while, and after some attempts with a new link.
    private mutating func setUpFailed(_ error: BusError, _ now: Int64) -> [Action] {
        failuresOnLink += 1
        let actions = sayFailing(error)
        if failuresOnLink >= Self.attemptsOnLink { return actions + giveUpLink(now) }
        let stopping = stopped()
        state = .pausing(until: now + Int64(failuresOnLink) * Self.endGrace)
        return actions + stopping
    }

    private mutating func sayFailing(_ error: BusError) -> [Action] {
        guard !said.failing else { return [] }
        said.failing = true
        return [.report(.failing(error))]
    }

    private mutating func giveUpLink(_ now: Int64) -> [Action] {
        let actions = lost()
        state = .waiting(until: now + backoff.next())
        return actions + [.call(.disconnect)]
    }

    private mutating func socketEnded(_ now: Int64) -> [Action] {
        switch state {
        case .settingUp, .streaming:
            if lastData == nil, now - subscribedAt < Self.earlyEnd { prefersSignals = true }
            let actions = stopped()
            state = .pausing(until: now + Self.endGrace)
            return actions
        case .unavailable, .waiting, .connecting, .resolving, .subscribing, .pausing,
            .unsupported, .leaving, .left:
            return []
        }
    }
}

// MARK: - Time, and the end

extension TapConnection {
    private mutating func due(_ now: Int64) -> [Action] {
        switch state {
        case .waiting:
            guard snapshot?.isConnected == true else { return connect() }
            state = .resolving(until: now + Self.resolveLimit)
            return lookResolved(now)
        case .resolving:
            guard snapshot?.servicesResolved == true else { return giveUpLink(now) }
            var actions: [Action] = []
            if !said.missing { actions.append(.report(.characteristicsMissing)) }
            said.missing = true
            return actions + giveUpLink(now)
        case .pausing:
            state = .resolving(until: now + Self.resolveLimit)
            return lookResolved(now)
        case .streaming:
            return keepAlive(now)
        case .unavailable, .connecting, .subscribing, .settingUp, .unsupported, .leaving, .left:
            return []
        }
    }

    /// The keepalive; and a look whether anything came since the last one.
    private mutating func keepAlive(_ now: Int64) -> [Action] {
        keepaliveAt = now + Self.keepaliveInterval
        if let lastData, now - lastData < Self.keepaliveInterval {
            backoff.succeeded()
            silentChecks = 0
        } else {
            silentChecks = min(silentChecks + 1, 3)
        }
        switch silentChecks {
        case 1 where !isCalling:
            // Perhaps it left its mode: tell it again, once.
            return sendNext(V2Command.airMouseSetUp[...], now)
        case 2:
            return [.report(.silent)] + sendKeepalive()
        default:
            return sendKeepalive()
        }
    }

    private mutating func sendKeepalive() -> [Action] {
        guard !isCalling else {
            keepaliveOwed = true
            return []
        }
        return [write(.keepalive)]
    }

    private mutating func leave() -> [Action] {
        switch state {
        case .settingUp, .streaming:
            let actions = [isCalling ? cancelCall() : nil, .release].compactMap { $0 }
            return actions + sendNextLeaving(V2Command.leaving[...])
        case .unavailable, .waiting, .connecting, .resolving, .subscribing, .pausing,
            .unsupported:
            let actions = stopped()
            state = .left
            return actions
        case .leaving, .left:
            return []
        }
    }

    private mutating func sendNextLeaving(_ commands: ArraySlice<V2Command>) -> [Action] {
        guard let command = commands.first else {
            state = .left
            return [.stopListening]
        }
        state = .leaving(remaining: commands.dropFirst())
        return [write(command)]
    }
}
