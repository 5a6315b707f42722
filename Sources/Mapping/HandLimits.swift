/// What a hand can do between two samples; what a sample says beyond that is taken as the limit.
///
/// A Tap that sends nonsense, or a frame that was damaged, so moves nothing wildly. The gestures are
/// decided on what was sent.
public enum HandLimits {
    /// Device units on each axis.
    ///
    /// The fastest flick has some 120 at 50 samples a second, and less at more; the largest number that
    /// a Tap can send is 32,768.
    public static let unitsPerSample = 1000
    /// Degrees of a twist.
    ///
    /// A wrist turns a few degrees in a sample, and half a turn in all.
    public static let degreesPerSample = 90.0

    /// Device units of one axis, within the limit.
    static func units(_ units: Int) -> Int {
        min(max(units, -unitsPerSample), unitsPerSample)
    }

    /// Degrees of a twist, within the limit.
    static func degrees(_ degrees: Double) -> Double {
        min(max(degrees, -degreesPerSample), degreesPerSample)
    }
}
