import Driver
import Gestures
import Mapping
import TapProtocol
import Testing
import VirtualInput

/// A pipeline that is told the time in milliseconds and answers with the lines of both outputs.
struct Path {
    var pipeline: Pipeline
    private(set) var wantsPulse = false
    private(set) var wantsModelSwitch = false
    private(set) var newProfile: String?
    private(set) var hasNewSetup = false

    init(_ profile: Profile = .desktop, swipes: SwipeTable = .swift) {
        pipeline = Pipeline(PipelineSetup(profile, swipes: swipes))
    }

    static func time(_ milliseconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    }

    /// The events of a call: the controller's, then the input events without their ends.
    mutating func call(
        at milliseconds: Double, _ body: (inout Pipeline, inout PipelineOutput, Timestamp) -> Void
    ) -> [String] {
        var output = PipelineOutput()
        body(&pipeline, &output, Self.time(milliseconds))
        wantsPulse = output.wantsPulse
        wantsModelSwitch = output.wantsModelSwitch
        newProfile = output.newProfile
        hasNewSetup = output.hasNewSetup
        let inputs = output.frames.events.filter { $0.type != 0 }
        return output.dpadEvents.map(\.event.description)
            + inputs.map { $0.text.split(separator: " ").dropFirst(3).joined(separator: " ") }
    }

    mutating func gesture(_ gesture: ProcessedGesture, at milliseconds: Double) -> [String] {
        call(at: milliseconds) { $0.gesture(gesture.rawValue, at: $2, into: &$1) }
    }

    mutating func motion(
        _ dx: Int, _ dy: Int, roll: Double = 0, at milliseconds: Double
    ) -> [String] {
        call(at: milliseconds) { $0.motion(dx: dx, dy: dy, roll: roll, at: $2, into: &$1) }
    }

    mutating func receive(
        _ bytes: [UInt8], from characteristic: UInt32 = 0xc3ff_000e, at milliseconds: Double
    ) -> [String] {
        call(at: milliseconds) {
            $0.receive(bytes.span, from: characteristic, at: $2, into: &$1)
        }
    }

    /// A v2 frame of a gesture class.
    mutating func receive(class gestureClass: UInt8, at milliseconds: Double) -> [String] {
        receive([1, 3, 0, 0, gestureClass], at: milliseconds)
    }

    mutating func change(to setup: PipelineSetup, at milliseconds: Double) -> [String] {
        call(at: milliseconds) { $0.change(to: setup, at: $2, into: &$1) }
    }

    mutating func advance(to milliseconds: Double) -> [String] {
        call(at: milliseconds) { $0.advance(to: $2, into: &$1) }
    }

    mutating func reset(at milliseconds: Double) -> [String] {
        call(at: milliseconds) { $0.reset(at: $2, into: &$1) }
    }

    mutating func finish(at milliseconds: Double) -> [String] {
        call(at: milliseconds) { $0.finish(at: $2, into: &$1) }
    }
}

/// A v2 frame of motion.
private func motionFrame(_ x: Int16, _ y: Int16, isMouse: Bool, roll: Int16 = 0) -> [UInt8] {
    func little(_ value: Int16) -> [UInt8] {
        let bits = UInt16(bitPattern: value)
        return [UInt8(bits & 0xff), UInt8(bits >> 8)]
    }
    return [0, 0, 0, 0, 0] + little(x) + little(y) + [0, 0, 0, 0, isMouse ? 1 : 0] + little(roll)
        + [0, 0, 0, 0]
}

@Suite("From bytes to frames")
struct PipelineTests {
    @Test("A class becomes a gesture, its event and its key")
    func airGesture() {
        var path = Path()
        #expect(path.receive(class: 103, at: 0) == ["direction up", "KEY_UP 1"])
        #expect(path.receive(class: 103, at: 10) == [])
        #expect(path.receive(class: 100, at: 25) == ["KEY_UP 0"])
    }

