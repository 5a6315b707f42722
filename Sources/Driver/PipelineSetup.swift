public import Mapping
public import TapProtocol

/// What tells what the gestures of one Tap do: profiles, which of them holds, and the swipes of v1.
public struct PipelineSetup: Equatable, Sendable {
    /// The profiles to which gestures can change.
    public let profiles: ProfileSet
    /// The profile that holds.
    public private(set) var profile: Profile
    /// The profile with which the Tap began, and to which a long fist goes back.
    public let first: Profile
    /// What the swipes of v1 mean.
    public let swipes: SwipeTable

    /// A set-up that begins with the profile of a name, or with the first one if there is none of
    /// that name.
    public init(_ profiles: ProfileSet, profile name: String, swipes: SwipeTable = .swift) {
        self.profiles = profiles
        first = profiles[name] ?? profiles.first
        profile = first
        self.swipes = swipes
    }

    /// A set-up with one profile.
    public init(_ profile: Profile, swipes: SwipeTable = .swift) {
        self.init(ProfileSet(profile), profile: profile.name, swipes: swipes)
    }

    /// What the devices must be able to send for all profiles to which gestures can lead.
    public var capabilities: Capabilities {
        Capabilities(
            of: profiles.reachable(from: first.name) + profiles.reachable(from: profile.name))
    }

    /// The same with the profile of another name, or as it is where there is none of that name.
    public func with(profile name: String) -> PipelineSetup {
        var setup = self
        setup.profile = profiles[name] ?? profile
        return setup
    }

    /// The same with the profile that follows in the cycle.
    public func withNextProfile() -> PipelineSetup {
        var setup = self
        setup.profile = profiles.next(after: profile.name) ?? profile
        return setup
    }

    /// The same with the profile with which the Tap began.
    public func withFirstProfile() -> PipelineSetup {
        var setup = self
        setup.profile = first
        return setup
    }
}
