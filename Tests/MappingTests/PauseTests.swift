import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@Suite("Pause, clutch and fist")
struct PauseTests {
    /// The desktop's profile with the little finger's pinch bound to something.
    private static func desk(little action: Action) -> Desk {
        var profile = Profile.desktop
        profile.fingers.little.pinch = action
        return Desk(profile)
    }

    @Test("A pause lets everything come up and sends nothing, until the same is done again")
    func pause() {
        var desk = Self.desk(little: .pause)
        _ = desk.handle(.direction(.left), at: 0)
        #expect(desk.handle(.pinch(.little), at: 5) == ["5 keyboard KEY_LEFT 0"])
        #expect(desk.mapper.isPaused)
        let silent: [DpadEvent] = [
            .direction(.up), .pinch(.index), .hold(.index), .mode(.drag), .drag(dx: 50, dy: 50),
            .release(.index), .hold(.middle), .mode(.drag), .drag(dx: 50, dy: 50),
            .release(.middle), .hold(.ring), .mode(.rotate), .rotate(degrees: 0),
            .rotate(degrees: 90), .release(.ring), .hold(.little), .mode(.rotate),
            .rotate(degrees: 0), .rotate(degrees: 90), .release(.little), .hide, .show,
        ]
        for (step, event) in silent.enumerated() {
            #expect(desk.handle(event, at: 10 + Double(step)) == [])
            #expect(desk.move(50, 50, at: 10 + Double(step)) == [])
        }
        #expect(desk.handle(tap: TapGesture(.index), at: 100) == [])
        #expect(desk.handle(.pinch(.little), at: 200) == [])
        #expect(!desk.mapper.isPaused)
        #expect(desk.handle(.pinch(.index), at: 300) == ["300 pointer BTN_LEFT 1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A command pauses at once, whatever is down, until a command ends it")
    func byCommand() {
        var desk = Desk()
        _ = desk.handle(.hold(.index), .mode(.drag), at: 0)
        #expect(desk.setPaused(true, at: 10) == ["10 pointer BTN_LEFT 0"])
        #expect(desk.setPaused(true, at: 11) == [])
        #expect(desk.handle(.drag(dx: 50, dy: 50), at: 20) == [])
        #expect(desk.setPaused(false, at: 30) == [])
        #expect(!desk.mapper.isPaused)
        // The hold of before does nothing more: its button is not pressed anew.
        #expect(desk.handle(.release(.index), at: 40) == [])
        #expect(desk.handle(.pinch(.index), at: 300) == ["300 pointer BTN_LEFT 1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A command's pause is ended by no gesture, no fist and no other profile")
    func onlyByCommand() {
        var desk = Self.desk(little: .pause)
        _ = desk.setPaused(true, at: 0)
        _ = desk.handle(.pinch(.little), at: 10)
        #expect(desk.mapper.isPaused)
        _ = desk.handle(.hide, at: 20)
        _ = desk.advance(to: 3020)
        _ = desk.handle(.show, at: 3030)
        #expect(desk.mapper.isPaused)
        _ = desk.change(to: .media, at: 3040)
        #expect(desk.mapper.isPaused)
        _ = desk.setPaused(false, at: 3050)
        #expect(!desk.mapper.isPaused)
    }

    @Test("A command takes over a gesture's pause, and ends it")
    func takenOver() {
        var desk = Self.desk(little: .pause)
        _ = desk.handle(.pinch(.little), at: 0)
        _ = desk.setPaused(true, at: 10)
        _ = desk.handle(.pinch(.little), at: 300)
        #expect(desk.mapper.isPaused)
        _ = desk.setPaused(false, at: 310)
        #expect(!desk.mapper.isPaused)
    }

    @Test("A gesture's pause ends with a profile in which none could end it")
    func gestureAndProfile() {
        var desk = Self.desk(little: .pause)
        _ = desk.handle(.pinch(.little), at: 0)
        _ = desk.change(to: .media, at: 10)
        #expect(!desk.mapper.isPaused)
    }

    @Test("A button that is held when the pause begins comes up, and stays up after it")
    func pauseInHold() {
        var desk = Self.desk(little: .pause)
        _ = desk.handle(.hold(.index), .mode(.drag), at: 0)
        #expect(desk.handle(.pinch(.little), at: 10) == ["10 pointer BTN_LEFT 0"])
        #expect(desk.handle(.pinch(.little), at: 20) == [])
        #expect(desk.handle(.release(.index), at: 30) == [])
        #expect(desk.grammar.faults == [])
    }

    @Test("What asks for a profile asks for nothing in a pause")
    func pausedRequests() {
        var profile = Profile.desktop
        profile.fingers.little.pinch = .pause
        profile.directions.up = .profile("media")
        var desk = Desk(profile)
        _ = desk.handle(.pinch(.little), at: 0)
        _ = desk.handle(.direction(.up), at: 10)
        #expect(desk.request == nil)
    }

    @Test("A clutch rests the pointer and nothing else, until the same is done again")
    func clutch() {
        var desk = Self.desk(little: .clutch)
        _ = desk.handle(.pinch(.little), at: 0)
        #expect(desk.mapper.isClutched)
        #expect(desk.move(50, 50, at: 1) == [])
        #expect(desk.handle(.direction(.left), at: 2) == ["2 keyboard KEY_LEFT 1"])
        _ = desk.handle(.pinch(.little), at: 100)
        #expect(desk.move(20, 0, at: 101) == ["101 pointer REL_X 9"])
    }

    @Test("A lost connection ends a clutch but not a pause")
    func reset() {
        var desk = Self.desk(little: .clutch)
        _ = desk.handle(.pinch(.little), at: 0)
        _ = desk.reset(at: 10)
        #expect(!desk.mapper.isClutched)
        desk = Self.desk(little: .pause)
        _ = desk.handle(.pinch(.little), at: 0)
        _ = desk.reset(at: 10)
        #expect(desk.mapper.isPaused)
    }

    @Test("A fist lets everything go first, then does what it is bound to; so does its end")
    func fist() {
        var profile = Profile.desktop
        profile.fist.begin = .key(.playPause)
        profile.fist.end = .key(.tab)
        var desk = Desk(profile)
        _ = desk.handle(.hold(.index), .mode(.drag), at: 0)
        #expect(
            desk.handle(.release(.index), .hide, at: 100)
                == ["100 pointer BTN_LEFT 0", "100 keyboard KEY_PLAYPAUSE 1"])
        #expect(
            desk.handle(.show, at: 200)
                == ["120 keyboard KEY_PLAYPAUSE 0", "200 keyboard KEY_TAB 1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A fist of three seconds ends a pause and a clutch and asks for the first profile")
    func fistReset() {
        for action in [Action.pause, .clutch] {
            var desk = Self.desk(little: action)
            _ = desk.handle(.pinch(.little), at: 0)
            _ = desk.handle(.hide, at: 1000)
            _ = desk.advance(to: 3999.999999)
            #expect(desk.request == nil)
            #expect(desk.mapper.isPaused || desk.mapper.isClutched)
            _ = desk.advance(to: 4000)
            #expect(desk.request == .firstProfile)
            #expect(!desk.mapper.isPaused && !desk.mapper.isClutched)
        }
    }

    @Test("What the end of a fist is bound to is left out after a long one")
    func longFistEnd() {
        var profile = Profile.desktop
        profile.fist.end = .nextProfile
        var desk = Desk(profile)
        _ = desk.handle(.hide, at: 0)
        _ = desk.advance(to: 3000)
        #expect(desk.request == .firstProfile)
        _ = desk.handle(.show, at: 4000)
        #expect(desk.request == nil)
        _ = desk.handle(.hide, .show, at: 5000)
        #expect(desk.request == .nextProfile)
    }

    @Test("A fist that pauses at both ends never ends in a pause")
    func bothEnds() {
        var profile = Profile.desktop
        (profile.fist.begin, profile.fist.end) = (.pause, .pause)
        var desk = Desk(profile)
        for (began, ended) in [(0.0, 1000.0), (5000, 9000), (10_000, 11_000), (20_000, 30_000)] {
            _ = desk.handle(.hide, at: began)
            #expect(desk.mapper.isPaused)
            _ = desk.handle(.show, at: ended)
            #expect(!desk.mapper.isPaused)
        }
    }

    @Test("A profile that could not end a pause ends it, one that could does not")
    func pauseAndProfile() {
        var pausing = Profile.desktop
        pausing.fingers.little.pinch = .pause
        for (next, isPaused) in [(Profile.desktop, false), (pausing, true)] {
            var desk = Self.desk(little: .pause)
            _ = desk.handle(.pinch(.little), at: 0)
            _ = desk.change(to: next, at: 100)
            #expect(desk.mapper.isPaused == isPaused)
        }
    }

    @Test("A shorter fist does not, nor does any where that is off")
    func shortFist() {
        var desk = Self.desk(little: .pause)
        _ = desk.handle(.pinch(.little), at: 0)
        _ = desk.handle(.hide, at: 1000)
        _ = desk.handle(.show, at: 3999)
        _ = desk.advance(to: 9000)
        #expect(desk.mapper.isPaused)
        var profile = Profile.desktop
        profile.timing.fistReset = .milliseconds(0)
        desk = Desk(profile)
        _ = desk.handle(.hide, at: 0)
        #expect(desk.mapper.deadline == nil)
    }
}
