/// What can be read of the driver over the bus.
public struct ControlState: Equatable, Sendable {
    /// The driver's version.
    public var version = ""
    /// Whether the driver listens to Taps, by one of the words of the interface.
    public var state = ""
    /// How it stands with Bluetooth, by one of the words of the interface, or an empty one before
    /// that is known.
    public var bluetooth = ""
    /// The profile that all Taps have which are here; where they differ, or none is, that of the Taps
    /// that have none of their own.
    public var profile: String
    /// The names of all profiles that can be set.
    public var profiles: [String]
    /// Whether Taps that come send nothing until they are told to.
    public var isPaused = false
    /// The Taps that are bonded here or connected.
    public var taps: [ControlTap] = []

    /// A state of a driver without Taps.
    public init(profile: String, profiles: [String]) {
        self.profile = profile
        self.profiles = profiles
    }
}

/// What can be read of a Tap over the bus.
///
/// Words are those of the interface (docs/control.md); a client may meet others, of a later driver.
public struct ControlTap: Equatable, Sendable {
    /// The Bluetooth address, which identifies it.
    public var address: String
    /// The name that its user gave it.
    public var name = ""
    /// How it stands with the connection, in a word such as `active`.
    public var connection = ""
    /// The protocol that it speaks, `v1` or `v2`; nil while it is not known.
    public var protocolVersion: String?
    /// The battery's charge in percent; nil while it is not known.
    public var battery: Int?
    /// The profile that tells what its gestures do.
    public var profile = ""
    /// What the hand's motion means: `pointer`, `hold`, `drag` or `rotate`.
    public var mode = ""
    /// The finger that the thumb holds; nil for none.
    public var held: String?
    /// Whether the hand is a fist.
    public var isHidden = false
    /// Whether nothing is sent, because of a pause.
    public var isPaused = false
    /// Whether the Tap looks for taps instead of air gestures.
    public var isTapping = false
    /// What came in since the driver began, by name.
    public var counters: [String: UInt64] = [:]
    /// How packets come lately, in microseconds, by name.
    public var timing: [String: UInt64] = [:]

    /// A Tap of an address, of which nothing else is known.
    public init(address: String) {
        self.address = address
    }
}
