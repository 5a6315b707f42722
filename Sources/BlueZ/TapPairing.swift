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
    private(set) var state = State.looking
    /// A name or an address, or nil for whichever there is.
    private let word: String?
    private let scanLimit: Int64
    private let grace: Int64
    private var objects = BlueZObjects()
    private var taps: [KnownTap] = []
    /// The adapter that looks for Taps.
    private var adapter = ""
    /// The Taps that BlueZ knew before and has known ever since: they may be anywhere.
    private var knownBefore: Set<String> = []
    private var told: Set<String> = []
    private var isDiscovering = false
    private var hasAgent = false

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
    private var target: Target? {
        switch state {
        case .stoppingDiscovery(let target), .registering(let target), .pairing(let target),
            .trusting(let target), .connecting(let target, _), .resolving(let target, _, _):
            target
        case .looking, .settingFilter, .startingDiscovery, .scanning, .ending, .ended: nil
        }
    }

    mutating func handle(_ event: TapTaskEvent, at now: Int64) -> [Action] {
        switch event {
        case .changed(let objects):
            self.objects = objects
            taps = objects.knownTaps
            knownBefore.formIntersection(taps.map(\.path))
            return look(now)
        case .answered(let result): return answered(result, now)
        case .failing(let error): return end(.failure(error))
        case .stop: return end(.failure(.interrupted))
        case .tick:
            guard let deadline, deadline <= now else { return [] }
            return due(now)
        }
    }
}

// MARK: - Looking for Taps

extension TapPairing {
    private mutating func look(_ now: Int64) -> [Action] {
        switch state {
        case .looking: return begin()
        case .ending, .ended: return []
        default: break
        }
        guard let isPowered = objects.isPowered(target?.adapter ?? adapter) else {
            return end(.failure(.noAdapter))
        }
        guard isPowered else { return end(.failure(.adapterOff)) }
        if let target {
            guard let tap = taps.first(where: { $0.path == target.path }) else {
                return end(.failure(.gone(target.identity)))
            }
            return followLink(of: tap.snapshot, now)
        }
        guard case .scanning(let until, let grace) = state else { return [] }
        return lookAround(until: until, grace: grace, now)
    }

    private mutating func begin() -> [Action] {
        guard !objects.adapterPaths.isEmpty else { return end(.failure(.noAdapter)) }
        let powered = objects.adapterPaths.first { objects.isPowered($0) == true }
        guard let powered else { return end(.failure(.adapterOff)) }
        adapter = powered
        knownBefore = Set(taps.map(\.path))
        // A bonded Tap need not be found: it may well be connected already, and so be silent.
        if let word, let actions = takeBonded(bonded.filter { $0.isNamed(word) }) {
            return actions
        }
        state = .settingFilter
        return [.call(.setDiscoveryFilter(adapter: adapter))]
    }

    /// The bonded Taps that can be connected.
    private var bonded: [KnownTap] {
        taps.filter { $0.snapshot.isBonded && $0.snapshot.isPowered }.distinct
    }

    /// The Taps without keys that are there now.
    private var candidates: [KnownTap] {
        taps.filter {
            !$0.snapshot.isBonded && $0.adapter == adapter
                && ($0.isHeard || $0.snapshot.isConnected || !knownBefore.contains($0.path))
        }
    }

    /// Goes on with the one bonded Tap that is meant; nil where there is none.
    private mutating func takeBonded(_ meant: [KnownTap]) -> [Action]? {
        guard let tap = meant.first else { return nil }
        guard meant.count == 1 else { return end(.failure(.several(meant.identities))) }
        return choose(tap)
    }

    private mutating func lookAround(until: Int64, grace: Int64?, _ now: Int64) -> [Action] {
        let candidates = candidates
        var actions: [Action] = []
        for tap in candidates where told.insert(tap.path).inserted {
            actions.append(.report(.found(tap.identity)))
        }
        guard let word else {
            let grace = candidates.isEmpty ? nil : grace ?? now + self.grace
            state = .scanning(until: until, grace: grace)
            return actions
        }
        // Meanwhile another program may have paired it.
        if let more = takeBonded(bonded.filter { $0.isNamed(word) }) { return actions + more }
        let meant = candidates.filter { $0.isNamed(word) }
        return meant.isEmpty ? actions : actions + chooseOnly(of: meant)
    }

    private mutating func chooseOnly(of candidates: [KnownTap]) -> [Action] {
        guard candidates.count == 1, let tap = candidates.first else {
            return end(.failure(.several(candidates.identities)))
        }
        return choose(tap)
    }

    private mutating func choose(_ tap: KnownTap, isWanted: Bool = true) -> [Action] {
        let target = Target(
            path: tap.path, identity: tap.identity, adapter: tap.adapter,
            wasBonded: tap.snapshot.isBonded, isWanted: isWanted)
        guard isDiscovering else { return goOn(with: target) }
        // A pairing is in the way of a scan, and a scan in its.
        isDiscovering = false
        state = .stoppingDiscovery(target)
        return [.call(.stopDiscovery(adapter: adapter))]
    }

    private mutating func due(_ now: Int64) -> [Action] {
        switch state {
        case .scanning(_, grace: .some): return chooseOnly(of: candidates)
        case .scanning: return foundNothing()
        case .resolving(let target, _, _): return notResolved(target)
        default: return []
        }
    }

    private mutating func foundNothing() -> [Action] {
        if let word { return end(.failure(.notFound(word))) }
        let bonded = bonded
        guard let tap = bonded.first else { return end(.failure(.noneFound)) }
        guard bonded.count == 1 else {
            return end(.success(.nothingNew(bonded.identities, problem: nil)))
        }
        return choose(tap, isWanted: false)
    }
}

