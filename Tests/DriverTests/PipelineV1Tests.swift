import Driver
import Gestures
import Mapping
import TapProtocol
import Testing

extension Path {
    /// A hand state or an older gesture of a v1 device.
    fileprivate mutating func receive(air bytes: UInt8..., at milliseconds: Double) -> [String] {
        receive(bytes, from: 0xc3ff_000a, at: milliseconds)
    }

    /// A swipe of a v1 device.
    fileprivate mutating func receive(swipe: UInt8, at milliseconds: Double) -> [String] {
        receive([0, 0, 0, swipe], from: 0xc3ff_000a, at: milliseconds)
    }

    /// A tap of a v1 device, with the fourth byte if there is one.
    fileprivate mutating func receive(
        tap mask: FingerMask, _ keyboard: UInt8? = nil, at milliseconds: Double
    ) -> [String] {
        let bytes = [mask.rawValue] + (keyboard.map { [0, 0, $0] } ?? [])
        return receive(bytes, from: 0xc3ff_0005, at: milliseconds)
    }

    /// A tap of a v2 device.
    fileprivate mutating func receive(v2Tap mask: FingerMask, at milliseconds: Double) -> [String] {
        receive([1, 2, 0, 0, mask.rawValue], at: milliseconds)
    }

    /// Motion of a v1 device to the right; the roll makes the long form.
    fileprivate mutating func receive(
        motion dx: UInt8, roll: UInt8? = nil, isMouse: Bool = true, at milliseconds: Double
    ) -> [String] {
        let short = [0, dx, 0, 0, 0, 0, 0, 0, 0, isMouse ? 1 : 0]
        let bytes = short + (roll.map { [$0, 0, 0, 0, 0, 0] } ?? [])
        return receive(bytes, from: 0xc3ff_0006, at: milliseconds)
    }
}

/// A desktop in which index is told apart up to triple and middle up to double.
private let patient: Profile = {
    var profile = Profile.desktop
    profile.taps[TapGesture(.index, count: 2)] = .key(.up)
    profile.taps[TapGesture(.index, count: 3)] = .key(.down)
    profile.taps[TapGesture(.middle, count: 2)] = .key(.left)
    return profile
}()

@Suite("From bytes of v1 to frames")
struct PipelineV1Tests {
    @Test("Swipes pass a gate of 0.2 s, whatever their directions")
    func swipes() {
        var path = Path()
        #expect(path.receive(swipe: 1, at: 0) == ["direction left", "KEY_LEFT 1"])
        #expect(path.receive(swipe: 2, at: 150) == ["KEY_LEFT 0"])
        #expect(path.receive(swipe: 3, at: 349.999999) == [])
        #expect(path.receive(swipe: 4, at: 549.999999) == ["direction down", "KEY_DOWN 1"])
    }

    @Test("The table of swipes can be the Web SDK's")
    func webSwipes() {
        var path = Path(swipes: .web)
        #expect(path.receive(swipe: 1, at: 0) == ["direction up", "KEY_UP 1"])
        #expect(path.receive(swipe: 4, at: 200) == ["direction right", "KEY_UP 0", "KEY_RIGHT 1"])
    }

