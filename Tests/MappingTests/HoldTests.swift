import Gestures
import Mapping
import TestSupport
import Testing

@Suite("Holds")
struct HoldTests {
    private static func profile(_ change: (inout FingerActions) -> Void) -> Profile {
        var profile = Profile(name: "holds")
        change(&profile.fingers.index)
        return profile
    }

    @Test("A button is down from the hold to its release, and the pointer follows the hand")
    func button() {
        var desk = Desk(
            Self.profile {
                $0.hold = .button
                $0.button = [.leftShift, .space]
            })
        // The controller calls a button a drag at once.
        #expect(
            desk.handle(.hold(.index), .mode(.drag), at: 0)
                == ["0 keyboard KEY_LEFTSHIFT 1", "0 keyboard KEY_SPACE 1"])
        #expect(desk.handle(.drag(dx: 20, dy: 0), at: 10) == ["10 pointer REL_X 9"])
        #expect(
            desk.handle(.release(.index), at: 5000)
                == ["5000 keyboard KEY_SPACE 0", "5000 keyboard KEY_LEFTSHIFT 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("With the pointer off a button moves nothing")
    func buttonWithoutPointer() {
        var profile = Self.profile {
            $0.hold = .button
            $0.button = [.space]
        }
        profile.pointer.isEnabled = false
        var desk = Desk(profile)
        _ = desk.handle(.hold(.index), .mode(.drag), at: 0)
        #expect(desk.handle(.drag(dx: 20, dy: 20), at: 10) == [])
        #expect(desk.move(20, 20, at: 20) == [])
    }

    @Test("A drag may hold several keys, down in order and up in the opposite one")
    func dragKeys() {
        var desk = Desk(Self.profile { $0.drag = .keys(.leftCtrl, .leftButton) })
        #expect(desk.handle(.hold(.index), .mode(.drag), at: 0) == ["0 keyboard KEY_LEFTCTRL 1"])
        #expect(
            desk.handle(.drag(dx: 20, dy: 0), at: 20)
                == ["10 pointer BTN_LEFT 1", "20 pointer REL_X 9"])
        #expect(
            desk.handle(.release(.index), at: 100)
                == ["100 pointer BTN_LEFT 0", "100 keyboard KEY_LEFTCTRL 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A drag that ends before its button went down never presses it")
    func shortDrag() {
        var desk = Desk(Self.profile { $0.drag = .keys(.leftCtrl, .leftButton) })
        _ = desk.handle(.hold(.index), .mode(.drag), at: 0)
        #expect(desk.handle(.release(.index), at: 5) == ["5 keyboard KEY_LEFTCTRL 0"])
        #expect(desk.advance(to: 1000) == [])
        #expect(desk.mapper.deadline == nil)
    }

    @Test("A drag of nothing does nothing, and one with keys moves at its part of the gain")
    func otherDrags() {
        var desk = Desk.holding(.index, .drag, Profile(name: "nothing"))
        #expect(desk.handle(.drag(dx: 100, dy: 100), at: 10) == [])
        var slow = DragAction.keys(.leftButton)
        slow.gainScale = 0.5
        desk = Desk.holding(.index, .drag, Self.profile { $0.drag = slow })
        #expect(desk.handle(.drag(dx: 40, dy: 0), at: 10) == ["10 pointer REL_X 9"])
    }

    @Test("A twist with Ctrl and the wheel holds Ctrl while the wheel turns smoothly")
    func zoom() {
        let (zoomIn, zoomOut) = (WheelStep(.up), WheelStep(.down))
        var desk = Desk(
            Self.profile {
                $0.rotate = RotateAction(
                    positive: .sequence([Chord([.leftCtrl], wheel: zoomIn)]),
                    negative: .sequence([Chord([.leftCtrl], wheel: zoomOut)]), degrees: 10)
            })
        #expect(
            desk.handle(.hold(.index), .mode(.rotate), .rotate(degrees: 0), at: 0)
                == ["0 keyboard KEY_LEFTCTRL 1"])
        #expect(
            desk.handle(.rotate(degrees: 5), at: 20) == ["20 pointer REL_WHEEL_HI_RES 60"])
        #expect(
            desk.handle(.rotate(degrees: -5), at: 40)
                == ["40 pointer REL_WHEEL_HI_RES -120"])
        #expect(desk.handle(.release(.index), at: 60) == ["60 keyboard KEY_LEFTCTRL 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("Where the two ways of a twist have other keys, they change with the way")
    func modifiersByWay() {
        var desk = Desk(
            Self.profile {
                $0.rotate = RotateAction(
                    positive: .sequence([Chord([.leftCtrl], wheel: WheelStep(.up))]),
                    negative: .sequence([Chord([.leftShift], wheel: WheelStep(.up))]), degrees: 1)
            })
        #expect(desk.handle(.hold(.index), .mode(.rotate), .rotate(degrees: 0), at: 0) == [])
        // The desktop must have seen the key before the wheel turns, and see it until it has turned.
        #expect(desk.handle(.rotate(degrees: 1), at: 10) == ["10 keyboard KEY_LEFTCTRL 1"])
        #expect(desk.handle(.rotate(degrees: 2), at: 19.999999) == [])
        #expect(
            desk.handle(.rotate(degrees: 3), at: 20)
                == ["20 pointer REL_WHEEL_HI_RES 360 REL_WHEEL 3"])
        #expect(desk.handle(.rotate(degrees: 2), at: 25) == ["25 keyboard KEY_LEFTSHIFT 1"])
        #expect(
            desk.handle(.rotate(degrees: 1), at: 35) == [
                "30 keyboard KEY_LEFTCTRL 0", "35 pointer REL_WHEEL_HI_RES 240 REL_WHEEL 2",
            ])
        #expect(desk.handle(.release(.index), at: 40) == [])
        #expect(desk.advance(to: 100) == ["45 keyboard KEY_LEFTSHIFT 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test(
        "Keys that are to come up after a twist stay down where the next twist begins before that")
    func heldAgain() {
        let zoom = Action.sequence([Chord([.leftCtrl], wheel: WheelStep(.up))])
        var desk = Desk(
            Self.profile { $0.rotate = RotateAction(positive: zoom, negative: zoom, degrees: 10) })
        _ = desk.handle(.hold(.index), .mode(.rotate), .rotate(degrees: 0), at: 0)
        _ = desk.handle(.rotate(degrees: 10), at: 20)
        #expect(
            desk.handle(
                .release(.index), .hold(.index), .mode(.rotate), .rotate(degrees: 0), at: 25) == [])
        #expect(desk.advance(to: 1000) == [])
        #expect(desk.handle(.release(.index), at: 2000) == ["2000 keyboard KEY_LEFTCTRL 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A twist does chords once for every so many degrees, to and fro")
    func steps() {
        var desk = Desk(
            Self.profile {
                $0.rotate = RotateAction(
                    positive: .keys(.leftCtrl, .t), negative: .key(.tab), degrees: 20)
            })
        _ = desk.handle(.hold(.index), .mode(.rotate), .rotate(degrees: 100), at: 0)
        #expect(desk.handle(.rotate(degrees: 119), at: 10) == [])
        #expect(
            desk.handle(.rotate(degrees: 120), at: 20)
                == ["20 keyboard KEY_LEFTCTRL 1", "20 keyboard KEY_T 1"])
        #expect(desk.handle(.rotate(degrees: 101), at: 100).count == 2)
        #expect(desk.handle(.rotate(degrees: 100), at: 200) == ["200 keyboard KEY_TAB 1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A twist may turn a wheel one way and press a key the other way")
    func mixed() {
        var desk = Desk(
            Self.profile {
                $0.rotate = RotateAction(positive: .wheel(.down), negative: .key(.tab), degrees: 10)
            })
        _ = desk.handle(.hold(.index), .mode(.rotate), .rotate(degrees: 0), at: 0)
        #expect(desk.handle(.rotate(degrees: 5), at: 1) == ["1 pointer REL_WHEEL_HI_RES -60"])
        // The 5 degrees went to the wheel: it takes 10 to the other side.
        #expect(desk.handle(.rotate(degrees: -4), at: 2) == [])
        #expect(desk.handle(.rotate(degrees: -5), at: 3) == ["3 keyboard KEY_TAB 1"])
    }
}
