internal import Mapping

/// Why a text is no action.
struct ActionProblem: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Actions as a configuration writes them.
enum ActionText {
    /// The most keys of a chord.
    static let mostKeys = 8
    /// The most chords of a sequence.
    static let mostChords = 64
    /// How many detents a wheel can turn at once.
    static let detents = 1...100

    /// A word that is a whole action.
    struct Word: Sendable {
        var text: String
        var action: Action
        /// One sentence.
        var meaning: String
    }

    /// The words that are whole actions; `profile NAME` is one besides.
    static let words = [
        Word(text: "none", action: .none, meaning: "Nothing."),
        Word(
            text: "next-profile", action: .nextProfile,
            meaning: "Changes to the profile that follows in `cycle`."),
        Word(
            text: "pause", action: .pause,
            meaning: "Sends nothing until the same is done again."),
        Word(
            text: "clutch", action: .clutch,
            meaning: "Rests the pointer until the same is done again."),
        Word(
            text: "switch-model", action: .switchModel,
            meaning: "Changes a Tap between air gestures and tapping."),
    ]

    /// What the word for the change to a profile begins with.
    static let profile = "profile"

    /// What the words for a wheel begin with: `scroll-up`.
    static let wheel = "scroll-"

    /// The action of a text that is not in a list.
    static func action(_ text: String) throws(ActionProblem) -> Action {
        if let word = words.first(where: { $0.text == text }) { return word.action }
        let parts = text.split(separator: " ")
        if parts.first == profile[...] {
            guard parts.count == 2 else {
                throw ActionProblem("\"\(profile)\" is followed by one name: \"profile desktop\"")
            }
            return .profile(String(parts[1]))
        }
        return .sequence([try chord(text)])
    }

    /// One chord of a sequence.
    static func chord(_ text: String) throws(ActionProblem) -> Chord {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        var chord = Chord([])
        for (index, part) in parts.enumerated() {
            let part = String(part.trimmed)
            if part.hasPrefix(wheel) {
                guard index == parts.count - 1 else {
                    throw ActionProblem("\"\(part)\" must be the last part of a chord")
                }
                chord.wheel = try step(part)
            } else {
                try append(part, of: text, to: &chord.keys)
            }
        }
        return chord
    }

    /// Keys that go down together; "none" is no key.
    static func keys(_ text: String) throws(ActionProblem) -> [KeyCode] {
        guard text != "none" else { return [] }
        var keys: [KeyCode] = []
        for part in text.split(separator: "+", omittingEmptySubsequences: false) {
            let part = String(part.trimmed)
            guard !part.hasPrefix(wheel) else {
                throw ActionProblem("\"\(part)\" is no key")
            }
            try append(part, of: text, to: &keys)
        }
        return keys
    }

    /// What moves in a drag.
    static func drag(_ text: String) throws(ActionProblem) -> DragAction.Kind {
        switch text {
        case "none": .none
        case "pointer": .pointer
        case "scroll": .scroll
        default: .keys(try keys(text))
        }
    }

    private static func append(
        _ name: String, of text: String, to keys: inout [KeyCode]
    ) throws(ActionProblem) {
        guard !name.isEmpty else {
            throw ActionProblem(
                text.isEmpty
                    ? "an empty text is no action; \"none\" is" : "a key is missing in \"\(text)\"")
        }
        try refuseWord(name)
        let key = try KeyNames.key(name)
        guard !keys.contains(key) else {
            throw ActionProblem("\(name) is twice in \"\(text)\"")
        }
        guard keys.count < mostKeys else {
            throw ActionProblem("more than \(mostKeys) keys go down together in \"\(text)\"")
        }
        keys.append(key)
    }

    /// Refuses what is a word for a whole action, or nearly one, where a key must be.
    private static func refuseWord(_ name: String) throws(ActionProblem) {
        if words.contains(where: { $0.text == name }) || name.hasPrefix(profile + " ") {
            throw ActionProblem("\"\(name)\" is a whole action and cannot be joined to others")
        }
        // Names of keys have capitals, words none.
        guard name.utf8.count <= 64, name == name.lowercased(), KeyNames.named(name) == nil else {
            return
        }
        let known = words.map(\.text) + WheelStep.Direction.allCases.map { wheel + $0.rawValue }
        if let near = nearestWord(to: name, among: known) {
            throw ActionProblem("unknown action \"\(name)\", did you mean \"\(near)\"?")
        }
    }

    private static func step(_ text: String) throws(ActionProblem) -> WheelStep {
        let parts = text.dropFirst(wheel.count).split(separator: " ")
        let directions = WheelStep.Direction.allCases.map(\.rawValue)
        guard let word = parts.first, let direction = WheelStep.Direction(rawValue: String(word))
        else {
            let word = String(parts.first ?? "")
            let near = nearestWord(to: word, among: directions)
                .map { ", did you mean \"\(wheel)\($0)\"?" }
            let known = directions.map { "\"\(wheel)\($0)\"" }.joined(separator: ", ")
            throw ActionProblem(
                "unknown action \"\(wheel)\(word)\"" + (near ?? ", a wheel has \(known)"))
        }
        guard parts.count > 1 else { return WheelStep(direction) }
        guard parts.count == 2, let count = Int(parts[1]), detents.contains(count),
            parts[1].utf8.allSatisfy(\.isDigit)
        else {
            throw ActionProblem(
                "\"\(text)\": the detents must be \(detents.lowerBound) to \(detents.upperBound)")
        }
        return WheelStep(direction, detents: count)
    }
}

extension Substring {
    /// The text without blanks around it.
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
