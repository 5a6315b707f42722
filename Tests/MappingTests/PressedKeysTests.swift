import Gestures
import Mapping
import TestSupport
import Testing

@Suite("Tapped keys")
struct TappedKeyTests {
    @Test("A tapped key is down for 20 ms")
    func limit() {
        var desk = Desk()
        #expect(desk.handle(.direction(.up), at: 10) == ["10 keyboard KEY_UP 1"])
        #expect(desk.mapper.deadline == Desk.time(30))
        #expect(desk.advance(to: 29.999999) == [])
        #expect(desk.advance(to: 30) == ["30 keyboard KEY_UP 0"])
        #expect(desk.mapper.deadline == nil)
        #expect(desk.advance(to: 1000) == [])
    }

    @Test("It comes up at its own time, however late time is told")
    func ownTime() {
        var desk = Desk()
        _ = desk.handle(.direction(.up), at: 10)
        #expect(desk.advance(to: 5000) == ["30 keyboard KEY_UP 0"])
    }

    @Test("Tapped again before that, it comes up first")
    func again() {
        var desk = Desk()
        _ = desk.handle(.direction(.up), at: 10)
        #expect(
            desk.handle(.direction(.up), at: 29.999999)
                == ["29.999999 keyboard KEY_UP 0", "29.999999 keyboard KEY_UP 1"])
        #expect(desk.mapper.deadline == Desk.time(49.999999))
        #expect(desk.advance(to: 100) == ["49.999999 keyboard KEY_UP 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("Tapped again at 20 ms, it is up already")
    func againAtLimit() {
        var desk = Desk()
        _ = desk.handle(.direction(.up), at: 10)
        #expect(
            desk.handle(.direction(.up), at: 30)
                == ["30 keyboard KEY_UP 0", "30 keyboard KEY_UP 1"])
    }

    @Test("Several taps at one moment are as many presses")
    func atOnce() {
        var desk = Desk.holding(.little, .rotate)
        #expect(
            desk.handle(.rotate(degrees: 35), at: 10) == [
                "10 keyboard KEY_VOLUMEUP 1", "10 keyboard KEY_VOLUMEUP 0",
                "10 keyboard KEY_VOLUMEUP 1", "10 keyboard KEY_VOLUMEUP 0",
                "10 keyboard KEY_VOLUMEUP 1",
            ])
        // 5 degrees of the 35 are left; 15 back make one tap down.
        #expect(
            desk.handle(.rotate(degrees: 20), at: 20) == ["20 keyboard KEY_VOLUMEDOWN 1"])
        #expect(
            desk.advance(to: 50)
                == ["30 keyboard KEY_VOLUMEUP 0", "40 keyboard KEY_VOLUMEDOWN 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("Each key comes up at its own time")
    func several() {
        var desk = Desk()
        _ = desk.handle(.direction(.up), at: 0)
        _ = desk.handle(.pinch(.index), at: 5)
        _ = desk.handle(.direction(.left), at: 10)
        #expect(desk.mapper.deadline == Desk.time(20))
        #expect(
            desk.advance(to: 25) == ["20 keyboard KEY_UP 0", "25 pointer BTN_LEFT 0"])
        #expect(desk.mapper.deadline == Desk.time(30))
        #expect(desk.advance(to: 40) == ["30 keyboard KEY_LEFT 0"])
        #expect(desk.grammar.faults == [])
    }
}

@Suite("Held buttons, and the way out")
struct HeldButtonTests {
    /// A profile in which the swipe to the left clicks the left button.
    private static var swipeClicks: Profile {
        var profile = Profile.desktop
        profile.directions.left = .key(.leftButton)
        return profile
    }

    @Test("A held button does not come up by itself")
    func held() {
        var desk = Desk.holding(.index, .drag)
        #expect(desk.mapper.deadline == nil)
        #expect(desk.advance(to: 1_000_000) == [])
        #expect(desk.grammar.down == [.init(device: .pointer, code: 0x110)])
    }

    @Test("A tap of a button that is held leaves it down")
    func tapOfHeld() {
        var desk = Desk.holding(.index, .drag, Self.swipeClicks)
        #expect(desk.handle(.direction(.left), at: 1) == [])
        #expect(desk.advance(to: 100) == [])
        #expect(desk.handle(.release(.index), at: 101) == ["101 pointer BTN_LEFT 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A drag takes over a button that was just tapped: up, down, and down it stays")
    func holdOfTapped() {
        var desk = Desk(Self.swipeClicks)
        _ = desk.handle(.hold(.index), .direction(.left), at: 0)
        #expect(
            desk.handle(.mode(.drag), at: 10)
                == ["10 pointer BTN_LEFT 0", "10 pointer BTN_LEFT 1"])
        #expect(desk.advance(to: 100) == [])
        #expect(desk.handle(.release(.index), at: 101) == ["101 pointer BTN_LEFT 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("The way out lets everything come up and forgets the hold")
    func releaseAll() {
        var desk = Desk.holding(.ring, .drag)
        _ = desk.handle(.direction(.down), at: 1)
        _ = desk.handle(.direction(.right), at: 2)
        #expect(
            desk.releaseAll(at: 3) == [
                "3 pointer BTN_MIDDLE 0", "3 keyboard KEY_DOWN 0", "3 keyboard KEY_RIGHT 0",
            ])
        #expect(desk.mapper.deadline == nil)
        #expect(desk.handle(.drag(dx: 100, dy: 100), at: 4) == [])
        #expect(desk.handle(.rotate(degrees: 90), at: 5) == [])
        #expect(desk.handle(.mode(.drag), at: 6) == [])
        #expect(desk.handle(.release(.ring), at: 7) == [])
        #expect(desk.releaseAll(at: 8) == [])
        #expect(desk.grammar.faults == [])
        #expect(desk.grammar.down == [])
    }

    @Test("Another connection lets everything come up and forgets the pointer's fraction")
    func reset() {
        var desk = Desk.holding(.index, .drag)
        _ = desk.handle(.drag(dx: 2, dy: -2), at: 1)
        #expect(desk.reset(at: 2) == ["2 pointer BTN_LEFT 0"])
        #expect(desk.move(1, -1, at: 3) == [])
        #expect(desk.move(1, -1, at: 4) == [])
        #expect(desk.move(1, -1, at: 5) == ["5 pointer REL_X 1 REL_Y -1"])
    }
}
