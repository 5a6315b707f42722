internal import CLinux

/// One thread's loop over file descriptors and timers: epoll, level-triggered.
///
/// It sleeps until a descriptor is ready or a timer is due, and otherwise not at all. Handlers run
/// one after another on the thread that calls `run`; they may watch, unwatch and set timers freely.
public final class EventLoop {
    /// What to wait for, and what came; the values are epoll's.
    public struct Readiness: OptionSet, Sendable {
        /// The bits of epoll.
        public let rawValue: UInt32

        /// A set of epoll's bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// `EPOLLIN`: there is something to read.
        public static let readable = Readiness(rawValue: 0x001)
        /// `EPOLLOUT`: there is room to write.
        public static let writable = Readiness(rawValue: 0x004)
        /// `EPOLLERR`: an error; always reported.
        public static let error = Readiness(rawValue: 0x008)
        /// `EPOLLHUP`: the other end is gone; always reported.
        public static let hangUp = Readiness(rawValue: 0x010)
    }

    /// A descriptor that is watched; give it back to `unwatch`.
    public struct WatchID: Hashable, Sendable {
        fileprivate let rawValue: UInt64
    }

    private final class Watch {
        let descriptor: Int32
        let isUrgent: Bool
        let handler: (Readiness) -> Void

        init(descriptor: Int32, isUrgent: Bool, handler: @escaping (Readiness) -> Void) {
            self.descriptor = descriptor
            self.isUrgent = isUrgent
            self.handler = handler
        }
    }

    private static let batch = 16
    /// Nanoseconds after which the program was perhaps stopped meanwhile: between two wake-ups, or
    /// since the present one.
    public static let stoppedPerhaps: Int64 = 500_000_000

    private let epoll: FileDescriptor
    private var watches: [UInt64: Watch] = [:]
    private var lastID: UInt64 = 0
    private var timers: [LoopTimer] = []
    private var lastTimer: UInt64 = 0
    private var wakeUp: UInt64 = 0
    private var ready = [epoll_event](repeating: epoll_event(), count: batch)
    private var stopped = false

    /// The time of the present wake-up, in nanoseconds of `CLOCK_MONOTONIC`.
    public private(set) var now: Int64

    /// Whether the present wake-up is so long ago that what is read in it may have come later.
    public var isLate: Bool { Self.monotonicNow() &- now > Self.stoppedPerhaps }

    /// A loop that watches nothing.
    ///
    /// Wraps `epoll_create1(2)`.
    public init() throws(SystemError) {
        let raw = try systemCall("create an epoll instance") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        epoll = FileDescriptor(owning: raw)
        now = Self.monotonicNow()
    }

