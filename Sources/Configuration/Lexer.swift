/// Takes one file's text apart, as libconfig would.
///
/// The text ends at the first byte that cannot be in a configuration.
struct Lexer {
    let bytes: ArraySlice<UInt8>
    let file: String
    var position: Int
    private var line = 1
    /// Whether nothing but blanks came on this line so far.
    private var isLineStart = true
    /// What is wrong at the end of `bytes`, where that is not the end of the file.
    private let flaw: String?

    init(_ bytes: [UInt8], file: String) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        let (end, flaw) = Self.readable(bytes)
        self.bytes = bytes[..<max(start, end)]
        self.flaw = flaw
        self.file = file
        position = start
    }

    /// The next token.
    mutating func next() -> Token {
        if let open = skipBlanks() { return broken("the comment is not closed", at: open) }
        guard let byte = peek() else {
            return flaw.map { token(.problem($0), "") } ?? token(.end, "")
        }
        defer { isLineStart = false }
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: ":"): return mark(.equals)
        case UInt8(ascii: ","): return mark(.comma)
        case UInt8(ascii: ";"): return mark(.semicolon)
        case UInt8(ascii: "{"): return mark(.open(.group))
        case UInt8(ascii: "("): return mark(.open(.list))
        case UInt8(ascii: "["): return mark(.open(.array))
        case UInt8(ascii: "}"): return mark(.close(.group))
        case UInt8(ascii: ")"): return mark(.close(.list))
        case UInt8(ascii: "]"): return mark(.close(.array))
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "@"): return include()
        default: return word()
        }
    }

    /// How far the bytes are readable text, and what is wrong with the first one that is not.
    private static func readable(_ bytes: [UInt8]) -> (end: Int, flaw: String?) {
        // A zero is text, but not of a C string.
        let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
        var decoder = UTF8.ForwardParser()
        var iterator = bytes[..<end].makeIterator()
        var length = 0
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let scalar): length += scalar.count
            case .error: return (length, "the text is not UTF-8 from here on")
            case .emptyInput:
                return (end, end < bytes.endIndex ? "there is a zero byte in the text" : nil)
            }
        }
    }

    func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.endIndex ? bytes[position + offset] : nil
    }

    func token(_ kind: Token.Kind, _ text: String, from first: Int? = nil) -> Token {
        Token(
            kind: kind, text: text, place: Place(file: file, line: first ?? line), lastLine: line)
    }

    /// A problem that began on a line; a flaw of the file is the reason for it.
    private func broken(_ message: String, at first: Int) -> Token {
        flaw.map { token(.problem($0), "") } ?? token(.problem(message), "", from: first)
    }

    private mutating func mark(_ kind: Token.Kind) -> Token {
        defer { position += 1 }
        return token(kind, String(decoding: bytes[position...position], as: UTF8.self))
    }

    private mutating func newline() {
        line += 1
        isLineStart = true
    }

    /// Goes past blanks and comments; returns the line of a comment that is not closed, if any.
    private mutating func skipBlanks() -> Int? {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\n"):
                position += 1
                newline()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0C:
                position += 1
            case _ where isLineComment(byte):
                position =
                    bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                let first = line
                position += 2
                guard skipBlock() else { return first }
                isLineStart = false
            default: return nil
            }
        }
        return nil
    }

    /// Whether a comment to the end of the line begins here.
    private func isLineComment(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: "/") && peek(1) == UInt8(ascii: "/")
    }

    private mutating func skipBlock() -> Bool {
        while let byte = peek() {
            if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                position += 2
                return true
            }
            if byte == UInt8(ascii: "\n") { newline() }
            position += 1
        }
        return false
    }

    /// A string in quotes; what libconfig could misread is written otherwise in the token's text.
    private mutating func string() -> Token {
        let first = line
        var text: [UInt8] = []
        position += 1
        var start = position - 1
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                text += bytes[start..<position]
                return Token(
                    kind: .string, text: String(decoding: text, as: UTF8.self),
                    place: Place(file: file, line: first), lastLine: line)
            case UInt8(ascii: "\n"):
                text += bytes[start..<position]
                text += "\\n".utf8
                newline()
                position += 1
                start = position
            case UInt8(ascii: "\\"):
                let length = escapeLength
                if length == 4, peek(2) == UInt8(ascii: "0"), peek(3) == UInt8(ascii: "0") {
                    return token(.problem("a string cannot hold \\x00"), "")
                }
                position += length
                guard length == 1 else { continue }
                // A backslash that begins no escape stands for itself.
                text += bytes[start..<position]
                text.append(byte)
                start = position
            default: position += 1
            }
        }
        return broken("the string is not closed", at: first)
    }

    /// How many bytes an escape takes that begins here; 1 where a backslash begins none.
    private var escapeLength: Int {
        guard let letter = peek(1) else { return 1 }
        if letter | 0x20 == UInt8(ascii: "x"), let high = peek(2), let low = peek(3),
            high.isHexDigit, low.isHexDigit
        {
            return 4
        }
        return "\"\\abfnrtv".utf8.contains(letter) ? 2 : 1
    }

    private mutating func include() -> Token {
        let rule = "a file is included on a line of its own: @include \"FILE\""
        let word = Array("@include".utf8)
        guard isLineStart, bytes[position...].starts(with: word) else {
            return token(.problem(rule), "@")
        }
        var index = position + word.count
        while index < bytes.endIndex,
            [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[index])
        {
            index += 1
        }
        guard index > position + word.count, index < bytes.endIndex,
            bytes[index] == UInt8(ascii: "\"")
        else {
            return token(.problem(rule), "@")
        }
        index += 1
        var path: [UInt8] = []
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\n") {
            if bytes[index] == UInt8(ascii: "\"") {
                position = index + 1
                return token(.include(String(decoding: path, as: UTF8.self)), "@include")
            }
            let isEscaped = bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.endIndex
            if isEscaped, [UInt8(ascii: "\\"), UInt8(ascii: "\"")].contains(bytes[index + 1]) {
                index += 1
            }
            path.append(bytes[index])
            index += 1
        }
        return token(.problem(rule), "@")
    }
}
