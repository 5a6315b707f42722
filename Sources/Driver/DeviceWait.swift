internal import EventLoop
public import VirtualInput

/// What became of the virtual devices.
public enum DeviceReport: Equatable, Sendable {
    /// They cannot be made, or can be written to no more; waiting until they can be made.
    case waiting(VirtualInputError)
    /// They are there, after they were waited for.
    case made
}

/// Makes the virtual devices as soon as that is possible.
///
/// The file by which they are made is watched: that it turns up, is another one or has other
/// permissions wakes us. For what that does not show it is tried again after pauses that grow up to
/// a minute. Each reason that hinders it is told once, and another one only when it lasts: between a
/// module that is loaded and the permissions that udev then gives, the file is forbidden for a moment.
final class DeviceWait {
    private let path: String
    private let loop: EventLoop
    private let make: () throws(VirtualInputError) -> Void
    private let report: (DeviceReport) -> Void
    private let timer: LoopTimer
    private var watch: FileWatch?
    private var pauses = Backoff(seed: UInt64(bitPattern: EventLoop.monotonicNow()))
    /// The reason that was told last, while there is one.
    private var reason: VirtualInputError?
    /// Another reason, and since when it is the one.
    private var next: (reason: VirtualInputError, since: Int64)?
    private var madeAt: Int64?

    /// How long devices must last, in nanoseconds, until their loss is not taken for the same
    /// trouble as before.
    static let trust: Int64 = 60_000_000_000

    /// How long another reason must last, in nanoseconds, until it is told.
    static let patience: Int64 = 1_500_000_000

    /// A wait for devices that `make` makes by means of the file at a path.
    init(
        path: String, loop: EventLoop, make: @escaping () throws(VirtualInputError) -> Void,
        report: @escaping (DeviceReport) -> Void
    ) {
        self.path = path
        self.loop = loop
        self.make = make
        self.report = report
        let box = WeakBox<DeviceWait>()
        timer = loop.makeTimer { box.object?.attempt() }
        box.object = self
    }

    deinit {
        loop.remove(timer)
    }

    /// Whether something is waited for.
    var isWaiting: Bool { reason != nil }

    /// Makes the devices, now or later.
    func begin() {
        attempt()
    }

    /// Devices failed: makes them again, after a pause.
    func lost(_ error: VirtualInputError) {
        if let madeAt, EventLoop.monotonicNow() - madeAt > Self.trust { pauses.succeeded() }
        wait(error)
    }

    /// Tries again soon, since the machine has slept.
    func hurry() {
        pauses.succeeded()
        if isWaiting { timer.deadline = EventLoop.monotonicNow() }
    }

    private func attempt() {
        timer.deadline = nil
        do {
            try makeWatching()
        } catch {
            return wait(error)
        }
        watch = nil
        madeAt = EventLoop.monotonicNow()
        next = nil
        guard reason != nil else { return }
        reason = nil
        report(.made)
    }

    private func wait(_ error: VirtualInputError) {
        let now = EventLoop.monotonicNow()
        let deadline = now + pauses.next()
        timer.deadline = deadline
        guard reason != nil else { return tell(error) }
        guard error != reason else {
            next = nil
            return
        }
        if next?.reason != error { next = (error, now) }
        guard let end = next.map({ $0.since + Self.patience }), end > now else {
            return tell(error)
        }
        timer.deadline = min(deadline, end)
    }

    private func tell(_ error: VirtualInputError) {
        next = nil
        reason = error
        report(.waiting(error))
    }

    /// Makes the devices, and has the file watched from then on where that fails.
    private func makeWatching() throws(VirtualInputError) {
        do {
            try make()
        } catch {
            guard watch == nil else { throw error }
            watch = try? FileWatch(on: loop, seesWriting: false) { [unowned self] in changed() }
            watch?.watch([path])
            // What hindered it may have ended just before it was watched.
            try make()
        }
    }

    private func changed() {
        // Nothing here may end the watch that calls.
        timer.deadline = loop.now
    }
}
