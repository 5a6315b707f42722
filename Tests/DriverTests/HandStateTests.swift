import Driver
import Gestures
import Mapping
import TestSupport
import Testing

@Suite("What the hand is doing, as the pipeline has understood it")
struct HandStateTests {
    private static func hand(
        _ mode: HandState.Mode, held: Finger? = nil, isHidden: Bool = false, isPaused: Bool = false
    ) -> HandState {
        var hand = HandState()
        hand.mode = mode
        hand.held = held
        hand.isHidden = isHidden
        hand.isPaused = isPaused
        return hand
    }

    @Test("A drag, from the pinch to its end")
    func drag() {
        var path = Path()
        #expect(path.pipeline.hand == HandState())
        _ = path.gesture(.dragIndex, at: 0)
        #expect(path.pipeline.hand == Self.hand(.hold, held: .index))
        _ = path.advance(to: 1000)
        #expect(path.pipeline.hand == Self.hand(.drag, held: .index))
        _ = path.gesture(.drop, at: 1100)
        #expect(path.pipeline.hand == HandState())
    }

    @Test("A twist")
    func twist() {
        var path = Path()
        _ = path.gesture(.dragMiddle, at: 0)
        for step in 0...6 {
            _ = path.motion(0, 0, roll: Double(step) * 10, at: 10 + Double(step) * 10)
        }
        #expect(path.pipeline.hand == Self.hand(.rotate, held: .middle))
    }

    @Test("A fist, and a hand that opens")
    func fist() {
        var path = Path()
        _ = path.gesture(.fistBegin, at: 0)
        #expect(path.pipeline.hand == Self.hand(.pointer, isHidden: true))
        _ = path.gesture(.fistEnd, at: 100)
        #expect(path.pipeline.hand == HandState())
    }

    @Test("A pause lets come up what is down, and lasts over a lost link")
    func pause() {
        var path = Path()
        _ = path.gesture(.dragIndex, at: 0)
        #expect(path.advance(to: 1000) == ["mode drag", "BTN_LEFT 1"])
        let paused = path.call(at: 1100) { $0.setPaused(true, at: $2, into: &$1) }
        #expect(paused == ["BTN_LEFT 0"])
        #expect(path.pipeline.hand == Self.hand(.drag, held: .index, isPaused: true))
        _ = path.call(at: 1200) { $0.reset(at: $2, into: &$1) }
        #expect(path.pipeline.hand == Self.hand(.pointer, isPaused: true))
        #expect(path.motion(50, 50, at: 1300) == [])
        _ = path.call(at: 1400) { $0.setPaused(false, at: $2, into: &$1) }
        #expect(path.motion(20, 0, at: 1500) == ["REL_X 9"])
    }
}
