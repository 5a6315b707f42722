import Gestures
import PointerTrials

// measure-pointer                              the table of the default settings
// measure-pointer MIN_CUTOFF BETA [DERIVATIVE] the table of these settings
// measure-pointer search                       the plane of the settings
// measure-pointer phases                       the default settings at many phases of the tremor

let arguments = CommandLine.arguments.dropFirst()
/// A gain that makes counts so fine that their rounding has no part in what is measured.
let fineGain = 1000.0

func number(_ value: Double) -> String {
    guard value.isFinite else { return "still" }
    let hundredths = Int((value * 100).rounded())
    let fraction = "\(abs(hundredths) % 100)"
    return "\(hundredths / 100).\(fraction.count < 2 ? "0" : "")\(fraction)"
}

func pointer(gain: Double, _ filter: OneEuroSettings?, _ derivative: Double?) -> PointerMotion {
    let settings = TrialTable.settings(gain: gain, filter: filter)
    guard let derivative else { return PointerMotion(settings) }
    return PointerMotion(settings, derivativeCutoff: derivative)
}

func printTable(_ filter: OneEuroSettings, _ derivative: Double?) {
    print("min_cutoff \(filter.minCutoff), beta \(filter.beta)")
    print("least steadiness: of the path, and of the pointer in whole counts at the default gain")
    for measure in Tremor.Measure.allCases {
        for rate in TrialTable.rates {
            for amplitude in TrialTable.amplitudes {
                let factors = [fineGain, PointerSettings().gainX].map { gain in
                    TrialTable.leastSteadiness(
                        measure, amplitude, rate: rate,
                        pointer: pointer(gain: gain, filter, derivative),
                        unfiltered: pointer(gain: gain, nil, derivative))?.factor ?? 0
                }
                let texts = factors.map(number).joined(separator: " ")
                print("\(measure) \(Int(rate)) Hz, amplitude \(amplitude): \(texts)")
            }
        }
    }
    print("most lag in samples: at half the distance, at 90 %, largest residue over speed")
    for rate in TrialTable.rates {
        for peak in [30.0, 60, 120] {
            guard
                let lag = TrialTable.worstLag(
                    peak: peak, rate: rate,
                    pointer: pointer(gain: fineGain, filter, derivative),
                    unfiltered: pointer(gain: fineGain, nil, derivative))
            else { continue }
            let texts = [lag.half, lag.ninety, lag.largest].map(number).joined(separator: " ")
            print("\(Int(rate)) Hz, peak \(Int(peak)): \(texts)")
        }
    }
}

/// The least steadiness of the path, from an amplitude of 1 on, and of the pointer, and the most lag.
func worst(_ filter: OneEuroSettings, _ derivative: Double) -> (Double, Double, Double) {
    var (path, counts, lag) = (Double.infinity, Double.infinity, 0.0)
    let fine = pointer(gain: fineGain, filter, derivative)
    let plain = pointer(gain: fineGain, nil, derivative)
    for rate in TrialTable.rates {
        for flick in TrialTable.flicks {
            lag = max(lag, Lag(flick, rate: rate, pointer: fine, unfiltered: plain).worst)
        }
    }
    // Settings that lag so much are out of the question, whatever their steadiness.
    guard lag <= 1.1 else { return (0, 0, lag) }
    let gain = PointerSettings().gainX
    let coarse = pointer(gain: gain, filter, derivative)
    let coarsePlain = pointer(gain: gain, nil, derivative)
    for measure in Tremor.Measure.allCases {
        for rate in TrialTable.rates {
            for amplitude in TrialTable.amplitudes {
                let ofPath = TrialTable.leastSteadiness(
                    measure, amplitude, rate: rate, pointer: fine, unfiltered: plain)
                let ofCounts = TrialTable.leastSteadiness(
                    measure, amplitude, rate: rate, pointer: coarse, unfiltered: coarsePlain)
                // Half a unit is no more than the rounding of the sensor.
                if amplitude >= 1 { path = min(path, ofPath?.factor ?? 0) }
                counts = min(counts, ofCounts?.factor ?? 0)
            }
        }
    }
    return (path, counts, lag)
}

func search() {
    print("derivative min_cutoff beta: least steadiness of path, of pointer, most lag")
    for derivative in [1, 1.5, 2, 2.5, 3, 4] {
        for minCutoff in [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1] {
            for beta in [0.02, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.14, 0.2] {
                var filter = OneEuroSettings()
                filter.minCutoff = minCutoff
                filter.beta = beta
                let (path, counts, lag) = worst(filter, derivative)
                guard path >= 4, lag <= 1.1 else { continue }
                print(
                    "\(derivative) \(minCutoff) \(beta): "
                        + "\(number(path)) \(number(counts)) \(number(lag))")
            }
        }
    }
}

/// The tremors of the table at 50 phases and places each: how many there are, how many of them are
/// less than five times steadier, and the least steadiness; of pointers in whole counts or finer.
func phases(gain: Double, amplitudes: [Double]) -> (all: Int, below: Int, least: Double) {
    let filtered = pointer(gain: gain, OneEuroSettings(), nil)
    let plain = pointer(gain: gain, nil, nil)
    var result = (all: 0, below: 0, least: Double.infinity)
    for measure in Tremor.Measure.allCases {
        for rate in TrialTable.rates {
            for amplitude in amplitudes {
                for var tremor in TrialTable.tremors(measure, amplitude) where tremor.phase == 0 {
                    for step in 0..<50 {
                        tremor.phase = Double(step) * 0.618
                        tremor.offset = Double(step) / 50
                        let steadiness = Steadiness(
                            tremor, rate: rate, pointer: filtered, unfiltered: plain)
                        result.all += 1
                        result.below += steadiness.factor < 5 ? 1 : 0
                        result.least = min(result.least, steadiness.factor)
                    }
                }
            }
        }
    }
    return result
}

func printPhases() {
    for amplitude in TrialTable.amplitudes {
        for (name, gain) in [("path", fineGain), ("pointer", PointerSettings().gainX)] {
            let (all, below, least) = phases(gain: gain, amplitudes: [amplitude])
            print(
                "amplitude \(amplitude), \(name): \(below) of \(all) below 5, least \(number(least))"
            )
        }
    }
}

if arguments.first == "search" {
    search()
} else if arguments.first == "phases" {
    printPhases()
} else {
    var filter = OneEuroSettings()
    let numbers = arguments.compactMap { Double($0) }
    if numbers.count >= 2 {
        filter.minCutoff = numbers[0]
        filter.beta = numbers[1]
    }
    printTable(filter, numbers.count > 2 ? numbers[2] : nil)
}
