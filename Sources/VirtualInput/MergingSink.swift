public import Mapping

/// One sink for several Taps: a key that two of them press goes down with the first and comes up
/// with the last.
public final class MergingSink<Base: FrameSink>: FrameSink {
    private var base: Base
    /// How many press each key, by its code (`KEY_CNT` of them).
    private var counts = [Int](repeating: 0, count: 0x300)
    private var frames = FrameBuffer()

    /// A sink in front of another.
    public init(_ base: Base) {
        self.base = base
    }

    /// Sends to another base from now on, on which no key is down.
    ///
    /// What is down on the one before comes up with it, since the kernel lets go of the keys of a
    /// device that is no longer there.
    public func replace(_ base: Base) {
        self.base = base
        for code in counts.indices { counts[code] = 0 }
    }

    /// Sends the frames but for those of a key that another holds.
    public func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        self.frames.removeAll()
        frames.forEachFrame { frame in
            if changesSomething(frame) { self.frames.append(frame: frame) }
        }
        if !self.frames.isEmpty { try base.write(self.frames) }
    }

    /// Counts the key of a frame; a frame holds one key or none.
    private func changesSomething(_ frame: ArraySlice<InputEvent>) -> Bool {
        guard let event = frame.first, event.type == EventType.key,
            counts.indices.contains(Int(event.code))
        else { return true }
        let code = Int(event.code)
        if event.value == 0 {
            counts[code] -= counts[code] > 0 ? 1 : 0
            return counts[code] == 0
        }
        counts[code] += 1
        return counts[code] == 1
    }
}
