import Gestures
import Testing

@Suite("Motion while a pinch is held")
struct DpadMotionTests {
    @Test("Motion with nothing held is nothing")
    func nothingHeld() {
        var dpad = Dpad()
        #expect(dpad.motion(dx: 10, dy: 20, roll: 30, at: 0) == [])
        #expect(dpad.motion(dx: 10, dy: 20, roll: -30, at: 1) == [])
    }

    @Test("Motion before a hold does not count in it")
    func before() {
        var dpad = Dpad()
        _ = dpad.motion(roll: -90, at: 0)
        _ = dpad.gesture(.dragIndex, at: 1)
        #expect(dpad.motion(roll: 50, at: 2) == ["rotate 0"])
    }

    @Test("In a drag, motion is a drag unless both axes are 0")
    func drag() {
        var dpad = Dpad.dragging()
        #expect(dpad.motion(dx: 5, dy: -6, at: 1001) == ["drag 5 -6"])
        #expect(dpad.motion(dx: 0, dy: 1, at: 1002) == ["drag 0 1"])
        #expect(dpad.motion(dx: -1, dy: 0, at: 1003) == ["drag -1 0"])
        #expect(dpad.motion(dx: 0, dy: 0, at: 1004) == [])
        #expect(dpad.motion(dx: -32768, dy: 32767, at: 1005) == ["drag -32768 32767"])
    }

    @Test("A drag stays one, however the hand rolls")
    func dragStays() {
        var dpad = Dpad.dragging()
        #expect(
            dpad.rolls([0, 90, -90, 170], from: 1001) == [[], [], [], []])
        #expect(dpad.motion(dx: 1, dy: 1, roll: 0, at: 1100) == ["drag 1 1"])
        #expect(dpad.controller.mode == .drag)
    }

    @Test("In an undecided hold and in a twist, dx and dy are not told")
    func noDrag() {
        var dpad = Dpad.holding()
        #expect(dpad.motion(dx: 50, dy: 50, roll: 0, at: 1) == ["rotate 0"])
        #expect(dpad.motion(dx: 50, dy: 50, roll: 40, at: 2) == ["mode rotate", "rotate 40"])
        #expect(dpad.motion(dx: 50, dy: 50, roll: 40, at: 3) == ["rotate 40"])
    }

    @Test("Every sample of an undecided hold tells the degrees since the first one")
    func degrees() {
        var dpad = Dpad.holding()
        #expect(
            dpad.rolls([10, 10, 12, 9.5, 10])
                == [["rotate 0"], ["rotate 0"], ["rotate 2"], ["rotate -0.5"], ["rotate 0"]])
    }

    @Test("Travel that reaches 25 degrees makes a twist")
    func lock() {
        var below = Dpad.holding()
        #expect(below.rolls([0, 24.75]) == [["rotate 0"], ["rotate 24.75"]])
        var at = Dpad.holding()
        #expect(at.rolls([0, 25]) == [["rotate 0"], ["mode rotate", "rotate 25"]])
        var above = Dpad.holding()
        #expect(above.rolls([0, 25.25]) == [["rotate 0"], ["mode rotate", "rotate 25.25"]])
        #expect(above.controller.mode == .rotate)
    }

    @Test("Travel adds up both ways")
    func bothWays() {
        var dpad = Dpad.holding()
        #expect(
            dpad.rolls([0, -12, 0, -1.5])
                == [
                    ["rotate 0"], ["rotate -12"], ["rotate 0"], ["mode rotate", "rotate -1.5"],
                ])
    }

    @Test("A twist stays one: no second mode, and no end of the window")
    func rotateStays() {
        var dpad = Dpad.holding()
        _ = dpad.rolls([0, 30])
        #expect(dpad.rolls([60, -20]) == [["rotate 60"], ["rotate -20"]])
        #expect(dpad.tick(at: 1000) == [])
        #expect(dpad.motion(dx: 9, dy: 9, roll: -20, at: 5000) == ["rotate -20"])
        #expect(dpad.gesture(.drop, at: 5001) == ["release 0"])
    }

    @Test("A new hold begins with neither travel nor degrees")
    func newHold() {
        var dpad = Dpad.holding()
        _ = dpad.rolls([0, 20])
        _ = dpad.gesture(.dragMiddle, at: 100)
        #expect(
            dpad.rolls([40, 60], from: 101) == [["rotate 0"], ["rotate 20"]])
        _ = dpad.gesture(.drop, at: 200)
        _ = dpad.gesture(.dragMiddle, at: 201)
        #expect(dpad.rolls([80, 60], from: 202) == [["rotate 0"], ["rotate -20"]])
        #expect(dpad.controller.mode == nil)
    }

    @Test("The travel that makes a twist can be set", arguments: [2, 10.5, 90])
    func rotateLock(degrees: Double) {
        var dpad = Dpad.holding()
        dpad.controller.rotateLock = degrees
        #expect(dpad.rolls([0, degrees - 0.25]).last == ["rotate \(short(degrees - 0.25))"])
        var locked = Dpad.holding()
        locked.controller.rotateLock = degrees
        #expect(
            locked.rolls([0, degrees]).last == ["mode rotate", "rotate \(short(degrees))"])
    }

    @Test("With a lock of 0 the first sample makes a twist, or else the end of the window")
    func noLock() {
        var moved = Dpad.holding()
        moved.controller.rotateLock = 0
        #expect(moved.motion(roll: 7, at: 1) == ["mode rotate", "rotate 0"])
        var still = Dpad.holding()
        still.controller.rotateLock = 0
        #expect(still.tick(at: 1000) == ["mode rotate"])
    }

    private func short(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}

