/// Looking for Taps, and the choice among them.
extension TapPairing {
    mutating func look(_ now: Int64) -> [Action] {
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
            // Not one of the Taps, perhaps: a refused pairing lets BlueZ forget the services.
            guard let snapshot = objects.snapshot(of: target.path) else {
                return end(.failure(.gone(target.identity)))
            }
            return followLink(of: snapshot, now)
        }
        guard case .scanning(let until, let grace) = state else { return [] }
        return lookAround(until: until, grace: grace, now)
    }

    mutating func begin() -> [Action] {
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
    var bonded: [KnownTap] {
        taps.filter { $0.snapshot.isBonded && $0.snapshot.isPowered }.distinct
    }

    /// The Taps without keys that are there now.
    var candidates: [KnownTap] {
        taps.filter {
            !$0.snapshot.isBonded && $0.adapter == adapter
                && ($0.isHeard || $0.snapshot.isConnected || !knownBefore.contains($0.path))
        }
    }

    /// Goes on with the one bonded Tap that is meant; nil where there is none.
    mutating func takeBonded(_ meant: [KnownTap]) -> [Action]? {
        guard let tap = meant.first else { return nil }
        guard meant.count == 1 else { return end(.failure(.several(meant.identities))) }
        return choose(tap)
    }

    mutating func lookAround(until: Int64, grace: Int64?, _ now: Int64) -> [Action] {
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

    mutating func chooseOnly(of candidates: [KnownTap]) -> [Action] {
        guard candidates.count == 1, let tap = candidates.first else {
            return end(.failure(.several(candidates.identities)))
        }
        return choose(tap)
    }

    mutating func choose(_ tap: KnownTap, isWanted: Bool = true) -> [Action] {
        let target = Target(
            path: tap.path, identity: tap.identity, adapter: tap.adapter,
            wasBonded: tap.snapshot.isBonded, isWanted: isWanted)
        guard isDiscovering else { return goOn(with: target) }
        // A pairing is in the way of a scan, and a scan in its.
        isDiscovering = false
        state = .stoppingDiscovery(target)
        return [.call(.stopDiscovery(adapter: adapter))]
    }

    mutating func due(_ now: Int64) -> [Action] {
        switch state {
        case .scanning(_, grace: .some): return chooseOnly(of: candidates)
        case .scanning: return foundNothing()
        case .resolving(let target, _, _): return notResolved(target)
        default: return []
        }
    }

    mutating func foundNothing() -> [Action] {
        if let word { return end(.failure(.notFound(word))) }
        let bonded = bonded
        guard let tap = bonded.first else { return end(.failure(.noneFound)) }
        guard bonded.count == 1 else {
            return end(.success(.nothingNew(bonded.identities, problem: nil)))
        }
        return choose(tap, isWanted: false)
    }
}
