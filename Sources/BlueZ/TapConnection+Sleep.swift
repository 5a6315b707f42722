internal import EventLoop
internal import TapProtocol

/// The proof that a link outlived the machine's sleep: what the Tap sends, and not what BlueZ says.
struct LinkProof: Equatable, Sendable {
    /// What came since then counts.
    var since: Int64
    /// When it must have come; nil while the Tap is being told its mode.
    var until: Int64?
    /// Whether the notifications were subscribed to anew in vain.
    var isResubscribed = false

    /// How long a Tap that was told its mode may take to send something, in nanoseconds.
    static let limit: Int64 = 3_000_000_000
}

/// What follows when the machine has slept.
extension TapConnection {
    /// Begins without the pauses from before the sleep, and looks whether the link is still one.
    mutating func woke(_ now: Int64) -> [Action] {
        backoff.succeeded()
        failuresOnLink = 0
        endsOnLink = 0
        guard let snapshot, snapshot.isConnected else {
            if case .waiting = state { return connect() }
            return []
        }
        proof = LinkProof(since: now)
        switch state {
        case .waiting, .resolving, .pausing: return resolve(now)
        case .streaming:
            // A command that is under way is waited for: BlueZ would refuse another one.
            mustAssertMode = true
            return payDebts(now)
        case .unavailable, .connecting, .subscribing, .settingUp, .disconnecting, .leaving, .left:
            // A call under way is answered, or ends by its time-out.
            return []
        }
    }

    /// A Tap that was not told in time to stay in its mode may have left it: as after a sleep.
    mutating func resumed(_ now: Int64) -> [Action] {
        guard state == .streaming, now - refreshAt >= Self.refreshInterval else { return [] }
        return woke(now)
    }

    /// Tells a Tap its mode that ought to be in it.
    mutating func assertMode(_ now: Int64) -> [Action] {
        mustAssertMode = false
        // At rest a Tap of the first protocol sends nothing that could be waited for.
        if paths.version == .v1 { return stopped() + resolve(now) }
        return beginSetUp(now)
    }

    /// The time for a proof is over: if there is none, the notifications are subscribed to anew, and
    /// then the link is made anew.
    mutating func proofDue(_ now: Int64) -> [Action] {
        guard var missing = proof, let until = missing.until, until <= now else { return [] }
        // A command that is not answered yet: BlueZ would refuse those that follow.
        guard !isCalling else {
            proof?.until = now + LinkProof.limit
            return []
        }
        proof = nil
        let isProven = data.last.map { $0 >= missing.since } ?? false
        if isProven || paths.version == .v1 { return [] }
        if missing.isResubscribed { return data.isStandby ? [] : giveUpLink(now) }
        missing.isResubscribed = true
        missing.until = nil
        proof = missing
        return stopped() + resolve(now)
    }
}
