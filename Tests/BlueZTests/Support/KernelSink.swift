import Mapping
import TestSupport
import VirtualInput

/// A sink that knows what the kernel would think is down, and whether every frame is well made.
final class KernelSink: SlowSink {
    var isNoticed = true
    private(set) var events: [InputEvent] = []
    private var grammar = FrameGrammar()
    /// Whether the driver has waited until the desktop has opened it; nothing is written before.
    private(set) var isOpen = false
    /// What writing fails with.
    var failure: VirtualInputError?

    /// What is down.
    var down: Set<FrameGrammar.Key> { grammar.down }
    /// What is not as it must be, in words.
    var faults: [String] { grammar.faults }

    func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        isOpen = true
        if let failure { throw failure }
        grammar.check(frames.events)
        events += frames.events
    }

    func forget() { events = [] }

    /// The values of the events of a key, in order.
    func presses(_ key: KeyCode) -> [Int32] {
        events.filter { $0.type == EventType.key && $0.code == key.rawValue }.map(\.value)
    }
}
