import Gestures
import Testing

@Suite("Debounce")
struct DpadDebounceTests {
    /// A gesture that is debounced, what ends it so that it can come again, and its answer.
    struct Row: CustomTestStringConvertible, Sendable {
        var gesture: ProcessedGesture
        var ending: ProcessedGesture?
        var events: [String]

        var testDescription: String { "\(gesture)" }

        /// Begins and ends the gesture.
        func perform(on dpad: inout Dpad, at milliseconds: Double) -> [String] {
            let events = dpad.gesture(gesture, at: milliseconds)
            if let ending { _ = dpad.gesture(ending, at: milliseconds) }
            return events
        }
    }

    static let rows: [Row] =
        zip(ProcessedGesture.swipes, ["left", "right", "up", "down"]).map {
            Row(gesture: $0, ending: nil, events: ["direction \($1)"])
        }
        + zip(ProcessedGesture.clicks, 0...3).map {
            Row(gesture: $0, ending: nil, events: ["pinch \($1)"])
        }
        + zip(ProcessedGesture.drags, 0...3).map {
            Row(gesture: $0, ending: .drop, events: ["hold \($1)"])
        }
        + [Row(gesture: .fistBegin, ending: .fistEnd, events: ["hide"])]

    @Test("A repeat sooner than 40 ms is swallowed, one at 40 ms is not", arguments: rows)
    func limit(row: Row) {
        for (gap, isSwallowed) in [
            (0, true), (1, true), (39.999999, true), (40, false), (40.000001, false),
        ] {
            var dpad = Dpad()
            #expect(row.perform(on: &dpad, at: 100) == row.events)
            let events = row.perform(on: &dpad, at: 100 + gap)
            #expect(events == (isSwallowed ? [] : row.events), "after \(gap) ms")
        }
    }

    @Test("A swallowed repeat counts as one, so that a stream fires once", arguments: rows)
    func renewed(row: Row) {
        var dpad = Dpad()
        #expect(row.perform(on: &dpad, at: 0) == row.events)
        for index in 1...10 {
            #expect(row.perform(on: &dpad, at: 33 * Double(index)) == [])
        }
        #expect(row.perform(on: &dpad, at: 330 + 39.999999) == [])
        #expect(row.perform(on: &dpad, at: 330 + 39.999999 + 40) == row.events)
    }

    @Test("The time can be set", arguments: rows)
    func tunable(row: Row) {
        var dpad = Dpad()
        dpad.controller.debounce = .milliseconds(200)
        #expect(row.perform(on: &dpad, at: 0) == row.events)
        #expect(row.perform(on: &dpad, at: 199.999999) == [])
        #expect(row.perform(on: &dpad, at: 399.999999) == row.events)
    }

    @Test("Without a debounce nothing is swallowed", arguments: rows)
    func off(row: Row) {
        var dpad = Dpad()
        dpad.controller.debounce = .milliseconds(0)
        #expect(row.perform(on: &dpad, at: 5) == row.events)
        #expect(row.perform(on: &dpad, at: 5) == row.events)
    }

    @Test("Each gesture has its own time")
    func independent() {
        for first in Self.rows {
            for second in Self.rows where second.gesture != first.gesture {
                var dpad = Dpad()
                _ = first.perform(on: &dpad, at: 0)
                #expect(second.perform(on: &dpad, at: 1) == second.events)
                #expect(first.perform(on: &dpad, at: 40) == first.events)
            }
        }
    }

    @Test("A drop and a fist's opening are never swallowed")
    func endings() {
        var dpad = Dpad()
        _ = dpad.gesture(.dragIndex, at: 0)
        #expect(dpad.gesture(.drop, at: 1) == ["release 0"])
        _ = dpad.gesture(.dragMiddle, at: 2)
        #expect(dpad.gesture(.drop, at: 2) == ["release 1"])
        _ = dpad.gesture(.fistBegin, at: 3)
        #expect(dpad.gesture(.fistEnd, at: 3) == ["show"])
        _ = dpad.gesture(.fistBegin, at: 43)
        #expect(dpad.gesture(.fistEnd, at: 43) == ["show"])
    }

    @Test("A swallowed drag-begin of another pinch leaves the hold as it is")
    func swallowedHold() {
        var dpad = Dpad()
        _ = dpad.gesture(.dragIndex, at: 0)
        _ = dpad.gesture(.dragMiddle, at: 10)
        #expect(dpad.gesture(.dragIndex, at: 39) == [])
        #expect(dpad.controller.held == .middle)
    }

    @Test("A swallowed fist leaves the hold as it is and hides nothing")
    func swallowedFist() {
        var dpad = Dpad.hidden()
        _ = dpad.gesture(.fistEnd, at: 10)
        _ = dpad.gesture(.dragIndex, at: 20)
        #expect(dpad.gesture(.fistBegin, at: 39) == [])
        #expect(dpad.controller.held == .index)
        #expect(!dpad.controller.hidden)
    }
}

@Suite("A gesture that is ignored for another reason leaves its debounce time as it was")
struct DpadIgnoredTests {
    @Test("A click while something is held")
    func click() {
        var dpad = Dpad()
        #expect(dpad.gesture(.clickIndex, at: 0) == ["pinch 0"])
        _ = dpad.gesture(.dragMiddle, at: 10)
        #expect(dpad.gesture(.clickIndex, at: 30) == [])
        _ = dpad.gesture(.drop, at: 35)
        #expect(dpad.gesture(.clickIndex, at: 40) == ["pinch 0"])
    }

    @Test("A first click while something is held does not begin a debounce")
    func firstClick() {
        var dpad = Dpad.holding()
        #expect(dpad.gesture(.clickIndex, at: 1) == [])
        _ = dpad.gesture(.drop, at: 2)
        #expect(dpad.gesture(.clickIndex, at: 3) == ["pinch 0"])
    }

    @Test("A drag-begin of the pinch that is held")
    func drag() {
        var dpad = Dpad.holding()
        #expect(dpad.gesture(.dragIndex, at: 30) == [])
        _ = dpad.gesture(.drop, at: 35)
        #expect(dpad.gesture(.dragIndex, at: 40) == ["hold 0"])
    }

    @Test("Everything while hidden", arguments: DpadDebounceTests.rows.dropLast())
    func hidden(row: DpadDebounceTests.Row) {
        var dpad = Dpad()
        #expect(row.perform(on: &dpad, at: 0) == row.events)
        _ = dpad.gesture(.fistBegin, at: 10)
        #expect(dpad.gesture(row.gesture, at: 30) == [])
        _ = dpad.gesture(.fistEnd, at: 35)
        #expect(dpad.gesture(row.gesture, at: 40) == row.events)
    }

    @Test("A fist while hidden")
    func fist() {
        var dpad = Dpad.hidden()
        #expect(dpad.gesture(.fistBegin, at: 30) == [])
        _ = dpad.gesture(.fistEnd, at: 35)
        #expect(dpad.gesture(.fistBegin, at: 40) == ["hide"])
    }
}
