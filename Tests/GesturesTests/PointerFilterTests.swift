import Gestures
import PointerTrials
import TestSupport
import Testing

@Suite("The pointer's filter keeps the distance")
struct PointerFilterDistanceTests {
    /// Random settings, the gain and the filter's odd ones included.
    private static func settings(_ random: inout SplitMix64) -> PointerSettings {
        var settings = PointerSettings()
        settings.gainX = [0.45, 0.1, 1, 3.25, 100].randomElement(using: &random) ?? 1
        settings.gainY = [0.45, 0.333_333, 2, 0.000_001].randomElement(using: &random) ?? 1
        settings.invertsX = Bool.random(using: &random)
        settings.invertsY = Bool.random(using: &random)
        settings.swapsAxes = Bool.random(using: &random)
        settings.deadZone = [0, 0, 1.5, 40].randomElement(using: &random) ?? 0
        if Bool.random(using: &random) {
            settings.acceleration = [
                AccelerationPoint(speed: 100, factor: .random(in: 0...2, using: &random)),
                AccelerationPoint(speed: 5000, factor: .random(in: 0...4, using: &random)),
            ]
        }
        var filter = OneEuroSettings()
        filter.minCutoff =
            [0.4, 0, 0.001, 1, 30, 1e9, .infinity].randomElement(using: &random) ?? 1
        filter.beta = [0.1, 0, 0.001, 1, 1e9].randomElement(using: &random) ?? 0
        settings.filter = filter
        return settings
    }

    private static func motion(_ random: inout SplitMix64) -> Int {
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<3: 0
        case 3..<5: .random(in: -3...3, using: &random)
        case 5: .random(in: -300...300, using: &random)
        case 6: .random(in: -32_768...32_767, using: &random)
        default: Bool.random(using: &random) ? 32_767 : -32_768
        }
    }

    private static func later(_ time: Int64, _ random: inout SplitMix64) -> Int64 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: time
        case 1: .random(in: .min ... .max, using: &random)
        case 2: time &+ 3_600_000_000_000
        case 3: time &+ .random(in: -50_000_000...150_000_000, using: &random)
        default: time &+ .random(in: 5_000_000...20_000_000, using: &random)
        }
    }

    /// The first sample after which a sum is wrong.
    private static func fault(seed: UInt64) -> String? {
        var random = SplitMix64(seed: seed)
        let settings = settings(&random)
        var unfilteredSettings = settings
        unfilteredSettings.filter = nil
        var pointer = PointerMotion(settings)
        var unfiltered = PointerMotion(unfilteredSettings)
        var (sum, exact, plain) = ([Int64](repeating: 0, count: 2), [0, 0] as [Int64], [0, 0])
        var time: Int64 = 0
        for step in 0..<400 {
            let (dx, dy) = (motion(&random), motion(&random))
            let scale: Double = [1, 1, 0.25, 0.1].randomElement(using: &random) ?? 1
            time = later(time, &random)
            let now = Timestamp(nanoseconds: time)
            let counts = pointer.move(dx: dx, dy: dy, scale: scale, at: now)
            let others = unfiltered.move(dx: dx, dy: dy, scale: scale, at: now)
            sum = [sum[0] + Int64(counts.x), sum[1] + Int64(counts.y)]
            plain = [plain[0] + Int(others.x), plain[1] + Int(others.y)]
            if settings.acceleration.isEmpty {
                let length = Double(dx * dx + dy * dy).squareRoot()
                let share = length > settings.deadZone ? (length - settings.deadZone) / length : 0
                let hand = settings.swapsAxes ? [dy, dx] : [dx, dy]
                let signs: [Int64] = [settings.invertsX ? -1 : 1, settings.invertsY ? -1 : 1]
                for axis in 0...1 {
                    let gain = Accumulator.micro(
                        (axis == 0 ? settings.gainX : settings.gainY) * (scale * share))
                    exact[axis] += signs[axis] * gain * Int64(hand[axis])
                }
            } else {
                let carried = unfiltered.carried
                exact = [
                    Int64(plain[0]) * 1_000_000 + carried.x,
                    Int64(plain[1]) * 1_000_000 + carried.y,
                ]
            }
            let carried = [pointer.carried.x, pointer.carried.y]
            let residue = [pointer.residue.x, pointer.residue.y]
            for axis in 0...1 {
                let all = sum[axis] * 1_000_000 + carried[axis] + residue[axis]
                if all != exact[axis] || carried[axis].magnitude >= 1_000_000 {
                    return "seed \(seed), step \(step), axis \(axis): \(all) of \(exact[axis])"
                }
            }
        }
        return nil
    }

    @Test("Counts, fraction and residue are the exact sum at every step: 2,000 random traces")
    func invariant() {
        for seed in 0..<2000 as Range<UInt64> {
            if let fault = Self.fault(seed: seed) {
                Issue.record("\(fault)")
                return
            }
        }
    }

    @Test("The residue runs out with samples of no motion, and then nothing moves")
    func runsOut() {
        var random = SplitMix64(seed: 41)
        for minCutoff: Double in [0, 0.4, 1, 20] {
            var filter = OneEuroSettings()
            filter.minCutoff = minCutoff
            var pointer = PointerMotion(TrialTable.settings(filter: filter))
            var time: Int64 = 0
            var (x, y) = (0, 0)
            func rest(_ pointer: inout PointerMotion) -> (x: Int, y: Int) {
                time += 10_000_000
                let counts = pointer.move(dx: 0, dy: 0, at: Timestamp(nanoseconds: time))
                return (Int(counts.x), Int(counts.y))
            }
            #expect(rest(&pointer) == (0, 0))
            for _ in 0..<100 {
                time += 10_000_000
                let dx = Int.random(in: -50...80, using: &random)
                let counts = pointer.move(dx: dx, dy: -dx, at: Timestamp(nanoseconds: time))
                (x, y) = (x + Int(counts.x), y + Int(counts.y))
            }
            var steps = 0
            while pointer.residue != (0, 0), steps < 100_000 {
                let counts = rest(&pointer)
                (x, y) = (x + counts.x, y + counts.y)
                steps += 1
            }
            #expect(pointer.residue == (0, 0))
            #expect(steps < (minCutoff > 0 ? 2000 : 100_000))
            for _ in 0..<100 { #expect(rest(&pointer) == (0, 0)) }
            #expect(x == -y)
        }
    }

    @Test("Sums beyond the range of their type do not trap")
    func saturates() {
        var filter = OneEuroSettings()
        filter.minCutoff = 0
        filter.beta = 0
        var pointer = PointerMotion(TrialTable.settings(gain: 1e12, filter: filter))
        for units in [Int.max, .max, 32_767, 32_767, .min, .min, -32_768, -32_768, 0, 0] {
            _ = pointer.move(dx: units, dy: units, at: .zero)
        }
    }
}

