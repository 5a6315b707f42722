internal import Bus

/// The keys and the link of the Tap that was chosen.
extension TapPairing {
    mutating func goOn(with target: Target) -> [Action] {
        if target.wasBonded { return trust(target) }
        hasAgent = true
        state = .registering(target)
        return [.call(.registerAgent)]
    }

    mutating func trust(_ target: Target) -> [Action] {
        state = .trusting(target)
        return [.report(.connecting(target.identity)), .call(.trust(target.path))]
    }

    mutating func answered(_ result: Result<[UInt8], BusError>, _ now: Int64) -> [Action] {
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

    func isConnected(_ target: Target) -> Bool {
        objects.snapshot(of: target.path)?.isConnected ?? false
    }

    /// Follows the link that is being made or is there.
    mutating func followLink(of tap: TapSnapshot, _ now: Int64) -> [Action] {
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

    mutating func notResolved(_ target: Target) -> [Action] {
        guard let tap = objects.snapshot(of: target.path), tap.isBonded else {
            return end(.failure(.notBonded(target.identity)))
        }
        guard tap.isConnected || !target.wasBonded else { return notConnected(target, .noReply) }
        return end(.success(success(target, isReady: false)))
    }

    mutating func notConnected(_ target: Target, _ error: BusError) -> [Action] {
        if !target.isWanted && !error.isRefusal {
            return end(.success(.nothingNew([target.identity], problem: error)))
        }
        let step = target.wasBonded ? TapStep.connectKnown : .connectNew
        return end(.failure(.step(step, target.identity, error)))
    }

    func success(_ target: Target, isReady: Bool) -> Output {
        target.wasBonded
            ? .connected(target.identity, isReady: isReady)
            : .paired(target.identity, isReady: isReady)
    }
}
