public import BlueZ
internal import EventLoop
internal import Mapping
public import TapProtocol

/// What there is to know of a Tap of the driver.
public struct TapState: Equatable, Sendable {
    /// How it stands with the connection.
    public var link: LinkState
    /// What the hand is doing.
    public var hand = HandState()
    /// The name of the profile that tells what gestures do; for a Tap that was not here yet the one
    /// with which Taps begin.
    public var profile: String
    /// What came in since the driver began.
    public var counters = Pipeline.Counters()
    /// How packets come lately; empty where that was not asked for.
    public var timing = PacketTiming()
}

/// Why Taps do not do what they are told.
public enum TapError: Error, Equatable, Sendable {
    /// No Tap of this name or address is there.
    case unknown(String)
    /// No Tap that is meant is connected and set up.
    case notThere
}

/// What a driver can be asked about its Taps, and what it can be told to let them do.
extension TapDriver {
    /// The state of each Tap that is bonded or connected, at this moment.
    ///
    /// Its timing takes some work and is always another one: only for those who ask for it.
    public func tapStates(withTiming: Bool) -> [TapState] {
        let now = EventLoop.monotonicNow()
        var rest = HandState()
        rest.isPaused = pausesTaps
        let linked = links.filter { $0.state.isBonded || $0.state.phase == .notBonded }.map {
            link in
            let session = sessions[link.address]?.object
            var state = TapState(
                link: link.state, hand: session?.hand ?? rest,
                profile: session?.profile.name ?? profiles.standard,
                counters: session?.counters ?? Pipeline.Counters())
            if isHomeless(link) { state.link.phase = .noDevices }
            if withTiming, let timing = session?.timing(at: now) { state.timing = timing }
            return state
        }
        guard !hindrances.isEmpty, let client else { return linked }
        let hasDevices = !hindrances.contains(.noDevices)
        return linked
            + client.unlinkedTaps.filter(\.isBonded).map { tap in
                TapState(
                    link: LinkState(of: tap, hasDevices: hasDevices), hand: rest,
                    profile: profiles.standard)
            }
    }

    /// Lets Taps send nothing from now on, or send again: the one of a name or an address, or all,
    /// those that come later included.
    ///
    /// Whatever is down comes up.
    public func setPaused(_ isPaused: Bool, device: String?) throws(TapError) {
        if device == nil { pausesTaps = isPaused }
        for link in try meant(device) {
            sessions[link.address]?.object?.setPaused(isPaused)
            if isPaused { pool.dropWaiting(of: link.address) }
        }
        if isPaused, device == nil { pool.dropWaiting() }
    }

    /// Lets Taps vibrate: the one of a name or an address, or all that are connected.
    public func vibrate(_ pattern: HapticPattern, device: String?) throws(TapError) {
        let present = try meant(device).filter { $0.state.phase.isSetUp }
        guard !present.isEmpty else { throw .notThere }
        for link in present { link.vibrate(pattern) }
    }

    private func meant(_ device: String?) throws(TapError) -> [TapLink] {
        guard let device else { return links }
        let meant = links.filter {
            TapChoice.names(device, address: $0.address, name: $0.name)
        }
        guard !meant.isEmpty else { throw .unknown(device) }
        return meant
    }
}
