public import BlueZ
public import Bus
public import EventLoop
internal import TapProtocol
public import VirtualInput

/// Writes what the first Tap that connects sends, as a capture.
public final class TapRecorder {
    /// How long a line may wait for the disk, in nanoseconds.
    private static let flushInterval: Int64 = 1_000_000_000

    private let loop: EventLoop
    private let output: TextOutput
    private let handlers: DriverHandlers
    private let client: BlueZClient
    private let flushTimer: LoopTimer
    private weak var recorded: TapLink?
    private var began: Int64?
    private var hasFailed = false
    private var isStopping = false
    /// Whether nothing came since the last loss.
    private var isLost = false

    /// How many notifications were written.
    public private(set) var count = 0

    /// A recorder into an output, on the bus at a D-Bus address.
    public init(
        output: TextOutput, busAddress: String, choice: TapChoice = .all, loop: EventLoop,
        handlers: DriverHandlers
    ) {
        self.loop = loop
        self.output = output
        self.handlers = handlers
        let box = WeakBox<TapRecorder>()
        flushTimer = loop.makeTimer { box.object?.flush() }
        client = BlueZClient(
            address: busAddress, loop: loop, choice: choice,
            handlers: BlueZClient.Handlers(
                receiver: { link in
                    TapReceiver(
                        notification: { [weak link] characteristic, bytes, now in
                            guard let link else { return }
                            box.object?.receive(bytes, from: characteristic, of: link, at: now)
                        },
                        release: { [weak link] now in
                            if let link { box.object?.released(link, at: now) }
                        })
                },
                tapReport: { handlers.tapReport($0.name, $1) },
                situation: handlers.situation
            ))
        box.object = self
    }

    deinit {
        loop.remove(flushTimer)
    }

    /// Begins; throws if there is no bus.
    public func start() throws(BusError) {
        try client.start()
    }

    /// Puts the Tap back as it was, writes what is left and calls `done` after that.
    public func stop(done: @escaping () -> Void) {
        isStopping = true
        client.leave { [weak self] in
            self?.flush()
            done()
        }
    }

    private func receive(
        _ bytes: Span<UInt8>, from characteristic: UInt32, of link: TapLink, at now: Int64
    ) {
        if began == nil {
            recorded = link
            began = now
            write(CaptureText.header(version: link.protocolVersion ?? .v2, name: link.name))
        }
        guard let began, recorded === link,
            let line = CaptureText.notification(bytes, from: characteristic, at: now - began)
        else { return }
        count += 1
        isLost = false
        write(line)
    }

    /// What the Tap had pressed came up, as with a lost connection; at the end it is no loss.
    private func released(_ link: TapLink, at now: Int64) {
        guard let began, recorded === link, !isStopping, !isLost else { return }
        isLost = true
        write(CaptureText.connectionLost(at: now - began))
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

    /// Hands what is left to the kernel; `stop` does so as well.
    public func flush() {
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
        handlers.failed(.system(error))
    }
}
