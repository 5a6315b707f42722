internal import Bus
internal import EventLoop
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
        case write(path: String, bytes: [UInt8], withResponse: Bool)
    }

    /// What happened.
    enum Event: Sendable {
        /// BlueZ's objects changed; nil if the device is gone.
        case changed(TapSnapshot?)
        /// The call under way was answered; nil is success.
        case answered(BusError?)
        /// A notifications' socket was closed by BlueZ, after some data or before any.
        case socketEnded(hadData: Bool)
        /// Time passed.
        case tick
        /// The driver asks something of the Tap.
        case asked(Request)
        /// Standby began or ended.
        case standby(Bool)
        /// The IMU's ranges as the Tap tells them; nil for codes that do not exist.
        case imuSensitivity(IMUSensitivity?)
        /// The Tap is not listened to any more: put it back as it was.
        case leave
        /// After `leave` the Tap is listened to again.
        case rejoin
        /// The machine has slept: nothing that was known of the link need hold.
        case woke
        /// The program was stopped for a while and goes on.
        case resumed
    }

    /// What the driver may ask of a Tap while it is there.
    enum Request: Equatable, Sendable {
        case vibrate(HapticPattern)
        /// From air gestures to tapping, or back.
        case switchModel
        /// Sets the ranges of the raw sensors; a v2 Tap reads those of the IMU back.
        case setSensitivity(SensorSensitivity)
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        case call(Call)
        /// Forget the call under way: its answer is of no interest any more.
        case cancelCall
        /// Close the notifications' sockets, or stop the notifications.
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
        /// `AcquireNotify` or `StartNotify` of the first of these paths is under way.
        case subscribing(remaining: ArraySlice<String>, viaSocket: Bool)
        /// The commands of its mode are on their way, one by one.
        case settingUp(remaining: ArraySlice<TapWrite>)
        case streaming
        /// Something went wrong with a link that is still there; the next attempt comes then.
        case pausing(until: Int64)
        /// A link on which nothing works is being given up.
        case disconnecting
        /// The commands that put it back are on their way, one by one.
        case leaving(remaining: ArraySlice<TapWrite>)
        case left
    }

    /// How long BlueZ may take to find the services.
    static let resolveLimit: Int64 = 30_000_000_000
    /// How often the Tap is told to stay in its mode.
    static let refreshInterval: Int64 = 10_000_000_000
    /// After how many refreshes without a packet the notifications are subscribed to anew.
    static let checksOfSilence = 3
    /// And again after so many more, each time.
    static let checksPerSubscription = 6
    /// A socket that ends sooner than this and without data is not used again for this device.
    static let earlyEnd: Int64 = 5_000_000_000
    /// How long to wait whether an ended socket means an ended link; longer with each on one link.
    static let endGrace: Int64 = 1_000_000_000
    /// The longest of these waits.
    static let longestGrace: Int64 = 30_000_000_000
    /// How many attempts on one link until it is given up.
    static let attemptsOnLink = 4
    /// The pause after BlueZ refuses us: nothing that we do changes that.
    static let refusedPause: Int64 = 60_000_000_000
    /// How long a pairing may take until a link without keys is told of.
    static let pairingGrace: Int64 = 5_000_000_000
    /// How many links may be lost in a mode of raw sensors until it is given up.
    static let lossesInRawMode = 3

    /// Where the connection stands; only the functions of this type change it.
    var state = State.unavailable
    /// What the Tap is to do, on this link and on later ones.
    var mode: TapMode
    /// What BlueZ says of the device.
    private(set) var snapshot: TapSnapshot?
    /// The pauses between attempts.
    var backoff: Backoff
    var said = Said()
    /// Whether what failed last did so since another program has the Tap.
    var isTaken = false

    /// Whether notifications come through a socket or as signals, as this device allows.
    var prefersSignals = false
    /// Whether that is since another program had the socket.
    var socketWasTaken = false
    var failuresOnLink = 0
    /// How many sockets ended on this link since it last was well for a while.
    var endsOnLink: Int64 = 0
    var isCalling = false
    /// What the call under way writes.
    var writing: TapWrite?
    /// Whether the Tap was told on this link to be in its mode, and so is to be put back.
    var isSetUp = false
    var subscribedAt: Int64 = 0
    var data = DataSeen()
    var refreshAt: Int64 = 0
    var outbox = Outbox()
    /// How many refreshes in a row found that what should have come did not.
    var quietChecks = 0
    var rawLosses = 0
    var sensitivity = SensitivityTalk()
    /// The mode that the Tap was told last; another one is told it as soon as it streams.
    var toldMode: TapMode?
    /// What the Tap looks for as far as was told: a model that it does not take is given up for it.
    var knownModel: V2VisionModel
    /// When a Tap that is linked without being bonded is told of: it may be being paired just now.
    var unbondedAt: Int64?
    var battery = BatteryWatch()
    /// After the machine has slept: the proof that the link still carries data, until it is there.
    var proof: LinkProof?
    /// Whether the Tap is to be told its mode once more as soon as no call is under way, since the
    /// machine has slept.
    var mustAssertMode = false
    /// Whether the Tap is to be listened to again as soon as it is put back.
    var rejoins = false
    var paths = Paths()

    /// The characteristics in use.
    struct Paths: Equatable {
        var version: ProtocolVersion?
        /// By their UUIDs.
        var all: [String: String] = [:]
    }

    /// What was already said, so that it is said once.
    struct Said {
        var connected = false
        var unreachable = false
        var refused = false
        var missing = false
        var failing = false
        var unbonded = false
    }

    /// A connection of a device of which nothing is known yet, which is to be in a mode.
    init(mode: TapMode, seed: UInt64) {
        self.mode = mode
        knownModel = mode.model
        backoff = Backoff(seed: seed)
    }

    /// When `tick` has something to do, or nil.
    var deadline: Int64? {
        switch state {
        case .waiting(let until), .resolving(let until), .pausing(let until): until
        case .streaming: min(refreshAt, sensitivity.deadline ?? .max, proof?.until ?? .max)
        case .unavailable: unbondedAt
        case .connecting, .subscribing, .settingUp, .disconnecting, .leaving, .left:
            nil
        }
    }

    /// Whether the Tap is in its mode and listened to, also while it is told so again.
    var isInMode: Bool {
        switch state {
        case .streaming: true
        case .resolving, .subscribing, .settingUp: said.connected
        default: false
        }
    }

    /// Whether there is nothing more to do after `leave`.
    var isDone: Bool { state == .left }

    /// The Tap's name for messages, also once BlueZ has forgotten it.
    private(set) var name = "Tap"
    /// The Tap's Bluetooth address, also once BlueZ has forgotten it.
    private(set) var address = ""

    /// What is listened to and written in this mode, as the device's protocol has it.
    var program: TapProgram { TapProgram(paths.version ?? .v2, mode) }

    /// Takes over what BlueZ says of the device.
    mutating func learn(_ snapshot: TapSnapshot?) {
        self.snapshot = snapshot
        guard let snapshot else { return }
        name = snapshot.name
        address = snapshot.address
    }

    /// Takes an event; returns what is to be done, in order.
    mutating func handle(_ event: Event, at now: Int64) -> [Action] {
        switch event {
        case .changed(let snapshot):
            learn(snapshot)
            return look(now) + lookAtBattery()
        case .answered(let error):
            guard isCalling else { return [] }
            isCalling = false
            return answered(error, now)
        case .socketEnded(let hadData):
            return socketEnded(hadData: hadData, now)
        case .tick:
            guard let deadline, deadline <= now else { return [] }
            return due(now)
        case .asked(let request):
            return asked(request, now)
        case .standby(let on):
            return standby(on)
        case .imuSensitivity(let ranges):
            return told(ranges, now)
        case .leave:
            return leave(now)
        case .rejoin:
            return rejoin(now)
        case .woke:
            return woke(now)
        case .resumed:
            return resumed(now)
        }
    }
}

extension TapMode {
    /// What the Tap looks for in this mode.
    var model: V2VisionModel { self == .tapping ? .tapping : .airGesture }
}
