public import Gestures

/// What the hand is doing, as far as the driver has understood; and whether that does anything.
public struct HandState: Equatable, Sendable {
    /// What the motion of the hand means at the moment; the value is the word of the interface on
    /// the bus.
    public enum Mode: String, CaseIterable, Sendable {
        /// Nothing is held: the hand moves the pointer, where the profile has one.
        case pointer
        /// A pinch is held, and it is not yet known what it becomes.
        case hold
        /// A pinch is held, and the hand moves.
        case drag
        /// A pinch is held, and the hand twists.
        case rotate
    }

    /// The finger that the thumb holds, or nil.
    public var held: Finger?
    /// What motion means.
    public var mode = Mode.pointer
    /// Whether the hand is a fist.
    public var isHidden = false
    /// Whether nothing is sent, because of a pause.
    public var isPaused = false

    /// A hand at rest.
    public init() {}
}
