import Driver
import Mapping
import TestSupport
import Testing

/// Each capture in the directory has beside it what must come of it.
///
/// That is written by hand from the contract of the text outputs (docs/captures.md). Add a
/// scenario by adding its three files; a line `# profile: NAME` of the capture names its profile.
@Suite("Scenarios")
struct ScenarioTests {
    @Test("The scenarios are found")
    func found() {
        #expect(Scenario.all.count >= 12)
    }

    @Test("The input events are those of the .text file", arguments: Scenario.all)
    func text(_ scenario: Scenario) throws {
        let replay = try scenario.replay()
        if let difference = difference(
            expected: try scenario.lines("text"), actual: replay.text)
        {
            Issue.record("\(scenario.name).text\(difference)")
        }
    }

    @Test("The controller's events are those of the .dpad file", arguments: Scenario.all)
    func dpad(_ scenario: Scenario) throws {
        let replay = try scenario.replay()
        if let difference = difference(
            expected: try scenario.lines("dpad"), actual: replay.dpad)
        {
            Issue.record("\(scenario.name).dpad\(difference)")
        }
    }

    @Test(
        "The grammar of the frames holds, and nothing is down at the end",
        arguments: Scenario.all)
    func grammar(_ scenario: Scenario) throws {
        #expect(try scenario.replay().grammar.faults == [])
    }

    @Test("Two replays print the same", arguments: Scenario.all)
    func twice(_ scenario: Scenario) throws {
        let first = try scenario.replay()
        let second = try scenario.replay()
        #expect(first.text == second.text)
        #expect(first.dpad == second.dpad)
    }

    @Test("What is not understood is counted")
    func counters() throws {
        let scenario = try #require(Scenario.all.first { $0.name == "notifications" })
        let counters = try scenario.replay().counters
        #expect(counters.unknownFrames == 2)
        #expect(counters.foreignNotifications == 1)
        let lines = try scenario.lines("tapcap").filter { $0.hasPrefix("n ") }
        #expect(counters.notifications == lines.count)
    }

    @Test("All kinds of events come about in the scenarios")
    func kinds() throws {
        var dpad: Set<String> = []
        var text: Set<String> = []
        for scenario in Scenario.all {
            dpad.formUnion(
                try scenario.lines("dpad").map { line in
                    let words = line.split(separator: " ").map(String.init)
                    if words[1] == "tap" {
                        return (["tap"] + words.dropFirst(3)).joined(separator: " ")
                    }
                    let isCounted = ["rotate", "drag"].contains(words[1])
                    return isCounted ? words[1] : words.dropFirst().joined(separator: " ")
                })
            text.formUnion(
                try scenario.lines("text").map { String($0.split(separator: " ")[3]) })
        }
        let directions = ["left", "right", "up", "down"].map { "direction \($0)" }
        let fingers = ["pinch", "hold", "release"].flatMap { word in
            (0...3).map { "\(word) \($0)" }
        }
        #expect(
            dpad
                == Set(
                    directions + fingers
                        + ["mode rotate", "mode drag", "rotate", "drag", "hide", "show"]
                        + ["tap", "tap double", "tap triple"]))
        #expect(
            text == [
                "REL_X", "REL_Y", "REL_WHEEL", "REL_HWHEEL", "REL_WHEEL_HI_RES",
                "REL_HWHEEL_HI_RES", "BTN_LEFT", "BTN_RIGHT", "BTN_MIDDLE", "KEY_ESC", "KEY_UP",
                "KEY_DOWN", "KEY_LEFT", "KEY_RIGHT", "KEY_VOLUMEUP", "KEY_VOLUMEDOWN",
                "KEY_ENTER", "KEY_BACK", "KEY_PLAYPAUSE", "KEY_COMPOSE", "KEY_TAB",
                "KEY_LEFTSHIFT", "KEY_SPACE", "KEY_PAGEUP", "KEY_PAGEDOWN", "SYN_REPORT",
            ])
    }
}

@Suite("The aligned difference of two texts")
struct DifferenceTests {
    @Test("Lines that both have are aligned, and the others are marked")
    func aligned() {
        #expect(difference(expected: ["a", "b"], actual: ["a", "b"]) == nil)
        #expect(difference(expected: [], actual: []) == nil)
        let text = difference(expected: ["a", "b", "c"], actual: ["a", "x", "c", "d"])
        #expect(text == "\n- expected, + actual\n  a\n- b\n+ x\n  c\n+ d")
        #expect(difference(expected: ["a"], actual: []) == "\n- expected, + actual\n- a")
        #expect(difference(expected: [], actual: ["a"]) == "\n- expected, + actual\n+ a")
    }
}
