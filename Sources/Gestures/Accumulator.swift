/// Adds up parts and gives out whole units, toward zero; what is left stays for the next part.
///
/// Parts are whole numbers of a small enough kind (millionths, as `micro` makes them), so nothing is
/// rounded: what was given out and the exact sum always differ by less than one unit.
public struct Accumulator: Equatable, Sendable {
    private let unit: Int64
    /// The parts that are left: of less than a unit.
    private(set) var rest: Int64 = 0

    /// An empty accumulator that gives out one for every `unit` parts; at least 1.
    public init(unit: Int64) {
        self.unit = max(unit, 1)
    }

    /// Adds parts; returns the whole units that are now there and takes them off.
    ///
    /// A sum past the range of its type stays at the end of the range.
    public mutating func add(_ parts: Int64) -> Int {
        let (sum, overflow) = rest.addingReportingOverflow(parts)
        rest = overflow ? (parts < 0 ? Int64.min : Int64.max) : sum
        let whole = rest / unit
        rest -= whole * unit
        return Int(whole)
    }

    /// Takes off what is left, less than a unit, and returns it.
    public mutating func takeRest() -> Int64 {
        defer { rest = 0 }
        return rest
    }

    /// Forgets what is left.
    public mutating func clear() {
        rest = 0
    }

    /// A number in whole millionths; numbers beyond a million million are clamped to it.
    public static func micro(_ value: Double) -> Int64 {
        let limit = 1e12
        guard !value.isNaN else { return 0 }
        return Int64((min(max(value, -limit), limit) * 1e6).rounded())
    }
}
