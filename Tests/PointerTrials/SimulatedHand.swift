import Glibc

/// What a simulated hand does, as the whole device units of each sample.
///
/// A path is rounded to whole units as a sensor rounds it: the samples are the differences of the
/// rounded path, so that no part of a unit is ever lost.
package struct SimulatedHand: Sendable {
    /// Samples a second.
    package var rate: Double
    /// The motion of each sample, in device units.
    package var samples: [Sample]

    /// Device units to the right and downwards.
    package struct Sample: Sendable {
        package var dx: Int
        package var dy: Int
    }

    /// A hand that goes along a path given in device units.
    private init(rate: Double, path: [(x: Double, y: Double)]) {
        self.rate = rate
        let whole = path.map { (x: Int($0.x.rounded()), y: Int($0.y.rounded())) }
        samples = zip(whole, whole.dropFirst()).map {
            Sample(dx: $1.x - $0.x, dy: $1.y - $0.y)
        }
    }

    /// A hand at rest that trembles for so many seconds.
    package init(rate: Double, seconds: Double, tremor: Tremor) {
        let count = Int(rate * seconds)
        var sum = 0.0
        let path = (0...count).map { step -> (x: Double, y: Double) in
            let time = Double(step) / rate
            let x = tremor.value(at: time, shift: 0)
            guard tremor.measure == .position else {
                sum += x
                return (sum + tremor.offset, 0)
            }
            return (x + tremor.offset, tremor.isCircular ? tremor.value(at: time, shift: 0.25) : 0)
        }
        self.init(rate: rate, path: path)
    }

    /// Half a second of rest, a flick to the right, and two seconds of rest.
    package init(rate: Double, flick: Flick) {
        let rest = rate / 2
        let count = Int(rest + flick.seconds * rate + 2 * rate)
        let distance = flick.peak * flick.seconds * rate * 8 / 15
        self.init(
            rate: rate,
            path: (0...count).map { step in
                let done = (Double(step) + flick.phase - rest) / (flick.seconds * rate)
                let t = min(max(done, 0), 1)
                return (distance * t * t * t * (10 - 15 * t + 6 * t * t), 0)
            })
    }
}

/// A tremor: a sum of sinusoids of equal amplitudes.
package struct Tremor: Sendable {
    /// What the amplitude is one of.
    package enum Measure: String, CaseIterable, Sendable {
        /// The motion of a sample, in device units.
        case velocity
        /// The place of the hand, in device units.
        case position
    }

    package var measure: Measure
    package var amplitude: Double
    /// Hertz.
    package var frequencies: [Double]
    /// Radians at the start.
    package var phase = 0.0
    /// Where the hand is between two whole device units.
    package var offset = 0.0
    /// Whether the hand trembles on both axes, a quarter of a turn apart; of positions alone.
    package var isCircular = false

    package init(measure: Measure, amplitude: Double, frequencies: [Double]) {
        self.measure = measure
        self.amplitude = amplitude
        self.frequencies = frequencies
    }

    /// The value at a time; the shift is a part of a turn.
    fileprivate func value(at time: Double, shift: Double) -> Double {
        var sum = 0.0
        for (index, frequency) in frequencies.enumerated() {
            let turns = frequency * time + shift
            sum += sin(2 * .pi * turns + phase * Double(index + 1))
        }
        return sum * amplitude / Double(frequencies.count)
    }
}

/// A fast motion from rest to rest with the least jerk.
package struct Flick: Sendable {
    /// How long it takes.
    package var seconds: Double
    /// Its greatest speed, in device units a sample.
    package var peak: Double
    /// Where in the first sample it begins, as a part of a sample.
    package var phase = 0.0

    package init(seconds: Double, peak: Double) {
        self.seconds = seconds
        self.peak = peak
    }
}
