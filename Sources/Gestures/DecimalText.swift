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
}
