import TestSupport
import Testing

@testable import Driver

@Suite("How packets come, and how long the driver takes")
struct PacketStatisticsTests {
    @Test("Percentiles are of the nearest rank, in whole microseconds")
    func percentiles() {
        var samples = RecentSamples()
        #expect(samples.percentiles([50]) == [])
        samples.add(1_999)
        #expect(samples.percentiles([0, 50, 100]) == [1, 1, 1])
        samples = RecentSamples()
        for value in 1...100 { samples.add(Int64(value) * 1_000) }
        #expect(
            samples.percentiles([-1, 0, 1, 50, 95, 99, 100, 101]) == [
                1, 1, 1, 50, 95, 99, 100, 100,
            ])
    }

    @Test("Only the latest samples count, and absurd ones are clamped")
    func ring() {
        var samples = RecentSamples()
        for _ in 0..<RecentSamples.capacity { samples.add(.max) }
        #expect(samples.percentiles([50]) == [.max])
        for _ in 0..<RecentSamples.capacity { samples.add(7_000) }
        #expect(samples.percentiles([0, 100]) == [7, 7])
        samples.add(-5)
        #expect(samples.percentiles([0, 100]) == [0, 7])
    }

    @Test("They are those of a sorted list of the latest, for any stream", arguments: 0..<20)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var samples = RecentSamples()
        var all: [UInt32] = []
        for _ in 0..<Int.random(in: 1...2_000, using: &random) {
            let value = UInt32.random(in: 0...50_000, using: &random)
            samples.add(Int64(value) * 1_000)
            all.append(value)
        }
        let latest = all.suffix(RecentSamples.capacity).sorted()
        for percent in [1, 50, 95, 99, 100] {
            let exceeding = samples.percentiles([percent])[0]
            let atMost = latest.count { $0 <= exceeding }
            #expect(atMost * 100 >= percent * latest.count)
            #expect(latest.count { $0 < exceeding } * 100 < percent * latest.count)
        }
    }

    @Test("The time between packets of a stream counts, not that of a rest or of another link")
    func intervals() throws {
        var statistics = PacketStatistics()
        #expect(statistics.timing(at: 0).age == nil)
        #expect(statistics.timing(at: 0).intervals == nil)
        let millisecond: Int64 = 1_000_000
        for came in [0, 5, 10, 1_011, 3_000].map({ $0 * millisecond }) {
            statistics.note(came: came, done: came + 40_000)
        }
        var timing = statistics.timing(at: 3_007 * millisecond)
        #expect(timing.age == 7_000)
        let intervals = try #require(timing.intervals)
        #expect([intervals.p50, intervals.p95, intervals.p99] == [5_000, 5_000, 5_000])
        let latencies = try #require(timing.latencies)
        #expect([latencies.p50, latencies.p99] == [40, 40])
        statistics.interrupt()
        statistics.note(came: 3_100 * millisecond, done: 3_100 * millisecond)
        timing = statistics.timing(at: 3_100 * millisecond)
        #expect(timing.age == 0)
        #expect(timing.intervals?.p99 == 5_000)
    }
}