@Suite("Noise of the roll")
struct DpadNoiseTests {
    /// Whether the rolls make a twist.
    private func twists(_ rolls: [Double], noise: Double = 1) -> Bool {
        var dpad = Dpad.holding()
        dpad.controller.rollNoise = noise
        _ = dpad.rolls(rolls)
        return dpad.controller.mode == .rotate
    }

    @Test("A jitter of one degree never makes a twist")
    func jitter() {
        let jitter = (0..<500).map { Double($0 % 2) }
        #expect(!twists(jitter))
        var dpad = Dpad.holding()
        _ = dpad.rolls(jitter)
        #expect(dpad.tick(at: 1000) == ["mode drag"])
    }

    @Test("A change of at most one degree is not counted, a greater one is")
    func limit() {
        // 20 changes of 1.25 degrees are 25 degrees; 19 are not.
        #expect(twists((0...20).map { Double($0 % 2) * 1.25 }))
        #expect(!twists((0...19).map { Double($0 % 2) * 1.25 }))
        #expect(!twists((0...400).map { Double($0 % 2) }))
    }

    @Test("Sums of decimal fractions are exact, so that a limit just reached is reached")
    func decimal() {
        // 1.4 and 23.6 degrees are 25; in binary fractions they are a little less.
        #expect(twists([0.2, 1.6, 25.2]))
        // A change of exactly one degree is noise; in binary fractions it is a little more.
        #expect(!twists([-32.7, -31.7, -56.7]))
    }

    @Test("A slow turn is counted, as the last counted sample stays")
    func slowTurn() {
        // In steps of 0.5 degrees each third step differs by 1.5, which is counted: 25.5 degrees
        // are reached after 51 steps.
        #expect(!twists((0...50).map { Double($0) * 0.5 }))
        #expect(twists((0...51).map { Double($0) * 0.5 }))
    }

    @Test("The change is counted whole, not only what is above the noise")
    func whole() {
        #expect(twists([0, 12.5, 25]))
        #expect(!twists([0, 12.5, 24.75]))
    }

