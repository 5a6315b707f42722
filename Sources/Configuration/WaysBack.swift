internal import Gestures
internal import Mapping

/// The profiles in which a tap leads from tapping back to gestures of the air, be it over others.
struct WaysBack {
    private var names: Set<String> = []

    init(_ profiles: [Profile], cycle: [String]) {
        let known = Set(profiles.map(\.name))
        let following = Dictionary(
            zip(cycle, cycle.dropFirst() + cycle.prefix(1)), uniquingKeysWith: { first, _ in first }
        )
        /// The profiles in which a tap leads to the one of a name.
        var sources: [String: [String]] = [:]
        var waiting: [String] = []
        for profile in profiles {
            for (tap, action) in profile.taps where tap.count == 1 || profile.countsTaps {
                switch action {
                case .switchModel: waiting.append(profile.name)
                case .profile(let name): sources[name, default: []].append(profile.name)
                case .nextProfile:
                    guard let next = following[profile.name] ?? cycle.first else { break }
                    sources[next, default: []].append(profile.name)
                case .none, .sequence, .pause, .clutch: break
                }
            }
        }
        // A profile that is unknown or wrong is a mistake of its own.
        waiting += sources.keys.filter { !known.contains($0) }
        while let name = waiting.popLast() {
            if names.insert(name).inserted { waiting += sources[name] ?? [] }
        }
    }

    /// Whether a tap of a profile leads back.
    func contains(_ profile: Profile) -> Bool {
        names.contains(profile.name)
    }
}

extension Profile {
    /// Whether taps that follow each other count together.
    var countsTaps: Bool { timing.tapWindow > Interval(nanoseconds: 0) }
}
