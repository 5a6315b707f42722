internal import Gestures
package import Mapping
internal import TapProtocol

extension Profile {
    /// A profile with anything bound to anything, whatever sense it makes.
    package static func random(
        name: String, others: [String], using random: inout SplitMix64
    ) -> Profile {
        var maker = ProfileMaker(others: others, random: random)
        defer { random = maker.random }
        return maker.profile(name)
    }
}

/// Makes profiles of a generator.
private struct ProfileMaker {
    var others: [String]
    var random: SplitMix64

    /// Keys of both devices, few enough to meet each other often.
    private static let keys: [KeyCode] = [1, 15, 28, 29, 42, 103, 105, 0x110, 0x111, 0x112]
        .map { KeyCode(rawValue: $0) }

    mutating func profile(_ name: String) -> Profile {
        var profile = Profile(name: name)
        profile.pointer.isEnabled = chance(3, of: 4)
        profile.directions.left = action()
        profile.directions.right = action()
        profile.directions.up = action()
        profile.directions.down = action()
        profile.directions.repeatRate = chance(1, of: 2) ? 10 : 0
        profile.directions.repeatDelay = .milliseconds(Int64(number(1...600)))
        for finger in Finger.allCases { profile.fingers[finger] = fingerActions() }
        for _ in 0..<number(0...6) {
            let fingers = FingerMask(rawValue: UInt8(number(1...31)))
            profile.taps[TapGesture(fingers, count: number(1...3))] = action()
        }
        profile.fist.begin = action()
        profile.fist.end = action()
        profile.timing.fistReset = .milliseconds(Int64(number(0...1) * 500))
        profile.timing.doublePinch = .milliseconds(Int64(number(1...400)))
        profile.timing.decide = .milliseconds(Int64(number(1...1000)))
        return profile
    }

    private mutating func fingerActions() -> FingerActions {
        var finger = FingerActions()
        finger.pinch = action()
        if chance(1, of: 2) { finger.doublePinch = action() }
        finger.hold = HoldStyle.allCases.randomElement(using: &random) ?? .decide
        finger.button = keys()
        switch number(0...3) {
        case 0: finger.drag = .pointer(gainScale: 0.5)
        case 1: finger.drag = .scroll(unitsPerDetent: 7)
        case 2: finger.drag.kind = .keys(keys())
        default: break
        }
        finger.rotate = RotateAction(
            positive: action(), negative: action(), degrees: Double(number(1...30)))
        return finger
    }

    private mutating func action() -> Action {
        switch number(0...11) {
        case 0: return .none
        case 1: return others.randomElement(using: &random).map { .profile($0) } ?? .none
        case 2: return .nextProfile
        case 3: return .pause
        case 4: return .clutch
        case 5: return .switchModel
        default: return .sequence((0..<number(1...3)).map { _ in chord() })
        }
    }

    private mutating func chord() -> Chord {
        guard chance(1, of: 3) else { return Chord(keys()) }
        let direction = WheelStep.Direction.allCases.randomElement(using: &random) ?? .up
        return Chord(
            chance(1, of: 2) ? keys() : [], wheel: WheelStep(direction, detents: number(1...3)))
    }

    /// One to three keys, each once.
    private mutating func keys() -> [KeyCode] {
        Array(Self.keys.shuffled(using: &random).prefix(number(1...3)))
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func chance(_ part: Int, of whole: Int) -> Bool {
        number(1...whole) <= part
    }
}
