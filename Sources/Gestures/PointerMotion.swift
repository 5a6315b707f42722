/// Device units to pointer counts: a gain, and a carry so that no fraction is lost.
///
/// On each axis the counts given out and the exact sum of gain times motion always differ by less
/// than one count: slow motion adds up, and a path ends where its exact sum ends.
public struct PointerMotion: Equatable, Sendable {
    /// Whole counts for one sample; right and down are positive.
    public struct Counts: Equatable, Sendable {
        /// Counts to the right.
        public var x: Int32
        /// Counts downwards.
        public var y: Int32
    }

    private var carryX = Accumulator(unit: 1_000_000)
    private var carryY = Accumulator(unit: 1_000_000)

    private let settings: PointerSettings

    /// A pointer at rest, with nothing carried.
    public init(_ settings: PointerSettings = PointerSettings()) {
        self.settings = settings
    }

    /// The counts for a motion of `dx`, `dy` device units at a part of the gain.
    public mutating func move(
        dx: Int, dy: Int, scale: Double = 1, at now: Timestamp
    ) -> Counts {
        let gain = Accumulator.micro(settings.gainX * scale)
        return Counts(
            x: Int32(clamping: carryX.add(Self.product(gain, dx))),
            y: Int32(clamping: carryY.add(Self.product(gain, dy)))
        )
    }

    /// Forgets the fractions, as for a new connection.
    public mutating func clear() {
        carryX.clear()
        carryY.clear()
    }

    private static func product(_ gain: Int64, _ units: Int) -> Int64 {
        let (product, overflow) = gain.multipliedReportingOverflow(by: Int64(units))
        guard overflow else { return product }
        return (gain < 0) == (units < 0) ? .max : .min
    }
}
