/// The time between two motion samples, as a running mean.
///
/// Bluetooth delivers samples in bursts: two may come at one moment and the next one two intervals
/// later. So the moments of single samples say little about the time in which the hand moved, and
/// the mean over about the last sixteen of them says it well.
struct SampleInterval: Equatable, Sendable {
    /// A longer silence is a pause of the hand or of the link, and not an interval between samples.
    private static let pause = Interval.milliseconds(100)
    /// What the interval can be, in seconds: 25 to 250 samples a second.
    private static let range = 0.004...0.040

    private var last: Timestamp?
    /// Seconds; until a second sample tells more, those of 100 samples a second.
    private var mean = 0.010
    /// How many intervals the mean is of, the assumed one included; the weight stays at the last.
    private var count = 1.0

    /// Takes the moment of a sample.
    ///
    /// Returns the seconds that the sample stands for, within 4 to 40 ms, and whether it came after
    /// a pause. The clock may stand still; if it goes back, that counts as standing still.
    mutating func advance(to now: Timestamp) -> (seconds: Double, afterPause: Bool) {
        defer { last = now }
        var afterPause = false
        if let last {
            let gap = now - last
            afterPause = gap > Self.pause
            if !afterPause {
                count = min(count + 1, 16)
                mean += (Double(max(gap.nanoseconds, 0)) / 1e9 - mean) / count
            }
        }
        return (min(max(mean, Self.range.lowerBound), Self.range.upperBound), afterPause)
    }
}
