import Gestures
import TestSupport
import Testing

@Suite("Accumulator")
struct AccumulatorTests {
    @Test("Whole units are given out and taken off, toward zero")
    func whole() {
        var accumulator = Accumulator(unit: 120)
        #expect(
            [60, 59, 1, 240, -119, -1, -240].map { accumulator.add($0) }
                == [0, 0, 1, 2, 0, -1, -2])
    }

    @Test("What is left after a change of direction is used up first")
    func reversal() {
        var accumulator = Accumulator(unit: 120)
        #expect([119, -119, -119, -1].map { accumulator.add($0) } == [0, 0, 0, -1])
    }

    @Test("A cleared accumulator holds nothing")
    func clear() {
        var accumulator = Accumulator(unit: 10)
        _ = accumulator.add(9)
        accumulator.clear()
        #expect(accumulator == Accumulator(unit: 10))
        #expect(accumulator.add(9) == 0)
        #expect(accumulator.add(1) == 1)
    }

    @Test("A unit below 1 is 1", arguments: [0, -1, Int64.min])
    func smallestUnit(unit: Int64) {
        var accumulator = Accumulator(unit: unit)
        #expect(accumulator.add(7) == 7)
        #expect(accumulator.add(-7) == -7)
    }

    @Test("Numbers at the ends of the range do not trap")
    func extremes() {
        for unit in [1, 2, 120, 1_000_000, Int64.max] {
            var accumulator = Accumulator(unit: unit)
            for parts in [Int64.max, .max, .min, .min, .min, .max, 0, -1, 1, .min] {
                _ = accumulator.add(parts)
            }
        }
        var accumulator = Accumulator(unit: .max)
        _ = accumulator.add(.max - 1)
        // The sum stays at the end of the range.
        #expect(accumulator.add(.max) == 1)
        #expect(accumulator.add(-1) == 0)
    }

    @Test("Numbers in millionths are rounded to the nearest, clamped, and never a trap")
    func micro() {
        #expect(Accumulator.micro(0.45) == 450_000)
        #expect(Accumulator.micro(-0.1) == -100_000)
        #expect(Accumulator.micro(0.45 * 0.25) == 112_500)
        #expect(Accumulator.micro(0.000_000_4) == 0)
        #expect(Accumulator.micro(0.000_000_6) == 1)
        #expect(Accumulator.micro(.nan) == 0)
        #expect(Accumulator.micro(.infinity) == 1_000_000_000_000_000_000)
        #expect(Accumulator.micro(-.greatestFiniteMagnitude) == -1_000_000_000_000_000_000)
    }

    @Test("Random parts: the units and the exact sum never differ by a whole unit")
    func exactSum() {
        var random = SplitMix64(seed: 5)
        for unit in [1, 3, 120, 1_000_000] as [Int64] {
            var accumulator = Accumulator(unit: unit)
            var given: Int128 = 0
            var exact: Int128 = 0
            for step in 0..<5000 {
                let parts = Int64.random(in: -3 * unit...3 * unit, using: &random)
                exact += Int128(parts)
                given += Int128(accumulator.add(parts))
                if (exact - given * Int128(unit)).magnitude >= unit.magnitude {
                    Issue.record("unit \(unit), step \(step): \(given) given of \(exact) parts")
                    return
                }
            }
        }
    }
}
