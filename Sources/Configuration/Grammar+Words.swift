extension Grammar {
    /// The words for the mistake that ends the reading at a token.
    static func words(for mistake: Mistake, _ token: Token) -> String {
        guard token.kind != .end else { return mistake.message }
        let isQuestion = mistake.message.last == "?"
        return mistake.message
            + (isQuestion ? " What follows is not read" : "; what follows is not read")
    }

    /// A mistake: a word is neither a name nor a number.
    func unreadable(_ token: Token) -> Mistake {
        if state == .value, let mistake = otherType(token) { return mistake }
        let word = token.text.shortened
        let message =
            Self.isQuoted(token.text)
            ? "texts stand in straight double quotes (\"), not \(word)"
            : "\"\(word)\" is neither a name nor a number; a text stands in quotes"
        return Mistake(message + openString(token), at: token.place)
    }

    /// A mistake: a word stands where the setting takes no text, or none but a few; nil otherwise.
    func otherType(_ token: Token) -> Mistake? {
        guard hidden == nil, let setting else { return nil }
        let groups = frames.compactMap { $0.entry.map { entries[$0].name ?? "" } }
        guard let spec = Schema.spec(at: groups + [setting.text]) else { return nil }
        switch spec.type {
        case .flag, .whole, .number, .profiles, .rows, .group: break
        case .word(let words) where !words.contains(token.text) && !Self.isQuoted(token.text): break
        case .word, .text, .profile, .action, .keys, .drag: return nil
        }
        return Mistake(
            "\"\(spec.name)\" must be \(spec.expectation), not \(token.text.shortened)"
                + openString(token), at: token.place)
    }

    /// Whether a word begins or ends with a quotation mark of texts for people.
    private static func isQuoted(_ word: String) -> Bool {
        let marks = "'`´‘’‚‛“”„‟«»‹›".unicodeScalars
        return [word.unicodeScalars.first, word.unicodeScalars.last].contains {
            $0.map(marks.contains) ?? false
        }
    }
}
