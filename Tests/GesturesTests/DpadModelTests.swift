import Gestures
import TestSupport
import Testing

/// One call of a random sequence.
private enum Step: CustomStringConvertible {
    case gesture(UInt8, at: Int64)
    case motion(dx: Int, dy: Int, roll: Double, at: Int64)
    case tick(at: Int64)

    var description: String {
        switch self {
        case .gesture(let raw, let time): "\(time) gesture \(raw)"
        case .motion(let dx, let dy, let roll, let time): "\(time) motion \(dx) \(dy) \(roll)"
        case .tick(let time): "\(time) tick"
        }
    }
}

/// The settings of a sequence.
private struct Tunables {
    var debounce: Int64 = 40_000_000
    var lockWindow: Int64 = 1_000_000_000
    var rotateLock = 25.0
    var rollNoise = 1.0
    var holds: [HoldStyle] = [.decide, .decide, .decide, .decide]

    static func random(_ random: inout SplitMix64) -> Tunables {
        Tunables(
            debounce: [0, 1, 40_000_000, 250_000_000].randomElement(using: &random) ?? 0,
            lockWindow: [0, 1, 20_000_000, 300_000_000, 1_000_000_000]
                .randomElement(using: &random) ?? 0,
            rotateLock: [0, 0.25, 5, 25, 90.5, 400].randomElement(using: &random) ?? 0,
            rollNoise: [0, 0.25, 1, 3.5, 200].randomElement(using: &random) ?? 0,
            holds: (0..<4).map { _ in HoldStyle.allCases.randomElement(using: &random) ?? .decide }
        )
    }

    var controller: DpadController {
        var controller = DpadController()
        controller.debounce = Interval(nanoseconds: debounce)
        controller.lockWindow = Interval(nanoseconds: lockWindow)
        controller.rotateLock = rotateLock
        controller.rollNoise = rollNoise
        for finger in Finger.allCases { controller.holds[finger] = holds[finger.rawValue] }
        return controller
    }

    var model: DpadModel {
        DpadModel(
            debounce: debounce, lockWindow: lockWindow, rotateLock: rotateLock,
            rollNoise: rollNoise,
            atOnce: holds.map { style in
                switch style {
                case .decide: nil
                case .drag, .button: "drag"
                case .rotate: "rotate"
                }
            })
    }
}

/// A random sequence of calls whose gaps and rolls lie around the limits.
private struct SequenceMaker {
    var random: SplitMix64
    private var time: Int64 = 0
    private var roll = 0.0

    /// Around the debounce and the lock window, in nanoseconds.
    private static let gaps: [Int64] = [
        0, 1, 1_000_000, 5_000_000, 20_000_000, 33_000_000, 39_999_999, 40_000_000, 40_000_001,
        100_000_000, 500_000_000, 959_999_999, 999_999_999, 1_000_000_000, 1_000_000_001,
    ]

    init(_ random: SplitMix64) {
        self.random = random
    }

    mutating func steps() -> [Step] {
        // Mostly short ones: the model's work grows with the square of the length.
        let isLong = Int.random(in: 0..<8, using: &random) == 0
        let count = Int.random(in: 20...(isLong ? 120 : 45), using: &random)
        // Some sequences are slow and some are fast, some twist and some do not.
        let mostGap = Int.random(in: 3...Self.gaps.count, using: &random)
        let turn = [0, 1, 4, 40, 720].randomElement(using: &random) ?? 0
        return (0..<count).map { _ in step(Self.gaps.prefix(mostGap), turn) }
    }

    private mutating func step(_ gaps: ArraySlice<Int64>, _ turn: Int) -> Step {
        time += gaps.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            return .gesture(UInt8.random(in: 0...22, using: &random), at: time)
        case 8..<10:
            // The hand holds and lets go more often than chance would have it.
            return .gesture([5, 5, 6, 9, 15].randomElement(using: &random) ?? 5, at: time)
        case 10..<18:
            // A drift of multiples of a quarter degree; now and then a jump.
            roll += Double(Int.random(in: -turn...turn, using: &random)) / 4
            if Int.random(in: 0..<15, using: &random) == 0 {
                roll = Double(Int.random(in: -720...720, using: &random)) / 4
            }
            if roll > 180 { roll -= 360 }
            if roll < -180 { roll += 360 }
            return .motion(
                dx: Int.random(in: -2...2, using: &random),
                dy: Int.random(in: -2...2, using: &random), roll: roll, at: time)
        default:
            return .tick(at: time)
        }
    }
}

@Suite("The controller against an independent model")
struct DpadModelTests {
    /// The first call to which controller and model answer differently, with all before it.
    private static func difference(_ steps: [Step], _ tunables: Tunables) -> String? {
        var controller = tunables.controller
        var model = tunables.model
        var events: [DpadEvent] = []
        for (index, step) in steps.enumerated() {
            events.removeAll(keepingCapacity: true)
            let expected: [String]
            switch step {
            case .gesture(let raw, let time):
                controller.onGesture(raw, now: Timestamp(nanoseconds: time), into: &events)
                expected = model.gesture(raw, at: time)
            case .motion(let dx, let dy, let roll, let time):
                controller.onMotion(
                    dx: dx, dy: dy, roll: roll, now: Timestamp(nanoseconds: time), into: &events)
                expected = model.motion(dx: dx, dy: dy, roll: roll, at: time)
            case .tick(let time):
                controller.tick(Timestamp(nanoseconds: time), into: &events)
                expected = model.tick(at: time)
            }
            guard events.map(\.description) == expected else {
                let history = steps.prefix(index + 1).map(\.description).joined(separator: "\n")
                return "\(history)\ncontroller \(events)\nmodel      \(expected)"
            }
        }
        return nil
    }

    /// Compares the sequences of seeds; a thousand a test case, so that they share the processors.
    private static func compare(seeds: Range<UInt64>, randomTunables: Bool) {
        for seed in seeds {
            var random = SplitMix64(seed: seed)
            let tunables = randomTunables ? Tunables.random(&random) : Tunables()
            var maker = SequenceMaker(random)
            if let difference = difference(maker.steps(), tunables) {
                Issue.record("seed \(seed), \(tunables):\n\(difference)")
                return
            }
        }
    }

    @Test("10,000 random sequences", arguments: 0..<10 as Range<UInt64>)
    func vendorTunables(block: UInt64) {
        Self.compare(seeds: block * 1000..<(block + 1) * 1000, randomTunables: false)
    }

    @Test("3,000 random sequences with random tunables", arguments: 100..<103 as Range<UInt64>)
    func randomTunables(block: UInt64) {
        Self.compare(seeds: block * 1000..<(block + 1) * 1000, randomTunables: true)
    }
}
