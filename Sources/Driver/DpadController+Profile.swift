internal import Gestures
internal import Mapping

extension DpadController {
    /// A controller at rest, with the limits of a profile.
    init(_ profile: Profile) {
        self.init()
        apply(profile)
    }

    /// Takes over the limits of a profile.
    mutating func apply(_ profile: Profile) {
        debounce = profile.timing.debounce
        lockWindow = profile.timing.decide
        rotateLock = profile.timing.rotateLock
        rollNoise = profile.timing.rollNoise
        holds = profile.fingers.map(\.hold)
    }
}
