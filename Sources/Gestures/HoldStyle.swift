/// What a held pinch becomes.
public enum HoldStyle: String, CaseIterable, Sendable {
    /// A twist once the hand has turned far enough, or else a drag after a while.
    case decide
    /// A drag at once.
    case drag
    /// A twist at once.
    case rotate
    /// A button at once: down while the pinch is held, whatever the hand does.
    case button
}
