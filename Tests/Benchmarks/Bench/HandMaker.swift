import TapProtocol
import TestSupport

/// A hand that does one thing after the other, and the notifications by which a Tap tells of it.
///
/// The same seed makes the same bytes everywhere. Gestures are drawn from the protocol's tables;
/// each lasts as long as people take for it, so that holds become drags and twists.
struct HandMaker {
    private var random: SplitMix64
    private var velocity = (x: 0, y: 0)
    private var roll = 0
    /// By how many degrees the hand turns in a sample at most.
    private var turn = 0
    private var current = Gesture.open
    private var ends: Int64 = 0

    /// What the hand can do.
    private enum Gesture {
        case open
        case of(GestureClass)
        case touch(XRHandState)
        case swipe(UInt8)
        case tap(UInt8)
    }

    private static let classes = GestureClass.allCases.filter { $0 != .none }
    private static let states = XRHandState.allCases.filter { $0 != .none }

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// The payload of the next motion sample, which v1 and v2 have in common.
    mutating func motion() -> [UInt8] {
        velocity.x = step(velocity.x, by: 6, limit: 40)
        velocity.y = step(velocity.y, by: 6, limit: 40)
        roll = step(roll, by: turn, limit: 80)
        let isMoving: UInt8 = Int.random(in: 0..<10, using: &random) == 0 ? 0 : 1
        return [0] + bytes(velocity.x) + bytes(velocity.y) + [0, 0, 0, 0, isMoving] + bytes(roll)
            + bytes(0) + bytes(0)
    }

    /// The class of this moment, in nanoseconds; at the end of a stream the hand is open.
    mutating func gestureClass(at time: Int64, isLast: Bool) -> UInt8 {
        change(at: time, isLast) { random in
            .of(Self.classes.randomElement(using: &random) ?? .none)
        }
        guard case .of(let gestureClass) = current else { return GestureClass.none.rawValue }
        return gestureClass.rawValue
    }

    /// What a v1 TapXR tells at this moment: a state of the hand, now and then a swipe or a tap.
    mutating func older(
        at time: Int64, isLast: Bool
    ) -> (from: NotifyingCharacteristic, bytes: [UInt8]) {
        change(at: time, isLast) { random in
            switch Int.random(in: 0..<8, using: &random) {
            case 0: .swipe(UInt8.random(in: 1...4, using: &random))
            case 1: .tap(UInt8.random(in: 1...31, using: &random))
            default: .touch(Self.states.randomElement(using: &random) ?? .none)
            }
        }
        switch current {
        case .swipe(let number): return (.v1AirGesture, [0, 0, 0, number])
        case .tap(let fingers):
            // A tap is told once.
            current = .open
            return (.v1TapData, [fingers, 0, 0, 0])
        case .touch(let state): return (.v1AirGesture, [state.rawValue])
        case .open, .of: return (.v1AirGesture, [XRHandState.none.rawValue])
        }
    }

    /// Goes on to the next gesture if the present one is over; between two of them the hand is open.
    private mutating func change(
        at time: Int64, _ isLast: Bool, _ next: (inout SplitMix64) -> Gesture
    ) {
        if isLast {
            current = .open
            return
        }
        guard time >= ends else { return }
        if case .open = current {
            current = next(&random)
            // Half of the hands twist, the others move.
            turn = Bool.random(using: &random) ? 4 : 0
        } else {
            current = .open
        }
        ends = time + Int64.random(in: length(of: current), using: &random) * 1_000_000
    }

    /// How long a gesture lasts, in milliseconds.
    private func length(of gesture: Gesture) -> ClosedRange<Int64> {
        switch gesture {
        case .open: 150...500
        case .of(.holdIndex), .of(.holdMiddle), .of(.holdRing), .of(.holdLittle): 300...2500
        case .touch: 50...2500
        case .of, .swipe, .tap: 100...400
        }
    }

    private mutating func step(_ value: Int, by most: Int, limit: Int) -> Int {
        min(max(value + Int.random(in: -most...most, using: &random), -limit), limit)
    }

    private func bytes(_ value: Int) -> [UInt8] {
        let bits = UInt16(bitPattern: Int16(truncatingIfNeeded: value))
        return [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    }
}