// MARK: - Keys and link

extension TapPairing {
    private mutating func goOn(with target: Target) -> [Action] {
        if target.wasBonded { return trust(target) }
        hasAgent = true
        state = .registering(target)
        return [.call(.registerAgent)]
    }

    private mutating func trust(_ target: Target) -> [Action] {
        state = .trusting(target)
        return [.report(.connecting(target.identity)), .call(.trust(target.path))]
    }

    private mutating func answered(_ result: Result<[UInt8], BusError>, _ now: Int64) -> [Action] {
        let error = result.error
        switch state {
        case .settingFilter:
            // Taps are known by their service, with and without a filter.
            if let error, error.isRefusal { return end(.failure(.refused(error))) }
            isDiscovering = true
            state = .startingDiscovery
            return [.call(.startDiscovery(adapter: adapter))]
        case .startingDiscovery:
            if let error, !error.isBlueZ("InProgress") {
                isDiscovering = false
                return end(.failure(.general(error)))
            }
            state = .scanning(until: now + scanLimit, grace: nil)
            return [.report(.scanning)] + look(now)
        case .stoppingDiscovery(let target): return goOn(with: target)
        case .registering(let target):
            if let error, !error.isBlueZ("AlreadyExists") {
                hasAgent = false
                return end(.failure(.general(error)))
            }
            state = .pairing(target)
            return [.report(.pairing(target.identity)), .call(.pair(target.path))]
        case .pairing(let target):
            if let error, !error.isBlueZ("AlreadyExists") {
                return end(.failure(.step(.pair, target.identity, error)))
            }
            return trust(target)
        case .trusting(let target):
            if let error { return end(.failure(.step(.trust, target.identity, error))) }
            state = .connecting(target, hadLink: isConnected(target))
            return [.call(.connect(target.path))]
        case .connecting(let target, let hadLink):
            if let error, !error.isBlueZ("AlreadyConnected", "InProgress") {
                return notConnected(target, error)
            }
            state = .resolving(target, hadLink: hadLink, until: now + Self.resolveLimit)
            return look(now)
        case .ending(var ending):
            return [next(&ending)]
        case .looking, .scanning, .resolving, .ended: return []
        }
    }

    private func isConnected(_ target: Target) -> Bool {
        taps.contains { $0.path == target.path && $0.snapshot.isConnected }
    }

    /// Follows the link that is being made or is there.
    private mutating func followLink(of tap: TapSnapshot, _ now: Int64) -> [Action] {
        switch state {
        case .connecting(let target, let hadLink):
            state = .connecting(target, hadLink: hadLink || tap.isConnected)
            return []
        case .resolving(let target, let hadLink, let until):
            if tap.isConnected && tap.servicesResolved && tap.isBonded {
                return end(.success(success(target, isReady: true)))
            }
            // After a pairing links may come and go; without one it is a refusal of the keys.
            if target.wasBonded && hadLink && !tap.isConnected {
                return end(.failure(.keyMissing(target.identity)))
            }
            state = .resolving(target, hadLink: hadLink || tap.isConnected, until: until)
            return []
        default: return []
        }
    }

    private mutating func notResolved(_ target: Target) -> [Action] {
        guard let tap = taps.first(where: { $0.path == target.path })?.snapshot, tap.isBonded else {
            return end(.failure(.notBonded(target.identity)))
        }
        guard tap.isConnected || !target.wasBonded else { return notConnected(target, .noReply) }
        return end(.success(success(target, isReady: false)))
    }

    private mutating func notConnected(_ target: Target, _ error: BusError) -> [Action] {
        if !target.isWanted && !error.isRefusal {
            return end(.success(.nothingNew([target.identity], problem: error)))
        }
        let step = target.wasBonded ? TapStep.connectKnown : .connectNew
        return end(.failure(.step(step, target.identity, error)))
    }

    private func success(_ target: Target, isReady: Bool) -> Output {
        target.wasBonded
            ? .connected(target.identity, isReady: isReady)
            : .paired(target.identity, isReady: isReady)
    }
}

// MARK: - The end

extension TapPairing {
    /// Ends: undoes what is under way, stops looking, and takes the agent back.
    private mutating func end(_ result: Result<Output, TapTaskError>) -> [Action] {
        var calls: [TapTaskCall] = []
        switch state {
        case .ending, .ended: return []
        case .pairing(let target):
            if Self.leavesPairing(result), taps.contains(where: { $0.path == target.path }) {
                calls.append(.cancelPairing(target.path))
            }
        default: break
        }
        if isDiscovering { calls.append(.stopDiscovery(adapter: adapter)) }
        if hasAgent { calls.append(.unregisterAgent) }
        var ending = TapTaskEnding<Output>(calls, result)
        return [.cancelCall, next(&ending)]
    }

    /// Whether BlueZ may still be at it: it has not answered.
    private static func leavesPairing(_ result: Result<Output, TapTaskError>) -> Bool {
        guard case .failure(.failed(.pair, _, let error)) = result else { return true }
        return error.isNoReply
    }

    private mutating func next(_ ending: inout TapTaskEnding<Output>) -> Action {
        let action: Action = ending.next()
        if case .done = action { state = .ended } else { state = .ending(ending) }
        return action
    }
}

extension BusError {
    /// Nobody answered in time.
    static let noReply = BusError(name: "org.freedesktop.DBus.Error.NoReply")
}

extension Result {
    /// The failure, if it is one.
    var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
