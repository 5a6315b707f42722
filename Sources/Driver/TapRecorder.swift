public import BlueZ
public import EventLoop
internal import TapProtocol
public import VirtualInput

/// Writes what the first Tap that connects sends, as a capture.
public final class TapRecorder {
    /// What the recorder tells its owner.
    public struct Handlers {
        /// Something worth telling a person about a Tap, by its name.
        public var tapReport: (String, TapReport) -> Void
        /// The situation of Bluetooth is another one.
        public var situation: (BlueZSituation) -> Void
        /// The file cannot be written to; what came before is kept.
        public var failed: (SystemError) -> Void

        /// Handlers for all three.
        public init(
            tapReport: @escaping (String, TapReport) -> Void,
            situation: @escaping (BlueZSituation) -> Void,
            failed: @escaping (SystemError) -> Void
        ) {
            self.tapReport = tapReport
            self.situation = situation
            self.failed = failed
        }
    }

    /// How long a line may wait for the disk, in nanoseconds.
    private static let flushInterval: Int64 = 1_000_000_000

    private let loop: EventLoop
    private let output: TextOutput
    private let handlers: Handlers
    private var client: BlueZClient?
    private var flushTimer: LoopTimer
    private weak var recorded: TapLink?
    private var start: Int64?
    private var hasFailed = false

    /// How many notifications were written.
    public private(set) var count = 0

    /// A recorder into an output, on the bus at a D-Bus address.
    public init(output: TextOutput, busAddress: String, loop: EventLoop, handlers: Handlers) {
        self.loop = loop
        self.output = output
        self.handlers = handlers
        let box = WeakBox<TapRecorder>()
        flushTimer = loop.makeTimer { box.object?.flush() }
        box.object = self
        client = BlueZClient(
            address: busAddress, loop: loop,
            handlers: BlueZClient.Handlers(
                receiver: { link in
                    TapReceiver(
                        notification: { [weak link] characteristic, bytes, now in
                            guard let link else { return }
                            box.object?.receive(bytes, from: characteristic, of: link, at: now)
                        },
                        release: { _ in })
                },
                tapReport: { box.object?.report($0, $1) },
                situation: handlers.situation
            ))
    }

    deinit {
        loop.remove(flushTimer)
    }

    /// Begins; throws if there is no bus.
    public func begin() throws(BusError) {
        try client?.start()
    }

    /// Puts the Tap back as it was, writes what is left and calls `done` after that.
    public func stop(done: @escaping () -> Void) {
        client?.leave { [weak self] in
            self?.flush()
            done()
        }
    }

    private func receive(
        _ bytes: Span<UInt8>, from characteristic: UInt32, of link: TapLink, at now: Int64
    ) {
        if recorded == nil, start == nil {
            recorded = link
            start = now
            write(CaptureText.header(version: .v2, name: link.name))
        }
        guard let start, recorded === link,
            let line = CaptureText.notification(bytes, from: characteristic, at: now - start)
        else { return }
        count += 1
        write(line)
    }

    private func report(_ name: String, _ report: TapReport) {
        if report == .lost, let start, recorded?.name == name {
            write(CaptureText.connectionLost(at: EventLoop.monotonicNow() - start))
        }
        handlers.tapReport(name, report)
    }

    private func write(_ line: String) {
        guard !hasFailed else { return }
        do {
            try output.write(line: line)
        } catch {
            return fail(error)
        }
        if flushTimer.deadline == nil {
            flushTimer.deadline = EventLoop.monotonicNow() + Self.flushInterval
        }
    }

    private func flush() {
        flushTimer.deadline = nil
        guard !hasFailed else { return }
        do {
            try output.flush()
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: SystemError) {
        hasFailed = true
        handlers.failed(error)
    }
}
