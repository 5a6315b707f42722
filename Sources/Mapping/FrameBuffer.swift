internal import Gestures

/// Frames of input events in the order in which they are sent.
///
/// A frame is the events of one device that belong together and the `SYN_REPORT` that ends them.
/// Keep the buffer from packet to packet: its memory is used again.
public struct FrameBuffer: Sendable {
    /// All events, each frame ended by its `SYN_REPORT`.
    public private(set) var events: [InputEvent] = []

    /// The most events that one frame can hold, its `SYN_REPORT` included.
    public static let longestFrame = 8

    /// An empty buffer with room for the frames of an ordinary packet.
    public init() {
        events.reserveCapacity(64)
    }

    /// Whether there is no frame.
    public var isEmpty: Bool { events.isEmpty }

    /// Forgets the frames and keeps the memory.
    public mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
    }

    /// Calls `body` with the events of each frame, its `SYN_REPORT` included, in order.
    public func forEachFrame<Failure: Error>(
        _ body: (ArraySlice<InputEvent>) throws(Failure) -> Void
    ) throws(Failure) {
        var start = events.startIndex
        for index in events.indices where events[index].type == EventType.syn {
            try body(events[start...index])
            start = index + 1
        }
    }

    /// A frame with one key or button going down or coming up.
    mutating func append(_ key: KeyCode, down: Bool, at time: Timestamp) {
        append(EventType.key, key.rawValue, down ? 1 : 0, key.device, time)
        end(key.device, time)
    }

    /// A frame of pointer motion; an axis of 0 is left out, and so is a frame without axes.
    mutating func append(_ counts: PointerMotion.Counts, at time: Timestamp) {
        appendPair((RelativeAxis.x, counts.x), (RelativeAxis.y, counts.y), time)
        endIfOpen(time)
    }

    /// A frame of scroll; what is 0 is left out, and so is an empty frame.
    mutating func append(vertical: Scroll, horizontal: Scroll, at time: Timestamp) {
        appendPair(
            (RelativeAxis.wheelHiRes, vertical.hiRes), (RelativeAxis.wheel, vertical.detents), time)
        appendPair(
            (RelativeAxis.hwheelHiRes, horizontal.hiRes),
            (RelativeAxis.hwheel, horizontal.detents), time)
        endIfOpen(time)
    }

    /// Appends frames that were made elsewhere.
    public mutating func append(frame: ArraySlice<InputEvent>) {
        events.append(contentsOf: frame)
    }

    /// Puts one frame of motion, or none without motion, in the place of frames of motion that have
    /// at least as many events.
    mutating func rewrite(_ range: Range<Int>, x: Int32, y: Int32) {
        var end = range.lowerBound
        if x != 0 { rewrite(&end, EventType.rel, RelativeAxis.x, x) }
        if y != 0 { rewrite(&end, EventType.rel, RelativeAxis.y, y) }
        if end > range.lowerBound { rewrite(&end, EventType.syn, 0, 0) }
        events.removeSubrange(end..<range.upperBound)
    }

    private mutating func rewrite(
        _ place: inout Int, _ type: UInt16, _ code: UInt16, _ value: Int32
    ) {
        let time = events[place].time
        events[place] = InputEvent(
            time: time, device: .pointer, type: type, code: code, value: value)
        place += 1
    }

    private mutating func appendPair(
        _ first: (code: UInt16, value: Int32),
        _ second: (code: UInt16, value: Int32),
        _ time: Timestamp
    ) {
        if first.value != 0 { append(EventType.rel, first.code, first.value, .pointer, time) }
        if second.value != 0 { append(EventType.rel, second.code, second.value, .pointer, time) }
    }

    private mutating func append(
        _ type: UInt16, _ code: UInt16, _ value: Int32, _ device: OutputDevice, _ time: Timestamp
    ) {
        events.append(
            InputEvent(time: time, device: device, type: type, code: code, value: value))
    }

    private mutating func end(_ device: OutputDevice, _ time: Timestamp) {
        append(EventType.syn, 0, 0, device, time)
    }

    private mutating func endIfOpen(_ time: Timestamp) {
        guard let last = events.last, last.type != EventType.syn else { return }
        end(.pointer, time)
    }
}
