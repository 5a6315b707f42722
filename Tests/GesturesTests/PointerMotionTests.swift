import Gestures
import TestSupport
import Testing

extension PointerMotion {
    /// A pointer of one gain on both axes.
    init(gain: Double) {
        var settings = PointerSettings()
        settings.gainX = gain
        settings.gainY = gain
        self.init(settings)
    }
}

@Suite("Pointer motion")
struct PointerMotionTests {
    @Test("A thousand tenths are a hundred, on each axis and in each direction")
    func tenths() {
        for (dx, dy) in [(1, 1), (-1, -1), (1, -1), (0, 1)] {
            var pointer = PointerMotion(gain: 0.1)
            var (x, y) = (0, 0)
            for step in 1...1000 {
                let counts = pointer.move(dx: dx, dy: dy, at: .zero)
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
        let counts = (0..<5).map { _ in pointer.move(dx: 1, dy: -3, at: .zero) }
        #expect(counts.map(\.x) == [0, 0, 1, 0, 1])
        #expect(counts.map(\.y) == [-1, -1, -2, -1, -1])
    }

    @Test("A change of the scale keeps the fraction")
    func scaleChange() {
        var pointer = PointerMotion(gain: 1)
        #expect(pointer.move(dx: 1, dy: 0, scale: 0.9, at: .zero).x == 0)
        #expect(pointer.move(dx: 1, dy: 0, scale: 0.1, at: .zero).x == 1)
    }

    @Test("Each axis has its gain, may be inverted, and the two may change places")
    func axes() {
        var settings = PointerSettings()
        settings.gainX = 2
        settings.gainY = 3
        func counts(_ settings: PointerSettings) -> [Int32] {
            var pointer = PointerMotion(settings)
            let counts = pointer.move(dx: 10, dy: -1, at: .zero)
            return [counts.x, counts.y]
        }
        #expect(counts(settings) == [20, -3])
        settings.invertsX = true
        #expect(counts(settings) == [-20, -3])
        settings.invertsY = true
        #expect(counts(settings) == [-20, 3])
        // The pointer's axes are inverted, after the hand's have changed places.
        settings.swapsAxes = true
        #expect(counts(settings) == [2, -30])
        settings.invertsX = false
        #expect(counts(settings) == [-2, -30])
    }

    @Test("A cleared pointer carries nothing, and keeps its settings")
    func clear() {
        var settings = PointerSettings()
        settings.gainX = 0.1
        settings.filter = OneEuroSettings()
        var pointer = PointerMotion(settings)
        for step in 0..<20 as Range<Int64> {
            _ = pointer.move(dx: 9, dy: -9, at: Timestamp(nanoseconds: step * 20_000_000))
        }
        #expect(pointer != PointerMotion(settings))
        pointer.clear()
        #expect(pointer == PointerMotion(settings))
        #expect(pointer != PointerMotion())
        let counts = pointer.move(dx: 0, dy: 0, at: .zero)
        #expect((counts.x, counts.y) == (0, 0))
    }

    @Test("Motion in one direction: the counts are the whole part of the exact sum at every step")
    func oneDirection() {
        var random = SplitMix64(seed: 21)
        for sign in [-1, 1] {
            for gain in [0.45, 0.1125, 0.1, 1, 0.333_333, 2.5, 0.000_001] {
                var pointer = PointerMotion(gain: gain)
                var sum: Int128 = 0
                var exact: Int128 = 0
                for step in 0..<1000 {
                    let dx = sign * Int.random(in: 0...40, using: &random)
                    sum += Int128(pointer.move(dx: dx, dy: 0, at: .zero).x)
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
            var pointer = PointerMotion(gain: 1)
            var sum: (x: Int128, y: Int128) = (0, 0)
            var exact: (x: Int128, y: Int128) = (0, 0)
            for step in 0..<400 {
                let gain: Double = [0.45, 0.1125, 0.1, 3.25].randomElement(using: &random) ?? 1
                let range: Int = [1, 5, 300, 32_768].randomElement(using: &random) ?? 1
                let dx = Int.random(in: -range...range, using: &random)
                let dy = Int.random(in: -range...range, using: &random)
                let counts = pointer.move(dx: dx, dy: dy, scale: gain, at: .zero)
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

    @Test("The default settings give what a gain of 0.45 and a carry give, whatever the time")
    func defaultArithmetic() {
        var random = SplitMix64(seed: 23)
        var pointer = PointerMotion()
        var (carryX, carryY) = (Accumulator(unit: 1_000_000), Accumulator(unit: 1_000_000))
        for step in 0..<20_000 {
            let scale: Double = [1, 0.25, 0.1, 1.0 / 3].randomElement(using: &random) ?? 1
            let range: Int = [2, 40, 32_768].randomElement(using: &random) ?? 1
            let dx = Int.random(in: -range...range, using: &random)
            let dy = Int.random(in: -range...range, using: &random)
            let time = Timestamp(nanoseconds: .random(in: .min ... .max, using: &random))
            let counts = pointer.move(dx: dx, dy: dy, scale: scale, at: time)
            let gain = Accumulator.micro(0.45 * scale)
            let expected = (carryX.add(gain * Int64(dx)), carryY.add(gain * Int64(dy)))
            if (Int(counts.x), Int(counts.y)) != expected {
                Issue.record("step \(step): \(counts), not \(expected)")
                return
            }
        }
    }

    @Test("Numbers at the ends of the range do not trap")
    func extremes() {
        let numbers = [
            0.45, -0.45, 0, .infinity, -.infinity, .nan, 1e300, .leastNonzeroMagnitude,
        ]
        for number in numbers {
            var settings = PointerSettings()
            var odd = settings
            odd.deadZone = number
            odd.acceleration = [
                AccelerationPoint(speed: number, factor: number),
                AccelerationPoint(speed: 5, factor: 1), AccelerationPoint(speed: 5, factor: number),
                AccelerationPoint(speed: number, factor: 2),
            ]
            odd.filter = OneEuroSettings()
            odd.filter?.minCutoff = number
            odd.filter?.beta = number
            settings.gainX = number
            settings.gainY = number
            for settings in [settings, odd] {
                var pointer = PointerMotion(settings)
                for units in [Int.max, .max, .min, .min, 0, 1, -1, .max, 32_767, -32_768] {
                    for time in [Int64.max, .min, 0, 0, 1, 20_000_000] {
                        _ = pointer.move(
                            dx: units, dy: -(units / 2), scale: number,
                            at: Timestamp(nanoseconds: time))
                        _ = pointer.move(
                            dx: units, dy: units, at: Timestamp(nanoseconds: time))
                    }
                }
            }
        }
        var pointer = PointerMotion(gain: 1)
        let counts = pointer.move(dx: .max, dy: .min, at: .zero)
        #expect((counts.x, counts.y) == (.max, .min))
    }
}
