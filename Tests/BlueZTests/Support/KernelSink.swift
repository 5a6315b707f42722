import Mapping
import VirtualInput

/// A sink that knows what the kernel would think is down, and whether every frame is well made.
final class KernelSink: SlowSink {
    var isNoticed = true
    private(set) var events: [InputEvent] = []
    private(set) var down: Set<UInt16> = []
    /// The first frame that is not as it must be.
    private(set) var fault: String?

    func write(_ frames: FrameBuffer) {
        var count = 0
        frames.forEachFrame { frame in
            count += frame.count
            check(Array(frame))
        }
        if count != frames.events.count { fault = fault ?? "events without an end" }
        events += frames.events
    }

    func forget() { events = [] }

    /// The values of the events of a key, in order.
    func presses(_ key: KeyCode) -> [Int32] {
        events.filter { $0.type == EventType.key && $0.code == key.rawValue }.map(\.value)
    }

    private func check(_ frame: [InputEvent]) {
        let body = frame.dropLast()
        if body.isEmpty { fault = fault ?? "an empty frame" }
        if Set(frame.map(\.device)).count != 1 { fault = fault ?? "a frame of two devices" }
        let keys = body.filter { $0.type == EventType.key }
        if keys.count > 1 { fault = fault ?? "a frame of two keys" }
        for key in keys {
            if key.value == 1 { down.insert(key.code) } else { down.remove(key.code) }
        }
    }
}
