import Driver
import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@Suite("Profiles that change in the pipeline")
struct PipelineProfileTests {
    /// The desktop with ways to other profiles, and one whose swipe upwards is Tab.
    private static let profiles: ProfileSet = {
        var first = Profile.desktop
        first.directions.left = .profile("second")
        first.fingers.little.pinch = .profile("nowhere")
        first.fist.begin = .profile("second")
        var second = Profile.desktop
        second.name = "second"
        second.directions.up = .key(.tab)
        second.directions.left = .nextProfile
        second.timing.debounce = .milliseconds(0)
        second.timing.decide = .milliseconds(200)
        return ProfileSet(first, [second])
    }()

    private static func path() -> Path {
        var path = Path()
        path.pipeline = Pipeline(PipelineSetup(profiles, profile: "desktop"))
        return path
    }

    @Test("A gesture changes the profile, and the next gesture is the new one's")
    func byGesture() {
        var path = Self.path()
        #expect(path.receive(class: 101, at: 0) == ["direction left"])
        #expect(path.newProfile == "second")
        #expect(path.receive(class: 100, at: 100) == [])
        #expect(path.newProfile == nil)
        #expect(path.receive(class: 103, at: 200) == ["direction up", "KEY_TAB 1"])
        #expect(path.receive(class: 101, at: 300).last == "KEY_TAB 0")
        // And back to the one that follows.
        _ = path.receive(class: 100, at: 400)
        #expect(path.pipeline.setup.profile.name == "desktop")
    }

    @Test("The limits of time change with it")
    func limits() {
        var path = Self.path()
        _ = path.receive(class: 101, at: 0)
        _ = path.receive(class: 100, at: 100)
        _ = path.receive(class: 110, at: 200)
        #expect(path.pipeline.deadline == Path.time(400))
    }

    @Test("While something is held the profile stays, and changes when that is over")
    func inHold() {
        var path = Self.path()
        _ = path.gesture(.dragIndex, at: 0)
        #expect(path.advance(to: 1000) == ["mode drag", "BTN_LEFT 1"])
        #expect(path.gesture(.swipeLeft, at: 1100) == ["direction left"])
        #expect(path.newProfile == nil)
        #expect(path.motion(20, 0, at: 1200) == ["drag 20 0", "REL_X 9"])
        #expect(path.gesture(.swipeUp, at: 1300) == ["direction up", "KEY_UP 1"])
        // The button comes up by the profile that pressed it, and the arrow key by itself.
        #expect(path.gesture(.drop, at: 1310) == ["release 0", "BTN_LEFT 0"])
        #expect(path.newProfile == nil)
        #expect(path.advance(to: 1400) == ["KEY_UP 0"])
        #expect(path.newProfile == "second")
    }

    @Test("A profile for which a fist asks holds when the hand opens")
    func fist() {
        var path = Self.path()
        _ = path.gesture(.fistBegin, at: 0)
        #expect(path.newProfile == nil)
        _ = path.gesture(.fistEnd, at: 100)
        #expect(path.newProfile == "second")
    }

    @Test("A profile that is not there changes nothing")
    func unknown() {
        var path = Self.path()
        _ = path.gesture(.clickLittle, at: 0)
        #expect(path.newProfile == nil)
        #expect(path.pipeline.setup.profile.name == "desktop")
    }

    @Test("A set-up that is given holds between two gestures, and is told, whatever its profile")
    func given() {
        var path = Self.path()
        _ = path.gesture(.dragIndex, at: 0)
        _ = path.advance(to: 1000)
        var other = Profile.desktop
        other.pointer.gainX = 1
        let setup = PipelineSetup(other)
        #expect(path.change(to: setup, at: 1100) == [])
        #expect(!path.hasNewSetup)
        #expect(path.motion(20, 0, at: 1200) == ["drag 20 0", "REL_X 9"])
        #expect(path.gesture(.drop, at: 1300) == ["release 0", "BTN_LEFT 0"])
        #expect(path.hasNewSetup)
        #expect(path.newProfile == nil)
        #expect(path.motion(20, 0, at: 1400) == ["REL_X 20"])
    }

    @Test("A set-up that is given to a hand at rest holds at once")
    func givenAtRest() {
        var path = Self.path()
        #expect(path.change(to: PipelineSetup(.media), at: 0) == [])
        #expect(path.hasNewSetup)
        #expect(path.newProfile == "media")
        #expect(path.gesture(.clickIndex, at: 10) == ["pinch 0", "KEY_ENTER 1"])
    }

    @Test("A lost connection lets a set-up hold that waits")
    func lost() {
        var path = Self.path()
        _ = path.gesture(.dragIndex, at: 0)
        _ = path.change(to: PipelineSetup(.media), at: 10)
        #expect(!path.hasNewSetup)
        #expect(path.reset(at: 20) == ["release 0"])
        #expect(path.hasNewSetup)
    }

