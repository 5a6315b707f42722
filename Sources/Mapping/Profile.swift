public import Gestures

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
    /// The key of a swipe to the left.
    public var left: KeyCode
    /// The key of a swipe to the right.
    public var right: KeyCode
    /// The key of a swipe upwards.
    public var up: KeyCode
    /// The key of a swipe downwards.
    public var down: KeyCode
    /// The key or button of each short pinch.
    public var pinch: PerFinger<KeyCode>
    /// What each held pinch does.
    public var hold: PerFinger<HoldActions>

    /// The key of a swipe.
    public subscript(direction: Direction) -> KeyCode {
        switch direction {
        case .left: left
        case .right: right
        case .up: up
        case .down: down
        }
    }

    /// Every key and button that the profile can send, in the kernel's order.
    public var keys: [KeyCode] {
        var keys = Set(Direction.allCases.map { self[$0] })
        keys.formUnion(pinch.all)
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
    public static let desktop = Profile(
        name: "desktop",
        pointerGain: 0.45,
        left: .left,
        right: .right,
        up: .up,
        down: .down,
        pinch: PerFinger(
            index: .leftButton, middle: .rightButton, ring: .middleButton, little: .escape),
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
        )
    )

    /// The profiles that are built in.
    public static let builtIn = [desktop]
}
