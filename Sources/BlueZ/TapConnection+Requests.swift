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
    /// A notification arrived; of most kinds nothing follows but that it was seen.
    ///
    /// On the path of every packet: no more than two stores.
    mutating func note(_ kind: NotificationKind, at now: Int64) {
        data.last = now
        switch kind {
        case .motion: data.motion = true
        case .handState: data.handState = true
        case .standby, .imuSensitivity, .other: break
        }
    }

    mutating func asked(_ request: Request, _ now: Int64) -> [Action] {
        switch request {
        case .switchModel:
            switch mode {
            case .airMouse: mode = .tapping
            case .tapping: mode = .airMouse
            case .rawSensors, .debug: return []
            }
            switchesModel = true
        case .vibrate(let pattern):
            guard state == .streaming, let version = paths.version else { return [] }
            outbox.owe(vibration: TapWrite(pattern, version))
            return payDebts()
        case .setSensitivity(let ranges):
            switch mode {
            case .rawSensors: mode = .rawSensors(ranges)
            case .debug: mode = .debug(ranges)
            case .airMouse, .tapping: return []
            }
            sensitivity.isReadOwed = true
        }
        // Otherwise it is told with the next set-up, or at the end of this one.
        return state == .streaming ? tellMode() + readBack(now) : []
    }

    /// Sends what had to wait for the call before it.
    mutating func payDebts() -> [Action] {
        guard state == .streaming, !isCalling else { return [] }
        guard let write = outbox.next() else { return [] }
        return [call(write)]
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
            return readBack(now)
        }
        guard sensitivity.readUntil != nil else {
            // Too late for its question, and still the Tap's last word.
            guard wasAsked, let ranges, ranges != sensitivity.current else { return [] }
            sensitivity.current = ranges
            return [.report(.imuSensitivity(ranges))]
        }
        sensitivity.readUntil = nil
        if let ranges { sensitivity.current = ranges }
        return [.report(.imuSensitivity(ranges))] + readBack(now)
    }

    /// Asks for the ranges, if that is owed and nothing is in the way.
    mutating func readBack(_ now: Int64) -> [Action] {
        guard state == .streaming, paths.version == .v2, sensitivity.isReadOwed,
            sensitivity.deadline == nil
        else { return [] }
        sensitivity.isReadOwed = false
        sensitivity.readUntil = now + SensitivityTalk.limit
        outbox.add([TapWrite(.getIMUSensitivity)])
        return payDebts()
    }

    /// No answer came in time.
    mutating func sensitivityDue(_ now: Int64) -> [Action] {
        if let until = sensitivity.originalUntil {
            guard until <= now else { return [] }
            sensitivity.originalUntil = nil
            return readBack(now)
        }
        guard let until = sensitivity.readUntil, until <= now else { return [] }
        sensitivity.readUntil = nil
        return [.report(.imuSensitivity(nil))] + readBack(now)
    }

    /// A command was taken by the Tap.
    mutating func took(_ write: TapWrite, _ now: Int64) -> [Action] {
        sensitivity.took(write)
        let isSwitched = state == .streaming && write == program.model.last
        return (isSwitched ? sayModel() : []) + readBack(now)
    }
}
