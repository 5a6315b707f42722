public import Gestures
public import TapProtocol

/// What a swipe, a short pinch or a tap does.
public enum Action: Equatable, Sendable {
    /// Taps a key or clicks a button.
    case key(KeyCode)
    /// Asks for the Tap's other model: tapping instead of air gestures, or back.
    case switchModel
    /// Does nothing.
    case none
}

/// A wheel.
public enum ScrollAxis: Sendable {
    /// The kernel's `REL_WHEEL`.
    case vertical
    /// The kernel's `REL_HWHEEL`.
    case horizontal
}

/// What the hand does while a pinch is held and moves.
public enum DragAction: Equatable, Sendable {
    /// Moves the pointer at a part of its gain, with no button down.
    case pointer(gainScale: Double)
    /// Holds a key or button while the pointer follows.
    case button(KeyCode)
    /// Scrolls both axes with the hand, so many device units a detent.
    case scroll(unitsPerDetent: Double)
}

/// What the hand does while a pinch is held and twists.
public enum RotateAction: Equatable, Sendable {
    /// Scrolls; positive degrees scroll down or right.
    case scroll(ScrollAxis, degreesPerDetent: Double)
    /// Taps a key for every so many degrees, one key for each direction.
    case keys(positive: KeyCode, negative: KeyCode, degrees: Double)
}

/// What a held pinch does.
public struct HoldActions: Equatable, Sendable {
    /// When it becomes a drag.
    public var drag: DragAction
    /// When it becomes a twist.
    public var rotate: RotateAction

    /// The actions of a drag and of a twist.
    public init(drag: DragAction, rotate: RotateAction) {
        self.drag = drag
        self.rotate = rotate
    }
}

/// What each gesture does.
public struct Profile: Equatable, Sendable {
    /// The name by which a user picks it.
    public var name: String
    /// Pointer counts for a device unit.
    public var pointerGain: Double
    /// What a swipe to the left does.
    public var left: Action
    /// What a swipe to the right does.
    public var right: Action
    /// What a swipe upwards does.
    public var up: Action
    /// What a swipe downwards does.
    public var down: Action
    /// What each short pinch does.
    public var pinch: PerFinger<Action>
    /// What each held pinch does.
    public var hold: PerFinger<HoldActions>
    /// How soon taps of the same fingers must follow each other to count together, where the Tap does
    /// not count them itself.
    public var tapWindow = Interval.milliseconds(300)
    /// What taps do; those that are not here do nothing.
    public var taps: [TapGesture: Action]

    /// What a swipe does.
    public subscript(direction: Direction) -> Action {
        switch direction {
        case .left: left
        case .right: right
        case .up: up
        case .down: down
        }
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

    /// Every key and button that the profile can send, in the kernel's order.
    public var keys: [KeyCode] {
        var keys: Set<KeyCode> = []
        for action in Direction.allCases.map({ self[$0] }) + pinch.all + taps.values {
            if case .key(let key) = action { keys.insert(key) }
        }
        for actions in hold.all {
            if case .button(let key) = actions.drag { keys.insert(key) }
            if case .keys(let positive, let negative, _) = actions.rotate {
                keys.formUnion([positive, negative])
            }
        }
        return keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether anything in the profile scrolls.
    public var scrolls: Bool {
        hold.all.contains { actions in
            if case .scroll = actions.drag { return true }
            if case .scroll = actions.rotate { return true }
            return false
        }
    }

    /// The profile for a desktop: pointer, arrow keys, clicks, drags, scroll and volume.
    ///
    /// A tap of one finger does what its short pinch does.
    public static let desktop = Profile(
        name: "desktop",
        pointerGain: 0.45,
        left: .key(.left),
        right: .key(.right),
        up: .key(.up),
        down: .key(.down),
        pinch: PerFinger(
            index: .key(.leftButton), middle: .key(.rightButton), ring: .key(.middleButton),
            little: .key(.escape)),
        hold: PerFinger(
            index: HoldActions(
                drag: .button(.leftButton),
                rotate: .scroll(.vertical, degreesPerDetent: 15)),
            middle: HoldActions(
                drag: .scroll(unitsPerDetent: 20),
                rotate: .scroll(.vertical, degreesPerDetent: 15)),
            ring: HoldActions(
                drag: .button(.middleButton),
                rotate: .scroll(.horizontal, degreesPerDetent: 15)),
            little: HoldActions(
                drag: .pointer(gainScale: 0.25),
                rotate: .keys(positive: .volumeUp, negative: .volumeDown, degrees: 10))
        ),
        taps: [
            TapGesture(.index): .key(.leftButton),
            TapGesture(.middle): .key(.rightButton),
            TapGesture(.ring): .key(.middleButton),
            TapGesture(.little): .key(.escape),
        ]
    )

    /// The desktop's profile, in which the hand itself goes to tapping and back: a short pinch of
    /// the little finger, and a tap of all five.
    public static let tapping: Profile = {
        var profile = desktop
        profile.name = "tapping"
        profile.pinch.little = .switchModel
        profile.taps[TapGesture([.thumb, .index, .middle, .ring, .little])] = .switchModel
        return profile
    }()

    /// The profiles that are built in.
    public static let builtIn = [desktop, tapping]
}
