import Gestures
import TestSupport
import Testing

@Suite("The pointer's dead zone")
struct PointerDeadZoneTests {
    private static func counts(_ dx: Int, _ dy: Int, deadZone: Double) -> (x: Int, y: Int) {
        var settings = PointerSettings()
        settings.gainX = 1000
        settings.gainY = 1000
        settings.deadZone = deadZone
        var pointer = PointerMotion(settings)
        let counts = pointer.move(dx: dx, dy: dy, at: .zero)
        return (Int(counts.x), Int(counts.y))
    }

    @Test("A motion of at most its length is none, in any direction")
    func inside() {
        for (dx, dy) in [(5, 0), (0, -5), (3, 4), (-4, 3), (1, 1), (0, 0)] {
            #expect(Self.counts(dx, dy, deadZone: 5) == (0, 0))
        }
    }

    @Test("A longer motion is shorter by it, and keeps its direction")
    func outside() {
        #expect(Self.counts(6, 0, deadZone: 5) == (1000, 0))
        #expect(Self.counts(0, -25, deadZone: 5) == (0, -20_000))
        #expect(Self.counts(6, 8, deadZone: 5) == (3000, 4000))
        #expect(Self.counts(-30, 40, deadZone: 5) == (-27_000, 36_000))
    }

    @Test("Nothing jumps: the way comes in as the motion grows past any dead zone")
    func continuous() {
        for hundredths in 0...1000 {
            let deadZone = Double(hundredths) / 100
            for units in 0...12 {
                let moved = Self.counts(units, 0, deadZone: deadZone).x
                #expect(abs(Double(moved) - max(Double(units) - deadZone, 0) * 1000) < 1.01)
            }
        }
    }

    @Test("No direction is preferred: the length that is left is the same all around")
    func isotropic() {
        var random = SplitMix64(seed: 31)
        for _ in 0..<1000 {
            let dx = Int.random(in: -200...200, using: &random)
            let dy = Int.random(in: -200...200, using: &random)
            let length = Double(dx * dx + dy * dy).squareRoot()
            let counts = Self.counts(dx, dy, deadZone: 3.5)
            let left = Double(counts.x * counts.x + counts.y * counts.y).squareRoot()
            #expect(abs(left - max(length - 3.5, 0) * 1000) < 3)
        }
    }
}

@Suite("The pointer's acceleration")
struct PointerAccelerationTests {
    private static let points = [
        AccelerationPoint(speed: 100, factor: 0.5), AccelerationPoint(speed: 300, factor: 1),
        AccelerationPoint(speed: 1000, factor: 3),
    ]

    /// The counts of the last of thirty equal samples, at a gain of 1000.
    private static func counts(
        _ dx: Int, _ dy: Int, every milliseconds: Int64 = 10,
        _ points: [AccelerationPoint] = points
    ) -> (x: Int, y: Int) {
        var settings = PointerSettings()
        settings.gainX = 1000
        settings.gainY = 1000
        settings.acceleration = points
        var pointer = PointerMotion(settings)
        var counts = (x: 0, y: 0)
        for step in 0..<30 as Range<Int64> {
            let now = Timestamp(nanoseconds: step * milliseconds * 1_000_000)
            let moved = pointer.move(dx: dx, dy: dy, at: now)
            counts = (Int(moved.x), Int(moved.y))
        }
        return counts
    }

    @Test("Flat before the first point and after the last, on a straight line between two")
    func curve() {
        #expect(Self.counts(1, 0).x == 500)
        #expect(abs(Self.counts(2, 0).x - 1500) <= 1)  // 200 a second: 0.75
        #expect(abs(Self.counts(3, 0).x - 3000) <= 1)
        #expect(abs(Self.counts(10, 0).x - 30_000) <= 1)
        #expect(Self.counts(100, 0).x == 300_000)
        #expect(Self.counts(32_767, 0).x == 98_301_000)
        #expect(Self.counts(7, 0, [AccelerationPoint(speed: 50, factor: 2)]).x == 14_000)
    }

    @Test("The speed is one of the time: the same motion in half of it is twice as fast")
    func time() {
        // The mean of the interval begins at 10 ms and has all but reached the true one.
        #expect(abs(Self.counts(4, 0, every: 20).x - 3000) < 100)
        #expect(abs(Self.counts(2, 0, every: 5).x - 2571) < 100)
    }

    @Test("The first sample's interval is 10 ms")
    func first() {
        var settings = PointerSettings()
        settings.gainX = 1000
        settings.acceleration = Self.points
        var pointer = PointerMotion(settings)
        #expect(pointer.move(dx: 2, dy: 0, at: Timestamp(nanoseconds: 987_654_321)).x == 1500)
    }

    @Test("Samples that come in bursts have the speed of the hand, and not of the radio")
    func bursts() {
        var settings = PointerSettings()
        settings.gainX = 1000
        settings.acceleration = Self.points
        var pointer = PointerMotion(settings)
        for step in 0..<200 as Range<Int64> {
            // Four at a time, every 40 ms: 100 samples a second.
            let now = Timestamp(nanoseconds: step / 4 * 40_000_000)
            let counts = pointer.move(dx: 2, dy: 0, at: now)
            // At the moments alone 8 ms or 400 ms would stand between two samples.
            if step > 40 { #expect((1300...1700).contains(Int(counts.x))) }
        }
    }

    @Test("A pause and a clock that stands or goes back do not change the speed for long")
    func oddTimes() {
        var settings = PointerSettings()
        settings.gainX = 1000
        settings.acceleration = Self.points
        var pointer = PointerMotion(settings)
        for time in [0, 10, 20, 5000, 5010, 5020, 900_000] as [Int64] {
            let now = Timestamp(nanoseconds: time * 1_000_000)
            #expect((1499...1500).contains(pointer.move(dx: 2, dy: 0, at: now).x))
        }
        for time in [Int64.min, .max, .max, .max, 0, .min, .min] {
            // Between 25 and 250 samples a second: 50 to 500 units a second.
            let x = pointer.move(dx: 2, dy: 0, at: Timestamp(nanoseconds: time)).x
            #expect((1000...3143).contains(x))
        }
    }

    @Test("A curve that rises rises at every speed")
    func monotonic() {
        var random = SplitMix64(seed: 32)
        for _ in 0..<50 {
            var (speed, factor) = (0.0, 0.0)
            let points = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                speed += Double.random(in: 0...700, using: &random)
                factor += Double.random(in: 0...2, using: &random)
                return AccelerationPoint(speed: speed, factor: factor)
            }
            var last = 0.0
            for units in 1...60 {
                let factor = Double(Self.counts(units, 0, points).x) / Double(units)
                // A count of a thousand a unit is the rounding.
                #expect(factor >= last - 2 / Double(units))
                last = factor
            }
        }
    }

    @Test("The factor is the same in all directions and for both axes")
    func isotropic() {
        for (dx, dy, length) in [(3, 4, 5), (-8, 6, 10), (5, -12, 13), (0, -5, 5)] {
            let straight = Self.counts(length, 0).x
            let counts = Self.counts(dx, dy)
            #expect(abs(counts.x - straight * dx / length) <= 1)
            #expect(abs(counts.y - straight * dy / length) <= 1)
        }
    }
}
