internal import Mapping

extension ActionText {
    /// The texts of an action: one, or those of a list; `isList` where it must be one.
    static func texts(of action: Action) -> (texts: [String], isList: Bool) {
        switch action {
        case .sequence(let chords):
            (chords.map(text), chords.count != 1)
        case .profile(let name):
            (["\(profile) \(name)"], false)
        case .none, .nextProfile, .pause, .clutch, .switchModel:
            (words.filter { $0.action == action }.map(\.text), false)
        }
    }

    /// The text of a chord.
    static func text(_ chord: Chord) -> String {
        (keyTexts(chord.keys) + (chord.wheel.map { [text($0)] } ?? [])).joined(separator: "+")
    }

    /// The text of a drag.
    static func text(_ drag: DragAction.Kind) -> String {
        switch drag {
        case .none: "none"
        case .pointer: "pointer"
        case .scroll: "scroll"
        case .keys(let keys): text(keys)
        }
    }

    /// The text of keys that go down together.
    static func text(_ keys: [KeyCode]) -> String {
        keys.isEmpty ? "none" : keyTexts(keys).joined(separator: "+")
    }

    private static func keyTexts(_ keys: [KeyCode]) -> [String] {
        keys.map { KeyNames.name(of: $0) ?? "\($0.rawValue)" }
    }

    private static func text(_ step: WheelStep) -> String {
        wheel + step.direction.rawValue + (step.detents == 1 ? "" : " \(step.detents)")
    }
}
