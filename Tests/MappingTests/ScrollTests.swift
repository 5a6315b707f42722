import Gestures
import Mapping
import TestSupport
import Testing

@Suite("The wheel's two counts")
struct ScrollTests {
    @Test("Fractions of a detent add up, and a whole one comes with the units that complete it")
    func fractions() {
        var desk = Desk.holding(.middle, .drag)
        for step in 1...19 {
            #expect(
                desk.handle(.drag(dx: 0, dy: 1), at: Double(step))
                    == ["\(step) pointer REL_WHEEL_HI_RES -6"])
        }
        #expect(
            desk.handle(.drag(dx: 0, dy: 1), at: 20)
                == ["20 pointer REL_WHEEL_HI_RES -6 REL_WHEEL -1"])
    }

    @Test("A change of direction uses up what is left, before whole detents come again")
    func reversal() {
        var desk = Desk.holding(.middle, .drag)
        #expect(desk.handle(.drag(dx: 19, dy: 0), at: 1) == ["1 pointer REL_HWHEEL_HI_RES 114"])
        #expect(desk.handle(.drag(dx: -20, dy: 0), at: 2) == ["2 pointer REL_HWHEEL_HI_RES -120"])
        #expect(desk.handle(.drag(dx: -18, dy: 0), at: 3) == ["3 pointer REL_HWHEEL_HI_RES -108"])
        #expect(
            desk.handle(.drag(dx: -1, dy: 0), at: 4)
                == ["4 pointer REL_HWHEEL_HI_RES -6 REL_HWHEEL -1"])
        #expect(
            desk.handle(.drag(dx: 21, dy: 0), at: 5)
                == ["5 pointer REL_HWHEEL_HI_RES 126 REL_HWHEEL 1"])
    }

    @Test("Drag and twist share each axis' counts, also over several holds")
    func shared() {
        var desk = Desk.holding(.middle, .drag)
        #expect(desk.handle(.drag(dx: 0, dy: 10), at: 1) == ["1 pointer REL_WHEEL_HI_RES -60"])
        _ = desk.handle(.release(.middle), .hold(.index), .mode(.rotate), at: 2)
        _ = desk.handle(.rotate(degrees: 100), at: 3)
        #expect(
            desk.handle(.rotate(degrees: 107.5), at: 4)
                == ["4 pointer REL_WHEEL_HI_RES -60 REL_WHEEL -1"])
        #expect(desk.grammar.faults == [])
    }

    @Test("What is less than a unit is carried")
    func unitFractions() {
        var profile = Profile.desktop
        profile.fingers.middle.drag = .scroll(unitsPerDetent: 1000)
        // 0.12 high-resolution units each
        var desk = Desk.holding(.middle, .drag, profile)
        for step in 1...8 {
            #expect(desk.handle(.drag(dx: 1, dy: 0), at: Double(step)) == [])
        }
        #expect(desk.handle(.drag(dx: 1, dy: 0), at: 9) == ["9 pointer REL_HWHEEL_HI_RES 1"])
    }

    @Test("The two counts agree after everything came up, and after another connection")
    func afterRelease() {
        var desk = Desk.holding(.middle, .drag)
        _ = desk.handle(.drag(dx: 0, dy: 19), at: 1)
        _ = desk.releaseAll(at: 2)
        _ = desk.handle(.hold(.middle), .mode(.drag), at: 3)
        #expect(
            desk.handle(.drag(dx: 0, dy: 1), at: 4)
                == ["4 pointer REL_WHEEL_HI_RES -6 REL_WHEEL -1"])
        _ = desk.handle(.drag(dx: 0, dy: 19), at: 5)
        _ = desk.reset(at: 6)
        _ = desk.handle(.hold(.middle), .mode(.drag), at: 7)
        _ = desk.handle(.drag(dx: 0, dy: 19), at: 8)
        #expect(desk.grammar.faults == [])
    }

    @Test("Random scrolling: the units and their exact sum never differ by a whole unit")
    func exactSum() {
        var random = SplitMix64(seed: 31)
        for unitsPerDetent in [20, 7, 0.5, 333] {
            var profile = Profile.desktop
            profile.fingers.middle.drag = .scroll(unitsPerDetent: unitsPerDetent)
            var mapper = Mapper(profile: profile)
            var frames = FrameBuffer()
            mapper.handle(.hold(.middle), at: .zero, into: &frames)
            mapper.handle(.mode(.drag), at: .zero, into: &frames)
            var exact = 0.0
            for _ in 0..<2000 {
                let dx = Int.random(in: -60...60, using: &random)
                exact += Double(dx) * 120 / unitsPerDetent
                mapper.handle(.drag(dx: dx, dy: 0), at: .zero, into: &frames)
            }
            let units = frames.events.filter { $0.type == 2 && $0.code == 0x0c }
            let sum = units.reduce(0) { $0 + Int($1.value) }
            // Each sample is rounded to a millionth of a unit.
            #expect((Double(sum) - exact).magnitude < 1.001)
            var grammar = FrameGrammar()
            grammar.check(frames.events)
            #expect(grammar.faults == [])
        }
    }

    @Test("Numbers at the ends of the range do not trap, and the counts still agree")
    func extremes() {
        for finger in Finger.allCases {
            var desk = Desk.holding(finger, .drag)
            for (step, units) in [Int.max, .max, .min, .min, .min, 0, 1].enumerated() {
                _ = desk.handle(.drag(dx: units, dy: units), at: Double(step))
                _ = desk.move(units, units, at: Double(step))
            }
            #expect(desk.grammar.faults == [])
        }
        for finger in [Finger.index, .middle, .ring] {
            var desk = Desk.holding(finger, .rotate)
            for degrees in [1e300, -1e300, .infinity, 0, -.infinity, .nan, 1] {
                _ = desk.handle(.rotate(degrees: degrees), at: 1)
            }
            #expect(desk.grammar.faults == [])
        }
    }
}
