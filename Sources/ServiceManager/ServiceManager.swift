internal import CSystemd
public import EventLoop

/// What systemd is told of this program as a service, and its watchdog.
///
/// Where no service manager has started the program, nothing happens.
/// Source: `sd_notify(3)`, `sd_watchdog_enabled(3)`.
public final class ServiceManager {
    private let loop: EventLoop
    private let send: (String) -> Void
    /// A day, in microseconds: who waits for longer gets signs of life more often.
    private static let longestInterval: UInt64 = 86_400_000_000

    /// Nanoseconds between two signs of life, or nil where nobody waits for any.
    private let interval: Int64?
    private var timer: LoopTimer?
    private var status: String?
    private var isStopping = false

    /// The service manager that has started this process, if one has.
    public convenience init(loop: EventLoop) {
        var microseconds: UInt64 = 0
        let isAsked = sd_watchdog_enabled(0, &microseconds) > 0
        self.init(loop: loop, watchdog: isAsked ? microseconds : nil) {
            // Whoever does not listen is no reason to do anything else.
            _ = sd_notify(0, $0)
        }
    }

    /// `watchdog` is the time in microseconds within which a sign of life is wanted; `send` takes
    /// what is told, as `sd_notify(3)` has it.
    init(loop: EventLoop, watchdog: UInt64?, send: @escaping (String) -> Void) {
        self.loop = loop
        self.send = send
        // Twice as often as is asked for, as the manual page advises.
        interval = watchdog.map { Int64(min(max($0 / 2, 1), Self.longestInterval)) * 1000 }
    }

    deinit {
        if let timer { loop.remove(timer) }
    }

    /// The service works, or waits for what it works with: what depends on it may start.
    ///
    /// From now on the loop gives the signs of life.
    public func ready() {
        guard !isStopping else { return }
        send("READY=1")
        guard let interval, timer == nil else { return }
        let timer = loop.makeTimer { [unowned self] in signOfLife(each: interval) }
        self.timer = timer
        timer.deadline = EventLoop.monotonicNow() + interval
    }

    /// The service reads its configuration again; `ready` ends that.
    public func reloading() {
        guard !isStopping else { return }
        send("RELOADING=1\nMONOTONIC_USEC=\(EventLoop.monotonicNow() / 1000)")
    }

    /// The service ends.
    public func stopping() {
        guard !isStopping else { return }
        isStopping = true
        send("STOPPING=1")
    }

    /// What `systemctl status` shows of the service: one line, told when it changes.
    public func say(_ text: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard line != status else { return }
        status = line
        send("STATUS=\(line)")
    }

    private func signOfLife(each interval: Int64) {
        send("WATCHDOG=1")
        timer?.deadline = loop.now + interval
    }
}
