import TestSupport
import Testing

@testable import Logind

@Suite("The lock by which sleep waits for us")
struct SleepLockTests {
    @Test("A logind that is there is asked, and then the lock is taken")
    func appears() {
        var lock = SleepLock()
        #expect(lock.handle(.appeared) == [.ask])
        #expect(lock.handle(.answered(isPreparing: false)) == [.take])
    }

    @Test("One that does not answer as it should is asked for the lock all the same")
    func noAnswer() {
        var lock = SleepLock()
        #expect(lock.handle(.answered(isPreparing: nil)) == [.take])
    }

    @Test("Before sleep all comes up, then the lock goes; after it the lock is taken again")
    func sleeps() {
        var lock = SleepLock()
        #expect(lock.handle(.signalled(isPreparing: true)) == [.sleep, .drop])
        #expect(lock.isAsleep)
        #expect(lock.handle(.signalled(isPreparing: false)) == [.take, .wake])
        #expect(!lock.isAsleep)
    }

    @Test("A sleep that is told twice is one; an end of one that was not told is one")
    func odd() {
        var lock = SleepLock()
        _ = lock.handle(.signalled(isPreparing: true))
        #expect(lock.handle(.signalled(isPreparing: true)) == [.drop])
        _ = lock.handle(.signalled(isPreparing: false))
        #expect(lock.handle(.signalled(isPreparing: false)) == [.take, .wake])
    }

    @Test("Where logind is already preparing no lock is asked for")
    func appearsLate() {
        var lock = SleepLock()
        #expect(lock.handle(.answered(isPreparing: true)) == [.sleep, .drop])
    }

    @Test("A logind that goes while the machine sleeps is no reason to sleep on")
    func vanishes() {
        var lock = SleepLock()
        _ = lock.handle(.signalled(isPreparing: true))
        #expect(lock.handle(.vanished) == [.drop, .wake])
        #expect(lock.handle(.vanished) == [.drop])
    }

    @Test("In random lives sleep and wake alternate, and no lock is taken while asleep")
    func random() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var lock = SleepLock()
            var isAsleep = false
            for _ in 0..<40 {
                let events: [SleepLock.Event] = [
                    .appeared, .vanished, .answered(isPreparing: nil),
                    .answered(isPreparing: Bool.random(using: &random)),
                    .signalled(isPreparing: Bool.random(using: &random)),
                ]
                let event = events[Int.random(in: 0..<events.count, using: &random)]
                for action in lock.handle(event) {
                    switch action {
                    case .sleep:
                        #expect(!isAsleep, "seed \(seed)")
                        isAsleep = true
                    case .wake: isAsleep = false
                    case .take: #expect(!lock.isAsleep, "seed \(seed)")
                    case .ask, .drop: break
                    }
                }
                guard isAsleep == lock.isAsleep else {
                    Issue.record("seed \(seed): what was told is not so after \(event)")
                    return
                }
            }
        }
    }
}
