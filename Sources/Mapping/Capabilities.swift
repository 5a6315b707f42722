internal import Gestures

/// What the virtual devices must be able to send, and nothing more.
public struct Capabilities: Equatable, Sendable {
    /// The keys and buttons, in the kernel's order.
    public let keys: [KeyCode]
    /// Whether the pointer moves.
    public let moves: Bool
    /// Whether wheels turn.
    public let scrolls: Bool
    /// Whether they turn in high-resolution units as well.
    public let scrollsInHighResolution: Bool

    /// What both can send.
    public func union(_ other: Capabilities) -> Capabilities {
        Capabilities(
            keys: Set(keys + other.keys), moves: moves || other.moves,
            scrolls: scrolls || other.scrolls,
            scrollsInHighResolution: scrollsInHighResolution || other.scrollsInHighResolution)
    }

    private init(
        keys: Set<KeyCode>, moves: Bool, scrolls: Bool, scrollsInHighResolution: Bool
    ) {
        self.keys = keys.sorted { $0.rawValue < $1.rawValue }
        self.moves = moves
        self.scrolls = scrolls
        self.scrollsInHighResolution = scrollsInHighResolution
    }

    /// What some profiles can send together.
    public init(of profiles: [Profile]) {
        self.init(
            keys: Set(profiles.flatMap(\.keys)),
            moves: profiles.contains(where: \.moves),
            scrolls: profiles.contains(where: \.scrolls),
            scrollsInHighResolution: profiles.contains {
                $0.scrolls && $0.scrollsInHighResolution
            })
    }
}

extension Profile {
    /// Every key and button that the profile can send, in the kernel's order.
    public var keys: [KeyCode] {
        var keys: Set<KeyCode> = []
        for case .sequence(let chords) in actions { keys.formUnion(chords.flatMap(\.keys)) }
        for finger in fingers.all {
            if finger.hold == .button { keys.formUnion(finger.button) }
            if finger.canDrag, case .keys(let held) = finger.drag.kind { keys.formUnion(held) }
        }
        return keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether anything in the profile scrolls.
    public var scrolls: Bool {
        let hasWheel = actions.contains { action in
            if case .sequence(let chords) = action {
                chords.contains { $0.wheel != nil }
            } else {
                false
            }
        }
        return hasWheel || fingers.all.contains { $0.canDrag && $0.drag.kind == .scroll }
    }

    /// Whether anything in the profile moves the pointer.
    public var moves: Bool {
        pointer.isEnabled
            || fingers.all.contains { finger in
                switch finger.drag.kind {
                case .pointer, .keys: finger.canDrag
                case .none, .scroll: false
                }
            }
    }
}

extension FingerActions {
    /// Whether a held pinch can become a drag.
    var canDrag: Bool { hold == .decide || hold == .drag }
}
