public import Mapping
public import TapProtocol

/// What a configuration file says, with the built-in values for what it does not name.
public struct Configuration: Equatable, Sendable {
    /// The profile of a single Tap.
    public struct Device: Equatable, Sendable {
        /// The Tap's name or address.
        public var device: String
        /// The profile's name.
        public var profile: String

        /// The profile of a Tap, both by their names.
        public init(device: String, profile: String) {
            self.device = device
            self.profile = profile
        }
    }

    /// All profiles: the built-in ones first, then the file's in its order.
    public var profiles: ProfileSet
    /// The name of the profile of Taps that have none of their own.
    public var profile: String
    /// The profiles of single Taps.
    public var devices: [Device]
    /// What the swipes of v1 Taps mean.
    public var swipes: SwipeTable
    /// Whether all Taps are one mouse and one keyboard.
    public var merges: Bool
    /// Whether a Tap's own keyboard and mouse are kept from everybody while it streams.
    public var grabs: Bool
    /// The bus that the virtual devices tell.
    public var bus: DeviceBus

    /// The configuration without a file.
    public static let builtIn = Configuration(
        profiles: .builtIn, profile: Profile.desktop.name, devices: [], swipes: .swift,
        merges: false, grabs: true, bus: .bluetooth)
}
