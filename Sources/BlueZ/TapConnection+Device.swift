internal import EventLoop
internal import TapProtocol

/// What BlueZ says of the device, and what follows from it.
extension TapConnection {
    /// Compares where the connection stands with what BlueZ says.
    mutating func look(_ now: Int64) -> [Action] {
        // What the next link is like, the Tap says anew.
        if snapshot?.isConnected != true { data.isStandby = false }
        switch state {
        case .left: return []
        case .leaving where !(snapshot?.isConnected ?? false):
            return [cancelCall()] + left(now)
        case .leaving: return []
        default: break
        }
        guard let snapshot, snapshot.isPowered, snapshot.isBonded else {
            let actions = state == .unavailable ? [] : lost()
            state = .unavailable
            lookUnbonded(now)
            return actions
        }
        unbondedAt = nil
        guard snapshot.isConnected else { return lookUnconnected(now) }
        switch state {
        case .unavailable, .waiting, .connecting:
            let cancel: [Action] = state == .connecting ? [cancelCall()] : []
            failuresOnLink = 0
            endsOnLink = 0
            return cancel + resolve(now)
        case .resolving:
            return lookResolved(now)
        case .subscribing, .settingUp, .streaming:
            guard paths != currentPaths else { return [] }
            // The services were looked for again and lie elsewhere now.
            return stopped() + resolve(now)
        case .pausing, .disconnecting, .leaving, .left:
            return []
        }
    }

    mutating func lookUnconnected(_ now: Int64) -> [Action] {
        switch state {
        case .unavailable:
            return connect()
        case .waiting, .connecting, .disconnecting:
            return []
        case .resolving, .subscribing, .settingUp, .streaming, .pausing:
            // A link that carried data was a success: a Tap that was switched off and on is soon there.
            if state == .streaming, data.last != nil { backoff.succeeded() }
            let actions = lostInRawMode() + lost()
            state = .waiting(until: now + backoff.next())
            return actions
        case .leaving, .left:
            return []
        }
    }

    /// With a link: waits for the services, from now on, and goes on as soon as they are known.
    mutating func resolve(_ now: Int64) -> [Action] {
        state = .resolving(until: now + Self.resolveLimit)
        return lookResolved(now)
    }

    /// Subscribes once everything that the mode needs is there.
    mutating func lookResolved(_ now: Int64) -> [Action] {
        guard let snapshot, snapshot.servicesResolved, let version = snapshot.protocolVersion else {
            return []
        }
        // BlueZ may still be adding them; what is missing at the limit is missing.
        let required = TapProgram(version, mode).required
        guard required.allSatisfy({ snapshot.characteristics[$0] != nil }) else { return [] }
        return subscribe(now)
    }

    /// A link without keys: told of after a while, if it is still there then.
    mutating func lookUnbonded(_ now: Int64) {
        guard let snapshot, !snapshot.isBonded, snapshot.isConnected, !said.unbonded else {
            unbondedAt = nil
            return
        }
        unbondedAt = unbondedAt ?? now + Self.pairingGrace
    }

    /// The paths, now, of the characteristics that the mode uses.
    var currentPaths: Paths {
        guard let snapshot, let version = snapshot.protocolVersion else { return Paths() }
        let program = TapProgram(version, mode)
        let used = program.subscriptions + program.required + [TapUUID.v1UICommand]
        return Paths(
            version: version, all: snapshot.characteristics.filter { used.contains($0.key) })
    }

    /// Some devices do not bear raw sensors for long: after some lost links they are back to what
    /// they can do.
    mutating func lostInRawMode() -> [Action] {
        guard isSetUp, mode.sensitivity != nil else { return [] }
        rawLosses += 1
        guard rawLosses >= Self.lossesInRawMode else { return [] }
        mode = .airMouse
        return [.report(.rawModeGivenUp)]
    }

    /// Everything that a lost link entails, but for the next state.
    mutating func lost() -> [Action] {
        var actions = stopped()
        isSetUp = false
        quietChecks = 0
        proof = nil
        sensitivity.interrupt()
        if said.connected {
            said.connected = false
            actions.append(.report(.lost))
        }
        return actions
    }

    /// What was under way or listened to ends; what was pressed comes up.
    mutating func stopped() -> [Action] {
        var actions: [Action] = []
        if isCalling { actions.append(cancelCall()) }
        switch state {
        case .subscribing, .settingUp, .streaming:
            actions += [.stopListening, .release]
        case .unavailable, .waiting, .connecting, .resolving, .pausing, .disconnecting,
            .leaving, .left:
            break
        }
        return actions
    }

    mutating func cancelCall() -> Action {
        isCalling = false
        return .cancelCall
    }
}
