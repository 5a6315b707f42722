import Gestures
import TapProtocol
import TestSupport
import Testing

private func moment(_ milliseconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
}

private let touches: [XRHandState] = [.thumbIndex, .thumbMiddle, .thumbRing, .thumbLittle]

/// A stream that is told the time in milliseconds, and ticked as its callers do.
private struct Hand {
    var stream = XRStateStream()

    /// What comes of a state: that of the timer that is due, then that of the state.
    mutating func see(_ state: XRHandState, at milliseconds: Double) -> [ProcessedGesture] {
        let ticked = stream.tick(moment(milliseconds))
        let answer = stream.next(state, at: moment(milliseconds))
        return [ticked, answer].compactMap { $0 }
    }

    /// A hand whose finger is held since 200 ms.
    static func holding(_ state: XRHandState) -> Hand {
        var hand = Hand()
        _ = hand.see(state, at: 0)
        _ = hand.stream.tick(moment(200))
        return hand
    }

    /// What comes of states of which a text has one character each, every 33 ms from 300 ms on.
    ///
    /// `.` none, `1234` the touches, `f` a fist.
    mutating func see(_ text: String) -> [Int: ProcessedGesture] {
        let alphabet = Dictionary(uniqueKeysWithValues: zip(".1234f", XRHandState.allCases))
        var gestures: [Int: ProcessedGesture] = [:]
        for (place, state) in text.compactMap({ alphabet[$0] }).enumerated() {
            gestures[place] = stream.next(state, at: moment(300 + 33 * Double(place)))
        }
        return gestures
    }
}

@Suite("A stream of hand states becomes gestures")
struct XRStateStreamTests {
    @Test("A touch is told at once, and is a click if it ends in time", arguments: Finger.allCases)
    func click(finger: Finger) {
        for end in [0, 1, 100, 199.999999] {
            var hand = Hand()
            #expect(hand.stream.deadline == nil)
            #expect(
                hand.see(touches[finger.rawValue], at: 10) == [.potentialDragOrClick(finger)])
            #expect(hand.stream.deadline == moment(210))
            #expect(hand.see(.none, at: 10 + end) == [.click(finger)])
            #expect(hand.stream.deadline == nil)
            #expect(hand.see(.none, at: 400) == [])
        }
    }

    @Test("A touch of 0.2 s is a hold, from that moment on", arguments: Finger.allCases)
    func hold(finger: Finger) {
        var hand = Hand()
        _ = hand.see(touches[finger.rawValue], at: 10)
        #expect(hand.see(touches[finger.rawValue], at: 209.999999) == [])
        let early = hand.stream.tick(moment(209.999999))
        let due = hand.stream.tick(moment(210))
        let again = hand.stream.tick(moment(210))
        #expect(early == nil)
        #expect(due == .drag(finger))
        #expect(again == nil)
        #expect(hand.stream.deadline == nil)
    }

    @Test("At 0.2 s exactly the hold is first, and none comes too late for a click")
    func atTheLimit() {
        for time in [200, 200.000001, 5000] {
            var hand = Hand()
            _ = hand.see(.thumbRing, at: 0)
            #expect(hand.see(.none, at: time) == [.dragRing])
            #expect(hand.see(.none, at: time + 1) == [.drop])
        }
    }

    @Test("A state does first what the clock does, even if nobody asked the clock")
    func unticked() {
        for state in XRHandState.allCases {
            var stream = XRStateStream()
            _ = stream.next(.thumbIndex, at: .zero)
            let answer = stream.next(state, at: moment(200))
            #expect(answer == .dragIndex)
            let deadline = stream.deadline
            #expect(deadline == nil)
        }
    }

    @Test("A fist ends a touch that is pending, and is no click")
    func pendingFist() {
        var hand = Hand()
        _ = hand.see(.thumbIndex, at: 0)
        #expect(hand.see(.fist, at: 199) == [.fistBegin])
        #expect(hand.stream.deadline == nil)
        #expect(hand.see(.thumbIndex, at: 300) == [])
        #expect(hand.see(.none, at: 400) == [.fistEnd])
    }

    @Test("While a touch is pending no other finger counts")
    func pending() {
        for other in XRHandState.allCases where other != .none && other != .fist {
            var hand = Hand()
            _ = hand.see(.thumbIndex, at: 0)
            #expect(hand.see(other, at: 50) == [])
            #expect(hand.stream.deadline == moment(200))
            #expect(hand.see(.none, at: 60) == [.clickIndex])
            _ = hand.see(.thumbIndex, at: 100)
            #expect(hand.see(other, at: 150) == [])
            let held = hand.stream.tick(moment(300))
            #expect(held == .dragIndex)
        }
    }

    @Test(
        "While a finger is held the majority of the last three states decides",
        arguments: [
            ("..", [1: .drop]),
            (".1.", [2: .drop]),
            (".11..", [4: .drop]),
            (".11.1.", [5: .drop]),
            (".11.11.11.11", [:]),
            ("ff", [1: .fistBegin]),
            ("f1f", [2: .fistBegin]),
            ("f11f11", [:]),
            ("f..", [2: .drop]),
            (".ff", [2: .fistBegin]),
            (".f2", [:]),
            (".f1.2", [:]),
            ("2222222", [:]),
            ("22.2.", [4: .drop]),
            ("234234", [:]),
            ("2.3.", [3: .drop]),
            ("...", [1: .drop]),
            ("..2", [1: .drop, 2: .potentialDragOrClickMiddle]),
            ("..f.", [1: .drop, 2: .fistBegin, 3: .fistEnd]),
            ("fff.1", [1: .fistBegin, 3: .fistEnd, 4: .potentialDragOrClickIndex]),
        ] as [(String, [Int: ProcessedGesture])])
    func majority(text: String, expected: [Int: ProcessedGesture]) {
        var hand = Hand.holding(.thumbIndex)
        #expect(hand.see(text) == expected)
    }

    @Test("A fist begins at once and ends at none; what is between is ignored")
    func fist() {
        var hand = Hand()
        #expect(hand.see("ff1f234f.") == [0: .fistBegin, 8: .fistEnd])
        #expect(hand.stream.deadline == nil)
        #expect(hand.see(".f.f.") == [1: .fistBegin, 2: .fistEnd, 3: .fistBegin, 4: .fistEnd])
    }

    @Test("The window can be set")
    func window() {
        var stream = XRStateStream(clickWindow: .milliseconds(50))
        _ = stream.next(.thumbIndex, at: .zero)
        let early = stream.tick(moment(49.999999))
        let due = stream.tick(moment(50))
        #expect(early == nil)
        #expect(due == .dragIndex)
    }

    @Test("A window past the end of time never ends")
    func endOfTime() {
        var stream = XRStateStream(clickWindow: Interval(nanoseconds: .max))
        _ = stream.next(.thumbIndex, at: moment(1))
        let held = stream.tick(moment(1e9))
        let click = stream.next(.none, at: moment(1e9))
        #expect(held == nil)
        #expect(click == .clickIndex)
    }
}

