import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@Suite("Double pinches")
struct DoublePinchTests {
    /// Enter by the index finger, Tab by two pinches of it; Space by the middle finger.
    private static let profile: Profile = {
        var profile = Profile(name: "double")
        profile.fingers.index.pinch = .key(.enter)
        profile.fingers.index.doublePinch = .key(.tab)
        profile.fingers.middle.pinch = .key(.space)
        profile.directions.up = .key(.up)
        profile.taps[TapGesture(.index)] = .key(.t)
        return profile
    }()

    @Test("A pinch waits for a second one for 300 ms, and is then what it is")
    func single() {
        var desk = Desk(Self.profile)
        #expect(desk.handle(.pinch(.index), at: 0) == [])
        #expect(desk.mapper.deadline == Desk.time(300))
        #expect(desk.advance(to: 299.999999) == [])
        #expect(desk.advance(to: 310) == ["300 keyboard KEY_ENTER 1"])
    }

    @Test(
        "Two pinches are a double one at once, just inside the limit", arguments: [50, 299.999999])
    func double(second: Double) {
        var desk = Desk(Self.profile)
        _ = desk.handle(.pinch(.index), at: 0)
        #expect(
            desk.handle(.pinch(.index), at: second).last?.hasSuffix("keyboard KEY_TAB 1") == true)
        #expect(desk.advance(to: 2000).count == 1)
        #expect(desk.mapper.deadline == nil)
    }

    @Test("At the limit they are two single ones")
    func twoSingles() {
        var desk = Desk(Self.profile)
        _ = desk.handle(.pinch(.index), at: 0)
        #expect(desk.handle(.pinch(.index), at: 300) == ["300 keyboard KEY_ENTER 1"])
        #expect(
            desk.advance(to: 1000) == [
                "320 keyboard KEY_ENTER 0", "600 keyboard KEY_ENTER 1", "620 keyboard KEY_ENTER 0",
            ])
    }

    @Test("A third pinch begins anew")
    func third() {
        var desk = Desk(Self.profile)
        _ = desk.handle(.pinch(.index), at: 0)
        _ = desk.handle(.pinch(.index), at: 100)
        #expect(desk.handle(.pinch(.index), at: 200) == ["120 keyboard KEY_TAB 0"])
        #expect(desk.advance(to: 500) == ["500 keyboard KEY_ENTER 1"])
    }

    @Test("A finger without a double pinch clicks at once, twice as well")
    func unbound() {
        var desk = Desk(Self.profile)
        #expect(desk.handle(.pinch(.middle), at: 0) == ["0 keyboard KEY_SPACE 1"])
        #expect(desk.handle(.pinch(.middle), at: 100).last == "100 keyboard KEY_SPACE 1")
    }

    @Test("Whatever else the hand does comes after the pinch that waits")
    func flushed() {
        let others: [(DpadEvent, String)] = [
            (.pinch(.middle), "KEY_SPACE"), (.direction(.up), "KEY_UP"), (.hold(.ring), ""),
        ]
        for (event, key) in others {
            var desk = Desk(Self.profile)
            _ = desk.handle(.pinch(.index), at: 0)
            let texts = desk.handle(event, at: 100)
            #expect(
                texts == ["100 keyboard KEY_ENTER 1"]
                    + (key.isEmpty ? [] : ["100 keyboard \(key) 1"]))
            #expect(desk.grammar.faults == [])
        }
        var desk = Desk(Self.profile)
        _ = desk.handle(.pinch(.index), at: 0)
        #expect(
            desk.handle(tap: TapGesture(.index), at: 100)
                == ["100 keyboard KEY_ENTER 1", "100 keyboard KEY_T 1"])
    }

    @Test("A fist, a lost connection and another profile drop the pinch that waits")
    func dropped() {
        var desk = Desk(Self.profile)
        _ = desk.handle(.pinch(.index), at: 0)
        _ = desk.handle(.hide, .show, at: 100)
        #expect(desk.advance(to: 1000) == [])
        _ = desk.handle(.pinch(.index), at: 2000)
        _ = desk.reset(at: 2100)
        #expect(desk.advance(to: 3000) == [])
        _ = desk.handle(.pinch(.index), at: 4000)
        _ = desk.change(to: .desktop, at: 4100)
        #expect(desk.advance(to: 5000) == [])
    }
}
