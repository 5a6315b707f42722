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
        /// A link on which nothing works is being given up.
        case disconnecting
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

    /// Where the connection stands; only the functions of this type change it.
    var state = State.unavailable
    /// What BlueZ says of the device.
    private(set) var snapshot: TapSnapshot?
    /// The pauses between attempts.
    var backoff: Backoff
    var said = Said()

    /// Whether notifications come through a socket or as signals, as this device allows.
    var prefersSignals = false
    var failuresOnLink = 0
    var isCalling = false
    /// Whether the Tap was told on this link to be an air mouse, and so is to be put back.
    var isSetUp = false
    var subscribedAt: Int64 = 0
    var lastData: Int64?
    /// Whether any motion came since the last keepalive, or since the subscription.
    var hasMotion = false
    var keepaliveAt: Int64 = 0
    var keepaliveOwed = false
    /// A vibration that waits for the call under way; of several the last one.
    var vibrationOwed: HapticPattern?
    var silentChecks = 0
    var paths = Paths()

    /// The characteristics in use.
    struct Paths: Equatable {
        var read = ""
        var write = ""
    }

    /// What was already said, so that it is said once.
    struct Said {
        var connected = false
        var unreachable = false
        var refused = false
        var missing = false
        var failing = false
        var unbonded = false
        var unsupported = false
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
        case .unavailable, .connecting, .subscribing, .settingUp, .disconnecting, .unsupported,
            .leaving, .left:
            nil
        }
    }

    /// Whether there is nothing more to do after `leave`.
    var isDone: Bool { state == .left }

    /// The Tap's name for messages, also once BlueZ has forgotten it.
    private(set) var name = "Tap"

    /// A notification arrived, of motion or of something else.
    ///
    /// On the path of every packet: no more than two stores.
    mutating func noteData(at now: Int64, isMotion: Bool) {
        lastData = now
        if isMotion { hasMotion = true }
    }

    /// Takes an event; returns what is to be done, in order.
    mutating func handle(_ event: Event, at now: Int64) -> [Action] {
        switch event {
        case .changed(let snapshot):
            self.snapshot = snapshot
            if let snapshot { name = snapshot.name }
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

    /// The action for a vibration: none where the Tap is not there, and later where it is busy.
    mutating func vibrate(_ pattern: HapticPattern) -> [Action] {
        guard state == .streaming else { return [] }
        guard !isCalling else {
            vibrationOwed = pattern
            return []
        }
        return [write(.haptic(pattern))]
    }
}
