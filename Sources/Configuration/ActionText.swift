internal import Mapping

/// Actions as a configuration writes them.
enum ActionText {
    /// The most keys of a chord.
    static let mostKeys = 8
    /// The longest text of a chord, in bytes.
    static let longest = 400
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
        if let word = word(text) { return word.action }
        let parts = words(of: text)
        if parts.first == profile {
            guard parts.count == 2 else {
                throw ActionProblem.wrong(
                    "\"\(profile)\" is followed by one name: \"profile desktop\"")
            }
            return .profile(parts[1])
        }
        return .sequence([try chord(text)])
    }

    /// One chord of a sequence.
    static func chord(_ text: String) throws(ActionProblem) -> Chord {
        let parts = parts(of: text)
        var chord = Chord([])
        for (index, part) in parts.enumerated() {
            if part.utf8.starts(with: wheel.utf8) {
                guard index == parts.count - 1 else {
                    throw ActionProblem.wrong("\"\(part)\" must be the last part of a chord")
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
        for part in parts(of: text) {
            guard !part.utf8.starts(with: wheel.utf8) else {
                throw ActionProblem.wrong("\"\(part)\" is no key")
            }
            try append(part, of: text, to: &keys)
        }
        return keys
    }

    /// What moves in a drag.
    static func drag(_ text: String) throws(ActionProblem) -> DragAction.Kind {
        switch text {
        case "none": return .none
        case "pointer": return .pointer
        case "scroll": return .scroll
        case _ where text.utf8.starts(with: wheel.utf8): throw ActionProblem.unknownDrag(text)
        default: break
        }
        do {
            return .keys(try keys(text))
        } catch .unknown(text) {
            throw ActionProblem.unknownDrag(text)
        }
    }

    private static func append(
        _ name: String, of text: String, to keys: inout [KeyCode]
    ) throws(ActionProblem) {
        guard !name.isEmpty else {
            throw ActionProblem.wrong(
                text.isEmpty
                    ? "an empty text is no action; \"none\" is" : "a key is missing in \"\(text)\"")
        }
        guard word(name) == nil, !name.utf8.starts(with: "\(profile) ".utf8) else {
            throw ActionProblem.wrong(
                "\"\(name)\" is a whole action and cannot be joined to others")
        }
        let key = try KeyNames.key(name)
        guard !keys.contains(key) else {
            throw ActionProblem.wrong("\(name) is twice in \"\(text)\"")
        }
        guard keys.count < mostKeys else {
            throw ActionProblem.wrong("more than \(mostKeys) keys go down together in \"\(text)\"")
        }
        keys.append(key)
    }

    private static func step(_ text: String) throws(ActionProblem) -> WheelStep {
        let parts = words(of: text.dropFirst(wheel.count))
        let word = parts.first ?? ""
        guard let direction = WheelStep.Direction(rawValue: word) else {
            throw ActionProblem.unknownWheel(word)
        }
        guard parts.count > 1 else { return WheelStep(direction) }
        guard parts.count == 2, let count = Int(parts[1]), detents.contains(count),
            parts[1].utf8.allSatisfy(\.isDigit)
        else {
            throw ActionProblem.wrong(
                "\"\(text)\": the detents must be \(detents.lowerBound) to \(detents.upperBound)")
        }
        return WheelStep(direction, detents: count)
    }

    /// What stands between the plus signs of a text, without blanks around it.
    ///
    /// Like the words below it is found by bytes: letters take long to tell apart where a text is not
    /// ASCII, as no action is.
    private static func parts(of text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false).map {
            var part = $0.drop(while: isBlank)
            while let last = part.last, isBlank(last) { part.removeLast() }
            return String(Substring(part))
        }
    }

    /// The word that is a whole text.
    private static func word(_ text: String) -> Word? {
        words.first { $0.text.utf8.elementsEqual(text.utf8) }
    }

    /// What stands between the blanks of a text.
    private static func words(of text: some StringProtocol) -> [String] {
        text.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
