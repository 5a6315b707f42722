import Gestures
import Mapping
import Testing

@Suite("Motion of the pointer that is added up")
struct MotionSumTests {
    /// Frames of words: `x 3 y -4` is motion, `wheel 1` and `key 1` are others.
    private static func buffer(_ frames: [String]) -> FrameBuffer {
        var buffer = FrameBuffer()
        for frame in frames {
            let words = frame.split(separator: " ")
            var events: [InputEvent] = []
            for index in stride(from: 0, to: words.count, by: 2) {
                let (type, code): (UInt16, UInt16) =
                    switch words[index] {
                    case "x": (EventType.rel, RelativeAxis.x)
                    case "y": (EventType.rel, RelativeAxis.y)
                    case "wheel": (EventType.rel, RelativeAxis.wheel)
                    default: (EventType.key, 30)
                    }
                events.append(event(type, code, Int32(words[index + 1]) ?? 0))
            }
            buffer.append(frame: (events + [event(EventType.syn, 0, 0)])[...])
        }
        return buffer
    }

    private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(time: .zero, device: .pointer, type: type, code: code, value: value)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var before: [String]
        var after: [String]
        /// What becomes of both; nil where they stay as they are.
        var sum: [String]?

        var testDescription: String { "\(before) and \(after)" }
    }

    @Test(
        "Only motion that directly follows on motion is added to it",
        arguments: [
            Row(before: ["x 3"], after: ["x 4"], sum: ["x 7"]),
            Row(before: ["x 3"], after: ["y 4"], sum: ["x 3 y 4"]),
            Row(before: ["y 3"], after: ["x 4"], sum: ["x 4 y 3"]),
            Row(before: ["x 3 y -1"], after: ["x -3 y 2"], sum: ["y 1"]),
            Row(before: ["x 3 y -1"], after: ["x 3 y 1"], sum: ["x 6"]),
            // To and fro: nothing is left.
            Row(before: ["x 3 y -1"], after: ["x -3 y 1"], sum: []),
            Row(
                before: ["key 1", "x 3"], after: ["x 4", "key 0"], sum: ["key 1", "x 7", "key 0"]),
            Row(before: ["x 1", "key 1", "y 2"], after: ["y 3"], sum: ["x 1", "key 1", "y 5"]),
            // Something is between, or it is something else.
            Row(before: ["x 3", "key 1"], after: ["x 4"]),
            Row(before: ["x 3"], after: ["key 1", "x 4"]),
            Row(before: ["wheel 1"], after: ["x 4"]),
            Row(before: ["x 4"], after: ["wheel 1"]),
            Row(before: ["wheel 1"], after: ["wheel 1"]),
            Row(before: ["key 1"], after: ["key 0"]),
            // There is nothing to add, or nothing to add it to.
            Row(before: [], after: ["x 4"]), Row(before: ["x 4"], after: []),
            Row(before: [], after: []),
            // A sum that would not fit.
            Row(before: ["x 2147483647"], after: ["x 1"]),
            Row(before: ["y -2147483648"], after: ["y -1"]),
            Row(before: ["x 2147483646"], after: ["x 1"], sum: ["x 2147483647"]),
        ])
    func sums(row: Row) {
        var buffer = Self.buffer(row.before + row.after)
        let place = Self.buffer(row.before).events.endIndex
        #expect(buffer.addUpMotion(at: place) == (row.sum != nil))
        #expect(buffer.events == Self.buffer(row.sum ?? row.before + row.after).events)
    }

    @Test(
        "Which frames are motion alone",
        arguments: [
            ([], true), (["x 1"], true), (["x 1", "y 2", "x 1 y 1"], true), (["wheel 1"], false),
            (["x 1", "key 1"], false), (["x 1 wheel 1"], false),
        ] as [([String], Bool)])
    func alone(frames: [String], isAlone: Bool) {
        #expect(Self.buffer(frames).isMotionAlone == isAlone)
    }
}
