public import Mapping
public import TapProtocol

/// What a configuration file says, with the built-in values for what it does not name.
public struct Configuration: Equatable, Sendable {
    /// All profiles: the built-in ones first, then the file's in its order.
    public var profiles: ProfileSet
    /// The name of the profile of Taps that have none of their own.
    public var profile: String
    /// The profiles of single Taps.
    public var devices: [DeviceProfile]
    /// What the swipes of v1 Taps mean.
    public var swipes: SwipeTable
    /// Whether all Taps are one mouse and one keyboard.
    public var merges: Bool
    /// Whether a Tap's own keyboard and mouse are kept from everybody while it streams.
    public var grabs: Bool
    /// Whether a Tap answers with short pulses.
    public var vibrates: Bool
    /// The bus that the virtual devices tell.
    public var bus: DeviceBus

    /// The configuration without a file.
    public static let builtIn = Configuration(
        profiles: .builtIn, profile: Profile.desktop.name, devices: [], swipes: .swift,
        merges: false, grabs: true, vibrates: true, bus: .bluetooth)
}
