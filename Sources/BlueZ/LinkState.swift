public import TapProtocol

/// How it stands with a Tap's connection; the value is the word of the interface on the bus.
public enum LinkPhase: String, CaseIterable, Sendable {
    /// It is not there: no device, or its adapter is off.
    case away
    /// There are no keys for it: it is not listened to.
    case notBonded = "not-bonded"
    /// It could not be connected; the next attempt comes by itself.
    case waiting
    /// It is being connected.
    case connecting
    /// There is a link, and it is being set up.
    case settingUp = "setting-up"
    /// It streams.
    case active
    /// It is set up and should send something, and does not.
    case stale
    /// It rests, and says so.
    case standby
    /// The link is there and something on it fails; the next attempt comes by itself.
    case failing
    /// The link is there and another program listens to the Tap; the next attempt comes by itself.
    case taken
    /// It is being put back as it was, or was.
    case leaving
    /// It is left to itself until there are virtual devices for it.
    case noDevices = "no-devices"

    /// Whether the Tap is in its mode, so that it can be told something.
    public var isSetUp: Bool {
        switch self {
        case .active, .stale, .standby: true
        case .away, .notBonded, .waiting, .connecting, .settingUp, .failing, .taken, .leaving,
            .noDevices:
            false
        }
    }
}

/// What there is to know of a Tap's connection.
public struct LinkState: Equatable, Sendable {
    /// The Bluetooth address, which identifies it.
    public var address: String
    /// The name that its user gave it.
    public var name: String
    /// Whether keys are stored for it.
    public var isBonded: Bool
    /// How it stands with the connection.
    public var phase: LinkPhase
    /// The protocol that it speaks, or nil before its services are known.
    public var protocolVersion: ProtocolVersion?
    /// The battery's charge in percent, or nil while it is not known.
    public var battery: Int?
    /// Whether it looks for taps instead of air gestures, or is about to.
    public var isTapping: Bool
}

extension LinkState {
    /// What there is to know of a Tap that is left alone: where it has no devices, or else at all.
    public init(of tap: TapSnapshot, hasDevices: Bool) {
        self.init(
            address: tap.address, name: tap.name, isBonded: tap.isBonded,
            phase: hasDevices ? .leaving : .noDevices, protocolVersion: tap.protocolVersion,
            battery: tap.battery, isTapping: false)
    }
}

extension TapConnection {
    /// What there is to know at this moment.
    var linkState: LinkState {
        LinkState(
            address: address, name: name, isBonded: snapshot?.isBonded ?? false, phase: phase,
            protocolVersion: paths.version ?? snapshot?.protocolVersion,
            battery: snapshot?.battery, isTapping: mode == .tapping)
    }

    private var phase: LinkPhase {
        switch state {
        case .unavailable:
            snapshot?.isConnected == true && snapshot?.isBonded == false ? .notBonded : .away
        // Where its services are missing that is what is wrong, and not the link that is made anew.
        case .waiting: said.missing && !said.unreachable ? .failing : .waiting
        case .connecting: said.missing && !said.unreachable ? .failing : .connecting
        case .resolving where said.missing: .failing
        case .settingUp where said.connected: streamingPhase
        // What failed goes on to fail until it streams.
        case .resolving, .subscribing, .settingUp:
            said.failing ? failingPhase : isStale ? .stale : .settingUp
        case .streaming: streamingPhase
        case .pausing, .disconnecting: failingPhase
        case .leaving, .left: .leaving
        }
    }

    private var failingPhase: LinkPhase { isTaken ? .taken : .failing }

    private var streamingPhase: LinkPhase {
        if data.isStandby { return .standby }
        return isStale ? .stale : .active
    }

    /// Whether the last look found that nothing came which should have, and nothing has come since.
    var isStale: Bool {
        guard quietChecks > 0, let last = data.last else { return quietChecks > 0 }
        return last < refreshAt - Self.refreshInterval
    }
}
