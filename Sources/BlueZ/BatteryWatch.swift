/// Warns of a battery that runs low: once at each of two charges, and again after it was charged.
struct BatteryWatch: Equatable, Sendable {
    /// The charges, in percent, at which a warning is due, the lowest last.
    static let limits = [15, 5]
    /// How far above a limit, in percent, the charge must rise until that warning may come again.
    static let recovery = 5

    /// How many of the limits were warned of.
    private var warned = 0

    /// Takes the charge in percent; returns whether a warning is due.
    mutating func isDue(at charge: Int) -> Bool {
        while warned > 0, charge > Self.limits[warned - 1] + Self.recovery { warned -= 1 }
        let reached = Self.limits.count { charge <= $0 }
        defer { warned = max(warned, reached) }
        return reached > warned
    }
}
