import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

/// Keys by the kernel's number, beyond those that the profiles use.
extension KeyCode {
    static let leftCtrl = KeyCode(rawValue: 29)
    static let t = KeyCode(rawValue: 20)
}

@Suite("Chords and sequences")
struct ChordTests {
    /// A desk whose swipe upwards does something.
    private static func desk(up action: Action, _ change: (inout Profile) -> Void = { _ in })
        -> Desk
    {
        var profile = Profile(name: "chords")
        profile.directions.up = action
        change(&profile)
        return Desk(profile)
    }

    @Test("The keys of a chord go down in order and come up in the opposite one")
    func order() {
        var desk = Self.desk(up: .keys(.leftCtrl, .leftShift, .t))
        #expect(
            desk.handle(.direction(.up), at: 0) == [
                "0 keyboard KEY_LEFTCTRL 1", "0 keyboard KEY_LEFTSHIFT 1", "0 keyboard KEY_T 1",
            ])
        #expect(
            desk.advance(to: 100) == [
                "20 keyboard KEY_T 0", "20 keyboard KEY_LEFTSHIFT 0", "20 keyboard KEY_LEFTCTRL 0",
            ])
        #expect(desk.mapper.deadline == nil)
        #expect(desk.grammar.faults == [])
    }

    @Test("Where a chord goes on to the other device, that waits for 10 ms and is up 10 ms earlier")
    func twoDevices() {
        var desk = Self.desk(up: .keys(.leftCtrl, .leftButton))
        #expect(desk.handle(.direction(.up), at: 0) == ["0 keyboard KEY_LEFTCTRL 1"])
        #expect(desk.mapper.deadline == Desk.time(10))
        #expect(desk.advance(to: 9.999999) == [])
        #expect(
            desk.advance(to: 100) == [
                "10 pointer BTN_LEFT 1", "30 pointer BTN_LEFT 0", "40 keyboard KEY_LEFTCTRL 0",
            ])
        #expect(desk.grammar.faults == [])
    }

    @Test("A wheel turns by whole detents, once the keys are down")
    func wheel() {
        var desk = Self.desk(up: .wheel(.up)) { profile in
            profile.directions.left = .sequence([Chord([], wheel: WheelStep(.left, detents: 3))])
            profile.directions.right = .wheel(.right)
            profile.directions.down = .sequence([Chord([.leftCtrl], wheel: WheelStep(.down))])
        }
        #expect(
            desk.handle(.direction(.up), at: 0)
                == ["0 pointer REL_WHEEL_HI_RES 120 REL_WHEEL 1"])
        #expect(
            desk.handle(.direction(.left), at: 1)
                == ["1 pointer REL_HWHEEL_HI_RES -360 REL_HWHEEL -3"])
        #expect(
            desk.handle(.direction(.right), at: 2)
                == ["2 pointer REL_HWHEEL_HI_RES 120 REL_HWHEEL 1"])
        #expect(desk.handle(.direction(.down), at: 3) == ["3 keyboard KEY_LEFTCTRL 1"])
        #expect(
            desk.advance(to: 100) == [
                "13 pointer REL_WHEEL_HI_RES -120 REL_WHEEL -1", "43 keyboard KEY_LEFTCTRL 0",
            ])
        #expect(desk.grammar.faults == [])
    }

    @Test("Without high resolution the wheels send whole detents alone")
    func plainWheel() {
        // A device without high resolution drops the units, and one with it has both agree.
        var profile = Profile.desktop
        profile.scrollsInHighResolution = false
        var desk = Desk.holding(.middle, .drag, profile)
        #expect(desk.handle(.drag(dx: 0, dy: 15), at: 1) == [])
        #expect(
            desk.handle(.drag(dx: 0, dy: 15), at: 2)
                == ["2 pointer REL_WHEEL_HI_RES -120 REL_WHEEL -1"])
        // What is left goes on in a profile with high resolution.
        _ = desk.change(to: .desktop, at: 3)
        _ = desk.handle(.hold(.middle), .mode(.drag), at: 4)
        #expect(
            desk.handle(.drag(dx: 0, dy: 10), at: 5)
                == ["5 pointer REL_WHEEL_HI_RES -120 REL_WHEEL -1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("To and fro between profiles with high resolution and without, both counts agree")
    func mixedWheels() {
        var random = SplitMix64(seed: 5)
        var plain = Profile.desktop
        plain.scrollsInHighResolution = false
        var desk = Desk()
        for step in 0..<2000 {
            let time = Double(step)
            if step % 7 == 0 {
                _ = desk.change(to: Bool.random(using: &random) ? plain : .desktop, at: time)
                _ = desk.handle(.hold(.middle), .mode(.drag), at: time)
            }
            let (dx, dy) = (
                Int.random(in: -30...30, using: &random), Int.random(in: -30...30, using: &random)
            )
            _ = desk.handle(.drag(dx: dx, dy: dy), at: time)
        }
        #expect(desk.grammar.faults == [])
        #expect(desk.grammar.frameCount > 500)
    }

    @Test("A sequence plays its chords one after the other, each 20 ms down and 20 ms apart")
    func sequence() {
        var desk = Self.desk(
            up: .sequence([Chord([.t]), Chord([.leftCtrl, .t]), Chord([], wheel: WheelStep(.up))]))
        #expect(desk.handle(.direction(.up), at: 0) == ["0 keyboard KEY_T 1"])
        #expect(
            desk.advance(to: 1000) == [
                "20 keyboard KEY_T 0",
                "40 keyboard KEY_LEFTCTRL 1", "40 keyboard KEY_T 1",
                "60 keyboard KEY_T 0", "60 keyboard KEY_LEFTCTRL 0",
                "80 pointer REL_WHEEL_HI_RES 120 REL_WHEEL 1",
            ])
        #expect(desk.mapper.deadline == nil)
        #expect(desk.grammar.faults == [])
    }

    @Test("What comes while a sequence plays comes after it")
    func busy() {
        var desk = Self.desk(up: .sequence([Chord([.t]), Chord([.enter])])) {
            $0.directions.down = .key(.space)
        }
        _ = desk.handle(.direction(.up), at: 0)
        #expect(desk.handle(.direction(.down), at: 5) == [])
        #expect(
            desk.advance(to: 1000) == [
                "20 keyboard KEY_T 0", "40 keyboard KEY_ENTER 1", "60 keyboard KEY_ENTER 0",
                "80 keyboard KEY_SPACE 1", "100 keyboard KEY_SPACE 0",
            ])
        // The last chord of a sequence holds nobody up.
        _ = desk.handle(.direction(.up), at: 2000)
        _ = desk.advance(to: 2040)
        #expect(desk.handle(.direction(.down), at: 2045) == ["2045 keyboard KEY_SPACE 1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A button that waits for its chord's keys holds up what comes then")
    func busyChord() {
        var desk = Self.desk(up: .keys(.leftCtrl, .leftButton)) {
            $0.directions.down = .key(.space)
        }
        _ = desk.handle(.direction(.up), at: 0)
        #expect(desk.handle(.direction(.down), at: 5) == [])
        #expect(
            desk.advance(to: 1000) == [
                "10 pointer BTN_LEFT 1", "30 pointer BTN_LEFT 0", "40 keyboard KEY_LEFTCTRL 0",
                "60 keyboard KEY_SPACE 1", "80 keyboard KEY_SPACE 0",
            ])
    }

    @Test("No more than 64 chords wait, and a sequence that does not fit is left out whole")
    func bounded() {
        let long = Action.sequence([Chord](repeating: Chord([.t]), count: 40))
        var desk = Self.desk(up: long)
        for time in 0..<5 { _ = desk.handle(.direction(.up), at: Double(time)) }
        let presses = desk.advance(to: 60_000).count { $0.hasSuffix("KEY_T 1") }
        // The first one is on its way, 39 wait, and there is no room for 40 more.
        #expect(presses == 39)
        #expect(desk.mapper.deadline == nil)
    }

    @Test("A chord that is tapped again before it is up comes up first, as it would have")
    func again() {
        var desk = Self.desk(up: .keys(.leftCtrl, .t))
        _ = desk.handle(.direction(.up), at: 0)
        #expect(
            desk.handle(.direction(.up), at: 10) == [
                "10 keyboard KEY_T 0", "10 keyboard KEY_LEFTCTRL 0",
                "10 keyboard KEY_LEFTCTRL 1", "10 keyboard KEY_T 1",
            ])
        #expect(desk.advance(to: 29) == [])
        #expect(desk.advance(to: 30).count == 2)
        #expect(desk.grammar.faults == [])
    }

    @Test("A key that is held stays down through a chord that has it too")
    func held() {
        var desk = Self.desk(up: .keys(.leftCtrl, .t)) { profile in
            profile.fingers.index.hold = .button
            profile.fingers.index.button = [.leftCtrl]
        }
        #expect(desk.handle(.hold(.index), at: 0) == ["0 keyboard KEY_LEFTCTRL 1"])
        #expect(desk.handle(.direction(.up), at: 10) == ["10 keyboard KEY_T 1"])
        #expect(desk.advance(to: 100) == ["30 keyboard KEY_T 0"])
        #expect(desk.handle(.release(.index), at: 200) == ["200 keyboard KEY_LEFTCTRL 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("Whatever is still to come is forgotten when everything must come up")
    func releaseAll() {
        var desk = Self.desk(up: .sequence([Chord([.leftCtrl, .leftButton]), Chord([.t])]))
        _ = desk.handle(.direction(.up), at: 0)
        #expect(desk.releaseAll(at: 5) == ["5 keyboard KEY_LEFTCTRL 0"])
        #expect(desk.mapper.deadline == nil)
        #expect(desk.advance(to: 1000) == [])
        // And what comes next comes at once.
        #expect(desk.handle(.direction(.up), at: 2000) == ["2000 keyboard KEY_LEFTCTRL 1"])
    }
}