    @Test("Swipes of fingers do not pass the gate, and touches are clicks")
    func older() {
        var path = Path()
        #expect(path.receive(swipe: 1, at: 0) == ["direction left", "KEY_LEFT 1"])
        #expect(path.receive(air: 2, 0, at: 50) == ["direction up", "KEY_LEFT 0", "KEY_UP 1"])
        #expect(path.receive(air: 9, 0, at: 100) == ["direction right", "KEY_UP 0", "KEY_RIGHT 1"])
        #expect(path.receive(swipe: 2, at: 150) == ["KEY_RIGHT 0"])
        for (code, finger) in [(10, 0), (12, 0), (11, 1), (14, 1)] as [(UInt8, Int)] {
            var path = Path()
            #expect(
                path.receive(air: code, 0, at: 0)
                    == ["pinch \(finger)", finger == 0 ? "BTN_LEFT 1" : "BTN_RIGHT 1"])
        }
    }

    @Test("A touch that ends in time is a click, and one of 0.2 s a hold from then on")
    func touches() {
        var path = Path()
        #expect(path.receive(air: 101, at: 0) == [])
        #expect(path.pipeline.deadline == Path.time(200))
        #expect(!path.pipeline.isEngaged)
        #expect(path.receive(air: 100, at: 199) == ["pinch 0", "BTN_LEFT 1"])
        #expect(path.receive(air: 104, at: 300) == ["BTN_LEFT 0"])
        #expect(path.advance(to: 499.999999) == [])
        #expect(path.advance(to: 500) == ["hold 3"])
        #expect(path.pipeline.deadline == Path.time(1500))
        #expect(path.pipeline.isEngaged)
        #expect(path.receive(air: 100, at: 600) == [])
        #expect(path.receive(air: 100, at: 633) == ["release 3"])
        #expect(path.pipeline.deadline == nil)
    }

    @Test("A hold that is due with a packet comes before it, at its own time")
    func holdBeforePacket() throws {
        var path = Path()
        _ = path.receive(air: 101, at: 0)
        var output = PipelineOutput()
        let open: [UInt8] = [100]
        path.pipeline.receive(open.span, from: 0xc3ff_000a, at: Path.time(1300), into: &output)
        #expect(
            output.dpadEvents == [
                TimedDpadEvent(time: Path.time(200), event: .hold(.index)),
                TimedDpadEvent(time: Path.time(1200), event: .mode(.drag)),
            ])
    }

    @Test("Timers of one time: keys come up, then a hold is decided, then taps end")
    func order() {
        var path = Path(patient)
        // The key of the swipe comes up, the hold is decided and the tap ends at 1 s.
        _ = path.gesture(.dragIndex, at: 0)
        #expect(path.receive(tap: .index, at: 700) == [])
        _ = path.gesture(.swipeUp, at: 980)
        #expect(
            path.advance(to: 1000) == ["mode drag", "tap index", "KEY_UP 0", "BTN_LEFT 1"])
        #expect(path.pipeline.deadline == nil)
        // A touch becomes a hold and a tap ends at 2 s.
        _ = path.gesture(.drop, at: 1100)
        _ = path.receive(tap: .middle, at: 1700)
        _ = path.receive(air: 102, at: 1800)
        #expect(path.advance(to: 2000) == ["hold 1", "tap middle", "BTN_RIGHT 1"])
    }

    @Test("A fist of v1 hides and shows")
    func fist() {
        var path = Path()
        #expect(path.receive(air: 105, at: 0) == ["hide"])
        #expect(path.receive(motion: 20, at: 10) == [])
        #expect(path.receive(air: 101, at: 20) == [])
        #expect(path.receive(air: 100, at: 30) == ["show"])
        #expect(path.receive(motion: 20, at: 40) == ["REL_X 9"])
    }

    @Test("Motion without orientation has the last roll, so that a hold becomes a drag")
    func rollOfShortMotion() {
        var path = Path()
        _ = path.receive(motion: 0, roll: 50, at: 0)
        _ = path.receive(air: 101, at: 0)
        _ = path.advance(to: 200)
        #expect(path.receive(motion: 20, at: 300) == ["rotate 0"])
        #expect(path.receive(motion: 20, roll: 55, at: 400) == ["rotate 5"])
        #expect(path.receive(motion: 20, at: 500) == ["rotate 5"])
        #expect(
            path.receive(motion: 20, at: 1200) == [
                "mode drag", "drag 20 0", "BTN_LEFT 1", "REL_X 9",
            ]
        )
        // The roll of another connection is not its own.
        _ = path.reset(at: 1300)
        _ = path.receive(air: 101, at: 2000)
        _ = path.advance(to: 2200)
        #expect(path.receive(motion: 0, at: 2300) == ["rotate 0"])
        #expect(path.receive(motion: 0, roll: 7, at: 2400) == ["rotate 7"])
    }

    @Test("Only real movement of v1 moves the pointer")
    func motion() {
        var path = Path()
        #expect(path.receive(motion: 20, at: 0) == ["REL_X 9"])
        #expect(path.receive(motion: 20, isMouse: false, at: 1) == [])
    }

    @Test("The air gesture state and raw records are no fault and do nothing")
    func quiet() {
        for (bytes, source) in [
            ([20, 1], 0xc3ff_000a), ([20, 0], 0xc3ff_000a), ([1], 0x6e40_0003),
        ]
            as [([UInt8], UInt32)]
        {
            var path = Path()
            _ = path.gesture(.swipeUp, at: 0)
            #expect(path.receive(bytes, from: source, at: 20) == ["KEY_UP 0"])
            #expect(path.pipeline.counters.unknownFrames == 0)
            #expect(path.pipeline.counters.foreignNotifications == 0)
            #expect(path.pipeline.lastClass == nil)
        }
    }

    @Test("States say what the hand does; swipes and taps do where they could end nothing")
    func lastClass() {
        var path = Path()
        #expect(path.pipeline.lastClass == nil)
        _ = path.receive(motion: 20, at: 5)
        _ = path.receive(air: 99, at: 6)
        #expect(path.pipeline.lastClass == nil)
        _ = path.receive(air: 100, at: 10)
        #expect(path.pipeline.lastClass == Path.time(10))
        _ = path.receive(swipe: 1, at: 20)
        _ = path.receive(tap: .index, at: 30)
        #expect(path.pipeline.lastClass == Path.time(30))
        _ = path.receive(air: 10, 0, at: 40)
        _ = path.receive(air: 2, 0, at: 50)
        #expect(path.pipeline.lastClass == Path.time(50))
        _ = path.receive(v2Tap: .index, at: 60)
        #expect(path.pipeline.lastClass == Path.time(60))
        _ = path.receive(air: 105, at: 300)
        _ = path.receive(swipe: 1, at: 400)
        _ = path.receive(tap: .index, at: 400)
        #expect(path.pipeline.lastClass == Path.time(300))
        _ = path.receive(air: 100, at: 500)
        _ = path.gesture(.dragIndex, at: 600)
        _ = path.receive(air: 2, 0, at: 700)
        _ = path.receive(v2Tap: .index, at: 700)
        #expect(path.pipeline.lastClass == Path.time(500))
    }
}