    @Test("A fist that ends because the Tap is gone does not do what its end is bound to")
    func lostFist() {
        var profile = Profile.desktop
        profile.fist.end = .key(.tab)
        var path = Path(profile)
        _ = path.gesture(.fistBegin, at: 0)
        #expect(path.reset(at: 100) == ["show"])
        _ = path.gesture(.fistBegin, at: 200)
        #expect(path.gesture(.fistEnd, at: 300) == ["show", "KEY_TAB 1"])
    }

    @Test("A tap that waits for another one is done by the profile in which it was made")
    func waitingTap() {
        var first = Profile.desktop
        first.taps[TapGesture(.index, count: 2)] = .key(.up)
        var second = Profile.desktop
        second.taps[TapGesture(.index)] = .key(.tab)
        var path = Path(first)
        #expect(path.receive([1, 2, 0, 0, 2], at: 0) == [])
        #expect(path.change(to: PipelineSetup(second), at: 100) == [])
        #expect(!path.hasNewSetup)
        #expect(path.advance(to: 301) == ["tap index", "BTN_LEFT 1"])
        #expect(path.advance(to: 400) == ["BTN_LEFT 0"])
        #expect(path.hasNewSetup)
    }

    @Test("A fist of three seconds brings the first profile back, when the hand opens")
    func fistReset() {
        var path = Self.path()
        _ = path.gesture(.swipeLeft, at: 0)
        #expect(path.pipeline.setup.profile.name == "second")
        _ = path.gesture(.fistBegin, at: 1000)
        _ = path.advance(to: 4000)
        _ = path.gesture(.fistEnd, at: 5000)
        #expect(path.newProfile == "desktop")
    }

    @Test("The profile stays over a lost connection")
    func staysOverLoss() {
        var path = Self.path()
        _ = path.gesture(.swipeLeft, at: 0)
        _ = path.reset(at: 1000)
        #expect(path.gesture(.swipeUp, at: 2000) == ["direction up", "KEY_TAB 1"])
    }

    @Test("In the media profile a hold is a twist at once")
    func mediaTwist() {
        var path = Path(.media)
        #expect(path.gesture(.dragIndex, at: 0) == ["hold 0", "mode rotate"])
        #expect(path.motion(0, 0, roll: 0, at: 10) == ["rotate 0"])
        #expect(
            path.motion(9, 9, roll: 10, at: 20) == ["rotate 10", "KEY_VOLUMEUP 1"])
        #expect(path.gesture(.drop, at: 30) == ["release 0"])
    }
}

@Suite("Swipes that last")
struct SwipeStayTests {
    private static let repeating: Profile = {
        var profile = Profile.desktop
        profile.directions.repeatDelay = .milliseconds(300)
        profile.directions.repeatRate = 10
        return profile
    }()

    /// The presses of a key, in milliseconds, while a class is sent every so often up to a time.
    private static func presses(
        _ bytes: [UInt8], from characteristic: UInt32, every period: Int, until end: Int
    ) -> Int {
        var path = Path(repeating)
        var count = 0
        for time in stride(from: 0, through: end, by: period) {
            let texts = path.receive(bytes, from: characteristic, at: Double(time))
            count += texts.count { $0 == "KEY_LEFT 1" }
        }
        count += path.advance(to: 10_000).count { $0 == "KEY_LEFT 1" }
        return count
    }

    @Test(
        "As long as a v2 Tap sends the class the key repeats itself, and no longer than 250 ms more"
    )
    func v2() {
        // 0, then 300, 400 … 1000, and up to 1250 by the last class.
        #expect(Self.presses([1, 3, 0, 0, 101], from: 0xc3ff_000e, every: 20, until: 1000) == 11)
        // A Tap that sends a class once, or too seldom, repeats nothing.
        #expect(Self.presses([1, 3, 0, 0, 101], from: 0xc3ff_000e, every: 20, until: 0) == 1)
        #expect(Self.presses([1, 3, 0, 0, 101], from: 0xc3ff_000e, every: 260, until: 1040) == 1)
    }

    @Test("So it is with the repeated swipes of a v1 Tap")
    func v1() {
        #expect(
            Self.presses([100, 0, 0, 1], from: 0xc3ff_000a, every: 100, until: 1000) == 11)
    }

    @Test("Another class ends it at once")
    func otherClass() {
        var path = Path(Self.repeating)
        for time in stride(from: 0, through: 280, by: 20) {
            _ = path.receive(class: 101, at: Double(time))
        }
        _ = path.receive(class: 100, at: 299)
        #expect(path.advance(to: 5000) == [])
    }

    @Test("A processed gesture does not last, as nothing tells when it ends")
    func processed() {
        var path = Path(Self.repeating)
        _ = path.gesture(.swipeLeft, at: 0)
        #expect(path.advance(to: 5000) == ["KEY_LEFT 0"])
    }

    @Test("Nor does a swipe of fingers")
    func fingerSwipe() {
        var path = Path(Self.repeating)
        _ = path.receive([7], from: 0xc3ff_000a, at: 0)
        #expect(path.advance(to: 5000).count <= 1)
    }
}
