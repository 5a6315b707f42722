internal import Bus
internal import EventLoop
internal import TapProtocol

/// Calls to BlueZ and their answers.
extension TapConnection {
    mutating func call(_ call: Call) -> Action {
        isCalling = true
        return .call(call)
    }

    /// Writes bytes; a characteristic that is not there is a call that fails.
    mutating func call(_ write: TapWrite) -> Action {
        writing = write
        sensitivity.sent(write)
        return call(
            .write(
                path: paths.all[write.characteristic] ?? "", bytes: write.bytes,
                withResponse: write.withResponse))
    }

    mutating func connect() -> [Action] {
        state = .connecting
        return [call(.connect)]
    }

    mutating func subscribe(_ now: Int64) -> [Action] {
        paths = currentPaths
        subscribedAt = now
        // A Tap that rests has nothing to say, and so does not say again that it does.
        data = DataSeen(isStandby: data.isStandby)
        mustAssertMode = false
        return subscribe(program.subscriptions.compactMap { paths.all[$0] }[...], now)
    }

    /// Subscribes to the first of these characteristics, or goes on to the set-up after the last.
    mutating func subscribe(_ remaining: ArraySlice<String>, _ now: Int64) -> [Action] {
        guard let path = remaining.first else {
            return beginSetUp(now)
        }
        state = .subscribing(remaining: remaining, viaSocket: !prefersSignals)
        return [call(prefersSignals ? .startNotify(path: path) : .acquireNotify(path: path))]
    }

    mutating func answered(_ error: BusError?, _ now: Int64) -> [Action] {
        let written = writing
        writing = nil
        switch state {
        case .connecting: return connectAnswered(error, now)
        case .subscribing(let remaining, let viaSocket):
            guard let error else { return subscribe(remaining.dropFirst(), now) }
            return viaSocket ? acquireFailed(error, remaining) : subscribeFailed(error, now)
        case .settingUp(let remaining):
            if let error { return setUpFailed(error, now) }
            let actions = written.map { took($0) } ?? []
            return actions + sendNext(remaining, now)
        case .streaming:
            // A vibration or a refresh that failed: the link's end is told otherwise.
            if let error {
                let isModel = written.map { program.model.contains($0) } ?? false
                guard isModel, !mustAssertMode else { return payDebts(now) }
                // Half of it may have been taken. Another program's write is no refusal.
                if error.name != "org.bluez.Error.InProgress" { keepKnownModel() }
                return beginSetUp(now)
            }
            let actions = written.map { took($0) } ?? []
            return actions + payDebts(now)
        case .disconnecting:
            state = .waiting(until: now + backoff.next())
            return []
        case .leaving(let remaining):
            // One that fails is no reason to leave out the others.
            return sendNextLeaving(remaining, now)
        case .unavailable, .waiting, .resolving, .pausing, .left:
            return []
        }
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
    mutating func acquireFailed(
        _ error: BusError, _ remaining: ArraySlice<String>
    ) -> [Action] {
        switch error.name {
        case "org.bluez.Error.InProgress", "org.bluez.Error.NotConnected",
            "org.freedesktop.DBus.Error.NoReply":
            break
        default:
            prefersSignals = true
            socketWasTaken = error.meansTaken
        }
        state = .subscribing(remaining: remaining, viaSocket: false)
        return [call(.startNotify(path: remaining.first ?? ""))]
    }

    mutating func beginSetUp(_ now: Int64) -> [Action] {
        toldMode = mode
        return sendNext(program.setUp[...], now)
    }

    /// Sends the next command of the set-up; after the last one the Tap streams.
    mutating func sendNext(_ writes: ArraySlice<TapWrite>, _ now: Int64) -> [Action] {
        guard let write = writes.first else { return setUpDone(now) }
        if write == TapWrite(.getIMUSensitivity) {
            // Once they were set it would tell what was set.
            guard !sensitivity.wasSet else { return sendNext(writes.dropFirst(), now) }
            sensitivity.originalUntil = now + SensitivityTalk.limit
        }
        state = .settingUp(remaining: writes.dropFirst())
        isSetUp = true
        return [call(write)]
    }

    mutating func setUpDone(_ now: Int64) -> [Action] {
        state = .streaming
        refreshAt = now + Self.refreshInterval
        proof?.until = now + LinkProof.limit
        failuresOnLink = 0
        outbox = Outbox()
        var actions: [Action] = []
        if !said.connected {
            actions.append(.report(.connected))
            sensitivity.isReadOwed = paths.version == .v2 && mode.sensitivity != nil
        }
        said = Said()
        isTaken = false
        said.connected = true
        if toldMode == mode { actions += sayModel() }
        return actions + payDebts(now)
    }

    /// Reports what the Tap looks for from now on, if that is new.
    mutating func sayModel() -> [Action] {
        guard mode.model != knownModel else { return [] }
        knownModel = mode.model
        return [.report(.modelSwitched(knownModel))]
    }

    /// Goes back to the model that the Tap had.
    mutating func keepKnownModel() {
        guard mode.model != knownModel else { return }
        mode = knownModel == .tapping ? .tapping : .airMouse
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
        keepKnownModel()
        let actions = sayFailing(error)
        if failuresOnLink >= Self.attemptsOnLink { return actions + giveUpLink(now) }
        let stopping = stopped()
        state = .pausing(until: now + Int64(failuresOnLink) * Self.endGrace)
        return actions + stopping
    }

    mutating func sayFailing(_ error: BusError) -> [Action] {
        isTaken = error.meansTaken
        guard !said.failing else { return [] }
        said.failing = true
        return [.report(.failing(error))]
    }

    mutating func giveUpLink(_ now: Int64) -> [Action] {
        let actions = lost()
        state = .disconnecting
        return actions + [call(.disconnect)]
    }

    mutating func socketEnded(hadData: Bool, _ now: Int64) -> [Action] {
        switch state {
        case .subscribing, .settingUp, .streaming:
            if !hadData, now - subscribedAt < Self.earlyEnd {
                prefersSignals = true
                socketWasTaken = false
            }
            let actions = stopped()
            endsOnLink = min(endsOnLink + 1, Self.longestGrace / Self.endGrace)
            state = .pausing(until: now + endsOnLink * Self.endGrace)
            return actions
        case .unavailable, .waiting, .connecting, .resolving, .pausing, .disconnecting, .leaving,
            .left:
            return []
        }
    }
}
