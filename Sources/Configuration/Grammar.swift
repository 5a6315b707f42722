/// Follows the structure of a configuration's tokens, and writes what libconfig is to read.
///
/// libconfig ends at the first mistake and says no more than "syntax error". This finds the words
/// for it, and leaves out what libconfig would stop at, so that the rest can be read.
struct Grammar {
    /// How deep groups and lists can be in each other.
    static let deepest = 32
    /// The most settings and values.
    static let mostEntries = 10_000
    /// The most settings of a group, as libconfig compares the name of each with those before.
    static let mostNames = 1000

    /// A setting or a value, in the order of the text.
    struct Entry {
        var token: Token
        /// The token of the value: that of a named setting stands after its name.
        var value: Token
        /// Whether the rest of it is missing.
        var isCut = false

        /// The name of a setting; a value in a list or array has none.
        var name: String? { if case .name(let name) = token.kind { name } else { nil } }
    }

    /// The setting or value that is being read.
    struct Frame {
        /// The bracket, or nil for the file itself.
        var bracket: Bracket?
        var place: Place
        var entry: Int?
        /// The names so far, and where they were first.
        var names: [String: Place] = [:]
        /// The type of an array's first value.
        var type: String?
        /// The count of lines and entries of the text after the last complete part.
        var complete: (lines: Int, entries: Int) = (0, 0)
        var isEmpty = true
    }

    enum State {
        /// A name, or the end of the group.
        case name
        case equals
        case value
        /// The first value of a list or array, or its end.
        case firstValue
        /// What separates settings, or another name.
        case afterSetting
        /// A comma, or the end of the list.
        case afterValue
    }

    /// What libconfig is to read: one token a line.
    var lines: [String] = []
    /// The place of each line.
    var places: [Place] = []
    var entries: [Entry] = []
    var diagnostics: [Diagnostic] = []
    /// Whether something is missing that stands after a mistake.
    private(set) var isCut = false

    var frames: [Frame]
    var state = State.name
    var setting: Token?
    /// How many frames there are around the setting that is left out.
    var hidden: Int?
    /// The token before, for the words of a mistake.
    var last: Token?
    /// The last string that goes over several lines.
    var longString: Token?

    init(_ tokens: [Token], file: String) {
        frames = [Frame(place: Place(file: file, line: 1))]
        var index = 0
        while index < tokens.count {
            var token = tokens[index]
            index += 1
            // Strings that follow each other are one.
            while token.kind == .string, index < tokens.count, tokens[index].kind == .string {
                token.text.removeLast()
                token.text += tokens[index].text.dropFirst()
                token.lastLine = tokens[index].lastLine
                index += 1
            }
            if token.kind == .end, frames.count == 1, state == .name || state == .afterSetting {
                return
            }
            if let mistake = take(token) {
                diagnostics.append(Diagnostic(mistake.place, Self.words(for: mistake, token)))
                cut()
                return
            }
            last = token
            if token.lastLine > token.place.line { longString = token }
        }
    }

    /// Ends the text after the last complete part, with every open bracket closed.
    private mutating func cut() {
        isCut = true
        if let hidden { frames.removeSubrange(hidden...) }
        let complete = frames[frames.count - 1].complete
        lines.removeSubrange(complete.lines...)
        places.removeSubrange(complete.lines...)
        entries.removeSubrange(complete.entries...)
        for frame in frames.reversed() {
            if let entry = frame.entry { entries[entry].isCut = true }
            guard let bracket = frame.bracket else { continue }
            lines.append(bracket.closing)
            places.append(frame.place)
        }
    }

    /// Writes a token for libconfig, unless it belongs to what is left out.
    mutating func write(_ text: String, _ place: Place) {
        guard hidden == nil else { return }
        lines.append(text)
        places.append(place)
    }

    /// Remembers that everything up to here is complete.
    mutating func markComplete() {
        guard hidden == nil else { return }
        frames[frames.count - 1].complete = (lines.count, entries.count)
    }
}