@Suite("Random hand states")
struct XRStateStreamPropertyTests {
    @Test("Gestures begin and end in order, and an open hand ends with nothing held")
    func order() {
        var seen: Set<UInt8> = []
        for seed in UInt64(0)..<300 {
            var random = SplitMix64(seed: seed)
            var hand = Hand()
            var now = 0.0
            var state = XRHandState.none
            var gestures: [ProcessedGesture] = []
            for _ in 0..<200 {
                now += [0, 1, 33, 33, 33, 199.999999, 200][Int.random(in: 0..<7, using: &random)]
                if Int.random(in: 0..<4, using: &random) == 0 {
                    state = XRHandState.allCases.randomElement(using: &random) ?? .none
                }
                gestures += hand.see(state, at: now)
            }
            for step in 1...3 { gestures += hand.see(.none, at: now + 1000 * Double(step)) }
            seen.formUnion(gestures.map(\.rawValue))
            if let fault = Self.fault(gestures) {
                Issue.record("seed \(seed): \(fault)")
                return
            }
            #expect(hand.stream.deadline == nil)
            #expect(hand.see(.thumbIndex, at: now + 9000) == [.potentialDragOrClickIndex])
        }
        #expect(seen == Set(UInt8(1)...15))
    }

    /// What is wrong in the order of some gestures, or nil.
    private static func fault(_ gestures: [ProcessedGesture]) -> String? {
        var pending: Finger?
        var isHeld = false
        var isFist = false
        for (index, gesture) in gestures.enumerated() {
            let fault = "\(gesture) at \(index)"
            if let finger = Finger.allCases.first(where: { .potentialDragOrClick($0) == gesture }) {
                guard pending == nil, !isHeld, !isFist else { return fault }
                pending = finger
            } else if gesture == .fistBegin {
                guard !isFist else { return fault }
                (pending, isHeld, isFist) = (nil, false, true)
            } else if gesture == .fistEnd {
                guard isFist else { return fault }
                isFist = false
            } else if gesture == .drop {
                guard isHeld else { return fault }
                isHeld = false
            } else {
                guard let finger = pending,
                    gesture == .click(finger) || gesture == .drag(finger)
                else { return fault }
                pending = nil
                isHeld = gesture == .drag(finger)
            }
        }
        return pending == nil && !isHeld && !isFist ? nil : "something is left"
    }
}
