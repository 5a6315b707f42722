import Gestures
import Testing

@Suite("The lock window of a hold")
struct DpadLockTests {
    @Test("A hold without roll is a drag once a whole second has passed")
    func limit() {
        var below = Dpad.holding()
        #expect(below.tick(at: 999.999999) == [])
        #expect(below.controller.mode == nil)
        var at = Dpad.holding()
        #expect(at.tick(at: 1000) == ["mode drag"])
        #expect(at.controller.mode == .drag)
        var above = Dpad.holding()
        #expect(above.tick(at: 1000.000001) == ["mode drag"])
    }

    @Test("The mode is decided once")
    func once() {
        var dpad = Dpad.dragging()
        #expect(dpad.tick(at: 1000) == [])
        #expect(dpad.tick(at: 9000) == [])
    }

    @Test("Nothing held, nothing decided")
    func nothingHeld() {
        var dpad = Dpad()
        #expect(dpad.tick(at: 5000) == [])
        _ = dpad.gesture(.dragIndex, at: 6000)
        _ = dpad.gesture(.drop, at: 6500)
        #expect(dpad.tick(at: 7000) == [])
    }

    @Test("Each hold has its own window")
    func newWindow() {
        var dpad = Dpad.holding()
        _ = dpad.gesture(.drop, at: 500)
        _ = dpad.gesture(.dragIndex, at: 600)
        #expect(dpad.tick(at: 1000) == [])
        #expect(dpad.tick(at: 1599.999999) == [])
        #expect(dpad.tick(at: 1600) == ["mode drag"])
    }

    @Test("Each entry point does first what the tick does")
    func everyEntryPointTicks() {
        let answers: [(ProcessedGesture, [String])] = [
            (.swipeUp, ["direction up"]),
            (.clickIndex, []),
            (.dragIndex, []),
            (.dragRing, ["release 0", "hold 2"]),
            (.drop, ["release 0"]),
            (.potentialDragOrClickIndex, []),
            (.fistBegin, ["release 0", "hide"]),
            (.fistEnd, []),
        ]
        for (gesture, events) in answers {
            var dpad = Dpad.holding()
            #expect(dpad.gesture(gesture, at: 1000) == ["mode drag"] + events)
            var early = Dpad.holding()
            #expect(early.gesture(gesture, at: 999.999999) == events)
        }
        var unknown = Dpad.holding()
        #expect(unknown.raw(200, at: 1000) == ["mode drag"])
        var moved = Dpad.holding()
        #expect(moved.motion(dx: 3, dy: -4, at: 1000) == ["mode drag", "drag 3 -4"])
        var still = Dpad.holding()
        #expect(still.motion(roll: 20, at: 1000) == ["mode drag"])
    }

    @Test("A sample that comes with the end of the window is too late to make a twist")
    func lateSample() {
        var dpad = Dpad.holding()
        _ = dpad.motion(roll: 0, at: 10)
        #expect(dpad.motion(dx: 1, roll: 90, at: 1000) == ["mode drag", "drag 1 0"])
        var early = Dpad.holding()
        _ = early.motion(roll: 0, at: 10)
        #expect(early.motion(dx: 1, roll: 90, at: 999.999999) == ["mode rotate", "rotate 90"])
    }

    @Test("At the end of the window the travel decides")
    func travelDecides() {
        var short = Dpad.holding()
        #expect(short.rolls([0, 24.75]) == [["rotate 0"], ["rotate 24.75"]])
        #expect(short.tick(at: 1000) == ["mode drag"])
        // Enough travel at the end of the window and not before: the lock was lowered meanwhile.
        var enough = Dpad.holding()
        _ = enough.rolls([0, 24.75])
        enough.controller.rotateLock = 24.75
        #expect(enough.tick(at: 1000) == ["mode rotate"])
    }

    @Test("The length of the window can be set", arguments: [0.000001, 250, 60_000])
    func window(milliseconds: Double) {
        var dpad = Dpad()
        dpad.controller.lockWindow =
            Interval(nanoseconds: Dpad.time(milliseconds).nanoseconds)
        _ = dpad.gesture(.dragIndex, at: 10)
        #expect(dpad.tick(at: 10 + milliseconds - 0.000001) == [])
        #expect(dpad.tick(at: 10 + milliseconds) == ["mode drag"])
    }

    @Test("A window without end does not trap")
    func endlessWindow() {
        var dpad = Dpad()
        dpad.controller.lockWindow = Interval(nanoseconds: .max)
        _ = dpad.gesture(.dragIndex, at: 10)
        #expect(dpad.tick(at: 1_000_000_000) == [])
        #expect(dpad.controller.deadline == Timestamp(nanoseconds: .max))
    }

    @Test("The deadline is the end of the window of an undecided hold, and else nil")
    func deadline() {
        var dpad = Dpad()
        #expect(dpad.controller.deadline == nil)
        _ = dpad.gesture(.dragIndex, at: 100)
        #expect(dpad.controller.deadline == Dpad.time(1100))
        _ = dpad.gesture(.dragMiddle, at: 300)
        #expect(dpad.controller.deadline == Dpad.time(1300))
        _ = dpad.tick(at: 1300)
        #expect(dpad.controller.deadline == nil)
        _ = dpad.gesture(.dragRing, at: 2000)
        _ = dpad.rolls([0, 30], from: 2001)
        #expect(dpad.controller.mode == .rotate)
        #expect(dpad.controller.deadline == nil)
        _ = dpad.gesture(.dragIndex, at: 3000)
        _ = dpad.gesture(.drop, at: 3001)
        #expect(dpad.controller.deadline == nil)
    }
}
