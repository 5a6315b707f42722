import Gestures
import Mapping
import TestSupport
import Testing

@Suite("Swipes that repeat themselves")
struct SwipeRepeatTests {
    /// The desktop's arrow keys, repeated after 500 ms, 10 times a second.
    private static let profile: Profile = {
        var profile = Profile.desktop
        profile.directions.repeatRate = 10
        return profile
    }()

    @Test("A swipe that lasts presses its key again after the delay, at the rate, until its end")
    func lasting() {
        var desk = Desk(Self.profile)
        #expect(desk.handle(.direction(.left), at: 0) == ["0 keyboard KEY_LEFT 1"])
        #expect(desk.advance(to: 499.999999) == ["20 keyboard KEY_LEFT 0"])
        #expect(
            desk.advance(to: 690) == [
                "500 keyboard KEY_LEFT 1", "520 keyboard KEY_LEFT 0",
                "600 keyboard KEY_LEFT 1", "620 keyboard KEY_LEFT 0",
            ])
        desk.mapper.endSwipe()
        #expect(desk.advance(to: 5000) == [])
        #expect(desk.mapper.deadline == nil)
        #expect(desk.grammar.faults == [])
    }

    @Test("A sequence is not begun again before it has ended, so that none is left at the end")
    func sequence() {
        var profile = Self.profile
        profile.directions.repeatDelay = .milliseconds(0)
        profile.directions.repeatRate = 20
        profile.directions.left = .sequence([Chord([.tab]), Chord([.enter]), Chord([.space])])
        var desk = Desk(profile)
        _ = desk.handle(.direction(.left), at: 0)
        _ = desk.advance(to: 1000)
        desk.mapper.endSwipe()
        let rest = desk.advance(to: 5000)
        #expect(rest.count <= 5)
        #expect(desk.mapper.deadline == nil)
        #expect(desk.grammar.faults == [])
    }

    @Test("Without a rate nothing repeats itself")
    func off() {
        var desk = Desk()
        _ = desk.handle(.direction(.left), at: 0)
        #expect(desk.advance(to: 5000) == ["20 keyboard KEY_LEFT 0"])
        #expect(!desk.mapper.isEngaged)
    }

    @Test("Another swipe takes the place of the one before")
    func another() {
        var desk = Desk(Self.profile)
        _ = desk.handle(.direction(.left), at: 0)
        _ = desk.handle(.direction(.up), at: 400)
        #expect(desk.advance(to: 880) == ["420 keyboard KEY_UP 0"])
        #expect(desk.advance(to: 910) == ["900 keyboard KEY_UP 1"])
    }

    @Test("Only keys and wheels are repeated")
    func requests() {
        var profile = Self.profile
        profile.directions.left = .nextProfile
        profile.directions.right = Action.none
        var desk = Desk(profile)
        _ = desk.handle(.direction(.left), at: 0)
        #expect(desk.request == .nextProfile)
        #expect(desk.mapper.deadline == nil)
        _ = desk.handle(.direction(.right), at: 0)
        #expect(desk.mapper.deadline == nil)
    }

    @Test("A fist, a lost connection, another profile and a way out end it")
    func ends() {
        let ends: [(inout Desk) -> [String]] = [
            { $0.handle(.hide, .show, at: 100) }, { $0.reset(at: 100) },
            { $0.releaseAll(at: 100) }, { $0.change(to: Self.profile, at: 100) },
        ]
        for end in ends {
            var desk = Desk(Self.profile)
            _ = desk.handle(.direction(.left), at: 0)
            _ = end(&desk)
            #expect(desk.advance(to: 5000) == [])
        }
    }
}