    @Test("Only real movement moves the pointer, and the roll counts in any case")
    func motion() {
        var path = Path()
        #expect(
            path.receive(motionFrame(20, -20, isMouse: true), at: 0) == ["REL_X 9", "REL_Y -9"])
        #expect(path.receive(motionFrame(20, -20, isMouse: false), at: 1) == [])
        _ = path.receive(class: 110, at: 2)
        #expect(path.receive(motionFrame(0, 0, isMouse: false, roll: 10), at: 3) == ["rotate 0"])
        #expect(
            path.receive(motionFrame(0, 0, isMouse: false, roll: 40), at: 4)
                == ["mode rotate", "rotate 30"])
    }

    @Test("The pointer rests while something is held or hidden")
    func pointerRests() {
        var path = Path()
        #expect(path.motion(20, 0, at: 0) == ["REL_X 9"])
        _ = path.gesture(.dragMiddle, at: 1)
        #expect(path.motion(20, 0, at: 2) == ["rotate 0"])
        _ = path.gesture(.drop, at: 3)
        #expect(path.motion(20, 0, at: 4) == ["REL_X 9"])
        _ = path.gesture(.fistBegin, at: 5)
        #expect(path.motion(20, 0, at: 6) == [])
        _ = path.gesture(.fistEnd, at: 7)
        #expect(path.motion(20, 0, at: 8) == ["REL_X 9"])
    }

    @Test("A drag moves the pointer once")
    func drag() {
        var path = Path()
        _ = path.gesture(.dragIndex, at: 0)
        #expect(
            path.motion(20, 0, at: 1001) == ["mode drag", "drag 20 0", "BTN_LEFT 1", "REL_X 9"])
    }

    @Test("Timers fire at their own time, whatever comes and however late")
    func timers() throws {
        var path = Path()
        _ = path.gesture(.dragIndex, at: 0)
        _ = path.gesture(.swipeLeft, at: 970)
        _ = path.gesture(.swipeUp, at: 990 - 0.001)
        #expect(path.pipeline.deadline == Path.time(990))
        var output = PipelineOutput()
        path.pipeline.advance(to: Path.time(5000), into: &output)
        #expect(
            output.frames.events.filter { $0.type != 0 }.map(\.text) == [
                "0.990000 keyboard EV_KEY KEY_LEFT 0", "1.000000 pointer EV_KEY BTN_LEFT 1",
                "1.009999 keyboard EV_KEY KEY_UP 0",
            ])
        #expect(
            output.dpadEvents == [TimedDpadEvent(time: Path.time(1000), event: .mode(.drag))])
        #expect(path.pipeline.deadline == nil)
    }

    @Test("The deadline is the next of a key that comes up and of a hold that is decided")
    func deadline() {
        var path = Path()
        #expect(path.pipeline.deadline == nil)
        _ = path.gesture(.swipeUp, at: 0)
        #expect(path.pipeline.deadline == Path.time(20))
        _ = path.gesture(.dragIndex, at: 5)
        #expect(path.pipeline.deadline == Path.time(20))
        _ = path.advance(to: 20)
        #expect(path.pipeline.deadline == Path.time(1005))
        _ = path.gesture(.drop, at: 30)
        #expect(path.pipeline.deadline == nil)
    }

    @Test("What is not understood is counted, does nothing, and lets time pass")
    func unknown() {
        let strange: [(bytes: [UInt8], characteristic: UInt32)] = [
            ([], 0xc3ff_000e), ([1, 3, 0], 0xc3ff_000e), ([9, 9, 9, 9, 9], 0xc3ff_000e),
            ([1, 3, 0, 0, 99], 0xc3ff_000e), ([100], 0x0000_2a19),
            ([1, 3, 0, 0, 101], 0xc3ff_000a), ([], 0xc3ff_0005), ([32], 0xc3ff_0005),
            ([0, 0], 0xc3ff_0006), ([1, 3, 0, 0, 101], 0xc3ff_000f),
        ]
        for (bytes, characteristic) in strange {
            var path = Path()
            _ = path.gesture(.swipeUp, at: 0)
            let isForeign = [0x2a19, 0xc3ff_000f].contains(characteristic)
            #expect(path.receive(bytes, from: characteristic, at: 20) == ["KEY_UP 0"])
            #expect(path.pipeline.counters.notifications == 1)
            #expect(path.pipeline.counters.foreignNotifications == (isForeign ? 1 : 0))
            #expect(path.pipeline.counters.unknownFrames == (isForeign ? 0 : 1))
        }
    }

    @Test("Frames that say nothing for the desktop let time pass and are no fault")
    func understood() {
        let quiet: [[UInt8]] = [
            [0, 1, 0, 0], [2, 0, 0, 0, 0], [3, 0, 0, 0, 1, 1], [3, 1, 0, 0, 2],
            [3, 2, 0, 0, 1], [3, 3, 0, 0, 1, 1], [3, 4, 0, 0],
        ]
        for bytes in quiet {
            var path = Path()
            _ = path.gesture(.swipeUp, at: 0)
            #expect(path.receive(bytes, at: 20) == ["KEY_UP 0"])
            #expect(path.pipeline.counters.notifications == 1)
            #expect(path.pipeline.counters.unknownFrames == 0)
            #expect(path.pipeline.counters.foreignNotifications == 0)
        }
    }

    @Test("Holds, modes and pinches want a pulse, and nothing else does")
    func pulse() {
        var path = Path()
        let wanted: [(Double, ProcessedGesture?, Bool)] = [
            (0, .clickIndex, true), (50, .clickIndex, true), (60, .clickIndex, false),
            (100, .swipeLeft, false), (200, .dragIndex, true), (250, .clickMiddle, false),
            (1100, nil, false), (1200, nil, true), (1300, .drop, false),
            (1400, .fistBegin, false), (1500, .clickRing, false), (1600, .fistEnd, false),
        ]
        for (milliseconds, gesture, isWanted) in wanted {
            if let gesture {
                _ = path.gesture(gesture, at: milliseconds)
            } else {
                _ = path.advance(to: milliseconds)
            }
            #expect(path.wantsPulse == isWanted, "at \(milliseconds) ms")
        }
        _ = path.motion(1, 1, at: 1700)
        #expect(!path.wantsPulse)
        _ = path.gesture(.dragIndex, at: 1800)
        _ = path.motion(0, 0, roll: 0, at: 1801)
        #expect(!path.wantsPulse)
        _ = path.motion(0, 0, roll: 30, at: 1802)
        #expect(path.wantsPulse)
        #expect(!PipelineOutput().wantsPulse)
    }

    @Test("An output that is emptied is empty")
    func removeAll() {
        var pipeline = Pipeline(PipelineSetup(.tapping))
        var output = PipelineOutput()
        pipeline.gesture(1, at: .zero, into: &output)
        pipeline.gesture(4, at: .zero, into: &output)
        #expect(!output.frames.isEmpty && !output.dpadEvents.isEmpty && output.wantsModelSwitch)
        output.removeAll()
        #expect(output.frames.isEmpty && output.dpadEvents.isEmpty && !output.wantsModelSwitch)
    }
}

