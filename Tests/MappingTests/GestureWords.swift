import Gestures
import Mapping

/// What a gesture does, in a few words for people.
enum GestureWords {
    /// That there are no words for something.
    struct Missing: Error { var what: String }

    private static let keys: [KeyCode: String] = [
        .escape: "Escape", .tab: "Tab", .enter: "Enter", .leftShift: "Shift", .space: "Space",
        .up: "arrow up", .pageUp: "Page Up", .left: "arrow left", .right: "arrow right",
        .down: "arrow down", .pageDown: "Page Down", .volumeDown: "quieter", .volumeUp: "louder",
        .compose: "context menu", .back: "Back", .playPause: "play and pause",
        .leftButton: "left click", .rightButton: "right click", .middleButton: "middle click",
    ]

    private static func words(of key: KeyCode) throws -> String {
        guard let words = keys[key] else { throw Missing(what: "key \(key.rawValue)") }
        return words
    }

    /// What an action does; nil for nothing.
    static func action(_ action: Action) throws -> String? {
        switch action {
        case .none: return nil
        case .switchModel: return "gestures or taps"
        case .sequence(let chords):
            guard chords.count == 1, let chord = chords.first else { break }
            guard let wheel = chord.wheel else {
                return try chord.keys.map(words).joined(separator: "+")
            }
            if chord.keys.isEmpty { return "scroll \(wheel.direction)" }
        default: break
        }
        throw Missing(what: "\(action)")
    }

    /// What a held pinch does that moves; nil for nothing.
    static func drag(_ finger: FingerActions) throws -> String? {
        switch finger.hold {
        case .rotate: return nil
        case .button: throw Missing(what: "a pinch that holds a button")
        case .decide, .drag: break
        }
        switch finger.drag.kind {
        case .none: return nil
        case .pointer: return finger.drag.gainScale < 1 ? "slow pointer" : "pointer"
        case .scroll: return "scroll, all ways"
        case .keys(let keys):
            let words = try keys.map(words).joined(separator: "+")
            return words.replacing("click", with: "drag")
        }
    }

    /// What a held pinch does that twists; nil for nothing.
    static func twist(_ finger: FingerActions) throws -> String? {
        guard finger.hold == .decide || finger.hold == .rotate else { return nil }
        let (positive, negative) = (finger.rotate.positive, finger.rotate.negative)
        guard let first = try action(positive), let second = try action(negative) else {
            guard positive == .none, negative == .none else { throw Missing(what: "half a twist") }
            return nil
        }
        // What both have in common is said once.
        let common = first.split(separator: " ").first.map { "\($0) " } ?? ""
        let rest = second.hasPrefix(common) ? String(second.dropFirst(common.count)) : second
        return "\(first), \(rest)"
    }
}
