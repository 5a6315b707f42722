/// The last durations of a kind, for percentiles over what happened lately.
///
/// Adding one allocates nothing.
public struct RecentSamples: Equatable, Sendable {
    /// How many are kept.
    public static let capacity = 512

    /// In microseconds; those of a ring, in no order.
    private var samples: [UInt32] = []
    private var next = 0

    /// No samples yet.
    public init() {
        samples.reserveCapacity(Self.capacity)
    }

    /// Adds a duration in nanoseconds, in the place of the oldest one where all places are taken.
    public mutating func add(_ nanoseconds: Int64) {
        let microseconds = UInt32(clamping: nanoseconds / 1_000)
        if samples.count < Self.capacity {
            samples.append(microseconds)
        } else {
            samples[next] = microseconds
            next = (next + 1) % Self.capacity
        }
    }

    /// The least duration, in microseconds, that so many percent of the samples do not exceed: one
    /// value for each number from 0 to 100, or nothing where there are no samples.
    public func percentiles(_ percents: [Int]) -> [UInt32] {
        guard !samples.isEmpty else { return [] }
        let sorted = samples.sorted()
        return percents.map { percent in
            // The nearest rank.
            let rank = (min(max(percent, 0), 100) * sorted.count + 99) / 100
            return sorted[max(rank, 1) - 1]
        }
    }
}
