/// Device units to pointer counts: the axes, a dead zone, a gain that may rise with the speed, a
/// filter against tremor, and a carry so that no fraction is lost.
///
/// The steps come in this order: the axes change places, the dead zone takes off what is noise, the
/// acceleration sets the gain by the speed of the hand, the gain makes millionths of a count of the
/// motion, inverted axes negate them, the filter lets them out, and whole counts are given out. The
/// gain comes before the filter, so that motion which comes out late has the gain it was made with.
///
/// On each axis the exact sum of gain times motion is at all times the counts given out, the
/// fraction that is carried (less than a count) and the residue of the filter: slow motion adds up,
/// and a path ends where its exact sum ends. The gain of a sample is a whole number of millionths:
/// gain, scale, acceleration and the share that the dead zone leaves, multiplied and rounded.
///
/// A filter lets the residue out with the samples that follow, also those of no motion. A silence
/// lets nothing out: after it the hand counts as having stood still, and the residue goes on
/// gently, so that the pointer does not jump.
public struct PointerMotion: Equatable, Sendable {
    /// Whole counts for one sample; right and down are positive.
    public struct Counts: Equatable, Sendable {
        /// Counts to the right.
        public var x: Int32
        /// Counts downwards.
        public var y: Int32
    }

    private let settings: PointerSettings
    private var interval = SampleInterval()
    private var filter: OneEuroFilter
    private var carryX = Accumulator(unit: 1_000_000)
    private var carryY = Accumulator(unit: 1_000_000)

    /// A pointer at rest, with nothing carried; whether the settings are enabled is the caller's.
    public init(_ settings: PointerSettings = PointerSettings()) {
        self.init(settings, derivativeCutoff: OneEuroFilter.derivativeCutoff)
    }

    /// A pointer whose filter has another cutoff frequency of the speed, to measure it.
    package init(_ settings: PointerSettings, derivativeCutoff: Double) {
        self.settings = settings
        filter = OneEuroFilter(derivativeCutoff: derivativeCutoff)
    }

    /// The counts for a sample of `dx`, `dy` device units; samples of no motion belong here as well.
    ///
    /// `scale` is a part of the gain, as for a precise drag.
    public mutating func move(dx: Int, dy: Int, scale: Double = 1, at now: Timestamp) -> Counts {
        let (dx, dy) = settings.swapsAxes ? (dy, dx) : (dx, dy)
        let (seconds, afterPause) = interval.advance(to: now)
        let length = Self.length(dx, dy)
        let deadZone = Double.maximum(settings.deadZone, 0)
        let share = length > deadZone ? (length - deadZone) / length : 0
        // Without a dead zone and acceleration a motion's share and factor are exactly 1.
        let scale = scale * share * settings.acceleration.factor(at: length / seconds)
        var parts = OneEuroFilter.Parts(
            x: Self.product(settings.gainX * (settings.invertsX ? -scale : scale), dx),
            y: Self.product(settings.gainY * (settings.invertsY ? -scale : scale), dy))
        if let settings = settings.filter {
            if afterPause { filter.stand() }
            parts = filter.filter(
                parts, hand: (Double(dx) * share, Double(dy) * share), seconds: seconds,
                settings: settings)
        }
        return Counts(
            x: Int32(clamping: carryX.add(parts.x)), y: Int32(clamping: carryY.add(parts.y)))
    }

    /// The fraction that is carried on each axis, in millionths of a count.
    package var carried: (x: Int64, y: Int64) { (carryX.rest, carryY.rest) }

    /// What the filter still holds back on each axis, in millionths of a count.
    package var residue: (x: Int64, y: Int64) { (filter.residue.x, filter.residue.y) }

    /// Forgets the fractions, the residue and the state of the filter, as for a new connection.
    public mutating func clear() {
        self = PointerMotion(settings, derivativeCutoff: filter.derivativeCutoff)
    }

    private static func length(_ dx: Int, _ dy: Int) -> Double {
        (Double(dx) * Double(dx) + Double(dy) * Double(dy)).squareRoot()
    }

    /// Millionths of a count; a product past the range of its type stays at the end of the range.
    private static func product(_ gain: Double, _ units: Int) -> Int64 {
        let gain = Accumulator.micro(gain)
        let (product, overflow) = gain.multipliedReportingOverflow(by: Int64(units))
        guard overflow else { return product }
        return (gain < 0) == (units < 0) ? .max : .min
    }
}
