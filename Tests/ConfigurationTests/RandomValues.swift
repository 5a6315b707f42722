import Gestures
import Mapping
import TestSupport

@testable import Configuration

/// Random right values of settings.
struct RandomValues {
    var random: SplitMix64

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    /// Names of keys that nobody is warned of.
    static let keys = KeyNames.all.map(\.key).filter {
        $0.rawValue <= KeyNames.highestOfX11 || $0.device == .pointer
    }

    mutating func keyList(_ count: ClosedRange<Int>) -> [KeyCode] {
        Array(Self.keys.shuffled(using: &random).prefix(Int.random(in: count, using: &random)))
    }

    mutating func chord() -> Chord {
        guard chance(30) else { return Chord(keyList(1...8)) }
        let step = WheelStep(
            pick(WheelStep.Direction.allCases), detents: Int.random(in: 1...100, using: &random))
        return Chord(keyList(0...8), wheel: step)
    }

    mutating func action(_ profiles: [String]) -> Action {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return pick(ActionText.words).action
        case 1: return .profile(pick(profiles))
        case 2:
            let count = Int.random(in: 1...(chance(5) ? 64 : 5), using: &random)
            var chords: [Chord] = []
            for _ in 0..<count { chords.append(chord()) }
            return .sequence(chords)
        default: return .sequence([chord()])
        }
    }

    /// A number of a range, mostly short.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2: Double(Int(Double.random(in: range, using: &random).rounded(.up)))
        default: Double.random(in: range, using: &random)
        }
    }

    /// A value that a setting can have.
    mutating func value(_ spec: SettingSpec, profiles: [String]) -> SettingValue {
        switch spec.type {
        case .flag: return .flag(chance(50))
        case .whole(let range):
            return .whole(chance(20) ? range.lowerBound : Int.random(in: range, using: &random))
        case .number(let range):
            return .number(spec.isOrZero && chance(40) ? 0 : number(range))
        case .word(let words): return .word(pick(words))
        case .text: return .text(pick(["Left", "my Tap \"2\"", "Größe \\ 3", "=;#"]))
        case .profile:
            let place = Place(file: "", line: 0)
            return .name(SettingValue.Name(text: pick(profiles), place: place))
        case .profiles:
            let place = Place(file: "", line: 0)
            let names = profiles.shuffled(using: &random)
                .prefix(Int.random(in: 0...profiles.count, using: &random))
            return .names(names.map { SettingValue.Name(text: $0, place: place) })
        case .action: return .action(action(profiles))
        case .keys: return .keys(keyList(0...8))
        case .drag:
            return .drag(pick([.none, .pointer, .scroll, .keys(keyList(1...8))]))
        case .rows: return acceleration()
        case .group: return .flag(false)
        }
    }

    private mutating func acceleration() -> SettingValue {
        var speed = 0.0
        var rows: [SettingValue.Row] = []
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            speed += Double.random(in: 0.1...1000, using: &random)
            rows.append(
                SettingValue.Row(values: [
                    "speed": .number(speed), "factor": .number(number(0...100)),
                ]))
        }
        return .rows(rows)
    }
}

extension Content {
    /// A value as a file has it.
    init(_ value: SettingValue) {
        switch value {
        case .names(let names):
            self = .array(names.map { .token(ConfigurationText.quoted($0.text)) })
        case .rows(let rows):
            self = .list(
                rows.map { row in
                    .group(row.values.map { Item(name: $0.key, value: Content($0.value)) })
                })
        case .action(let action):
            let (texts, isList) = ActionText.texts(of: action)
            let tokens = texts.map { Content.token(ConfigurationText.quoted($0)) }
            self = isList ? .list(tokens) : tokens[0]
        default:
            self = .token(ConfigurationText.text(value))
        }
    }
}
