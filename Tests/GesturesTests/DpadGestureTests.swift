import Gestures
import Testing

@Suite("Swipes, clicks and holds")
struct DpadGestureTests {
    @Test(
        "A swipe is a direction",
        arguments: zip(ProcessedGesture.swipes, ["left", "right", "up", "down"]))
    func swipe(gesture: ProcessedGesture, direction: String) {
        var dpad = Dpad()
        #expect(dpad.gesture(gesture, at: 0) == ["direction \(direction)"])
    }

    @Test(
        "A swipe is a direction also while something is held, and leaves the hold",
        arguments: zip(ProcessedGesture.swipes, ["left", "right", "up", "down"]))
    func swipeWhileHeld(gesture: ProcessedGesture, direction: String) {
        var dpad = Dpad.holding()
        #expect(dpad.gesture(gesture, at: 1) == ["direction \(direction)"])
        #expect(dpad.controller.held == .index)
        _ = dpad.tick(at: 1000)
        #expect(dpad.gesture(gesture, at: 1001) == ["direction \(direction)"])
        #expect(dpad.gesture(.drop, at: 1002) == ["release 0"])
    }

    @Test("A click is a pinch", arguments: zip(ProcessedGesture.clicks, 0...3))
    func click(gesture: ProcessedGesture, finger: Int) {
        var dpad = Dpad()
        #expect(dpad.gesture(gesture, at: 0) == ["pinch \(finger)"])
    }

    @Test("A click while something is held is nothing", arguments: ProcessedGesture.clicks)
    func clickWhileHeld(gesture: ProcessedGesture) {
        var dpad = Dpad.holding()
        #expect(dpad.gesture(gesture, at: 1) == [])
        _ = dpad.tick(at: 1000)
        #expect(dpad.gesture(gesture, at: 1001) == [])
        #expect(dpad.controller.held == .index)
    }

    @Test("A drag-begin is a hold, undecided", arguments: zip(ProcessedGesture.drags, 0...3))
    func hold(gesture: ProcessedGesture, finger: Int) {
        var dpad = Dpad()
        #expect(dpad.controller.held == nil)
        #expect(dpad.gesture(gesture, at: 0) == ["hold \(finger)"])
        #expect(dpad.controller.held?.rawValue == finger)
        #expect(dpad.controller.mode == nil)
    }

    @Test("Another held pinch releases the first and is held instead")
    func otherHold() {
        for first in 0...3 {
            for second in 0...3 where second != first {
                var dpad = Dpad()
                _ = dpad.gesture(ProcessedGesture.drags[first], at: 0)
                #expect(
                    dpad.gesture(ProcessedGesture.drags[second], at: 1)
                        == ["release \(first)", "hold \(second)"])
            }
        }
    }

    @Test("Another held pinch is undecided again and has the whole window")
    func otherHoldIsPending() {
        var dpad = Dpad.dragging()
        #expect(dpad.gesture(.dragMiddle, at: 1500) == ["release 0", "hold 1"])
        #expect(dpad.controller.mode == nil)
        #expect(dpad.motion(dx: 5, dy: 5, roll: 9, at: 1501) == ["rotate 0"])
        #expect(dpad.tick(at: 2499.999999) == [])
        #expect(dpad.tick(at: 2500) == ["mode drag"])
    }

    @Test("The same held pinch again is nothing, and renews nothing")
    func sameHold() {
        var dpad = Dpad.holding()
        #expect(dpad.gesture(.dragIndex, at: 900) == [])
        #expect(dpad.tick(at: 1000) == ["mode drag"])
        #expect(dpad.gesture(.dragIndex, at: 1100) == [])
        #expect(dpad.controller.mode == .drag)
    }

    @Test("A drop releases what is held", arguments: zip(ProcessedGesture.drags, 0...3))
    func drop(gesture: ProcessedGesture, finger: Int) {
        var dpad = Dpad()
        _ = dpad.gesture(gesture, at: 0)
        #expect(dpad.gesture(.drop, at: 1) == ["release \(finger)"])
        #expect(dpad.controller.held == nil)
        #expect(dpad.gesture(.drop, at: 2) == [])
    }

    @Test("A drop with nothing held is nothing")
    func dropOfNothing() {
        var dpad = Dpad()
        #expect(dpad.gesture(.drop, at: 0) == [])
    }

    @Test("10 to 13 and numbers that are in no table are ignored, whatever goes on")
    func ignored() {
        let known = Set([1...9, 14...15, 17...20].flatMap { $0 })
        for rawValue in UInt8.min...UInt8.max where !known.contains(Int(rawValue)) {
            for start in [Dpad(), Dpad.holding(), Dpad.dragging(), Dpad.hidden()] {
                var dpad = start
                #expect(dpad.raw(rawValue, at: 1000) == (start.isDue ? ["mode drag"] : []))
                #expect(dpad.controller.held == start.controller.held)
                #expect(dpad.controller.hidden == start.controller.hidden)
            }
        }
    }
}

extension Dpad {
    /// Whether a hold is still to be decided.
    fileprivate var isDue: Bool { controller.deadline != nil }
}

@Suite("The fist hides")
struct DpadFistTests {
    @Test("A fist hides, and its opening shows")
    func hideAndShow() {
        var dpad = Dpad()
        #expect(dpad.gesture(.fistBegin, at: 0) == ["hide"])
        #expect(dpad.controller.hidden)
        #expect(dpad.gesture(.fistEnd, at: 1) == ["show"])
        #expect(!dpad.controller.hidden)
    }

    @Test("A fist releases what is held, then hides")
    func release() {
        var pending = Dpad.holding()
        #expect(pending.gesture(.fistBegin, at: 1) == ["release 0", "hide"])
        #expect(pending.controller.held == nil)
        var dragging = Dpad.dragging()
        #expect(dragging.gesture(.fistBegin, at: 1001) == ["release 0", "hide"])
        #expect(dragging.controller.mode == nil)
    }

    @Test("A fist that opens shows only when hidden")
    func showOnlyWhenHidden() {
        var dpad = Dpad()
        #expect(dpad.gesture(.fistEnd, at: 0) == [])
        _ = dpad.gesture(.fistBegin, at: 1)
        _ = dpad.gesture(.fistEnd, at: 2)
        #expect(dpad.gesture(.fistEnd, at: 3) == [])
    }

    @Test("While hidden everything but the fist's opening is ignored")
    func ignoredWhileHidden() {
        for rawValue in UInt8.min...UInt8.max where rawValue != 15 {
            var dpad = Dpad.hidden()
            #expect(dpad.raw(rawValue, at: 100) == [])
            #expect(dpad.controller.held == nil)
            #expect(dpad.controller.hidden)
            #expect(dpad.gesture(.fistEnd, at: 101) == ["show"])
        }
    }

    @Test("While hidden neither motion nor time does anything")
    func motionWhileHidden() {
        var dpad = Dpad.hidden()
        #expect(dpad.motion(dx: 9, dy: 9, roll: 90, at: 1) == [])
        #expect(dpad.tick(at: 5000) == [])
        #expect(dpad.motion(dx: 9, dy: 9, roll: -90, at: 5001) == [])
    }

    @Test("A hold that the fist ended is not decided later")
    func noLateMode() {
        var dpad = Dpad.holding()
        _ = dpad.gesture(.fistBegin, at: 500)
        #expect(dpad.tick(at: 1000) == [])
        #expect(dpad.gesture(.fistEnd, at: 1500) == ["show"])
        #expect(dpad.tick(at: 3000) == [])
    }
}
