internal import TapProtocol

/// What BlueZ says of the device, and what follows from it.
extension TapConnection {
    /// Compares where the connection stands with what BlueZ says.
    mutating func look(_ now: Int64) -> [Action] {
        switch state {
        case .left: return []
        case .leaving where !(snapshot?.isConnected ?? false):
            state = .left
            return [cancelCall()]
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
            failuresOnLink = 0
            return cancel + resolve(now)
        case .resolving, .unsupported:
            return lookResolved()
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
        case .resolving, .subscribing, .settingUp, .streaming, .pausing, .unsupported:
            let actions = lost()
            state = .waiting(until: now + backoff.next())
            return actions
        case .leaving, .left:
            return []
        }
    }

    /// With a link: waits for the services, from now on, and goes on as soon as they are known.
    mutating func resolve(_ now: Int64) -> [Action] {
        state = .resolving(until: now + Self.resolveLimit)
        return lookResolved()
    }

    mutating func lookResolved() -> [Action] {
        guard let snapshot, snapshot.servicesResolved else { return [] }
        switch snapshot.protocolVersion {
        case .v2:
            return subscribe()
        case .v1:
            guard state != .unsupported else { return [] }
            state = .unsupported
            guard !said.unsupported else { return [] }
            said.unsupported = true
            return [.report(.v1NotSupported)]
        case nil:
            // BlueZ may still be adding them; what is missing at the limit is missing.
            return []
        }
    }

    mutating func sayUnbonded() -> [Action] {
        guard let snapshot, !snapshot.isBonded, snapshot.isConnected, !said.unbonded else {
            return []
        }
        said.unbonded = true
        return [.report(.notBonded)]
    }

    var currentPaths: Paths {
        Paths(read: snapshot?.readPath ?? "", write: snapshot?.writePath ?? "")
    }

    /// Everything that a lost link entails, but for the next state.
    mutating func lost() -> [Action] {
        var actions = stopped()
        isSetUp = false
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
            .unsupported, .leaving, .left:
            break
        }
        return actions
    }

    mutating func cancelCall() -> Action {
        isCalling = false
        return .cancelCall
    }
}
