import Gestures
import TapProtocol
import TestSupport
import Testing

private func moment(_ milliseconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
}

/// A counter that is told the time in milliseconds; taps of index are bound up to `highest` times,
/// those of middle up to 2 times, others once.
private struct Fingers {
    var counter = TapCounter()
    var highest = 3

    mutating func tap(_ fingers: FingerMask, at milliseconds: Double) -> [String] {
        let limit = fingers == .index ? highest : fingers == .middle ? 2 : 1
        let answer = counter.next(fingers, highest: limit, at: moment(milliseconds))
        return [answer.former, answer.latest].compactMap { $0?.description }
    }

    mutating func tick(_ milliseconds: Double) -> String? {
        counter.tick(moment(milliseconds))?.description
    }
}

@Suite("Counting taps")
struct TapCounterTests {
    @Test("The text of each tap")
    func text() {
        for mask in UInt8(1)...31 {
            let fingers = FingerMask(rawValue: mask)
            let texts = (1...3).map { "\(TapGesture(fingers, count: $0))" }
            #expect(
                texts == ["tap \(fingers)", "tap \(fingers) double", "tap \(fingers) triple"])
        }
        #expect("\(TapGesture([.thumb, .index]))" == "tap thumb+index")
    }

    @Test(
        "A count is 1 to 3", arguments: [(Int.min, 1), (0, 1), (1, 1), (3, 3), (4, 3), (.max, 3)])
    func clamped(count: Int, expected: Int) {
        #expect(TapGesture(.index, count: count).count == expected)
    }

    @Test("Fingers of which more taps mean nothing do not wait")
    func atOnce() {
        var fingers = Fingers()
        for time in [0.0, 1, 2, 3] {
            #expect(fingers.tap(.ring, at: time) == ["tap ring"])
            let deadline = fingers.counter.deadline
            #expect(deadline == nil)
        }
        fingers.highest = 0
        #expect(fingers.tap(.index, at: 4) == ["tap index"])
    }

    @Test("A tap waits 300 ms for another one")
    func waits() {
        var fingers = Fingers()
        #expect(fingers.tap(.index, at: 10) == [])
        let deadline = fingers.counter.deadline
        #expect(deadline == moment(310))
        let early = fingers.tick(309.999999)
        let due = fingers.tick(310)
        let again = fingers.tick(1000)
        #expect(early == nil)
        #expect(due == "tap index")
        #expect(again == nil)
    }

    @Test("Within the window taps count on, and the window begins anew with each")
    func countsOn() {
        var fingers = Fingers()
        #expect(fingers.tap(.index, at: 0) == [])
        #expect(fingers.tap(.index, at: 299.999999) == [])
        let deadline = fingers.counter.deadline
        #expect(deadline == moment(599.999999))
        let due = fingers.tick(600)
        #expect(due == "tap index double")
    }

    @Test("At the end of the window the former tap is over first")
    func limit() {
        for time in [300, 300.000001, 900] {
            var fingers = Fingers()
            _ = fingers.tap(.index, at: 0)
            #expect(fingers.tap(.index, at: time) == ["tap index"])
            let deadline = fingers.counter.deadline
            #expect(deadline == moment(time + 300))
        }
    }

    @Test("The highest count that means something does not wait")
    func highest() {
        var fingers = Fingers()
        _ = fingers.tap(.index, at: 0)
        _ = fingers.tap(.index, at: 100)
        #expect(fingers.tap(.index, at: 200) == ["tap index triple"])
        let deadline = fingers.counter.deadline
        #expect(deadline == nil)
        #expect(fingers.tap(.index, at: 210) == [])
        var two = Fingers()
        two.highest = 2
        _ = two.tap(.index, at: 0)
        #expect(two.tap(.index, at: 100) == ["tap index double"])
        var many = Fingers()
        many.highest = 9
        #expect(many.tap(.index, at: 0) + many.tap(.index, at: 1) == [])
        #expect(many.tap(.index, at: 2) == ["tap index triple"])
    }

    @Test("Other fingers end a tap that waits, before their own")
    func others() {
        var fingers = Fingers()
        _ = fingers.tap(.index, at: 0)
        #expect(fingers.tap(.ring, at: 10) == ["tap index", "tap ring"])
        _ = fingers.tap(.index, at: 20)
        _ = fingers.tap(.index, at: 30)
        #expect(fingers.tap(.middle, at: 40) == ["tap index double"])
        #expect(fingers.tap(.middle, at: 50) == ["tap middle double"])
        // A mask of more fingers is another one.
        _ = fingers.tap(.index, at: 60)
        #expect(fingers.tap([.index, .middle], at: 70) == ["tap index", "tap index+middle"])
    }

    @Test("What the device has counted does not wait", arguments: 1...3)
    func counted(count: Int) {
        var counter = TapCounter()
        let tap = TapGesture(.index, count: count)
        var answer = counter.next(tap)
        #expect(answer.former == nil && answer.latest == tap)
        _ = counter.next(.middle, highest: 2, at: .zero)
        answer = counter.next(tap)
        #expect(answer.former == TapGesture(.middle) && answer.latest == tap)
        let deadline = counter.deadline
        #expect(deadline == nil)
    }

    @Test("A tap that waits can be forgotten, and the window can be set")
    func clear() {
        var counter = TapCounter(window: .milliseconds(50))
        _ = counter.next(.index, highest: 2, at: .zero)
        #expect(counter.deadline == moment(50))
        counter.clear()
        #expect(counter.deadline == nil)
    }

    @Test("However taps come, as many come out as went in, in their order")
    func random() {
        for seed in UInt64(0)..<200 {
            var random = SplitMix64(seed: seed)
            var fingers = Fingers()
            fingers.highest = Int.random(in: 1...3, using: &random)
            var now = 0.0
            var expected: [FingerMask] = []
            var answers: [TapGesture] = []
            for _ in 0..<100 {
                now += [0, 1, 120, 299, 300, 301][Int.random(in: 0..<6, using: &random)]
                let mask: FingerMask =
                    [.index, .middle, .ring].randomElement(using: &random) ?? .index
                expected.append(mask)
                let limit = mask == .index ? fingers.highest : mask == .middle ? 2 : 1
                let answer = fingers.counter.next(mask, highest: limit, at: moment(now))
                answers += [answer.former, answer.latest].compactMap { $0 }
                for gesture in [answer.former, answer.latest].compactMap({ $0 }) {
                    let most =
                        gesture.fingers == .index
                        ? fingers.highest : gesture.fingers == .middle ? 2 : 1
                    if gesture.count > most { Issue.record("seed \(seed): \(gesture)") }
                }
            }
            if let last = fingers.counter.tick(moment(now + 300)) { answers.append(last) }
            #expect(answers.flatMap { Array(repeating: $0.fingers, count: $0.count) } == expected)
        }
    }
}
