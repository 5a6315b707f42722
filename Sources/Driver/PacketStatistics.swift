internal import EventLoop

/// When packets came, and how long the driver took with each.
///
/// On the path of every packet: two samples, nothing allocated.
struct PacketStatistics: Sendable {
    /// A pause between two packets that is longer than this, in nanoseconds, is not one between two
    /// of a stream: the Tap rested or was away.
    static let longestInterval: Int64 = 1_000_000_000

    /// When the last packet came, in nanoseconds of `CLOCK_MONOTONIC`.
    private(set) var last: Int64?
    private var intervals = RecentSamples()
    private var latencies = RecentSamples()

    /// No packets yet.
    init() {}

    /// Takes a packet that came at a time and was done with at another one.
    mutating func note(came: Int64, done: Int64) {
        if let last, came - last <= Self.longestInterval { intervals.add(came - last) }
        last = came
        latencies.add(done - came)
    }

    /// The link is another one: what it says next is not compared with what came before.
    mutating func interrupt() {
        last = nil
    }

    /// What there is to tell at a time.
    func timing(at now: Int64) -> PacketTiming {
        PacketTiming(
            age: last.map { UInt64(clamping: (now - $0) / 1_000) },
            intervals: PacketTiming.Percentiles(intervals),
            latencies: PacketTiming.Percentiles(latencies))
    }
}

/// How the packets of a Tap come lately, and how long the driver takes; all in microseconds.
public struct PacketTiming: Equatable, Sendable {
    /// The middle, and what only a few exceed.
    public struct Percentiles: Equatable, Sendable {
        /// What half of them do not exceed.
        public var p50: UInt32
        /// What 95 of a hundred do not exceed.
        public var p95: UInt32
        /// What 99 of a hundred do not exceed.
        public var p99: UInt32

        init?(_ samples: RecentSamples) {
            let values = samples.percentiles([50, 95, 99])
            guard values.count == 3 else { return nil }
            (p50, p95, p99) = (values[0], values[1], values[2])
        }
    }

    /// How long ago the last packet came; nil where none came on this link.
    public var age: UInt64?
    /// The time from a packet to the next one, of the last ones; nil before there are any.
    public var intervals: Percentiles?
    /// The time from the moment at which the loop found a packet until its frames were written.
    public var latencies: Percentiles?
}
