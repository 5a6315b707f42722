import Driver
import Gestures
import Mapping
import TapProtocol
import TestSupport

/// Notifications of both protocols through the whole pipeline, with pauses, losses and changes.
///
/// The first byte chooses the profiles. Each step is a byte for what happens and how long after the
/// step before, and for most a piece of bytes that begins with its length. One that comes together
/// with the last notification is of the same characteristic, and no time passes.
struct FramesTarget {
    /// What can happen in a step, by the lower half of its byte.
    enum Step: UInt8 {
        case v2, v2Again, v2AndAgain, together
        case v1Taps, v1Motion, v1Gesture, stopped, v1Sensors
        case foreign, lost, pause, resume, change, gesture, wait

        /// The characteristic of a notification.
        var characteristic: UInt32? {
            switch self {
            case .v2, .v2Again, .v2AndAgain: NotifyingCharacteristic.v2Read.rawValue
            case .v1Taps: NotifyingCharacteristic.v1TapData.rawValue
            case .v1Motion: NotifyingCharacteristic.v1MouseData.rawValue
            case .v1Gesture: NotifyingCharacteristic.v1AirGesture.rawValue
            case .v1Sensors: NotifyingCharacteristic.v1RawSensors.rawValue
            case .foreign: 0x2a19
            case .together, .stopped, .lost, .pause, .resume, .change, .gesture, .wait: nil
            }
        }
    }

    /// The pauses before a step in nanoseconds, by the upper half of its byte.
    static let pauses: [Int64] = [
        0, 1, 1_000_000, 10_000_000, 19_999_999, 20_000_000, 33_000_000, 40_000_000, 100_000_000,
        200_000_000, 250_000_000, 300_000_000, 400_000_000, 1_000_000_000, 3_100_000_000,
        60_000_000_000,
    ]

    /// The set-ups of which a byte chooses one: with the built-in profiles, and with random ones.
    private let setups: [PipelineSetup] =
        Profile.builtIn.map { PipelineSetup(.builtIn, profile: $0.name) }
        + (UInt64(0)..<24).map { seed in
            var random = SplitMix64(seed: seed)
            let names = ["a", "b", "c"]
            let profiles = names.map { Profile.random(name: $0, others: names, using: &random) }
            return PipelineSetup(ProfileSet(profiles[0], Array(profiles.dropFirst())), profile: "b")
        }

    func check(_ bytes: [UInt8]) -> String? {
        var input = FuzzInput(bytes)
        var pipeline = JudgedPipeline(input.element(of: setups))
        var last = NotifyingCharacteristic.v2Read.rawValue
        while !input.isEmpty, pipeline.problem == nil {
            let byte = input.byte()
            guard let step = Step(rawValue: byte & 0x0f) else { continue }
            if step == .together {
                pipeline.receive(input.piece(), from: last, isTogether: true)
                continue
            }
            pipeline.wait(Interval(nanoseconds: Self.pauses[Int(byte >> 4)]))
            if let characteristic = step.characteristic {
                last = characteristic
                pipeline.receive(input.piece(), from: characteristic)
                continue
            }
            switch step {
            case .lost: pipeline.lose()
            case .stopped: pipeline.goOn()
            case .pause: pipeline.perform { $0.setPaused(true, at: $1, into: &$2) }
            case .resume: pipeline.perform { $0.setPaused(false, at: $1, into: &$2) }
            case .change:
                let next = input.element(of: setups)
                pipeline.perform { $0.change(to: next, at: $1, into: &$2) }
            case .gesture:
                let gesture = input.byte()
                pipeline.perform { $0.gesture(gesture, at: $1, into: &$2) }
            default: pipeline.perform { $0.advance(to: $1, into: &$2) }
            }
        }
        pipeline.end()
        return pipeline.problem
    }
}
