/// A moment of a clock that never goes back, in whole nanoseconds from a start of its own.
///
/// The gestures' logic is told the time and never asks for it: the kernel's monotonic clock, a
/// capture's or a test's serves alike. Whole numbers make every limit exact.
public struct Timestamp: Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's start.
    public var nanoseconds: Int64

    /// A moment of `nanoseconds` after the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The clock's start.
    public static let zero = Timestamp(nanoseconds: 0)

    /// Compares two moments of one clock.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment `interval` later; a sum past the end of time stays there.
    public static func + (moment: Timestamp, interval: Interval) -> Timestamp {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return Timestamp(nanoseconds: overflow ? .max : sum)
    }

    /// The earlier of two moments, of which either may be missing.
    public static func earlier(_ first: Timestamp?, _ second: Timestamp?) -> Timestamp? {
        guard let first else { return second }
        guard let second else { return first }
        return min(first, second)
    }

    /// The interval from `earlier` to `later`; a difference too large to count is the largest.
    public static func - (later: Timestamp, earlier: Timestamp) -> Interval {
        let (difference, overflow) =
            later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return Interval(nanoseconds: overflow ? .max : difference)
    }
}

/// A length of time in whole nanoseconds.
public struct Interval: Comparable, Hashable, Sendable {
    /// The length in nanoseconds.
    public var nanoseconds: Int64

    /// An interval of `nanoseconds`.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// An interval of whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Interval {
        let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: 1_000_000)
        return Interval(nanoseconds: overflow ? .max : nanoseconds)
    }

    /// The length of both together; a sum too large to count is the largest.
    public static func + (first: Interval, second: Interval) -> Interval {
        let (sum, overflow) = first.nanoseconds.addingReportingOverflow(second.nanoseconds)
        return Interval(nanoseconds: overflow ? .max : sum)
    }

    /// Compares two lengths.
    public static func < (left: Interval, right: Interval) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
