internal import Bus
internal import TapProtocol

/// What is worth telling a person while something is done with a Tap.
public enum VisitReport: Equatable, Sendable {
    /// The Tap is not connected yet, so it is.
    case connecting(TapIdentity)
}

/// Connects a bonded Tap if need be, reads or writes a little, and leaves the link as it was.
struct TapVisit: TapTask {
    typealias Report = VisitReport
    typealias Output = TapFacts
    typealias Action = TapTaskAction<Report, Output>

    /// What the visit is for.
    enum Purpose: Equatable, Sendable {
        /// What the Tap says of itself.
        case facts
        case vibration(HapticPattern)
    }

    /// One read or one write.
    private enum Deed: Equatable, Sendable {
        case read(String)
        case write(TapWrite)

        var characteristic: String {
            switch self {
            case .read(let uuid): uuid
            case .write(let write): write.characteristic
            }
        }

        var step: TapStep {
            switch self {
            case .read: .read
            case .write: .write
            }
        }
    }

    /// Where it stands.
    private enum State: Sendable {
        case looking
        case connecting
        /// There is a link, or will be; BlueZ looks for the services.
        case resolving(until: Int64)
        /// The first of these is under way, for the so manyth time.
        case working(ArraySlice<Deed>, attempt: Int)
        /// BlueZ was busy with the first of these; it is tried again then.
        case pausing(ArraySlice<Deed>, attempt: Int, until: Int64)
        /// All is done; a link that would end what the Tap does is kept for as long as that takes.
        case lingering(until: Int64)
        case ending(TapTaskEnding<Output>)
        case ended
    }

    /// How long BlueZ may take to find the services.
    static let resolveLimit: Int64 = 30_000_000_000
    /// How long services without those of a Tap are waited on for more.
    static let emptyLimit: Int64 = 3_000_000_000
    /// How often something is tried with which BlueZ is busy, and the pause between.
    static let attempts = 10
    static let busyPause: Int64 = 200_000_000
    /// How long a command may take to the Tap.
    static let arrival: Int64 = 500_000_000

    private let purpose: Purpose
    private let word: String?
    private var state = State.looking
    private var tap: KnownTap?
    private var facts = TapFacts(
        identity: TapIdentity(name: "", address: ""), protocolVersion: nil)
    /// Whether the link is of our making, and so is to be ended.
    private var madeLink = false
    /// Whether there was a link since the visit began.
    private var hadLink = false

    /// A visit to the Tap of a name or address, or else to the one that is connected, or else to the
    /// only one.
    init(_ word: String?, for purpose: Purpose) {
        self.word = word
        self.purpose = purpose
    }

    var deadline: Int64? {
        switch state {
        case .resolving(let until), .pausing(_, _, let until), .lingering(let until): until
        case .looking, .connecting, .working, .ending, .ended: nil
        }
    }
}

// MARK: - The Tap and its link

extension TapVisit {
    mutating func changed(_ objects: BlueZObjects, _ now: Int64) -> [Action] {
        let taps = objects.knownTaps
        switch state {
        case .looking: return begin(objects, taps, now)
        case .ending, .ended: return []
        default: break
        }
        guard let identity = tap?.identity else { return [] }
        tap = taps.first { $0.path == tap?.path }
        guard let tap else { return end(.failure(.gone(identity))) }
        guard tap.snapshot.isPowered else { return end(.failure(.adapterOff)) }
        guard tap.snapshot.isBonded else { return end(.failure(.notBonded(identity))) }
        return follow(tap.snapshot, now)
    }

    private mutating func begin(
        _ objects: BlueZObjects, _ taps: [KnownTap], _ now: Int64
    ) -> [Action] {
        guard !objects.adapterPaths.isEmpty else { return end(.failure(.noAdapter)) }
        let tap: KnownTap
        do {
            tap = try taps.bonded(word)
        } catch {
            return end(.failure(error))
        }
        guard tap.snapshot.isPowered else { return end(.failure(.adapterOff)) }
        self.tap = tap
        facts.identity = tap.identity
        if tap.snapshot.isConnected {
            state = .resolving(until: now + Self.resolveLimit)
            return follow(tap.snapshot, now)
        }
        madeLink = true
        state = .connecting
        return [.report(.connecting(tap.identity)), .call(.connect(tap.path))]
    }

    private mutating func follow(_ tap: TapSnapshot, _ now: Int64) -> [Action] {
        hadLink = hadLink || tap.isConnected
        switch state {
        case .resolving(let until):
            guard tap.isConnected else {
                return hadLink ? end(.failure(.linkLost(facts.identity))) : []
            }
            guard tap.servicesResolved, let version = tap.protocolVersion else {
                // Services that BlueZ knows and that are not a Tap's may still be filled in.
                let limit = tap.servicesResolved ? min(until, now + Self.emptyLimit) : until
                state = .resolving(until: limit)
                return []
            }
            facts.protocolVersion = version
            facts.battery = tap.battery
            return work(deeds(tap, version), now)
        case .working, .pausing, .lingering:
            return tap.isConnected ? [] : end(.failure(.linkLost(facts.identity)))
        case .looking, .connecting, .ending, .ended: return []
        }
    }

