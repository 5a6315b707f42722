public import Bus

/// What is worth telling a person while a Tap is being paired.
public enum PairingReport: Equatable, Sendable {
    /// Taps are looked for now.
    case scanning
    /// A Tap without keys is there; told once for each.
    case found(TapIdentity)
    /// Keys are being exchanged.
    case pairing(TapIdentity)
    /// The keys are there; the link is made.
    case connecting(TapIdentity)
}

/// What came of pairing.
public enum PairingResult: Equatable, Sendable {
    /// Keys were exchanged; whether there is a link already, with its services known.
    case paired(TapIdentity, isReady: Bool)
    /// It was bonded before; whether there is a link now, with its services known.
    case connected(TapIdentity, isReady: Bool)
    /// No new Tap was found, but these are bonded; why the only one could not be connected.
    case nothingNew([TapIdentity], problem: BusError?)
}

/// Looks for a Tap, exchanges keys with it and connects it.
struct TapPairing: TapTask {
    typealias Report = PairingReport
    typealias Output = PairingResult
    typealias Action = TapTaskAction<Report, Output>

    /// Where it stands.
    enum State: Sendable {
        /// Nothing is known yet.
        case looking
        case settingFilter
        case startingDiscovery
        /// Waits for Taps, and once there is one a moment more for others.
        case scanning(until: Int64, grace: Int64?)
        case stoppingDiscovery(Target)
        case registering(Target)
        case pairing(Target)
        case trusting(Target)
        case connecting(Target, hadLink: Bool)
        /// There is a link, or will be; BlueZ looks for the services.
        case resolving(Target, hadLink: Bool, until: Int64)
        case ending(TapTaskEnding<Output>)
        case ended
    }

    /// The Tap that was chosen.
    struct Target: Equatable, Sendable {
        var path: String
        var identity: TapIdentity
        var adapter: String
        /// Whether there were keys before.
        var wasBonded = false
        /// Whether it is the user's wish, and not only all that there is.
        var isWanted = true
    }

    /// How long to wait for others once a Tap was found.
    static let grace: Int64 = 3_000_000_000
    /// How long BlueZ may take to find the services.
    static let resolveLimit: Int64 = 30_000_000_000

    /// Only the functions of this type change these.
    var state = State.looking
    /// A name or an address, or nil for whichever there is.
    let word: String?
    let scanLimit: Int64
    let grace: Int64
    var objects = BlueZObjects()
    var taps: [KnownTap] = []
    /// The adapter that looks for Taps.
    var adapter = ""
    /// The Taps that BlueZ knew before and has known ever since: they may be anywhere.
    var knownBefore: Set<String> = []
    var told: Set<String> = []
    var isDiscovering = false
    var hasAgent = false

    /// Pairs the Tap of a name or address, or the one that is there; looks for it as long as
    /// `scanLimit` nanoseconds, and once it found one as long as `grace` for others.
    init(_ word: String?, scanLimit: Int64, grace: Int64 = Self.grace) {
        self.word = word
        self.scanLimit = scanLimit
        self.grace = grace
    }

    var deadline: Int64? {
        switch state {
        case .scanning(let until, let grace): grace ?? until
        case .resolving(_, _, let until): until
        default: nil
        }
    }

    var pairingPath: String? { hasAgent ? target?.path : nil }

    /// The Tap that was chosen, once it is.
    var target: Target? {
        switch state {
        case .stoppingDiscovery(let target), .registering(let target), .pairing(let target),
            .trusting(let target), .connecting(let target, _), .resolving(let target, _, _):
            target
        case .looking, .settingFilter, .startingDiscovery, .scanning, .ending, .ended: nil
        }
    }

    mutating func changed(_ objects: BlueZObjects, _ now: Int64) -> [Action] {
        self.objects = objects
        taps = objects.knownTaps
        knownBefore.formIntersection(taps.map(\.path))
        return look(now)
    }
}

// MARK: - The end

extension TapPairing {
    /// Ends: undoes what is under way, stops looking, and takes the agent back.
    mutating func end(_ result: Result<Output, TapTaskError>) -> [Action] {
        var calls: [TapTaskCall] = []
        switch state {
        case .ending, .ended: return []
        case .pairing(let target):
            guard objects.snapshot(of: target.path) != nil else { break }
            if Self.leavesPairing(result) { calls.append(.cancelPairing(target.path)) }
            if Self.spoilsDevice(result) {
                calls.append(.remove(target.path, adapter: target.adapter))
            }
        default: break
        }
        if isDiscovering { calls.append(.stopDiscovery(adapter: adapter)) }
        if hasAgent { calls.append(.unregisterAgent) }
        var ending = TapTaskEnding<Output>(calls, result)
        return [.cancelCall, next(&ending)]
    }

    /// Whether BlueZ may still be at it: it has not answered.
    static func leavesPairing(_ result: Result<Output, TapTaskError>) -> Bool {
        guard case .failure(.failed(.pair, _, let error)) = result else { return true }
        return error.isNoReply
    }

    /// Whether BlueZ keeps the device without its services, so that no later search would find it.
    static func spoilsDevice(_ result: Result<Output, TapTaskError>) -> Bool {
        switch result {
        case .failure(.interrupted), .failure(.failing): true
        case .failure(.failed(.pair, _, let error)):
            // Somebody else's pairing is left alone.
            !error.isBlueZ("InProgress", "NotReady")
        case .success, .failure: false
        }
    }

    mutating func next(_ ending: inout TapTaskEnding<Output>) -> Action {
        let action: Action = ending.next()
        if case .done = action { state = .ended } else { state = .ending(ending) }
        return action
    }
}

extension Result {
    /// The failure, if it is one.
    var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
