internal import EventLoop
internal import TapProtocol

/// What time brings.
extension TapConnection {
    mutating func due(_ now: Int64) -> [Action] {
        switch state {
        case .waiting:
            return snapshot?.isConnected == true ? resolve(now) : connect()
        case .resolving:
            guard snapshot?.servicesResolved == true else { return giveUpLink(now) }
            var actions: [Action] = []
            if !said.missing { actions.append(.report(.characteristicsMissing)) }
            said.missing = true
            return actions + giveUpLink(now)
        case .pausing:
            return resolve(now)
        case .streaming:
            let proving = proofDue(now)
            guard state == .streaming else { return proving }
            return sensitivityDue(now) + (refreshAt <= now ? refresh(now) : [])
        case .unavailable:
            unbondedAt = nil
            said.unbonded = true
            return [.report(.notBonded)]
        case .connecting, .subscribing, .settingUp, .disconnecting, .leaving, .left:
            return []
        }
    }

    /// What the mode needs about every ten seconds; and a look whether what should come does.
    mutating func refresh(_ now: Int64) -> [Action] {
        refreshAt = now + Self.refreshInterval
        guard !isCalling else {
            outbox.owe(refresh: program.refresh)
            return []
        }
        let quiet = quietness(now)
        if quiet == nil {
            backoff.succeeded()
            endsOnLink = 0
        }
        if quiet == nil, data.last != nil { rawLosses = 0 }
        quietChecks = quiet == nil ? 0 : quietChecks &+ 1
        data.motion = false
        data.handState = false
        if quietChecks == 1 {
            // Perhaps it left its mode: tell it again, once.
            return beginSetUp(now)
        }
        if quiet == .silent, quietChecks % Self.checksPerSubscription == Self.checksOfSilence {
            return subscribeAnew(now)
        }
        outbox.owe(refresh: program.refresh)
        let saying: [Action] = quietChecks == 2 ? quiet.map { [.report($0)] } ?? [] : []
        return saying + payDebts(now)
    }

    /// Nothing at all comes: perhaps another program had the notifications when we subscribed.
    ///
    /// BlueZ 5.66 lets one begin beside a socket that somebody else has acquired, and
    /// tells it nothing, also when that socket is closed.
    private mutating func subscribeAnew(_ now: Int64) -> [Action] {
        // Perhaps that one has let go; a device whose sockets end goes on without them.
        if socketWasTaken { prefersSignals = false }
        return stopped() + resolve(now)
    }

    /// What should have come since the last refresh and did not, or nil.
    private func quietness(_ now: Int64) -> TapReport? {
        guard !data.isStandby else { return nil }
        let hasData = data.last.map { now - $0 < Self.refreshInterval } ?? false
        switch (mode, paths.version) {
        case (.rawSensors, _), (.debug, _):
            return hasData ? nil : .silent
        case (.airMouse, .v1), (.tapping, .v1):
            // At rest it may well say nothing, but not what the hand does without its motion.
            return data.handState && !data.motion ? .motionless : nil
        case (.airMouse, _), (.tapping, _):
            guard hasData else { return .silent }
            return data.motion ? nil : .motionless
        }
    }
}