    mutating func due(_ now: Int64) -> [Action] {
        switch state {
        case .resolving:
            guard hadLink else {
                return end(.failure(.step(.connectKnown, facts.identity, .noReply)))
            }
            let isResolved = tap?.snapshot.servicesResolved ?? false
            return end(
                .failure(
                    isResolved
                        ? .characteristicsMissing(facts.identity) : .notResolved(facts.identity)))
        case .pausing(let deeds, let attempt, _): return work(deeds, attempt: attempt, now)
        case .lingering: return end(.success(facts))
        default: return []
        }
    }
}

// MARK: - What it is for

extension TapVisit {
    private func deeds(_ tap: TapSnapshot, _ version: ProtocolVersion) -> ArraySlice<Deed> {
        switch purpose {
        case .vibration(let pattern): return [.write(TapWrite(pattern, version))]
        case .facts:
            let battery = tap.battery == nil ? [TapUUID.batteryLevel] : []
            return (TapFacts.textCharacteristics + battery)
                .filter { tap.characteristics[$0] != nil }
                .map { .read($0) }[...]
        }
    }

    private mutating func work(
        _ deeds: ArraySlice<Deed>, attempt: Int = 1, _ now: Int64
    ) -> [Action] {
        guard let deed = deeds.first else { return finish(now) }
        guard let path = tap?.snapshot.characteristics[deed.characteristic] else {
            guard case .read = deed else {
                return end(.failure(.characteristicsMissing(facts.identity)))
            }
            return work(deeds.dropFirst(), now)
        }
        state = .working(deeds, attempt: attempt)
        switch deed {
        case .read: return [.call(.read(path))]
        case .write(let write):
            return [
                .call(.write(path, bytes: write.bytes, withResponse: write.withResponse))
            ]
        }
    }

    mutating func answered(_ result: Result<[UInt8], BusError>, _ now: Int64) -> [Action] {
        switch state {
        case .connecting:
            if let error = result.error {
                // Whoever else connects it keeps it, too; what was never answered may still come.
                madeLink = error.isNoReply
                guard error.isBlueZ("AlreadyConnected", "InProgress") else {
                    return end(.failure(.step(.connectKnown, facts.identity, error)))
                }
            }
            state = .resolving(until: now + Self.resolveLimit)
            return tap.map { follow($0.snapshot, now) } ?? []
        case .working(let deeds, let attempt):
            guard let deed = deeds.first else { return [] }
            return done(deed, result, deeds, attempt, now)
        case .ending(var ending): return [next(&ending)]
        case .looking, .resolving, .pausing, .lingering, .ended: return []
        }
    }

    private mutating func done(
        _ deed: Deed, _ result: Result<[UInt8], BusError>, _ deeds: ArraySlice<Deed>,
        _ attempt: Int, _ now: Int64
    ) -> [Action] {
        switch result {
        case .success(let bytes):
            if case .read(let uuid) = deed { facts.take(bytes, of: uuid) }
            return work(deeds.dropFirst(), now)
        case .failure(let error) where error.isBlueZ("InProgress") && attempt < Self.attempts:
            state = .pausing(deeds, attempt: attempt + 1, until: now + Self.busyPause)
            return []
        case .failure(let error) where error.isNotConnected:
            return end(.failure(.linkLost(facts.identity)))
        case .failure(let error):
            // What cannot be read is left out; who does not answer, or does not let us, will not.
            if case .read = deed, !error.isNoReply, !error.isRefusal {
                return work(deeds.dropFirst(), now)
            }
            return end(.failure(.step(deed.step, facts.identity, error)))
        }
    }
}

// MARK: - The end

extension TapVisit {
    /// All is done: lets the Tap vibrate to its end before a link of our making goes.
    private mutating func finish(_ now: Int64) -> [Action] {
        guard case .vibration(let pattern) = purpose, madeLink else { return end(.success(facts)) }
        let units = pattern.units.reduce(Int64(0)) { $0 + Int64($1) }
        state = .lingering(until: now + units * 10_000_000 + Self.arrival)
        return []
    }

    mutating func end(_ result: Result<Output, TapTaskError>) -> [Action] {
        switch state {
        case .ending, .ended: return []
        default: break
        }
        var calls: [TapTaskCall] = []
        if madeLink, let tap { calls.append(.disconnect(tap.path)) }
        var ending = TapTaskEnding<Output>(calls, result)
        return [.cancelCall, next(&ending)]
    }

    private mutating func next(_ ending: inout TapTaskEnding<Output>) -> Action {
        let action: Action = ending.next()
        if case .done = action { state = .ended } else { state = .ending(ending) }
        return action
    }
}

extension BusError {
    /// Whether BlueZ says that there is no link any more; it has no error of its own for that.
    fileprivate var isNotConnected: Bool {
        isBlueZ("NotConnected") || (isBlueZ("Failed") && message == "Not connected")
    }
}
