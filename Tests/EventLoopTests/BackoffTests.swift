import Testing

@testable import EventLoop

@Suite("Growing pauses")
struct BackoffTests {
    @Test("Each pause is about twice the one before", arguments: 0..<50 as Range<UInt64>)
    func growth(seed: UInt64) {
        var backoff = Backoff(seed: seed)
        var exact = backoff.first
        while exact < backoff.longest {
            let pause = backoff.next()
            #expect(pause >= exact / 4 * 3)
            #expect(pause <= exact / 4 * 5)
            exact *= 2
        }
    }

    @Test("No pause is longer than the longest, and none of the late ones short")
    func cap() {
        for seed in 0..<100 as Range<UInt64> {
            var backoff = Backoff(seed: seed)
            let pauses = (0..<200).map { _ in backoff.next() }
            #expect(pauses.allSatisfy { $0 > 0 && $0 <= backoff.longest })
            #expect(pauses.dropFirst(7).allSatisfy { $0 >= backoff.longest / 2 })
        }
    }

    @Test("The pauses are uneven, and different from seed to seed")
    func jitter() {
        let pauses = (0..<100 as Range<UInt64>).map { seed in
            var backoff = Backoff(seed: seed &* 0x9e37_79b9_7f4a_7c15)
            return backoff.next()
        }
        #expect(Set(pauses).count > 90)
    }

    @Test("After a success they start small again")
    func success() {
        var backoff = Backoff(seed: 7)
        for _ in 0..<10 { _ = backoff.next() }
        backoff.succeeded()
        #expect(backoff.next() <= backoff.first / 4 * 5)
        #expect(backoff.next() >= backoff.first / 4 * 3)
    }

    @Test("Any number of failures is counted")
    func manyFailures() {
        var backoff = Backoff(seed: 3)
        for _ in 0..<100_000 { _ = backoff.next() }
        #expect(backoff.next() <= backoff.longest)
    }
}