    /// Nanoseconds of `CLOCK_MONOTONIC` at this very moment.
    public static func monotonicNow() -> Int64 {
        var time = timespec()
        // Cannot fail: the clock exists on every Linux and the pointer is valid.
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Calls `handler` whenever the descriptor is ready; errors and hang-ups are always told.
    ///
    /// Of several that are ready in one wake-up those that are urgent come first. The descriptor stays
    /// its owner's, who unwatches it before closing it.
    public func watch(
        _ descriptor: Int32,
        for interest: Readiness,
        isUrgent: Bool = false,
        handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> WatchID {
        lastID += 1
        let id = WatchID(rawValue: lastID)
        try control(EPOLL_CTL_ADD, descriptor, id, interest)
        watches[id.rawValue] = Watch(
            descriptor: descriptor, isUrgent: isUrgent, handler: handler)
        // One wake-up tells of all that is ready: else an urgent one might not be among them.
        if watches.count > ready.count { ready.append(epoll_event()) }
        return id
    }

    /// Changes what a watched descriptor is watched for.
    public func change(_ id: WatchID, to interest: Readiness) throws(SystemError) {
        guard let watch = watches[id.rawValue] else { return }
        try control(EPOLL_CTL_MOD, watch.descriptor, id, interest)
    }

    /// Watches a descriptor no longer; its handler is not called again, not even in this wake-up.
    public func unwatch(_ id: WatchID) {
        guard let watch = watches.removeValue(forKey: id.rawValue) else { return }
        // A descriptor that is already closed has left epoll by itself: nothing to undo.
        try? control(EPOLL_CTL_DEL, watch.descriptor, id, [])
    }

    /// A timer of this loop; set it as often as is wanted, which allocates nothing.
    public func makeTimer(_ handler: @escaping () -> Void) -> LoopTimer {
        lastTimer += 1
        let timer = LoopTimer(number: lastTimer, handler: handler)
        timers.append(timer)
        return timer
    }

    /// Takes a timer out of the loop.
    public func remove(_ timer: LoopTimer) {
        timer.deadline = nil
        timers.removeAll { $0 === timer }
    }

    /// Runs until `stop`.
    public func run() throws(SystemError) {
        stopped = false
        while !stopped {
            try runOnce()
        }
    }

    /// Ends `run` when the present handler returns.
    public func stop() {
        stopped = true
    }

    /// Waits for one wake-up, at most until the moment `limit`, and runs its handlers.
    public func runOnce(until limit: Int64? = nil) throws(SystemError) {
        let last = now
        var count = try wait(until: earliest(limit))
        now = Self.monotonicNow()
        // Perhaps the program was stopped on its way out of the wait: then a signal tells of it by now.
        if count > 0, now &- last > Self.stoppedPerhaps { count = try wait(until: now) }
        if count > 1 { callHandlers(count) { $0.isUrgent } }
        callHandlers(count) { count == 1 || !$0.isUrgent }
        fireTimers()
    }

    private func callHandlers(_ count: Int, where isMeant: (Watch) -> Bool) {
        for index in 0..<count where !stopped {
            let event = ready[index]
            guard let watch = watches[event.data.u64], isMeant(watch) else { continue }
            watch.handler(Readiness(rawValue: event.events))
        }
    }

    private func earliest(_ limit: Int64?) -> Int64? {
        var earliest = limit
        for timer in timers {
            guard let deadline = timer.deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    private func wait(until deadline: Int64?) throws(SystemError) -> Int {
        let epoll = epoll.raw
        let count = try systemCall("wait for events") {
            let timeout = deadline.map(Self.milliseconds(until:)) ?? -1
            return ready.withUnsafeMutableBufferPointer { events in
                epoll_wait(epoll, events.baseAddress, Int32(clamping: events.count), timeout)
            }
        }
        return Int(count)
    }

    /// Whole milliseconds until a moment, rounded up so that nothing fires too early.
    private static func milliseconds(until deadline: Int64) -> Int32 {
        let rest = deadline.subtractingReportingOverflow(monotonicNow())
        guard !rest.overflow, rest.partialValue > 0 else { return 0 }
        return Int32(clamping: (rest.partialValue - 1) / 1_000_000 + 1)
    }

    /// Fires the timers that are due, in the order of their deadlines and each at most once: what a
    /// handler makes, or sets to a time that has passed, waits for the next wake-up.
    private func fireTimers() {
        wakeUp &+= 1
        let newest = lastTimer
        while !stopped, let timer = nextDue(madeUpTo: newest) {
            timer.deadline = nil
            timer.firedIn = wakeUp
            timer.handler()
        }
    }

    private func nextDue(madeUpTo newest: UInt64) -> LoopTimer? {
        var next: LoopTimer?
        for timer in timers where timer.number <= newest && timer.firedIn != wakeUp {
            guard let deadline = timer.deadline, deadline <= now else { continue }
            if let earliest = next?.deadline, earliest <= deadline { continue }
            next = timer
        }
        return next
    }

    private func control(
        _ operation: Int32,
        _ descriptor: Int32,
        _ id: WatchID,
        _ interest: Readiness
    ) throws(SystemError) {
        let epoll = epoll.raw
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = id.rawValue
        try systemCall("watch file descriptor \(descriptor)") {
            epoll_ctl(epoll, operation, descriptor, &event)
        }
    }
}

/// A timer of an `EventLoop`: one moment at which its handler is called.
///
/// Each wake-up looks at every timer. Its numbers are read and stored whole, on one thread, so that
/// no access can overlap another one: to check that each time would be most of what a timer costs.
public final class LoopTimer {
    /// When it is due, in nanoseconds of `CLOCK_MONOTONIC`, or nil; it is nil again once it fired.
    @exclusivity(unchecked) public var deadline: Int64?

    fileprivate let number: UInt64
    fileprivate let handler: () -> Void
    /// The wake-up in which it fired last.
    @exclusivity(unchecked) fileprivate var firedIn: UInt64 = 0

    fileprivate init(number: UInt64, handler: @escaping () -> Void) {
        self.number = number
        self.handler = handler
    }
}
