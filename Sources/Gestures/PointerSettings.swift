/// How motion of the hand becomes motion of the pointer.
public struct PointerSettings: Equatable, Sendable {
    /// Whether the hand moves the pointer at all.
    public var isEnabled = true
    /// Pointer counts for a device unit of horizontal motion of the pointer.
    public var gainX = 0.45
    /// Pointer counts for a device unit of vertical motion of the pointer.
    public var gainY = 0.45
    /// Whether left and right are changed over.
    public var invertsX = false
    /// Whether up and down are changed over.
    public var invertsY = false
    /// Whether the hand's sideways motion moves the pointer up and down, and the other way round.
    public var swapsAxes = false
    /// Motion of at most so many device units a sample, in any direction, is taken for a hand at rest;
    /// of the length of a larger one so much is taken off, so that the pointer sets off gently.
    public var deadZone = 0.0
    /// The filter that steadies a trembling hand, or nil for none.
    public var filter: OneEuroSettings?
    /// The factors of the gain at some speeds, slowest first: between two of them on the straight
    /// line, before the first and after the last as there; none mean a factor of 1.
    public var acceleration: [AccelerationPoint] = []

    /// The pointer of the built-in desktop profile.
    public init() {}
}

/// The settings of a One Euro filter.
///
/// With the default ones a trembling hand's pointer is at least five times steadier, and a flick lags
/// by at most one sample; `docs/pointer.md` has the measurement.
///
/// Source: Casiez, Roussel, Vogel: "1 € Filter", CHI 2012.
public struct OneEuroSettings: Equatable, Sendable {
    /// The cutoff frequency of a hand at rest, in hertz: less is steadier.
    public var minCutoff = 0.4
    /// How much a moving hand raises the cutoff frequency, in hertz for a device unit a second: more
    /// lags less.
    ///
    /// Motion to and fro raises it less than motion straight on.
    public var beta = 0.1

    /// The default settings.
    public init() {}
}

/// A factor of the pointer's gain at a speed of the hand.
public struct AccelerationPoint: Equatable, Sendable {
    /// Device units a second.
    public var speed: Double
    /// What the gain is multiplied with.
    public var factor: Double

    /// A factor at a speed.
    public init(speed: Double, factor: Double) {
        self.speed = speed
        self.factor = factor
    }
}
