internal import TapProtocol

/// What time brings, and the end.
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
            return keepAlive(now)
        case .unavailable, .connecting, .subscribing, .settingUp, .disconnecting, .unsupported,
            .leaving, .left:
            return []
        }
    }

    /// The keepalive; and a look whether what should come does.
    mutating func keepAlive(_ now: Int64) -> [Action] {
        keepaliveAt = now + Self.keepaliveInterval
        guard !isCalling else {
            keepaliveOwed = true
            return []
        }
        let hasData = lastData.map { now - $0 < Self.keepaliveInterval } ?? false
        if hasData { backoff.succeeded() }
        silentChecks = hasData && hasMotion ? 0 : min(silentChecks + 1, 3)
        hasMotion = false
        switch silentChecks {
        case 1:
            // Perhaps it left its mode: tell it again, once.
            return sendNext(V2Command.airMouseSetUp[...], now)
        case 2:
            return [.report(hasData ? .motionless : .silent)] + [write(.keepalive)]
        default:
            return [write(.keepalive)]
        }
    }

    mutating func leave() -> [Action] {
        switch state {
        case .settingUp, .streaming:
            // Deaf from now on, so that nothing is pressed anew. A command that is under way is
            // waited for: BlueZ would refuse another one.
            let commands = V2Command.leaving[...]
            guard isCalling else { return [.stopListening, .release] + sendNextLeaving(commands) }
            state = .leaving(remaining: commands)
            return [.stopListening, .release]
        case .resolving, .subscribing, .pausing:
            let actions = stopped()
            if isSetUp { return actions + sendNextLeaving(V2Command.leaving[...]) }
            state = .left
            return actions
        case .unavailable, .waiting, .connecting, .disconnecting, .unsupported:
            let actions = stopped()
            state = .left
            return actions
        case .leaving, .left:
            return []
        }
    }

    mutating func sendNextLeaving(_ commands: ArraySlice<V2Command>) -> [Action] {
        guard let command = commands.first else {
            state = .left
            return []
        }
        state = .leaving(remaining: commands.dropFirst())
        return [write(command)]
    }
}
