public import Mapping
public import TapProtocol

/// What tells what the gestures of one Tap do: profiles, which of them holds, and the swipes of v1.
///
/// A value that never changes and is large, so that it is kept once: to copy it is to count a
/// reference.
public struct PipelineSetup: Equatable, Sendable {
    private final class Content: Sendable {
        let profiles: ProfileSet
        let profile: Profile
        let first: Profile
        let swipes: SwipeTable

        init(profiles: ProfileSet, profile: Profile, first: Profile, swipes: SwipeTable) {
            self.profiles = profiles
            self.profile = profile
            self.first = first
            self.swipes = swipes
        }
    }

    private let content: Content

    /// The profiles to which gestures can change.
    public var profiles: ProfileSet { content.profiles }
    /// The profile that holds.
    public var profile: Profile { content.profile }
    /// The profile with which the Tap began, and to which a long fist goes back.
    public var first: Profile { content.first }
    /// What the swipes of v1 mean.
    public var swipes: SwipeTable { content.swipes }

    /// A set-up that begins with the profile of a name, or with the first one if there is none of
    /// that name.
    public init(_ profiles: ProfileSet, profile name: String, swipes: SwipeTable = .swift) {
        let first = profiles[name] ?? profiles.first
        content = Content(profiles: profiles, profile: first, first: first, swipes: swipes)
    }

    /// A set-up with one profile.
    public init(_ profile: Profile, swipes: SwipeTable = .swift) {
        self.init(ProfileSet(profile), profile: profile.name, swipes: swipes)
    }

    private init(_ setup: PipelineSetup, profile: Profile) {
        content = Content(
            profiles: setup.profiles, profile: profile, first: setup.first, swipes: setup.swipes)
    }

    /// Whether two set-ups say the same.
    public static func == (one: PipelineSetup, other: PipelineSetup) -> Bool {
        one.content === other.content
            || one.profiles == other.profiles && one.profile == other.profile
                && one.first == other.first && one.swipes == other.swipes
    }

    /// What the devices must be able to send for all profiles to which gestures can lead.
    public var capabilities: Capabilities {
        Capabilities(
            of: profiles.reachable(from: first.name) + profiles.reachable(from: profile.name))
    }

    /// The same with the profile of another name, or as it is where there is none of that name.
    public func with(profile name: String) -> PipelineSetup {
        PipelineSetup(self, profile: profiles[name] ?? profile)
    }

    /// The same with the profile that follows in the cycle.
    public func withNextProfile() -> PipelineSetup {
        PipelineSetup(self, profile: profiles.next(after: profile.name) ?? profile)
    }

    /// The same with the profile with which the Tap began.
    public func withFirstProfile() -> PipelineSetup {
        PipelineSetup(self, profile: first)
    }
}
