public import BlueZ
public import EventLoop
internal import Gestures
public import Mapping
internal import TapProtocol
public import VirtualInput

/// The driver at work: bonded Taps in, virtual devices out.
///
/// The devices are there before any Tap is, and stay over all reconnects.
public final class TapDriver<Base: SlowSink> {
    private let loop: EventLoop
    private let sink: SettlingSink<Base>
    private let client: BlueZClient
    private let failed: (VirtualInputError) -> Void
    private let settleTimer: LoopTimer

    /// A driver for devices that were just made, on the bus at a D-Bus address.
    public init(
        sink base: Base, profile: Profile, busAddress: String, loop: EventLoop,
        handlers: DriverHandlers
    ) {
        let sink = SettlingSink(
            base, created: Timestamp(nanoseconds: EventLoop.monotonicNow()))
        let merged = MergingSink(sink)
        self.loop = loop
        self.sink = sink
        failed = handlers.failed
        client = BlueZClient(
            address: busAddress, loop: loop,
            handlers: BlueZClient.Handlers(
                receiver: { link in
                    let session = TapSession(
                        profile: profile, sink: merged, loop: loop,
                        vibrate: { [weak link] in link?.vibrate(.pulse) },
                        failed: handlers.failed)
                    return TapReceiver(
                        notification: { characteristic, bytes, now in
                            session.receive(bytes, from: characteristic, at: now)
                        },
                        release: { session.release(at: $0) })
                },
                tapReport: handlers.tapReport,
                situation: handlers.situation
            ))
        let box = WeakBox<TapDriver>()
        settleTimer = loop.makeTimer { box.object?.settle() }
        box.object = self
    }

    deinit {
        loop.remove(settleTimer)
    }

    /// Begins; throws if there is no bus.
    public func start() throws(BusError) {
        settle()
        try client.start()
    }

    /// Lets everything come up, puts the Taps back as they were and calls `done` after that.
    public func stop(done: @escaping () -> Void) {
        client.leave(done: done)
    }

    /// Lets everything come up, and goes on with what the Taps do then.
    public func release() {
        client.release()
    }

    private func settle() {
        do {
            let next = try sink.settle(at: Timestamp(nanoseconds: EventLoop.monotonicNow()))
            settleTimer.deadline = next?.nanoseconds
        } catch {
            failed(error)
        }
    }
}
