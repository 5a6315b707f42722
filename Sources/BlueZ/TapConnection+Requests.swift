internal import TapProtocol

/// What came from the Tap, as far as it says whether all is well.
struct DataSeen: Equatable, Sendable {
    /// When something came last, or nil before that.
    var last: Int64?
    /// Whether any motion came since the last refresh, or since the subscription.
    var motion = false
    /// Whether the Tap said since then what the hand does, and so should send motion as well.
    var handState = false
    /// Whether the Tap is in standby.
    var isStandby = false
}

/// What comes from the Tap and what is asked of it.
extension TapConnection {
    /// A notification arrived; returns the event that it is, where more follows than that it was
    /// seen.
    ///
    /// On the path of every packet: no more than two stores.
    mutating func note(_ kind: NotificationKind, at now: Int64) -> Event? {
        data.last = now
        switch kind {
        case .motion: data.motion = true
        case .handState: data.handState = true
        case .standby(let on): return .standby(on)
        case .imuSensitivity(let ranges): return .imuSensitivity(ranges)
        case .other: return nil
        }
        // That standby ended was not heard, as while nothing was subscribed to.
        return data.isStandby ? .standby(false) : nil
    }

    mutating func asked(_ request: Request, _ now: Int64) -> [Action] {
        switch request {
        case .switchModel:
            switch mode {
            case .airMouse: mode = .tapping
            case .tapping: mode = .airMouse
            case .rawSensors, .debug: return []
            }
        case .vibrate(let pattern):
            guard state == .streaming, let version = paths.version else { return [] }
            outbox.owe(vibration: TapWrite(pattern, version))
        case .setSensitivity(let ranges):
            guard let old = mode.sensitivity else { return [] }
            var new = ranges
            // A v2 Tap is never told the fingers' range.
            if paths.version == .v2 { new.finger = old.finger }
            if case .debug = mode { mode = .debug(new) } else { mode = .rawSensors(new) }
            sensitivity.isReadOwed = true
        }
        // Without a stream it is told with the next set-up, or at the end of this one.
        return payDebts(now)
    }

    /// Sends what had to wait for the call before it: a change of the mode, a reading back of what
    /// was set, a refresh, a vibration.
    mutating func payDebts(_ now: Int64) -> [Action] {
        guard state == .streaming, !isCalling else { return [] }
        if mustAssertMode { return assertMode(now) }
        if toldMode != mode {
            toldMode = mode
            outbox.owe(change: program.change, refresh: program.refresh)
        }
        if let write = outbox.nextChange() { return [call(write)] }
        if paths.version == .v2, sensitivity.isReadOwed, sensitivity.deadline == nil {
            sensitivity.isReadOwed = false
            sensitivity.readUntil = now + SensitivityTalk.limit
            return [call(TapWrite(.getIMUSensitivity))]
        }
        return outbox.next().map { [call($0)] } ?? []
    }

    mutating func standby(_ on: Bool) -> [Action] {
        guard data.isStandby != on else { return [] }
        data.isStandby = on
        quietChecks = 0
        return [.report(.standby(on))]
    }

    mutating func lookAtBattery() -> [Action] {
        guard let snapshot, snapshot.isConnected, let charge = snapshot.battery,
            battery.isDue(at: charge)
        else { return [] }
        return [.report(.batteryLow(percent: charge))]
    }
}

/// The ranges of the raw sensors, set and read back while streaming.
extension TapConnection {
    /// The Tap told its ranges: the answer to the question that waits longest.
    mutating func told(_ ranges: IMUSensitivity?, _ now: Int64) -> [Action] {
        let wasAsked = sensitivity.unanswered > 0
        sensitivity.unanswered = max(sensitivity.unanswered - 1, 0)
        if sensitivity.originalUntil != nil {
            sensitivity.originalUntil = nil
            sensitivity.original = ranges
            return payDebts(now)
        }
        guard sensitivity.readUntil != nil else {
            // Too late for its question, and still the Tap's last word.
            guard wasAsked, let ranges, ranges != sensitivity.current else { return [] }
            sensitivity.current = ranges
            return [.report(.imuSensitivity(ranges))]
        }
        sensitivity.readUntil = nil
        if let ranges { sensitivity.current = ranges }
        return [.report(.imuSensitivity(ranges))] + payDebts(now)
    }

    /// No answer came in time.
    mutating func sensitivityDue(_ now: Int64) -> [Action] {
        if let until = sensitivity.originalUntil {
            guard until <= now else { return [] }
            sensitivity.originalUntil = nil
            return payDebts(now)
        }
        guard let until = sensitivity.readUntil, until <= now else { return [] }
        sensitivity.readUntil = nil
        return [.report(.imuSensitivity(nil))] + payDebts(now)
    }

    /// A command was taken by the Tap.
    mutating func took(_ write: TapWrite) -> [Action] {
        sensitivity.took(write)
        let isSwitched = state == .streaming && toldMode == mode && write == program.model.last
        return isSwitched ? sayModel() : []
    }
}