@Suite("The ways out of a pipeline")
struct PipelineEndTests {
    /// A pipeline whose index finger drags, with a swipe's key down, at 1100 ms.
    private static func dragging() -> Path {
        var path = Path()
        _ = path.receive(class: 110, at: 0)
        _ = path.advance(to: 1000)
        _ = path.gesture(.swipeUp, at: 1090)
        return path
    }

    @Test("A lost connection ends the hold and lets everything come up")
    func resetInDrag() {
        var path = Self.dragging()
        #expect(path.pipeline.isEngaged)
        #expect(path.reset(at: 1100) == ["release 0", "BTN_LEFT 0", "KEY_UP 0"])
        #expect(!path.pipeline.isEngaged)
        #expect(path.pipeline.deadline == nil)
        #expect(path.motion(20, 0, at: 1200) == ["REL_X 9"])
    }

    @Test("After a lost connection a class that was there begins anew")
    func resetStream() {
        var path = Self.dragging()
        _ = path.reset(at: 1100)
        #expect(path.receive(class: 110, at: 1110) == ["hold 0"])
    }

    @Test("A lost connection opens the fist")
    func resetInFist() {
        var path = Path()
        _ = path.receive(class: 109, at: 0)
        #expect(path.pipeline.isEngaged)
        #expect(path.reset(at: 10) == ["show"])
        #expect(!path.pipeline.isEngaged)
        #expect(path.receive(class: 101, at: 20) == ["direction left", "KEY_LEFT 1"])
    }

    @Test("A lost connection forgets the pointer's fraction")
    func resetFraction() {
        var path = Path()
        #expect(path.motion(2, 0, at: 0) == [])
        #expect(path.reset(at: 1) == [])
        #expect(path.motion(2, 0, at: 2) == [])
        #expect(path.motion(1, 0, at: 3) == ["REL_X 1"])
    }

    @Test("A timer that is due at the very time of the loss fires before it")
    func resetAtDeadline() {
        var path = Path()
        _ = path.gesture(.dragIndex, at: 0)
        #expect(
            path.reset(at: 1000) == ["mode drag", "release 0", "BTN_LEFT 1", "BTN_LEFT 0"])
    }

    @Test("A pipeline at rest has nothing to end")
    func resetAtRest() {
        var path = Path()
        #expect(path.reset(at: 0) == [])
        #expect(path.finish(at: 1) == [])
    }

    @Test("Standby is like a lost connection, and its end is nothing")
    func standby() {
        var path = Self.dragging()
        #expect(path.receive([2, 0, 0, 0, 0], at: 1095) == [])
        #expect(
            path.receive([2, 0, 0, 0, 1], at: 1100) == ["release 0", "BTN_LEFT 0", "KEY_UP 0"])
        #expect(path.receive([2, 0, 0, 0, 1], at: 1200) == [])
        #expect(path.receive([2, 0, 0, 0, 0], at: 1300) == [])
        #expect(path.receive(class: 110, at: 1400) == ["hold 0"])
    }

    @Test("The end lets everything come up, and is no gesture")
    func finish() {
        var path = Self.dragging()
        #expect(path.finish(at: 1100) == ["BTN_LEFT 0", "KEY_UP 0"])
        var due = Path()
        _ = due.gesture(.dragIndex, at: 0)
        #expect(due.finish(at: 1000) == ["mode drag", "BTN_LEFT 1", "BTN_LEFT 0"])
        var early = Path()
        _ = early.gesture(.dragIndex, at: 0)
        #expect(early.finish(at: 999.999999) == [])
    }
}
