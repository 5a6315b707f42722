import Gestures
import Testing

@Suite("Moments and lengths of time")
struct TimestampTests {
    @Test("Sums and differences are exact")
    func exact() {
        let moment = Timestamp(nanoseconds: 5) + .milliseconds(40)
        #expect(moment == Timestamp(nanoseconds: 40_000_005))
        #expect(moment - Timestamp(nanoseconds: 5) == .milliseconds(40))
        #expect(moment - Timestamp(nanoseconds: 6) < .milliseconds(40))
        #expect(Timestamp.zero < moment)
        #expect(Timestamp.zero.nanoseconds == 0)
    }

    @Test("A sum past the end of time stays there")
    func lastMoment() {
        let late = Timestamp(nanoseconds: .max - 1)
        #expect(late + Interval(nanoseconds: 1) == Timestamp(nanoseconds: .max))
        #expect(late + Interval(nanoseconds: 2) == Timestamp(nanoseconds: .max))
        #expect(late + .milliseconds(.max) == Timestamp(nanoseconds: .max))
    }

    @Test("A length that is too large to count is the largest")
    func longest() {
        let early = Timestamp(nanoseconds: .min)
        #expect(Timestamp(nanoseconds: .max) - early == Interval(nanoseconds: .max))
        #expect(Interval.milliseconds(.max) == Interval(nanoseconds: .max))
    }
}
