/// The profile of one Tap, both by their names.
public struct DeviceProfile: Equatable, Sendable {
    /// The Tap's name or address.
    public var device: String
    /// The profile's name.
    public var profile: String

    /// The profile of a Tap.
    public init(device: String, profile: String) {
        self.device = device
        self.profile = profile
    }
}
