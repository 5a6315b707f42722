public import Gestures
public import Mapping

/// A sink whose reader takes a while to notice that it is there.
public protocol SlowSink: FrameSink {
    /// Whether the system has dealt with the new devices.
    var isNoticed: Bool { get }
}

/// Holds frames back until the desktop has had the time to open new devices.
///
/// What is written to a device that nobody has opened is lost. So keys and buttons wait until udev
/// has dealt with the devices and a short pause has passed, or until a limit; then they go out in
/// order, but for those that are by now too old to be wanted. Motion and wheels do not wait: all at
/// once it would be a jump. The clock is passed in.
public final class SettlingSink<Base: SlowSink>: FrameSink {
    private let base: Base
    private let created: Timestamp
    private var noticed: Timestamp?
    private var waiting = FrameBuffer()

    /// Whether frames go straight through.
    public private(set) var isOpen = false

    /// How long the desktop has, after udev, to open the devices.
    public static var pause: Interval { .milliseconds(250) }
    /// The longest wait of all.
    public static var limit: Interval { .milliseconds(2000) }
    /// Frames older than this when the wait ends are dropped.
    public static var oldest: Interval { .milliseconds(2000) }
    /// How often to look whether udev is done.
    public static var step: Interval { .milliseconds(20) }
    /// How many events may wait; of more the oldest frames are dropped.
    public static var mostWaiting: Int { 1024 }

    /// A sink around devices that were created at `now`.
    public init(_ base: Base, created now: Timestamp) {
        self.base = base
        created = now
    }

    /// Looks whether the wait is over and, if so, sends what waited.
    ///
    /// Returns when to look again, or nil once it is over.
    public func settle(at now: Timestamp) throws(VirtualInputError) -> Timestamp? {
        guard !isOpen else { return nil }
        if noticed == nil, base.isNoticed { noticed = now }
        if let noticed, now >= noticed + Self.pause { return try open(now) }
        if now >= created + Self.limit { return try open(now) }
        return min(noticed.map { $0 + Self.pause } ?? now + Self.step, created + Self.limit)
    }

    /// Sends the frames, or keeps those of keys and buttons until the wait is over.
    public func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        guard !isOpen else { return try base.write(frames) }
        frames.forEachFrame { frame in
            if frame.first?.type == EventType.key { waiting.append(frame: frame) }
        }
        if waiting.events.count > Self.mostWaiting {
            dropOldest()
        }
    }

    /// Drops what waits: nobody wants it any more, and nothing of it is down.
    public func dropWaiting() {
        waiting = FrameBuffer()
    }

    private func dropOldest() {
        let surplus = waiting.events.count - Self.mostWaiting
        var kept = FrameBuffer()
        waiting.forEachFrame { frame in
            if frame.startIndex >= surplus { kept.append(frame: frame) }
        }
        waiting = kept
    }

    private func open(_ now: Timestamp) throws(VirtualInputError) -> Timestamp? {
        isOpen = true
        var fresh = FrameBuffer()
        waiting.forEachFrame { frame in
            guard let first = frame.first, now - first.time <= Self.oldest else { return }
            fresh.append(frame: frame)
        }
        waiting = FrameBuffer()
        try base.write(fresh)
        return nil
    }
}
