/// Decimal numbers as text, from whole numbers of a small part, so that no sum shows a binary rest.
public enum DecimalText {
    /// The shortest decimal form of a count of parts, of which a whole has ten to the power of
    /// `decimals`: -750 parts with 2 decimals are `-7.5`.
    public static func shortest(_ parts: Int64, decimals: Int) -> String {
        let unit = (0..<decimals).reduce(UInt64(1)) { unit, _ in unit * 10 }
        let (whole, rest) = parts.magnitude.quotientAndRemainder(dividingBy: unit)
        var digits = String(rest)
        digits = String(repeating: "0", count: decimals - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return (parts < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
    }

    /// The count of parts that `shortest` writes as a text, or nil where there is none or it is too
    /// large.
    public static func parts(_ text: Substring, decimals: Int) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = halves.count == 2 ? halves[1] : ""
        guard (1...2).contains(halves.count), fraction.utf8.count <= decimals,
            (halves.count == 1) == fraction.isEmpty, !halves[0].isEmpty
        else { return nil }
        let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
        let all = halves[0] + fraction + zeros
        guard all.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }) else {
            return nil
        }
        return Int64((text.hasPrefix("-") ? "-" : "") + all)
    }
}
