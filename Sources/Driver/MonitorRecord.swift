public import Gestures
public import Mapping
internal import VirtualInput

/// One thing that a monitor is told of a driver at work, or of a replay.
///
/// As text it is one line, `TIME DEVICE KIND …`, which docs/monitor.md describes.
public struct MonitorRecord: Equatable, Sendable {
    /// What happened.
    public enum Content: Equatable, Sendable {
        /// The hand moved, in device units, or stood still; its roll in degrees.
        case motion(dx: Int, dy: Int, roll: Double)
        /// What the controller made of it, or a tap.
        case gesture(TimedDpadEvent.Event)
        /// An event that was sent; ends of frames are not told. The record has its time.
        case input(InputEvent)
        /// A packet is done with: nanoseconds from the wake-up of the loop to the end of the write,
        /// or nil where nothing is written, as in a replay.
        case packet(latency: Int64?)
        /// So many lines before this one are missing, since the reader was too slow for them.
        case dropped(Int)
    }

    /// When: of a driver, by the kernel's monotonic clock; of a replay, by the capture's.
    public var time: Timestamp
    /// The Tap's Bluetooth address; `-` in a replay, and where it is about no single Tap.
    public var device: String
    /// What.
    public var content: Content

    /// The device of a replay's records.
    public static let noDevice = "-"

    /// A record of the given parts.
    public init(time: Timestamp, device: String, content: Content) {
        self.time = time
        self.device = device
        self.content = content
    }
}

extension MonitorRecord {
    /// The records of what came out of the pipeline: motion, gestures, events, and last the packets
    /// that led to them.
    public static func records(
        of output: borrowing PipelineOutput, device: String, packets: some Sequence<MonitorRecord>
    ) -> [MonitorRecord] {
        var records: [MonitorRecord] = []
        for motion in output.motions {
            let content = Content.motion(dx: motion.dx, dy: motion.dy, roll: motion.roll)
            records.append(MonitorRecord(time: motion.time, device: device, content: content))
        }
        for timed in output.dpadEvents {
            records.append(
                MonitorRecord(time: timed.time, device: device, content: .gesture(timed.event)))
        }
        for event in output.frames.events where event.type != EventType.syn {
            records.append(
                MonitorRecord(time: event.time, device: device, content: .input(event)))
        }
        records += packets
        return records
    }
}

// MARK: - Text

extension MonitorRecord {
    /// The record as one line, without its line feed.
    public var text: String { "\(time.text) \(device) \(content)" }

    /// The longest line, in bytes.
    public static let longestLine = 200

    /// The record of a line, without its line feed; nil where it is not exactly what `text` writes.
    public init?(parsing line: some Sequence<UInt8>) {
        let bytes = Array(line.prefix(Self.longestLine + 1))
        guard bytes.count <= Self.longestLine, let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 3, let time = Timestamp(text: words[0]), Self.isDevice(words[1]),
            let content = Content(kind: words[2], words: Array(words[3...]), at: time)
        else { return nil }
        self.init(time: time, device: String(words[1]), content: content)
        // There is one way to write a number, and a name.
        guard self.text == text else { return nil }
    }

    /// Whether a word is a Bluetooth address, or says that there is none.
    private static func isDevice(_ word: Substring) -> Bool {
        if word == noDevice { return true }
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6
            && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) && isASCII($0) }
    }

    private static func isASCII(_ word: Substring) -> Bool { word.utf8.allSatisfy { $0 < 0x80 } }
}

extension MonitorRecord.Content: CustomStringConvertible {
    /// The kind and what belongs to it: `input pointer EV_KEY BTN_LEFT 1`.
    public var description: String {
        switch self {
        case .motion(let dx, let dy, let roll):
            "motion \(dx) \(dy) "
                + DecimalText.shortest(Accumulator.micro(roll), decimals: 6)
        case .gesture(let event): "dpad \(event)"
        case .input(let event): "input \(event.words)"
        case .packet(let latency): "packet \(latency.map { String($0) } ?? "-")"
        case .dropped(let count): "dropped \(count)"
        }
    }

    /// What is written so, or nil where there is nothing.
    fileprivate init?(kind: Substring, words: [Substring], at time: Timestamp) {
        switch (kind, words.count) {
        case ("motion", 3):
            guard let dx = Int32(words[0]), let dy = Int32(words[1]),
                let roll = DecimalText.parts(words[2], decimals: 6)
            else { return nil }
            self = .motion(dx: Int(dx), dy: Int(dy), roll: Double(roll) / 1e6)
        case ("dpad", _):
            if let event = DpadEvent(words: words) {
                self = .gesture(.dpad(event))
            } else if let tap = TapGesture(words: words) {
                self = .gesture(.tap(tap))
            } else {
                return nil
            }
        case ("input", 4):
            guard let event = InputEvent(words: words, at: time) else { return nil }
            self = .input(event)
        case ("packet", 1):
            guard words[0] != "-" else {
                self = .packet(latency: nil)
                return
            }
            guard let latency = Int64(words[0]), latency >= 0 else { return nil }
            self = .packet(latency: latency)
        case ("dropped", 1):
            guard let count = Int(words[0]), count > 0 else { return nil }
            self = .dropped(count)
        default: return nil
        }
    }
}

extension ReplayPlayer {
    /// Plays what comes next; returns the records of it.
    public mutating func records(ofNextStepInto output: inout PipelineOutput) -> [MonitorRecord] {
        guard let time = nextTime else { return [] }
        let before = counters.notifications
        output.removeAll()
        step(into: &output)
        let packet = MonitorRecord(
            time: time, device: MonitorRecord.noDevice, content: .packet(latency: nil))
        return MonitorRecord.records(
            of: output, device: MonitorRecord.noDevice,
            packets: counters.notifications > before ? [packet] : [])
    }
}
