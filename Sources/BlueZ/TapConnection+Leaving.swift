internal import EventLoop
internal import TapProtocol

/// The Tap is put back as it was, and listened to again where that was not the end.
extension TapConnection {
    mutating func leave(_ now: Int64) -> [Action] {
        rejoins = false
        switch state {
        case .settingUp, .streaming:
            // Deaf from now on, so that nothing is pressed anew. A command that is under way is
            // waited for: BlueZ would refuse another one.
            guard isCalling else {
                return [.stopListening, .release] + sendNextLeaving(leavingWrites, now)
            }
            state = .leaving(remaining: leavingWrites)
            return [.stopListening, .release]
        case .resolving, .subscribing, .pausing:
            let actions = stopped()
            if isSetUp { return actions + sendNextLeaving(leavingWrites, now) }
            state = .left
            return actions
        case .unavailable, .waiting, .connecting, .disconnecting:
            let actions = stopped()
            state = .left
            return actions
        case .leaving, .left:
            return []
        }
    }

    /// What puts the Tap back as it was, its IMU's ranges included where it told them.
    private var leavingWrites: ArraySlice<TapWrite> {
        var writes = program.leaving
        if let original = sensitivity.original,
            sensitivity.isSetting || original != sensitivity.current
        {
            writes.append(TapWrite(.setIMUSensitivity(original)))
        }
        return writes[...]
    }

    mutating func sendNextLeaving(
        _ writes: ArraySlice<TapWrite>, _ now: Int64
    ) -> [Action] {
        guard let write = writes.first else { return left(now) }
        state = .leaving(remaining: writes.dropFirst())
        return [call(write)]
    }

    /// The Tap is put back as it was.
    mutating func left(_ now: Int64) -> [Action] {
        state = .left
        return rejoins ? rejoin(now) : []
    }

    /// Begins anew, without pauses that are left over.
    mutating func rejoin(_ now: Int64) -> [Action] {
        if case .leaving = state { rejoins = true }
        guard state == .left else { return [] }
        rejoins = false
        backoff.succeeded()
        failuresOnLink = 0
        endsOnLink = 0
        isSetUp = false
        sensitivity.interrupt()
        state = .unavailable
        // A link that was lost meanwhile was not told of.
        let isLost = !(snapshot?.isConnected ?? false)
        return (isLost ? lost() : []) + look(now)
    }
}
