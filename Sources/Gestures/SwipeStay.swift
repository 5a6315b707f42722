public import TapProtocol

/// How long the hand stays in a swipe, by the repeats that the Tap sends meanwhile.
public struct SwipeStay: Sendable {
    /// Without a repeat for so long the swipe is over.
    public static let limit = Interval.milliseconds(250)

    private var direction: Direction?
    /// When the swipe is over if nothing more is heard of it, or nil.
    public private(set) var deadline: Timestamp?

    /// A hand that is in no swipe.
    public init() {}

    /// Takes the swipe of this moment, or nil for none; returns whether it is the one before that
    /// goes on.
    public mutating func goesOn(_ direction: Direction?, at now: Timestamp) -> Bool {
        let goesOn = direction != nil && direction == self.direction
        self.direction = direction
        deadline = direction == nil ? nil : now + Self.limit
        return goesOn
    }

    /// The swipe is over.
    public mutating func end() {
        direction = nil
        deadline = nil
    }
}

extension Direction {
    /// The direction of a gesture class, or nil where it is no swipe.
    public init?(_ gestureClass: GestureClass) {
        switch gestureClass {
        case .left: self = .left
        case .right: self = .right
        case .up: self = .up
        case .down: self = .down
        case .none, .pinchIndex, .pinchMiddle, .pinchRing, .pinchLittle, .fist, .holdIndex,
            .holdMiddle, .holdRing, .holdLittle, .holdFist:
            return nil
        }
    }

    /// The direction of a swipe of a v1 Tap.
    public init(_ code: SwipeCode) {
        switch code {
        case .left: self = .left
        case .right: self = .right
        case .up: self = .up
        case .down: self = .down
        }
    }
}
