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

/// The IMU's ranges of a v2 device in a raw mode: what they were, what they are, what was asked.
struct SensitivityTalk: Equatable, Sendable {
    /// How long an answer may take; the vendor's limit.
    static let limit: Int64 = 2_000_000_000

    /// What they were before the set-up, if the Tap told.
    var original: IMUSensitivity?
    /// What they are: as set, or as the Tap told.
    var current: IMUSensitivity?
    /// Whether the Tap was asked before the first set-up; later it would tell what was set.
    var wasAsked = false
    /// Until when the answer to that question is awaited.
    var originalUntil: Int64?
    /// Until when the answer to a reading back is awaited.
    var readUntil: Int64?
    /// Whether they are to be read back as soon as no other answer is awaited.
    var isReadOwed = false

    /// When waiting is over, or nil.
    var deadline: Int64? { originalUntil ?? readUntil }
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

    mutating func asked(_ request: Request) -> [Action] {
        switch request {
        case .switchModel:
            switch mode {
            case .airMouse: mode = .tapping
            case .tapping: mode = .airMouse
            case .rawSensors, .debug: return []
            }
            guard state == .streaming else { return [] }
            outbox.add(program.model)
            return payDebts() + [.report(.modelSwitched(mode == .tapping ? .tapping : .airGesture))]
        case .vibrate(let pattern):
            guard state == .streaming, let version = paths.version else { return [] }
            outbox.owe(vibration: TapWrite(pattern, version))
            return payDebts()
        case .setIMUSensitivity(let ranges):
            guard state == .streaming, paths.version == .v2, let old = mode.sensitivity else {
                return []
            }
            let new = SensorSensitivity(finger: old.finger, imu: ranges)
            if case .debug = mode { mode = .debug(new) } else { mode = .rawSensors(new) }
            outbox.add([TapWrite(.setIMUSensitivity(ranges))])
            sensitivity.isReadOwed = true
            return payDebts()
        }
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

/// The IMU's ranges, set and read back while streaming.
extension TapConnection {
    /// The Tap told its ranges: the answer to the question that waits longest.
    mutating func told(_ ranges: IMUSensitivity?, _ now: Int64) -> [Action] {
        if sensitivity.originalUntil != nil {
            sensitivity.originalUntil = nil
            sensitivity.original = ranges
            return readBack(now)
        }
        guard sensitivity.readUntil != nil else { return [] }
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
        guard paths.version == .v2, let ranges = mode.sensitivity?.imu else { return [] }
        if write == TapWrite(.setIMUSensitivity(ranges)) { sensitivity.current = ranges }
        return readBack(now)
    }
}
