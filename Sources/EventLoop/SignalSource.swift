internal import CLinux

/// Signals as events of a loop, instead of interruptions.
public final class SignalSource {
    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private var watch: EventLoop.WatchID?

    /// Blocks the signals' ordinary action and calls `handler` with the number of each that comes,
    /// before whatever else came in the same wake-up.
    ///
    /// Wraps `signalfd(2)` and `pthread_sigmask(3)`.
    public init(
        _ signals: [Int32],
        on loop: EventLoop,
        handler: @escaping (Int32) -> Void
    ) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        let blocked = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard blocked == 0 else { throw SystemError(action: "block signals", code: blocked) }
        let raw = try systemCall("create a signalfd") {
            signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
        }
        descriptor = FileDescriptor(owning: raw)
        self.loop = loop
        watch = try loop.watch(raw, for: .readable, isUrgent: true) { [unowned self] _ in
            while let signal = next() { handler(signal) }
        }
    }

    deinit {
        if let watch { loop.unwatch(watch) }
    }

    private func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        let count = withUnsafeMutableBytes(of: &info) { buffer in
            // EAGAIN, the one error to expect, means that no further signal waits.
            (try? descriptor.read(into: buffer)) ?? 0
        }
        return count == size ? Int32(bitPattern: info.ssi_signo) : nil
    }
}
