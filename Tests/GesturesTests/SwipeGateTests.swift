import Gestures
import TestSupport
import Testing

@Suite("The gate of swipes")
struct SwipeGateTests {
    /// Which swipes at these times, in milliseconds, pass.
    private static func passed(_ times: [Double]) -> [Double] {
        var gate = SwipeGate()
        return times.filter {
            gate.passes(at: Timestamp(nanoseconds: Int64(($0 * 1e6).rounded())))
        }
    }

    @Test("Two swipes less than 0.2 s apart are one")
    func gap() {
        #expect(Self.passed([0, 199.999999]) == [0])
        #expect(Self.passed([0, 200]) == [0, 200])
        #expect(Self.passed([0, 200.000001]) == [0, 200.000001])
        #expect(Self.passed([5, 5, 5]) == [5])
    }

    @Test("One that is swallowed counts for the next")
    func renewed() {
        #expect(Self.passed([0, 150, 300, 450, 650]) == [0, 650])
    }

    @Test("The gap can be set")
    func settable() {
        var gate = SwipeGate(gap: .milliseconds(10))
        let passes = [0, 9_999_999, 19_999_999].map {
            gate.passes(at: Timestamp(nanoseconds: $0))
        }
        #expect(passes == [true, false, true])
    }

    @Test("What passes is what is 0.2 s after whatever was before it")
    func model() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            var times = [0.0]
            for _ in 0..<50 {
                let gap = [0, 1, 100, 199, 200, 201, 900].randomElement(using: &random) ?? 0
                times.append((times.last ?? 0) + Double(gap))
            }
            let expected = zip(times, times.dropFirst()).filter { $1 - $0 >= 200 }.map(\.1)
            #expect(Self.passed(times) == [0] + expected)
        }
    }
}
