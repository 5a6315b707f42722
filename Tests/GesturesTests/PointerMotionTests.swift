import Gestures
import TestSupport
import Testing

@Suite("Pointer motion")
struct PointerMotionTests {
    @Test("A thousand tenths are a hundred, on each axis and in each direction")
    func tenths() {
        for (dx, dy) in [(1, 1), (-1, -1), (1, -1), (0, 1)] {
            var pointer = PointerMotion()
            var (x, y) = (0, 0)
            for step in 1...1000 {
                let counts = pointer.move(dx: dx, dy: dy, gain: 0.1)
                x += Int(counts.x)
                y += Int(counts.y)
                #expect(x == dx * step / 10)
                #expect(y == dy * step / 10)
            }
            #expect((x, y) == (100 * dx, 100 * dy))
        }
    }

    @Test("The fraction is carried to the next sample")
    func carry() {
        var pointer = PointerMotion()
        // 0.45, 0.90, 1.35, 1.80, 2.25 on x; -1.35, -2.70, -4.05, -5.40, -6.75 on y
        let counts = (0..<5).map { _ in pointer.move(dx: 1, dy: -3, gain: 0.45) }
        #expect(counts.map(\.x) == [0, 0, 1, 0, 1])
        #expect(counts.map(\.y) == [-1, -1, -2, -1, -1])
    }

    @Test("A change of the gain keeps the fraction")
    func gainChange() {
        var pointer = PointerMotion()
        #expect(pointer.move(dx: 1, dy: 0, gain: 0.9).x == 0)
        #expect(pointer.move(dx: 1, dy: 0, gain: 0.1).x == 1)
    }

    @Test("A cleared pointer carries nothing")
    func clear() {
        var pointer = PointerMotion()
        _ = pointer.move(dx: 9, dy: -9, gain: 0.1)
        pointer.clear()
        #expect(pointer == PointerMotion())
        let counts = pointer.move(dx: 1, dy: -1, gain: 0.1)
        #expect((counts.x, counts.y) == (0, 0))
    }

    @Test("Motion in one direction: the counts are the whole part of the exact sum at every step")
    func oneDirection() {
        var random = SplitMix64(seed: 21)
        for sign in [-1, 1] {
            for gain in [0.45, 0.1125, 0.1, 1, 0.333_333, 2.5, 0.000_001] {
                var pointer = PointerMotion()
                var sum: Int128 = 0
                var exact: Int128 = 0
                for step in 0..<1000 {
                    let dx = sign * Int.random(in: 0...40, using: &random)
                    sum += Int128(pointer.move(dx: dx, dy: 0, gain: gain).x)
                    exact += Int128(dx) * Int128((gain * 1e6).rounded())
                    if sum != exact / 1_000_000 {
                        Issue.record("gain \(gain), step \(step): \(sum) of \(exact) millionths")
                        return
                    }
                }
            }
        }
    }

    @Test("Any motion: less than a count is missing, and nothing where the exact sum is whole")
    func anyDirection() {
        var random = SplitMix64(seed: 22)
        var wholeSums = 0
        for _ in 0..<50 {
            var pointer = PointerMotion()
            var sum: (x: Int128, y: Int128) = (0, 0)
            var exact: (x: Int128, y: Int128) = (0, 0)
            for step in 0..<400 {
                let gain: Double = [0.45, 0.1125, 0.1, 3.25].randomElement(using: &random) ?? 1
                let range: Int = [1, 5, 300, 32_768].randomElement(using: &random) ?? 1
                let dx = Int.random(in: -range...range, using: &random)
                let dy = Int.random(in: -range...range, using: &random)
                let counts = pointer.move(dx: dx, dy: dy, gain: gain)
                sum = (sum.x + Int128(counts.x), sum.y + Int128(counts.y))
                let micro = Int128((gain * 1e6).rounded())
                exact = (exact.x + Int128(dx) * micro, exact.y + Int128(dy) * micro)
                for (sum, exact) in [(sum.x, exact.x), (sum.y, exact.y)] {
                    let isWhole = exact.isMultiple(of: 1_000_000)
                    wholeSums += isWhole ? 1 : 0
                    let missing = (exact - sum * 1_000_000).magnitude
                    if missing >= 1_000_000 || (isWhole && missing != 0) {
                        Issue.record("step \(step): \(sum) of \(exact) millionths")
                        return
                    }
                }
            }
        }
        #expect(wholeSums > 10)
    }

    @Test("Numbers at the ends of the range do not trap")
    func extremes() {
        for gain in [0.45, -0.45, 0, .infinity, -.infinity, .nan, 1e300, .leastNonzeroMagnitude] {
            var pointer = PointerMotion()
            for units in [Int.max, .max, .min, .min, 0, 1, -1, .max] {
                _ = pointer.move(dx: units, dy: units, gain: gain)
            }
        }
        var pointer = PointerMotion()
        let counts = pointer.move(dx: .max, dy: .min, gain: 1)
        #expect((counts.x, counts.y) == (.max, .min))
    }
}
