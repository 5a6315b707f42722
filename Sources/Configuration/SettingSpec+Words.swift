extension SettingSpec {
    /// What the setting takes, as it follows "must be".
    var expectation: String {
        switch type {
        case .flag: "true or false"
        case .whole, .number: "a \(numberWords), \(rangeWords)"
        case .word(let words): Self.choice(words)
        case .text: "a text in quotes"
        case .profile: "the name of a profile in quotes"
        case .profiles: "a list of names of profiles"
        case .action: "an action in quotes, or a list of chords"
        case .keys: "the names of keys, joined by +, in quotes"
        case .drag: "\"none\", \"pointer\", \"scroll\" or the names of keys, joined by +"
        case .rows(let specs, _):
            "a list ( ) of groups { } with \(Self.names(specs))"
        case .group: "a group { }"
        }
    }

    private var numberWords: String {
        if case .whole = type { "whole number" } else { "number" }
    }

    /// The range of a number, with its unit.
    var rangeWords: String {
        let range: String
        switch type {
        case .whole(let bounds): range = "\(bounds.lowerBound) to \(bounds.upperBound)"
        case .number(let bounds):
            range = "\(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))"
        default: return ""
        }
        let numbers = isOrZero ? "0, or \(range)" : range
        return unit.isEmpty ? numbers : "\(numbers) \(unit)"
    }

    /// A number without a decimal point where it needs none.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }

    /// Words of which one holds: `"a", "b" or "c"`.
    static func choice(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func names(_ specs: [SettingSpec]) -> String {
        specs.map(\.name).joined(separator: " and ")
    }
}

extension Node {
    /// What the value is, with an article.
    var kindWords: String {
        switch value {
        case .bool(let value): "\(value)"
        case .integer: "the whole number \(short)"
        case .float: "the number \(short)"
        case .string(let text): "the text \"\(text.shortened)\""
        case .group: "a group { }"
        case .list: "a list ( )"
        case .array: "an array [ ]"
        }
    }

    /// A number as it stands in the file, if it is not too long.
    var short: String { text.shortened }
}

extension String {
    /// The text, or so much of it as fits into a message.
    var shortened: String {
        cut(to: 60)
    }

    /// The text, or the first letters of it where it has more.
    func cut(to most: Int) -> String {
        guard utf8.count > most,
            let end = unicodeScalars.index(
                startIndex, offsetBy: most, limitedBy: unicodeScalars.endIndex),
            end < endIndex
        else { return self }
        return self[..<end] + "…"
    }
}
