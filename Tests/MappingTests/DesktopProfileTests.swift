import Gestures
import Mapping
import TestSupport
import Testing

@Suite("The desktop profile")
struct DesktopProfileTests {
    @Test(
        "A swipe taps its arrow key",
        arguments: [
            (.left, "KEY_LEFT"), (.right, "KEY_RIGHT"), (.up, "KEY_UP"), (.down, "KEY_DOWN"),
        ] as [(Direction, String)])
    func swipe(direction: Direction, key: String) {
        var desk = Desk()
        #expect(desk.handle(.direction(direction), at: 5) == ["5 keyboard \(key) 1"])
        #expect(desk.advance(to: 100) == ["25 keyboard \(key) 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test(
        "A pinch clicks its button or taps Escape",
        arguments: [
            (.index, "pointer BTN_LEFT"), (.middle, "pointer BTN_RIGHT"),
            (.ring, "pointer BTN_MIDDLE"), (.little, "keyboard KEY_ESC"),
        ] as [(Finger, String)])
    func pinch(finger: Finger, key: String) {
        var desk = Desk()
        #expect(desk.handle(.pinch(finger), at: 5) == ["5 \(key) 1"])
        #expect(desk.advance(to: 100) == ["25 \(key) 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("The pointer moves by 0.45 counts for a device unit, and the fraction is carried")
    func pointer() {
        var desk = Desk()
        #expect(desk.move(20, -40, at: 0) == ["0 pointer REL_X 9 REL_Y -18"])
        #expect(desk.move(1, 1, at: 1) == [])
        #expect(desk.move(1, 2, at: 2) == ["2 pointer REL_Y 1"])
        #expect(desk.move(1, 0, at: 3) == ["3 pointer REL_X 1"])
        #expect(desk.move(0, 0, at: 4) == [])
    }

    @Test(
        "Index and ring hold their button from the moment of the drag, and the pointer follows",
        arguments: [(.index, "BTN_LEFT"), (.ring, "BTN_MIDDLE")] as [(Finger, String)])
    func buttonDrag(finger: Finger, button: String) {
        var desk = Desk()
        #expect(desk.handle(.hold(finger), at: 0) == [])
        #expect(desk.handle(.mode(.drag), at: 1000) == ["1000 pointer \(button) 1"])
        #expect(desk.handle(.drag(dx: 20, dy: 0), at: 1001) == ["1001 pointer REL_X 9"])
        #expect(desk.handle(.drag(dx: 1, dy: -3), at: 1002) == ["1002 pointer REL_Y -1"])
        #expect(desk.handle(.drag(dx: 2, dy: -2), at: 5000) == ["5000 pointer REL_X 1 REL_Y -1"])
        #expect(desk.handle(.release(finger), at: 6000) == ["6000 pointer \(button) 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("The middle finger scrolls both axes with the hand, 20 device units a detent")
    func scrollDrag() {
        var desk = Desk()
        #expect(desk.handle(.hold(.middle), .mode(.drag), at: 0) == [])
        #expect(
            desk.handle(.drag(dx: 0, dy: 20), at: 1)
                == ["1 pointer REL_WHEEL_HI_RES -120 REL_WHEEL -1"])
        #expect(
            desk.handle(.drag(dx: 20, dy: 0), at: 2)
                == ["2 pointer REL_HWHEEL_HI_RES 120 REL_HWHEEL 1"])
        #expect(
            desk.handle(.drag(dx: -30, dy: -50), at: 3)
                == [
                    "3 pointer REL_WHEEL_HI_RES 300 REL_WHEEL 2 "
                        + "REL_HWHEEL_HI_RES -180 REL_HWHEEL -1"
                ])
        #expect(
            desk.handle(.drag(dx: 1, dy: -1), at: 4)
                == ["4 pointer REL_WHEEL_HI_RES 6 REL_HWHEEL_HI_RES 6"])
        #expect(desk.handle(.release(.middle), at: 5) == [])
        #expect(desk.grammar.faults == [])
    }

    @Test("The little finger moves the pointer alone, at a quarter of the gain")
    func precisionDrag() {
        var desk = Desk()
        #expect(desk.handle(.hold(.little), .mode(.drag), at: 0) == [])
        // 0.1125 counts a unit
        #expect(desk.handle(.drag(dx: 80, dy: -80), at: 1) == ["1 pointer REL_X 9 REL_Y -9"])
        #expect(desk.handle(.drag(dx: 8, dy: 0), at: 2) == [])
        #expect(desk.handle(.drag(dx: 1, dy: 0), at: 3) == ["3 pointer REL_X 1"])
        #expect(desk.handle(.release(.little), at: 4) == [])
        #expect(desk.grammar.faults == [])
    }

    @Test(
        "A twist of index or middle scrolls vertically, positive degrees down",
        arguments: [.index, .middle] as [Finger])
    func verticalTwist(finger: Finger) {
        var desk = Desk.holding(finger, .rotate)
        #expect(
            desk.handle(.rotate(degrees: 15), at: 1)
                == ["1 pointer REL_WHEEL_HI_RES -120 REL_WHEEL -1"])
        #expect(
            desk.handle(.rotate(degrees: -15), at: 2)
                == ["2 pointer REL_WHEEL_HI_RES 240 REL_WHEEL 2"])
        #expect(desk.handle(.rotate(degrees: -15), at: 3) == [])
        #expect(desk.handle(.rotate(degrees: -14.5), at: 4) == ["4 pointer REL_WHEEL_HI_RES -4"])
        #expect(desk.handle(.release(finger), at: 5) == [])
        #expect(desk.grammar.faults == [])
    }

    @Test("A twist of the ring finger scrolls horizontally, positive degrees right")
    func horizontalTwist() {
        var desk = Desk.holding(.ring, .rotate)
        #expect(
            desk.handle(.rotate(degrees: 15), at: 1)
                == ["1 pointer REL_HWHEEL_HI_RES 120 REL_HWHEEL 1"])
        #expect(
            desk.handle(.rotate(degrees: -7.5), at: 2)
                == ["2 pointer REL_HWHEEL_HI_RES -180 REL_HWHEEL -1"])
        #expect(desk.handle(.release(.ring), at: 3) == [])
        #expect(desk.grammar.faults == [])
    }

    @Test("A twist of the little finger taps the volume keys, one for every 10 degrees")
    func volume() {
        var desk = Desk.holding(.little, .rotate)
        #expect(desk.handle(.rotate(degrees: 9.75), at: 0) == [])
        #expect(desk.handle(.rotate(degrees: 10), at: 50) == ["50 keyboard KEY_VOLUMEUP 1"])
        #expect(desk.handle(.rotate(degrees: 19.75), at: 100) == ["70 keyboard KEY_VOLUMEUP 0"])
        #expect(desk.handle(.rotate(degrees: 0.25), at: 150) == [])
        #expect(desk.handle(.rotate(degrees: 0), at: 200) == ["200 keyboard KEY_VOLUMEDOWN 1"])
        #expect(desk.advance(to: 300) == ["220 keyboard KEY_VOLUMEDOWN 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A twist counts from the roll at the moment that it locked on")
    func twistBase() {
        var desk = Desk()
        _ = desk.handle(.hold(.index), at: 0)
        #expect(desk.handle(.rotate(degrees: 0), at: 1) == [])
        #expect(desk.handle(.rotate(degrees: 20), at: 2) == [])
        #expect(desk.handle(.mode(.rotate), .rotate(degrees: 30), at: 3) == [])
        #expect(
            desk.handle(.rotate(degrees: 45), at: 4)
                == ["4 pointer REL_WHEEL_HI_RES -120 REL_WHEEL -1"])
    }

    @Test("Rotate events do nothing while the mode is pending", arguments: Finger.allCases)
    func pendingRotate(finger: Finger) {
        var desk = Desk()
        _ = desk.handle(.hold(finger), at: 0)
        for step in 1...20 {
            #expect(
                desk.handle(.rotate(degrees: Double(step) * 30), at: Double(step)) == [])
        }
        #expect(desk.handle(.release(finger), at: 30) == [])
    }

    @Test("A twist or an undecided hold presses nothing", arguments: Finger.allCases)
    func nothingPressed(finger: Finger) {
        var twist = Desk()
        #expect(twist.handle(.hold(finger), .mode(.rotate), at: 0) == [])
        #expect(twist.handle(.release(finger), at: 1) == [])
        var pending = Desk()
        #expect(pending.handle(.hold(finger), .release(finger), at: 0) == [])
    }

    @Test("A fist lets everything come up: a tapped key and a held button")
    func fist() {
        var desk = Desk.holding(.index, .drag)
        _ = desk.handle(.direction(.up), at: 10)
        #expect(
            desk.handle(.hide, at: 15) == ["15 pointer BTN_LEFT 0", "15 keyboard KEY_UP 0"])
        #expect(desk.handle(.show, at: 16) == [])
        #expect(desk.advance(to: 100) == [])
        #expect(desk.grammar.faults == [])
        #expect(desk.grammar.down == [])
    }
}
