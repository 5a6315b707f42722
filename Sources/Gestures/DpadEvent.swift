/// The direction of a swipe; the value is the word of the text form.
public enum Direction: String, CaseIterable, Sendable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down
}

/// What a held pinch became.
public enum HoldMode: String, Sendable {
    /// The hand twists.
    case rotate
    /// The hand moves.
    case drag
}

/// What `DpadController` answers.
public enum DpadEvent: Equatable, Sendable {
    /// A swipe.
    case direction(Direction)
    /// A short pinch.
    case pinch(Finger)
    /// A pinch is now held; whether it is a twist or a drag is not yet known.
    case hold(Finger)
    /// It is known what the hold is.
    case mode(HoldMode)
    /// Degrees of twist since the first motion sample of the hold.
    case rotate(degrees: Double)
    /// Motion while dragging, in device units: right and down are positive.
    case drag(dx: Int, dy: Int)
    /// The hold ended.
    case release(Finger)
    /// The hand closed to a fist.
    case hide
    /// The fist opened.
    case show
}

extension DpadEvent: CustomStringConvertible {
    /// The event as the text output has it, without its time: `rotate -7.5`.
    public var description: String {
        switch self {
        case .direction(let direction): "direction \(direction.rawValue)"
        case .pinch(let finger): "pinch \(finger.rawValue)"
        case .hold(let finger): "hold \(finger.rawValue)"
        case .mode(let mode): "mode \(mode.rawValue)"
        case .rotate(let degrees):
            "rotate \(DecimalText.shortest(Accumulator.micro(degrees), decimals: 6))"
        case .drag(let dx, let dy): "drag \(dx) \(dy)"
        case .release(let finger): "release \(finger.rawValue)"
        case .hide: "hide"
        case .show: "show"
        }
    }
}
