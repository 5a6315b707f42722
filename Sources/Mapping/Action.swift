/// Keys and buttons that go down together and come up in the opposite order, and a wheel that turns
/// while they are down.
public struct Chord: Hashable, Sendable {
    /// The keys in the order in which they go down.
    public var keys: [KeyCode]
    /// The wheel that turns once the keys are down, or nil.
    public var wheel: WheelStep?

    /// A chord of keys, with a wheel or without.
    public init(_ keys: [KeyCode], wheel: WheelStep? = nil) {
        self.keys = keys
        self.wheel = wheel
    }
}

/// One step of a wheel, or a few.
public struct WheelStep: Hashable, Sendable {
    /// The way the content scrolls; the value is the word of the configuration.
    public enum Direction: String, CaseIterable, Sendable {
        /// The kernel's `REL_WHEEL`, positive.
        case up
        /// The kernel's `REL_WHEEL`, negative.
        case down
        /// The kernel's `REL_HWHEEL`, negative.
        case left
        /// The kernel's `REL_HWHEEL`, positive.
        case right
    }

    /// The way the content scrolls.
    public var direction: Direction
    /// How many detents, 1 to 100.
    public var detents: Int

    /// A step of some detents, or of one.
    public init(_ direction: Direction, detents: Int = 1) {
        self.direction = direction
        self.detents = detents
    }
}

/// What a swipe, a pinch, a tap, a fist or a part of a twist does.
public enum Action: Equatable, Sendable {
    /// Does nothing.
    case none
    /// Taps chords one after the other; a single key is a sequence of one chord of one key.
    case sequence([Chord])
    /// Changes to the profile of a name.
    case profile(String)
    /// Changes to the profile that follows in the cycle.
    case nextProfile
    /// Pauses: nothing is sent until the same is done again.
    case pause
    /// Rests the pointer until the same is done again.
    case clutch
    /// Asks for the Tap's other model: tapping instead of air gestures, or back.
    case switchModel

    /// Taps a key or clicks a button.
    public static func key(_ key: KeyCode) -> Action {
        .sequence([Chord([key])])
    }

    /// Taps some keys together.
    public static func keys(_ keys: KeyCode...) -> Action {
        .sequence([Chord(keys)])
    }

    /// Turns a wheel by one detent.
    public static func wheel(_ direction: WheelStep.Direction) -> Action {
        .sequence([Chord([], wheel: WheelStep(direction))])
    }
}
