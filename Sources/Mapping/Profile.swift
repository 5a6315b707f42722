public import Gestures
public import TapProtocol

/// What each gesture does.
public struct Profile: Equatable, Sendable {
    /// The name by which a user picks it.
    public var name: String
    /// How the hand moves the pointer.
    public var pointer = PointerSettings()
    /// Whether the wheels send high-resolution units (`REL_WHEEL_HI_RES`) besides whole detents.
    public var scrollsInHighResolution = true
    /// What swipes do.
    public var directions = DirectionActions()
    /// What pinches do.
    public var fingers = PerFinger(
        index: FingerActions(), middle: FingerActions(), ring: FingerActions(),
        little: FingerActions())
    /// What taps do; those that are not here do nothing.
    public var taps: [TapGesture: Action] = [:]
    /// What a fist does, besides letting everything go.
    public var fist = FistActions()
    /// The limits of time and angle by which gestures are told apart.
    public var timing = GestureTiming()

    /// A profile in which nothing but the pointer does anything.
    public init(name: String) {
        self.name = name
    }

    /// What a tap does: a second or third one for which nothing is bound does what a single one
    /// does, so that two taps are two clicks.
    public subscript(tap: TapGesture) -> Action {
        taps[tap] ?? taps[TapGesture(tap.fingers)] ?? Action.none
    }

    /// How many taps of these fingers do something at most; 1 where none do.
    public func highestTapCount(of fingers: FingerMask) -> Int {
        var count = TapGesture.highestCount
        while count > 1, taps[TapGesture(fingers, count: count)] ?? .none == Action.none {
            count -= 1
        }
        return count
    }

    /// Every action that a gesture can have, in no particular order.
    public var actions: [Action] {
        var actions = Direction.allCases.map { directions[$0] } + taps.values
        actions += [fist.begin, fist.end]
        for finger in fingers.all {
            actions += [finger.pinch, finger.doublePinch]
            if finger.hold == .decide || finger.hold == .rotate {
                actions += [finger.rotate.positive, finger.rotate.negative]
            }
        }
        return actions
    }
}

/// What swipes do.
public struct DirectionActions: Equatable, Sendable {
    /// What a swipe to the left does.
    public var left = Action.none
    /// What a swipe to the right does.
    public var right = Action.none
    /// What a swipe upwards does.
    public var up = Action.none
    /// What a swipe downwards does.
    public var down = Action.none
    /// How long the hand must stay in a swipe before it repeats itself.
    public var repeatDelay = Interval.milliseconds(500)
    /// How often a second a swipe then repeats itself, at most 20; 0 for not at all.
    public var repeatRate = 0.0

    /// Swipes that do nothing.
    public init() {}

    /// What a swipe does.
    public subscript(direction: Direction) -> Action {
        switch direction {
        case .left: left
        case .right: right
        case .up: up
        case .down: down
        }
    }
}

/// What the pinches of one finger do.
public struct FingerActions: Equatable, Sendable {
    /// What a short pinch does.
    public var pinch = Action.none
    /// What two short pinches do together; where it is nothing a pinch need not wait for another.
    public var doublePinch = Action.none
    /// What a held pinch becomes.
    public var hold = HoldStyle.decide
    /// The keys and buttons that a held pinch holds as a button.
    public var button: [KeyCode] = []
    /// What a drag does.
    public var drag = DragAction()
    /// What a twist does.
    public var rotate = RotateAction()

    /// Pinches that do nothing.
    public init() {}
}

/// What the hand does while a pinch is held and moves.
public struct DragAction: Equatable, Sendable {
    /// What moves.
    public enum Kind: Equatable, Sendable {
        /// Nothing.
        case none
        /// The pointer.
        case pointer
        /// The pointer, with keys or buttons held down.
        case keys([KeyCode])
        /// Both wheels.
        case scroll
    }

    /// What moves.
    public var kind = Kind.none
    /// The part of its gain at which the pointer moves.
    public var gainScale = 1.0
    /// The device units for a detent of a wheel.
    public var unitsPerDetent = 20.0

    /// A drag that does nothing.
    public init() {}

    /// The pointer at a part of its gain.
    public static func pointer(gainScale: Double) -> DragAction {
        var action = DragAction()
        action.kind = .pointer
        action.gainScale = gainScale
        return action
    }

    /// The pointer with keys or buttons held down.
    public static func keys(_ keys: KeyCode...) -> DragAction {
        var action = DragAction()
        action.kind = .keys(keys)
        return action
    }

    /// Both wheels, with so many device units for a detent.
    public static func scroll(unitsPerDetent: Double) -> DragAction {
        var action = DragAction()
        action.kind = .scroll
        action.unitsPerDetent = unitsPerDetent
        return action
    }
}

/// What the hand does while a pinch is held and twists.
///
/// A wheel turns smoothly with the hand, `degrees` for a detent, while the other keys of its chord
/// are down; anything else is done once for every `degrees`.
public struct RotateAction: Equatable, Sendable {
    /// What positive degrees do.
    public var positive = Action.none
    /// What negative degrees do.
    public var negative = Action.none
    /// How many degrees it takes.
    public var degrees = 15.0

    /// A twist that does nothing.
    public init() {}

    /// A twist with an action for each way.
    public init(positive: Action, negative: Action, degrees: Double) {
        self.positive = positive
        self.negative = negative
        self.degrees = degrees
    }
}

/// What a fist does, besides letting everything go.
public struct FistActions: Equatable, Sendable {
    /// What closing the hand does.
    public var begin = Action.none
    /// What opening it does.
    public var end = Action.none

    /// A fist that does nothing else.
    public init() {}
}

/// The limits of time and angle by which gestures are told apart.
public struct GestureTiming: Equatable, Sendable {
    /// A repeat of the same gesture sooner than this is swallowed.
    public var debounce = Interval.milliseconds(40)
    /// How long a hold may stay undecided.
    public var decide = Interval.milliseconds(1000)
    /// The roll travel, in degrees, that makes a hold a twist.
    public var rotateLock = 25.0
    /// A change of roll of at most so many degrees is noise and not counted in the travel.
    public var rollNoise = 1.0
    /// How soon pinches of one finger must follow each other to be a double one.
    public var doublePinch = Interval.milliseconds(300)
    /// How soon taps of the same fingers must follow each other to count together, where the Tap does
    /// not count them itself.
    public var tapWindow = Interval.milliseconds(300)
    /// How long a fist must be held to go back to the profile of the configuration; 0 for never.
    public var fistReset = Interval.milliseconds(3000)

    /// The built-in limits.
    public init() {}
}
