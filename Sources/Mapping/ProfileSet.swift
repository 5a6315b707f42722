/// Profiles by their names, among which gestures and commands change.
public struct ProfileSet: Equatable, Sendable {
    /// The profiles; their names differ, and there is at least one.
    public let profiles: [Profile]
    /// The first of them.
    public let first: Profile
    /// The names through which `nextProfile` goes, in this order.
    public let cycle: [String]

    /// A set of profiles; without a cycle of its own, the action for the next one goes through all.
    ///
    /// Of two profiles of one name the first counts.
    public init(_ first: Profile, _ others: [Profile] = [], cycle: [String]? = nil) {
        var profiles = [first]
        for profile in others where !profiles.contains(where: { $0.name == profile.name }) {
            profiles.append(profile)
        }
        self.profiles = profiles
        self.first = first
        self.cycle = cycle ?? profiles.map(\.name)
    }

    /// The profiles that are built in.
    public static let builtIn = ProfileSet(.desktop, Array(Profile.builtIn.dropFirst()))

    /// The profile of a name, or nil.
    public subscript(name: String) -> Profile? {
        profiles.first { $0.name == name }
    }

    /// The profile that follows a name in the cycle, or nil where there is no other.
    ///
    /// From outside the cycle its first one follows.
    public func next(after name: String) -> Profile? {
        guard let index = cycle.firstIndex(of: name) else {
            return cycle.lazy.compactMap { self[$0] }.first
        }
        let rest = cycle[(index + 1)...] + cycle[..<index]
        return rest.lazy.compactMap { self[$0] }.first { $0.name != name }
    }

    /// The profiles to which gestures can lead from the one of a name, which comes first.
    public func reachable(from name: String) -> [Profile] {
        var found: [Profile] = []
        var waiting = self[name].map { [$0] } ?? []
        while let profile = waiting.popLast() {
            guard !found.contains(where: { $0.name == profile.name }) else { continue }
            found.append(profile)
            for action in profile.actions {
                switch action {
                case .profile(let name): if let profile = self[name] { waiting.append(profile) }
                case .nextProfile: waiting += cycle.compactMap { self[$0] }
                case .none, .sequence, .pause, .clutch, .switchModel: break
                }
            }
        }
        return found
    }
}
