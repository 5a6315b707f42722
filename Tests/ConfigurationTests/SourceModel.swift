import TestSupport

/// A configuration file before it is written: settings, and which of them are mistakes.
struct Item {
    var name: String
    var value: Content
    /// The number of the mistake that this setting is.
    var mistake: Int?
}

/// What stands after `=`.
indirect enum Content {
    /// One token.
    case token(String)
    /// One token that is a mistake of a number.
    case mistake(String, Int)
    case group([Item])
    case list([Content])
    case array([Content])
}

/// Writes items as files, with random blanks, comments and includes, and notes where mistakes stand.
struct SourceWriter {
    struct Position: Equatable {
        var file: String
        var line: Int
        /// How many mistakes are read before it.
        var order: Int
    }

    /// The text of each file by its name.
    private(set) var files: [String: String] = [:]
    /// Where each mistake stands, by its number.
    private(set) var positions: [Int: Position] = [:]

    private var random: SplitMix64
    private var file: String
    private var text = ""
    private var line = 1
    private var depth = 0
    private var newline = "\n"

    init(_ items: [Item], random: SplitMix64) {
        self.random = random
        file = "main.conf"
        write(file: file) { $0.write(items) }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func write(file name: String, _ body: (inout SourceWriter) -> Void) {
        let saved = (file, text, line, newline)
        (file, text, line) = (name, chance(10) ? "\u{FEFF}" : "", 1)
        newline = chance(30) ? "\r\n" : "\n"
        body(&self)
        if chance(70) { text += newline }
        files[name] = text
        (file, text, line, newline) = saved
    }

    private mutating func write(_ items: [Item]) {
        var rest = items[...]
        while !rest.isEmpty {
            if depth < 5, chance(8) {
                let part = Array(rest.prefix(Int.random(in: 1...3, using: &random)))
                rest = rest.dropFirst(part.count)
                include(part)
            } else if let item = rest.popFirst() {
                write(item)
            }
        }
    }

    private mutating func include(_ items: [Item]) {
        let name = "part\(files.count)-\(depth)-\(positions.count)-\(text.utf8.count).conf"
        endLine()
        text += chance(50) ? "  @include \"\(name)\"" : "@include\t\"\(name)\""
        if chance(30) { text += " # more" }
        endLine()
        depth += 1
        write(file: name) { $0.write(items) }
        depth -= 1
    }

    private mutating func write(_ item: Item) {
        gap()
        if let mistake = item.mistake { note(mistake) }
        text += item.name
        // The name alone stands for text that is no setting at all.
        if item.value.isNothing { return gap() }
        gap()
        text += chance(80) ? "=" : ":"
        gap()
        write(item.value)
        gap()
        text += chance(80) ? ";" : chance(50) ? "," : " "
        gap()
    }

    private mutating func write(_ value: Content) {
        switch value {
        case .token(let token): text += token
        case .mistake(let token, let number):
            note(number)
            text += token
        case .group(let items):
            text += "{"
            write(items)
            gap()
            text += "}"
        case .list(let values): write(values, "(", ")")
        case .array(let values): write(values, "[", "]")
        }
    }

    private mutating func write(_ values: [Content], _ open: String, _ close: String) {
        text += open
        for (index, value) in values.enumerated() {
            if index > 0 { text += "," }
            gap()
            write(value)
            gap()
        }
        gap()
        text += close
    }

    private mutating func note(_ mistake: Int) {
        positions[mistake] = Position(file: file, line: line, order: positions.count)
    }

    private mutating func endLine() {
        text += newline
        line += 1
    }

    /// Blanks, empty lines and comments.
    private mutating func gap() {
        text += " "
        guard chance(45) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            text += "# a comment = { \" ( @include"
            endLine()
        case 1:
            text += "// another /* one"
            endLine()
        case 2: text += "/* a short one # \" */"
        case 3:
            text += "/* a long"
            endLine()
            text += "one } */"
        case 4: text += "\t"
        default: endLine()
        }
    }
}

extension Content {
    /// Whether it is an empty token.
    var isNothing: Bool {
        if case .token("") = self { true } else { false }
    }
}
