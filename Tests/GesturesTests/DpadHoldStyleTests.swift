import Gestures
import Testing

@Suite("Holds that are something at once")
struct DpadHoldStyleTests {
    private static func dpad(_ style: HoldStyle, for finger: Finger = .index) -> Dpad {
        var dpad = Dpad()
        dpad.controller.holds[finger] = style
        return dpad
    }

    @Test("By default the hand decides")
    func byDefault() {
        #expect(DpadController().holds.all == [.decide, .decide, .decide, .decide])
    }

    @Test(
        "A drag, a button and a twist have their mode with the hold",
        arguments: zip(
            [HoldStyle.drag, .button, .rotate], [HoldMode.drag, .drag, .rotate]))
    func atOnce(style: HoldStyle, mode: HoldMode) {
        for finger in Finger.allCases {
            var dpad = Self.dpad(style, for: finger)
            let gesture = ProcessedGesture.drags[finger.rawValue]
            #expect(
                dpad.gesture(gesture, at: 0)
                    == ["hold \(finger.rawValue)", "mode \(mode.rawValue)"])
            #expect(dpad.controller.mode == mode)
            #expect(dpad.controller.held == finger)
            #expect(dpad.controller.deadline == nil)
            #expect(dpad.tick(at: 1000) == [])
            #expect(dpad.gesture(.drop, at: 1001) == ["release \(finger.rawValue)"])
            #expect(dpad.controller.mode == nil)
        }
    }

    @Test("A drag at once moves with the first sample, and no roll makes it a twist")
    func drag() {
        for style in [HoldStyle.drag, .button] {
            var dpad = Self.dpad(style)
            _ = dpad.gesture(.dragIndex, at: 0)
            #expect(dpad.motion(dx: 3, dy: -4, roll: 0, at: 1) == ["drag 3 -4"])
            #expect(dpad.motion(dx: 0, dy: 0, roll: 90, at: 2) == [])
            #expect(dpad.motion(dx: 1, dy: 0, roll: -90, at: 2000) == ["drag 1 0"])
        }
    }

    @Test("A twist at once counts degrees from the first sample, and never becomes a drag")
    func rotate() {
        var dpad = Self.dpad(.rotate)
        _ = dpad.gesture(.dragIndex, at: 0)
        #expect(dpad.motion(dx: 3, dy: -4, roll: 50, at: 1) == ["rotate 0"])
        #expect(dpad.motion(dx: 3, dy: -4, roll: 50.5, at: 2) == ["rotate 0.5"])
        #expect(dpad.motion(dx: 3, dy: -4, roll: 90, at: 3) == ["rotate 40"])
        #expect(dpad.motion(roll: 40, at: 5000) == ["rotate -10"])
    }

    @Test("Each finger has its own style, also when one hold follows another")
    func perFinger() {
        var dpad = Self.dpad(.rotate, for: .middle)
        dpad.controller.holds.ring = .button
        #expect(dpad.gesture(.dragIndex, at: 0) == ["hold 0"])
        #expect(dpad.controller.deadline == Dpad.time(1000))
        #expect(dpad.gesture(.dragMiddle, at: 10) == ["release 0", "hold 1", "mode rotate"])
        #expect(dpad.gesture(.dragRing, at: 20) == ["release 1", "hold 2", "mode drag"])
        #expect(dpad.gesture(.dragLittle, at: 30) == ["release 2", "hold 3"])
        #expect(dpad.tick(at: 1030) == ["mode drag"])
    }

    @Test("A change of the style is one of the holds to come")
    func change() {
        var dpad = Dpad.holding()
        dpad.controller.holds.index = .rotate
        #expect(dpad.controller.mode == nil)
        #expect(dpad.tick(at: 1000) == ["mode drag"])
        #expect(dpad.gesture(.drop, at: 1001) == ["release 0"])
        #expect(dpad.gesture(.dragIndex, at: 1100) == ["hold 0", "mode rotate"])
    }

    @Test("A swallowed repeat and a fist begin nothing")
    func swallowed() {
        var dpad = Self.dpad(.drag)
        _ = dpad.gesture(.dragIndex, at: 0)
        _ = dpad.gesture(.drop, at: 1)
        #expect(dpad.gesture(.dragIndex, at: 2) == [])
        #expect(dpad.controller.mode == nil)
        _ = dpad.gesture(.dragIndex, at: 100)
        #expect(dpad.gesture(.fistBegin, at: 101) == ["release 0", "hide"])
    }
}