@Suite("Finger taps through the pipeline")
struct PipelineTapTests {
    @Test("A tap of which no double means something comes at once")
    func atOnce() {
        var path = Path()
        #expect(path.receive(v2Tap: .index, at: 0) == ["tap index", "BTN_LEFT 1"])
        #expect(path.receive(v2Tap: .index, at: 100) == ["tap index", "BTN_LEFT 0", "BTN_LEFT 1"])
        #expect(
            path.receive(v2Tap: [.thumb, .index], at: 200) == ["tap thumb+index", "BTN_LEFT 0"])
        #expect(!path.wantsPulse)
        #expect(path.pipeline.deadline == nil)
    }

    @Test("Two that wait for a third one, and mean nothing together, are two clicks")
    func twoOfThree() {
        var profile = patient
        profile.taps = [
            TapGesture(.index): .key(.leftButton), TapGesture(.index, count: 3): .key(.escape),
        ]
        var path = Path(profile)
        #expect(path.receive(v2Tap: .index, at: 0) == [])
        #expect(path.receive(v2Tap: .index, at: 100) == [])
        #expect(
            path.advance(to: 400)
                == ["tap index double", "BTN_LEFT 1", "BTN_LEFT 0", "BTN_LEFT 1"])
    }

    @Test("The window is the profile's")
    func window() {
        var profile = patient
        profile.timing.tapWindow = .milliseconds(150)
        var path = Path(profile)
        #expect(path.receive(v2Tap: .index, at: 0) == [])
        #expect(path.pipeline.deadline == Path.time(150))
    }

    @Test("A v1 Tap that leaves its air gestures lets go of what is held")
    func leavesAirGestures() {
        var path = Path(.desktop)
        let air = NotifyingCharacteristic.v1AirGesture.rawValue
        var output = PipelineOutput()
        path.pipeline.receive([101].span, from: air, at: Path.time(0), into: &output)
        path.pipeline.advance(to: Path.time(1500), into: &output)
        #expect(path.pipeline.isEngaged)
        path.pipeline.receive([20, 1].span, from: air, at: Path.time(1600), into: &output)
        #expect(path.pipeline.isEngaged)
        path.pipeline.receive([20, 0].span, from: air, at: Path.time(1700), into: &output)
        #expect(!path.pipeline.isEngaged)
    }

    @Test("Others wait for 300 ms, in either protocol")
    func waits() {
        for isV1 in [false, true] {
            func tap(_ path: inout Path, _ mask: FingerMask, _ time: Double) -> [String] {
                isV1 ? path.receive(tap: mask, at: time) : path.receive(v2Tap: mask, at: time)
            }
            var path = Path(patient)
            #expect(tap(&path, .index, 0) == [])
            #expect(path.pipeline.deadline == Path.time(300))
            #expect(path.advance(to: 299.999999) == [])
            #expect(path.advance(to: 300) == ["tap index", "BTN_LEFT 1"])
            #expect(tap(&path, .index, 400) == ["BTN_LEFT 0"])
            #expect(tap(&path, .index, 699) == [])
            #expect(tap(&path, .index, 998) == ["tap index triple", "KEY_DOWN 1"])
            #expect(tap(&path, .middle, 1100) == ["KEY_DOWN 0"])
            #expect(
                tap(&path, .ring, 1200)
                    == ["tap middle", "tap ring", "BTN_RIGHT 1", "BTN_MIDDLE 1"])
            _ = path.advance(to: 1300)
            // One that is due at the time of a tap is over before it.
            #expect(tap(&path, .index, 1400) == [])
            #expect(tap(&path, .index, 1700) == ["tap index", "BTN_LEFT 1"])
            #expect(path.pipeline.deadline == Path.time(1720))
        }
    }

    @Test("A device that counts is believed, at once")
    func counted() {
        var path = Path(patient)
        #expect(path.receive(tap: .index, 0x00, at: 0) == ["tap index", "BTN_LEFT 1"])
        #expect(
            path.receive(tap: .index, 0x10, at: 100)
                == ["tap index double", "BTN_LEFT 0", "KEY_UP 1"])
        #expect(
            path.receive(tap: .index, 0x20, at: 200)
                == ["tap index triple", "KEY_UP 0", "KEY_DOWN 1"])
        #expect(path.receive(tap: .index, 0x30, at: 300).first == "tap index triple")
        // It told of the first of the two, and the second does what a single one does.
        #expect(
            path.receive(tap: .ring, 0x10, at: 400)
                == ["tap ring double", "KEY_DOWN 0", "BTN_MIDDLE 1"])
    }

    @Test("Behind a fist taps do nothing, and it drops the one that waits")
    func hidden() {
        var path = Path(patient)
        _ = path.receive(v2Tap: .index, at: 0)
        #expect(path.receive(class: 109, at: 100) == ["hide"])
        // Nothing but the end of a long fist is waited for.
        #expect(path.pipeline.deadline == Path.time(100 + 3000))
        #expect(path.receive(v2Tap: .ring, at: 200) == [])
        #expect(path.receive(tap: .ring, 0x10, at: 210) == [])
        #expect(path.receive(v2Tap: .index, at: 220) == [])
        #expect(path.gesture(.fistEnd, at: 300) == ["show"])
        #expect(path.advance(to: 2000) == [])
        #expect(path.receive(v2Tap: .ring, at: 2100) == ["tap ring", "BTN_MIDDLE 1"])
    }

    @Test("While a finger is held taps are allowed, and a button that is held stays down")
    func held() {
        var path = Path()
        _ = path.gesture(.dragIndex, at: 0)
        #expect(path.receive(v2Tap: .middle, at: 100) == ["tap middle", "BTN_RIGHT 1"])
        _ = path.advance(to: 1000)
        #expect(path.receive(v2Tap: .index, at: 1100) == ["tap index"])
        #expect(path.gesture(.drop, at: 1200) == ["release 0", "BTN_LEFT 0"])
    }

    @Test("The tapping profile asks for the other model, and for that packet alone")
    func switchModel() {
        var path = Path(.tapping)
        #expect(path.receive(class: 108, at: 0) == ["pinch 3"])
        #expect(path.wantsModelSwitch)
        #expect(path.receive(class: 108, at: 10) == [])
        #expect(!path.wantsModelSwitch)
        let all = FingerMask(rawValue: 31)
        #expect(path.receive(v2Tap: all, at: 100) == ["tap thumb+index+middle+ring+little"])
        #expect(path.wantsModelSwitch)
        #expect(path.receive(v2Tap: .little, at: 200) == ["tap little", "KEY_ESC 1"])
        #expect(!path.wantsModelSwitch)
        _ = path.receive(class: 109, at: 300)
        #expect(path.receive(v2Tap: all, at: 400) == [])
        #expect(!path.wantsModelSwitch)
    }

    @Test("A tap that waited asks when its time comes")
    func switchLater() {
        var profile = Profile.tapping
        profile.taps[TapGesture(.thumb)] = .switchModel
        profile.taps[TapGesture(.thumb, count: 2)] = .key(.up)
        var path = Path(profile)
        _ = path.receive(v2Tap: .thumb, at: 0)
        #expect(!path.wantsModelSwitch)
        #expect(path.advance(to: 300) == ["tap thumb"])
        #expect(path.wantsModelSwitch)
    }

    @Test("A lost connection forgets what waits, is touched, was swiped or rolled")
    func reset() {
        var path = Path(patient)
        _ = path.receive(v2Tap: .index, at: 0)
        _ = path.receive(air: 101, at: 50)
        _ = path.receive(swipe: 1, at: 60)
        #expect(path.reset(at: 100) == ["KEY_LEFT 0"])
        #expect(path.pipeline.deadline == nil)
        #expect(path.receive(swipe: 2, at: 150) == ["direction right", "KEY_RIGHT 1"])
        #expect(path.receive(air: 100, at: 160) == [])
        #expect(path.advance(to: 5000) == ["KEY_RIGHT 0"])
        // Standby does so too.
        _ = path.receive(air: 102, at: 6000)
        #expect(path.receive([2, 0, 0, 0, 1], at: 6100) == [])
        #expect(path.pipeline.deadline == nil)
        // What is due at the time of the loss is before it.
        _ = path.receive(v2Tap: .index, at: 7000)
        #expect(path.reset(at: 7300) == ["tap index", "BTN_LEFT 1", "BTN_LEFT 0"])
        _ = path.receive(air: 101, at: 8000)
        #expect(path.reset(at: 8200) == ["hold 0", "release 0"])
    }

    @Test("What waits at the end is nothing")
    func finish() {
        var path = Path(patient)
        _ = path.receive(v2Tap: .index, at: 0)
        _ = path.receive(air: 101, at: 200)
        #expect(path.finish(at: 299) == [])
    }
}