@Suite("The pointer's filter in time")
struct PointerFilterTimeTests {
    private static func time(_ milliseconds: Int64) -> Timestamp {
        Timestamp(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("The response to a step, at 100 samples a second and a gain of 1")
    func step() {
        func response(of settings: OneEuroSettings, to units: Int, _ count: Int64) -> [Int32] {
            var pointer = PointerMotion(TrialTable.settings(gain: 1, filter: settings))
            for step in 0..<10 as Range<Int64> {
                let counts = pointer.move(dx: 0, dy: 0, at: Self.time(step * 10))
                #expect((counts.x, counts.y) == (0, 0))
            }
            return (10..<10 + count).map { step in
                pointer.move(dx: step == 10 ? units : 0, dy: 0, at: Self.time(step * 10)).x
            }
        }
        // At a constant 1 Hz the weight is 1 / (1 + 1 / (2 pi 0.01)) = 0.059117 of what is left.
        var constant = OneEuroSettings()
        constant.minCutoff = 1
        constant.beta = 0
        #expect(response(of: constant, to: 1000, 8) == [59, 55, 53, 49, 46, 44, 41, 38])
        // By default a fast hand has its motion almost at once, and a slow one little by little.
        #expect(response(of: OneEuroSettings(), to: 1000, 8) == [985, 14, 0, 0, 0, 1, 0, 0])
        #expect(response(of: OneEuroSettings(), to: 3, 8) == [0, 0, 1, 0, 0, 0, 1, 0])
        #expect(response(of: OneEuroSettings(), to: 3, 2000).reduce(0, +) == 3)
    }

    @Test("In steady motion the pointer is behind by less than 2 device units, at any speed")
    func steadyMotion() {
        for units in [1, 2, 5, 40, 300] {
            var pointer = PointerMotion(TrialTable.settings(gain: 1, filter: OneEuroSettings()))
            for step in 0..<100 as Range<Int64> {
                _ = pointer.move(dx: 0, dy: -units, at: Self.time(step * 10))
            }
            // Speed over 2 pi times the cutoff frequency.
            let speed = Double(units) * 100
            let expected = speed / (2 * .pi * (0.4 + 0.1 * speed))
            #expect(abs(Double(-pointer.residue.y) / 1e6 - expected) < 0.02)
        }
    }

    @Test("A straight path stays straight, however slow one axis is")
    func straight() {
        var pointer = PointerMotion(TrialTable.settings(gain: 1000, filter: OneEuroSettings()))
        var (x, y) = (0, 0)
        for step in 0..<100 as Range<Int64> {
            let units = step < 50 ? Int(step) : 0
            let counts = pointer.move(dx: 12 * units, dy: -units, at: Self.time(step * 10))
            (x, y) = (x + Int(counts.x), y + Int(counts.y))
            #expect(abs(x + 12 * y) <= 13)
        }
        #expect(x > 10_000_000)
    }

    @Test("After a pause of any length the pointer goes on gently, and nothing is lost")
    func pause() {
        for pause in [101, 1000, 3_600_000] as [Int64] {
            var pointer = PointerMotion(TrialTable.settings(gain: 1, filter: OneEuroSettings()))
            var (given, moment) = (0, 0 as Int64)
            for step in 0..<20 as Range<Int64> {
                moment = step * 10
                let counts = pointer.move(dx: 40, dy: 0, at: Self.time(moment))
                given += Int(counts.x)
            }
            let residue = Double(800 - given)
            #expect(residue > 1)
            var largest = 0
            for step in 0..<1500 as Range<Int64> {
                let now = Self.time(moment + pause + step * 10)
                let counts = pointer.move(dx: 0, dy: 0, at: now)
                largest = max(largest, Int(counts.x))
                given += Int(counts.x)
            }
            #expect(Double(largest) <= max(residue * 0.05, 1))
            #expect(given == 800)
        }
    }

    @Test("Samples at one moment, as a burst has them, are filtered like those in a row")
    func bursts() {
        let hand = SimulatedHand(rate: 100, flick: Flick(seconds: 0.15, peak: 60))
        func path(_ burst: Int64) -> [Int] {
            var pointer = PointerMotion(TrialTable.settings(filter: OneEuroSettings()))
            var x = 0
            return hand.samples.enumerated().map { index, sample in
                let now = Self.time(Int64(index) / burst * burst * 10)
                x += Int(pointer.move(dx: sample.dx, dy: sample.dy, at: now).x)
                return x
            }
        }
        let row = path(1)
        for burst in [2, 4] as [Int64] {
            let path = path(burst)
            #expect(path.last == row.last)
            for (one, other) in zip(row, path) { #expect(abs(one - other) <= 15) }
        }
        #expect(path(.max / 100).last == row.last)
    }
}

@Suite("The default filter, as measured")
struct PointerFilterMeasureTests {
    private static let fine = (
        filtered: PointerMotion(TrialTable.settings(gain: 1000, filter: OneEuroSettings())),
        plain: PointerMotion(TrialTable.settings(gain: 1000, filter: nil))
    )
    private static let whole = (
        filtered: PointerMotion(TrialTable.settings(filter: OneEuroSettings())),
        plain: PointerMotion(TrialTable.settings(filter: nil))
    )

    @Test(
        "A trembling hand's pointer is five times steadier, at each rate",
        arguments: TrialTable.rates, Tremor.Measure.allCases)
    func steadiness(rate: Double, measure: Tremor.Measure) {
        for amplitude in TrialTable.amplitudes {
            for tremor in TrialTable.tremors(measure, amplitude) {
                let pointer = Steadiness(
                    tremor, rate: rate, pointer: Self.whole.filtered, unfiltered: Self.whole.plain)
                #expect(pointer.factor >= 5, "\(tremor)")
                // Of half a unit the sensor's rounding is left, and the pointer does not move.
                guard amplitude >= 1 else { continue }
                let path = Steadiness(
                    tremor, rate: rate, pointer: Self.fine.filtered, unfiltered: Self.fine.plain)
                #expect(path.unfiltered > 100)
                #expect(path.factor >= 5, "\(tremor)")
            }
        }
    }

    @Test("A flick lags by at most a sample, and its distance is kept", arguments: TrialTable.rates)
    func flick(rate: Double) {
        for flick in TrialTable.flicks {
            let lag = Lag(
                flick, rate: rate, pointer: Self.fine.filtered, unfiltered: Self.fine.plain)
            #expect(lag.half <= 1 && lag.ninety <= 1 && lag.largest <= 1, "\(flick): \(lag)")
            #expect(lag.half > 0 && lag.ninety > 0 && lag.largest > 0)
            #expect(abs(lag.distances.filtered / lag.distances.unfiltered - 1) < 0.001)
            let whole = Lag(
                flick, rate: rate, pointer: Self.whole.filtered, unfiltered: Self.whole.plain)
            #expect(abs(whole.distances.filtered - whole.distances.unfiltered) <= 1)
        }
    }
}