    @Test("Noise is told as degrees, though not counted")
    func degrees() {
        var dpad = Dpad.holding()
        #expect(
            dpad.rolls([0, 1, 0.5, -0.25])
                == [["rotate 0"], ["rotate 1"], ["rotate 0.5"], ["rotate -0.25"]])
    }

    @Test("With a noise of 0 the travel is the plain sum")
    func plainSum() {
        #expect(twists((0...25).map { Double($0 % 2) }, noise: 0))
        #expect(!twists((0...24).map { Double($0 % 2) }, noise: 0))
        #expect(twists((0...100).map { Double($0 % 2) * 0.25 }, noise: 0))
        #expect(!twists((0...99).map { Double($0 % 2) * 0.25 }, noise: 0))
        #expect(!twists(Array(repeating: 77, count: 100), noise: 0))
    }

    @Test("The noise can be set")
    func tunable() {
        #expect(!twists((0...500).map { Double($0 % 2) * 5 }, noise: 5))
        #expect(twists((0...5).map { Double($0 % 2) * 5.25 }, noise: 5))
    }
}

@Suite("The roll wraps at 180 degrees")
struct DpadWrapTests {
    @Test("A turn through 180 goes on smoothly")
    func through() {
        var dpad = Dpad.holding()
        #expect(dpad.rolls([170, -170]) == [["rotate 0"], ["rotate 20"]])
        #expect(dpad.controller.mode == nil)
        var back = Dpad.holding()
        #expect(back.rolls([-170, 170]) == [["rotate 0"], ["rotate -20"]])
        #expect(back.controller.mode == nil)
    }

    @Test("Travel through 180 is the short way, just below the lock and at it")
    func travel() {
        var below = Dpad.holding()
        #expect(below.rolls([170, -165.25]) == [["rotate 0"], ["rotate 24.75"]])
        var at = Dpad.holding()
        #expect(at.rolls([170, -165]) == [["rotate 0"], ["mode rotate", "rotate 25"]])
    }

    @Test("Several turns add up")
    func turns() {
        var dpad = Dpad.holding()
        #expect(
            dpad.rolls([0, 90, 180, -90, 0, 90, 180, -90, 0]).compactMap(\.last)
                == [0, 90, 180, 270, 360, 450, 540, 630, 720].map { "rotate \($0)" })
        #expect(
            dpad.rolls([-90, 180, 90, 0], from: 100).compactMap(\.last)
                == [630, 540, 450, 360].map { "rotate \($0)" })
    }

    @Test("A half turn stays as it is; a little more is the other way round")
    func halfTurn() {
        #expect(lastRotation([0, 180]) == "rotate 180")
        #expect(lastRotation([0, -180]) == "rotate -180")
        #expect(lastRotation([-90, 90]) == "rotate 180")
        #expect(lastRotation([0, 179.75]) == "rotate 179.75")
        #expect(lastRotation([-90, 90.25]) == "rotate -179.75")
        #expect(lastRotation([90, -90.25]) == "rotate 179.75")
        #expect(lastRotation([180, -180]) == "rotate 0")
    }

    @Test("Noise is seen across 180")
    func noise() {
        var dpad = Dpad.holding()
        _ = dpad.rolls((0..<500).map { $0 % 2 == 0 ? 179.5 : -179.5 })
        #expect(dpad.controller.mode == nil)
        var turned = Dpad.holding()
        _ = turned.rolls((0...20).map { $0 % 2 == 0 ? 179.5 : -179.25 })
        #expect(turned.controller.mode == .rotate)
    }

    @Test("Rolls beyond 180 degrees are the same angles")
    func beyond() {
        #expect(lastRotation([0, 370]) == "rotate 10")
        #expect(lastRotation([0, -370]) == "rotate -10")
        #expect(lastRotation([-720, 725]) == "rotate 5")
    }

    private func lastRotation(_ rolls: [Double]) -> String? {
        var dpad = Dpad.holding()
        return dpad.rolls(rolls).last?.last
    }
}
