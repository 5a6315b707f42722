import Driver
import Gestures
import Mapping
import TestSupport
import Testing
import VirtualInput

@Suite("Playing a capture")
struct ReplayPlayerTests {
    /// The times of the moments at which a player has something to do, as text.
    private static func moments(_ lines: String...) throws -> [String] {
        var player = ReplayPlayer(try Capture(lines), PipelineSetup(.desktop))
        var output = PipelineOutput()
        var moments: [String] = []
        while let next = player.nextTime {
            moments.append(next.text)
            output.removeAll()
            player.step(into: &output)
            // Nothing comes of a moment that does not carry its time.
            #expect(output.frames.events.allSatisfy { $0.time == next })
            #expect(output.dpadEvents.allSatisfy { $0.time == next })
        }
        return moments
    }

    @Test("The moments are those of the lines and of the timers between them")
    func moments() throws {
        #expect(
            try Self.moments("g 0.5 17", "g 1 5", "c 3") == [
                "0.500000", "0.520000", "1.000000", "2.000000", "3.000000",
            ])
    }

    @Test("Lines of one time are moments of their own")
    func sameTime() throws {
        #expect(try Self.moments("c 1", "c 1", "c 1") == ["1.000000", "1.000000", "1.000000"])
    }

    @Test("A timer of the time of a line is part of that line's moment")
    func timerAtLine() throws {
        #expect(try Self.moments("g 0 17", "c 0.02") == ["0.000000", "0.020000"])
        let replay = try Replay("g 0 17", "g 0.02 18", "c 1")
        #expect(
            replay.text.filter { $0.contains("EV_KEY") } == [
                "0.000000 keyboard EV_KEY KEY_LEFT 1", "0.020000 keyboard EV_KEY KEY_LEFT 0",
                "0.020000 keyboard EV_KEY KEY_RIGHT 1", "0.040000 keyboard EV_KEY KEY_RIGHT 0",
            ])
    }

    @Test("A capture without a line of time is over at once")
    func empty() throws {
        #expect(try Self.moments("device v2 A") == [])
        var player = ReplayPlayer(try Capture([]), PipelineSetup(.desktop))
        var output = PipelineOutput()
        player.step(into: &output)
        #expect(output.frames.isEmpty && output.dpadEvents.isEmpty)
    }

    @Test("With the last line everything comes up, and later timers do not fire")
    func end() throws {
        #expect(try Self.moments("g 0 5", "g 0.5 17") == ["0.000000", "0.500000"])
        let replay = try Replay("g 0 5", "g 0.5 17")
        #expect(
            replay.text.filter { $0.contains("EV_KEY") } == [
                "0.500000 keyboard EV_KEY KEY_LEFT 1", "0.500000 keyboard EV_KEY KEY_LEFT 0",
            ])
        #expect(replay.dpad == ["0.000000 hold 0", "0.500000 direction left"])
    }

    @Test("Times far from the start are as exact")
    func farTimes() throws {
        let replay = try Replay(
            "g 999999998 5", "m 999999998.5 0 0 0", "c 999999998.999999999", "c 999999999")
        #expect(
            replay.dpad == [
                "999999998.000000 hold 0", "999999998.500000 rotate 0",
                "999999999.000000 mode drag",
            ])
    }
}

@Suite("The bundled capture")
struct DemoCaptureTests {
    @Test("It lasts about 20 seconds and shows every gesture")
    func everyGesture() throws {
        let capture = try Capture(parsing: Capture.demoFile, file: "demo.tapcap")
        let last = try #require(capture.lines.last).time
        #expect(last >= Timestamp(nanoseconds: 15_000_000_000))
        #expect(last <= Timestamp(nanoseconds: 30_000_000_000))
        let replay = Replay(capture)
        #expect(replay.grammar.faults == [])
        #expect(replay.counters.unknownFrames == 0)
        #expect(replay.counters.foreignNotifications == 0)
        let words = replay.dpad.map { $0.split(separator: " ").dropFirst() }
        let events = Set(words.map { $0.prefix(2).joined(separator: " ") })
        let kinds = Set(words.compactMap(\.first))
        for word in ["direction left", "direction right", "direction up", "direction down"] {
            #expect(events.contains(word))
        }
        for word in ["pinch", "hold", "release"] {
            for finger in 0...3 { #expect(events.contains("\(word) \(finger)")) }
        }
        #expect(events.isSuperset(of: ["mode rotate", "mode drag"]))
        #expect(kinds.isSuperset(of: ["rotate", "drag", "hide", "show"]))
        #expect(replay.text.contains { $0.contains("REL_X") })
    }
}
