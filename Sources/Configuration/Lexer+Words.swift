extension Lexer {
    /// A name, a number, true or false.
    mutating func word() -> Token {
        let start = position
        while let byte = peek(), !isEnd(byte) { position += 1 }
        // Whatever it is, it takes a byte at least: a lone "/" is a word too.
        if position == start { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        return token(Self.kind(of: word), word)
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"):
            peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*")
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), 0x0C,
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "#"):
            true
        default: false
        }
    }

    /// The token of a word that stands between blanks and marks.
    static func kind(of word: String) -> Token.Kind {
        switch word.lowercased() {
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        let bytes = Array(word.utf8)
        if bytes[0].isLetter || bytes[0] == UInt8(ascii: "*") {
            guard bytes.allSatisfy(\.isInName) else { return .unreadable }
            return .name(word)
        }
        return number(word) ?? .unreadable
    }

    private static func number(_ word: String) -> Token.Kind? {
        if word.hasPrefix("0x") || word.hasPrefix("0X") {
            return integer(withoutSuffix(word.dropFirst(2)), radix: 16)
        }
        if let integer = integer(withoutSuffix(word[...]), radix: 10) { return integer }
        let bytes = Array(word.utf8)
        let isFloat = bytes.allSatisfy {
            $0.isDigit || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
                || $0 | 0x20 == UInt8(ascii: "e")
        }
        // A number needs a digit before its exponent.
        let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        guard isFloat, mantissa.contains(where: \.isDigit) else { return nil }
        return Double(withDigitsAroundPoint(bytes)).map { .float($0) }
    }

    /// A number with a digit on both sides of its decimal point, without which `Double` takes none.
    private static func withDigitsAroundPoint(_ bytes: [UInt8]) -> String {
        var digits = bytes
        if let point = bytes.firstIndex(of: UInt8(ascii: ".")) {
            for place in [point + 1, point] {
                let neighbour = place > point ? place : place - 1
                guard !bytes.indices.contains(neighbour) || !bytes[neighbour].isDigit else {
                    continue
                }
                digits.insert(UInt8(ascii: "0"), at: place)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func withoutSuffix(_ digits: Substring) -> Substring {
        digits.hasSuffix("LL")
            ? digits.dropLast(2) : digits.hasSuffix("L") ? digits.dropLast() : digits
    }

    /// A whole number, as near as 64 bits come to it, or nil where the digits are none.
    private static func integer(_ digits: Substring, radix: Int) -> Token.Kind? {
        let isSigned = radix == 10 && (digits.first == "-" || digits.first == "+")
        let bare = isSigned ? digits.dropFirst() : digits
        guard !bare.isEmpty,
            bare.utf8.allSatisfy({ radix == 16 ? $0.isHexDigit : $0.isDigit })
        else { return nil }
        let nearest = digits.first == "-" ? Int64.min : Int64.max
        return .integer(Int64(digits, radix: radix) ?? nearest)
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
    /// Whether libconfig lets a name have it, after its first letter.
    var isInName: Bool {
        isLetter || isDigit
            || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*")].contains(self)
    }
}
