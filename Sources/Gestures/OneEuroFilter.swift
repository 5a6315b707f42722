/// A One Euro filter on the path of the pointer: it says how much of the motion comes out with each
/// sample, and keeps the rest for the next ones.
///
/// What comes out is the change of the filtered position. The residue is how far that lags behind
/// the hand, so nothing is lost: what went in is what came out and the residue. Both axes have one
/// cutoff frequency, so that a straight path stays straight.
///
/// The cutoff frequency rises with the speed of the hand, times the square of how straight the hand
/// goes: its net speed over its mean speed, 1 on a straight path and near 0 when it goes to and fro.
/// By its plain speed a tremor of 8 Hz could not be told from a flick.
///
/// Source: Casiez, Roussel, Vogel: "1 € Filter", CHI 2012; the straightness is an addition.
struct OneEuroFilter: Equatable, Sendable {
    /// The cutoff frequency of the speed, in hertz, as measured for the default settings.
    static let derivativeCutoff = 2.0
    /// A lower cutoff frequency, in hertz, would keep the residue for minutes.
    private static let lowestCutoff = 0.01

    /// Motion on both axes in millionths of a count.
    struct Parts: Equatable, Sendable {
        var x: Int64 = 0
        var y: Int64 = 0
    }

    let derivativeCutoff: Double
    /// The net speed of the hand on each axis, in device units a second.
    private var speedX = 0.0
    private var speedY = 0.0
    /// The speed of the hand along its path, in device units a second.
    private var pathSpeed = 0.0
    /// What is still to come out.
    private(set) var residue = Parts()

    init(derivativeCutoff: Double) {
        self.derivativeCutoff = derivativeCutoff
    }

    /// Takes the motion of a sample, and returns what of it and of the residue comes out now.
    ///
    /// `hand` is the motion in device units, which decides on the cutoff frequency, and `seconds`
    /// the time that it took.
    mutating func filter(
        _ parts: Parts,
        hand: (x: Double, y: Double),
        seconds: Double,
        settings: OneEuroSettings
    ) -> Parts {
        let weight = Self.weight(derivativeCutoff, seconds)
        let length = (hand.x * hand.x + hand.y * hand.y).squareRoot()
        speedX += weight * (hand.x / seconds - speedX)
        speedY += weight * (hand.y / seconds - speedY)
        pathSpeed += weight * (length / seconds - pathSpeed)
        let share = Self.weight(settings.minCutoff + settings.beta * straightSpeed, seconds)
        return Parts(
            x: Self.release(share, parts.x, &residue.x),
            y: Self.release(share, parts.y, &residue.y))
    }

    /// The hand has stood still; the residue stays.
    mutating func stand() {
        speedX = 0
        speedY = 0
        pathSpeed = 0
    }

    private var straightSpeed: Double {
        let speed = (speedX * speedX + speedY * speedY).squareRoot()
        guard pathSpeed > 0 else { return 0 }
        let straightness = min(speed / pathSpeed, 1)
        return speed * straightness * straightness
    }

    /// The weight of a sample in a low-pass filter of a cutoff frequency: above 0, at most 1.
    private static func weight(_ cutoff: Double, _ seconds: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * Double.maximum(cutoff, lowestCutoff) * seconds))
    }

    /// Adds parts to a residue and takes a share of it off, rounded up so that it ends at 0.
    private static func release(_ share: Double, _ parts: Int64, _ residue: inout Int64) -> Int64 {
        let (sum, overflow) = residue.addingReportingOverflow(parts)
        let all = overflow ? (parts < 0 ? Int64.min : Int64.max) : sum
        let wanted = (share * Double(all)).rounded(.awayFromZero)
        // A number too large for a whole one, or larger than what is there, is all of it.
        let released = Int64(exactly: wanted).map { all < 0 ? max($0, all) : min($0, all) } ?? all
        residue = all - released
        return released
    }
}
