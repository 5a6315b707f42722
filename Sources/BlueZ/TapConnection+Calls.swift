internal import TapProtocol

/// Calls to BlueZ and their answers.
extension TapConnection {
    mutating func call(_ call: Call) -> Action {
        isCalling = true
        return .call(call)
    }

    mutating func write(_ command: V2Command) -> Action {
        call(.write(path: paths.write, bytes: command.bytes))
    }

    mutating func connect() -> [Action] {
        state = .connecting
        return [call(.connect)]
    }

    mutating func subscribe() -> [Action] {
        subscribe(viaSocket: !prefersSignals)
    }

    mutating func subscribe(viaSocket: Bool) -> [Action] {
        paths = currentPaths
        state = .subscribing(viaSocket: viaSocket)
        return [
            call(viaSocket ? .acquireNotify(path: paths.read) : .startNotify(path: paths.read))
        ]
    }

    mutating func answered(_ error: BusError?, _ now: Int64) -> [Action] {
        switch state {
        case .connecting: return connectAnswered(error, now)
        case .subscribing(let viaSocket):
            if let error {
                return viaSocket ? acquireFailed(error) : subscribeFailed(error, now)
            }
            subscribedAt = now
            lastData = nil
            hasMotion = false
            silentChecks = 0
            return sendNext(V2Command.airMouseSetUp[...], now)
        case .settingUp(let remaining):
            if let error { return setUpFailed(error, now) }
            return sendNext(remaining, now)
        case .streaming:
            // A vibration or a keepalive that failed: the link's end is told otherwise.
            return payDebts()
        case .disconnecting:
            state = .waiting(until: now + backoff.next())
            return []
        case .leaving(let remaining):
            // One that fails is no reason to leave out the others.
            return sendNextLeaving(remaining)
        case .unavailable, .waiting, .resolving, .pausing, .unsupported, .left:
            return []
        }
    }

    /// Sends what had to wait for the call before it.
    mutating func payDebts() -> [Action] {
        if keepaliveOwed {
            keepaliveOwed = false
            return [write(.keepalive)]
        }
        if let pattern = vibrationOwed {
            vibrationOwed = nil
            return [write(.haptic(pattern))]
        }
        return []
    }

    mutating func connectAnswered(_ error: BusError?, _ now: Int64) -> [Action] {
        guard let error, error.name != "org.bluez.Error.AlreadyConnected" else {
            return resolve(now)
        }
        var actions: [Action] = []
        var pause = backoff.next()
        switch error.name {
        case "org.bluez.Error.InProgress", "org.bluez.Error.NotReady":
            // Somebody else connects it, or the adapter is on its way: both pass.
            break
        case _ where error.isRefusal:
            pause = Self.refusedPause
            if !said.refused { actions.append(.report(.refused(error))) }
            said.refused = true
        default:
            if !said.unreachable { actions.append(.report(.unreachable(error))) }
            said.unreachable = true
        }
        state = .waiting(until: now + pause)
        return actions
    }

    /// No socket: signals then, this time, or always where the refusal is not one that passes.
    mutating func acquireFailed(_ error: BusError) -> [Action] {
        switch error.name {
        case "org.bluez.Error.InProgress", "org.bluez.Error.NotConnected",
            "org.freedesktop.DBus.Error.NoReply":
            break
        default:
            prefersSignals = true
        }
        return subscribe(viaSocket: false)
    }

    mutating func sendNext(
        _ commands: ArraySlice<V2Command>, _ now: Int64
    ) -> [Action] {
        guard let command = commands.first else {
            state = .streaming
            keepaliveAt = now + Self.keepaliveInterval
            failuresOnLink = 0
            keepaliveOwed = false
            vibrationOwed = nil
            var actions: [Action] = []
            if !said.connected { actions.append(.report(.connected)) }
            said = Said()
            said.connected = true
            return actions
        }
        state = .settingUp(remaining: commands.dropFirst())
        isSetUp = true
        return [write(command)]
    }

    /// Somebody else listens, perhaps: again in a while, and never at the cost of the link.
    mutating func subscribeFailed(_ error: BusError, _ now: Int64) -> [Action] {
        let actions = sayFailing(error) + stopped()
        state = .pausing(until: now + backoff.next())
        return actions
    }

    /// A command was not taken: again in a while, and after some attempts with a new link.
    mutating func setUpFailed(_ error: BusError, _ now: Int64) -> [Action] {
        failuresOnLink += 1
        let actions = sayFailing(error)
        if failuresOnLink >= Self.attemptsOnLink { return actions + giveUpLink(now) }
        let stopping = stopped()
        state = .pausing(until: now + Int64(failuresOnLink) * Self.endGrace)
        return actions + stopping
    }

    mutating func sayFailing(_ error: BusError) -> [Action] {
        guard !said.failing else { return [] }
        said.failing = true
        return [.report(.failing(error))]
    }

    mutating func giveUpLink(_ now: Int64) -> [Action] {
        let actions = lost()
        state = .disconnecting
        return actions + [call(.disconnect)]
    }

    mutating func socketEnded(_ now: Int64) -> [Action] {
        switch state {
        case .settingUp, .streaming:
            if lastData == nil, now - subscribedAt < Self.earlyEnd { prefersSignals = true }
            let actions = stopped()
            state = .pausing(until: now + Self.endGrace)
            return actions
        case .unavailable, .waiting, .connecting, .resolving, .subscribing, .pausing,
            .disconnecting, .unsupported, .leaving, .left:
            return []
        }
    }
}
