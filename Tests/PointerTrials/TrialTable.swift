package import Gestures

/// The cases that the default settings of the filter are chosen and tested by.
package enum TrialTable {
    /// Samples a second.
    package static let rates: [Double] = [50, 100, 200]
    package static let amplitudes: [Double] = [0.5, 1, 2]
    /// Sinusoids, and mixtures of some.
    package static let frequencies: [[Double]] = [
        [8], [9], [10], [11], [12], [8, 10, 12], [8.3, 9.7, 11.6],
    ]

    /// Settings with the filter, or without it; the gain is that of both axes.
    package static func settings(
        gain: Double = PointerSettings().gainX, filter: OneEuroSettings?
    ) -> PointerSettings {
        var settings = PointerSettings()
        settings.gainX = gain
        settings.gainY = gain
        settings.filter = filter
        return settings
    }

    /// The tremors of a measure and an amplitude: all frequencies, at some phases and places.
    package static func tremors(_ measure: Tremor.Measure, _ amplitude: Double) -> [Tremor] {
        var tremors: [Tremor] = []
        for frequencies in frequencies {
            for (phase, offset) in [(0.0, 0.0), (0.9, 0.3)] {
                for isCircular in measure == .position ? [false, true] : [false] {
                    var tremor = Tremor(
                        measure: measure, amplitude: amplitude, frequencies: frequencies)
                    tremor.phase = phase
                    tremor.offset = offset
                    tremor.isCircular = isCircular
                    tremors.append(tremor)
                }
            }
        }
        return tremors
    }

    /// Flicks of 100 to 150 ms and a peak of 30 to 120 units a sample, begun at some phases.
    package static var flicks: [Flick] {
        var flicks: [Flick] = []
        for seconds in [0.1, 0.125, 0.15] {
            for peak in [30.0, 60, 120] {
                for phase in [0, 0.25, 0.5, 0.75] {
                    var flick = Flick(seconds: seconds, peak: peak)
                    flick.phase = phase
                    flicks.append(flick)
                }
            }
        }
        return flicks
    }

    /// The least steadiness over all tremors of a measure and an amplitude.
    package static func leastSteadiness(
        _ measure: Tremor.Measure, _ amplitude: Double, rate: Double,
        pointer: PointerMotion, unfiltered: PointerMotion
    ) -> Steadiness? {
        tremors(measure, amplitude).map {
            Steadiness($0, rate: rate, pointer: pointer, unfiltered: unfiltered)
        }
        .min { $0.factor < $1.factor }
    }

    /// The worst of each lag over the flicks of a peak.
    package static func worstLag(
        peak: Double, rate: Double, pointer: PointerMotion, unfiltered: PointerMotion
    ) -> Lag? {
        let lags = flicks.filter { $0.peak == peak }.map {
            Lag($0, rate: rate, pointer: pointer, unfiltered: unfiltered)
        }
        guard var worst = lags.first else { return nil }
        for lag in lags {
            worst.half = max(worst.half, lag.half)
            worst.ninety = max(worst.ninety, lag.ninety)
            worst.largest = max(worst.largest, lag.largest)
        }
        return worst
    }
}
