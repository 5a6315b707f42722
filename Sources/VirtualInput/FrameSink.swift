public import Mapping

/// Where frames of input events go: the kernel, a text or a test's memory.
public protocol FrameSink: AnyObject {
    /// Sends the frames, in order.
    func write(_ frames: FrameBuffer) throws(VirtualInputError)
}

/// A sink that keeps what it is given.
public final class MemorySink: FrameSink {
    /// All events so far.
    public private(set) var events: [InputEvent] = []

    /// An empty sink.
    public init() {}

    /// Keeps the frames; never fails.
    public func write(_ frames: FrameBuffer) {
        events += frames.events
    }
}
