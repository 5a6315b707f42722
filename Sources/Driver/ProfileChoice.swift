public import BlueZ
public import Mapping

/// Which profile each Tap has.
public struct ProfileChoice: Sendable {
    /// The profile of the Taps that have none of their own.
    public var standard: Profile
    /// The profiles of single Taps, by name or address; the first that fits holds.
    public var own: [(device: String, profile: Profile)]

    /// A profile for all Taps but those that have their own.
    public init(_ standard: Profile, own: [(device: String, profile: Profile)] = []) {
        self.standard = standard
        self.own = own
    }

    /// All profiles that may be in use.
    public var all: [Profile] { [standard] + own.map(\.profile) }

    /// The profile of a Tap.
    public func profile(of link: TapLink) -> Profile {
        let own = own.first { TapChoice.names($0.device, address: link.address, name: link.name) }
        return own?.profile ?? standard
    }
}
