internal import Bus
internal import CLinux
internal import EventLoop

/// The socket of `AcquireNotify`: notifications with no bus between.
///
/// One system call takes all that is there, up to a limit, so that a Tap which floods neither costs a
/// call for each notification nor keeps anything else from its turn.
///
/// Source: BlueZ's `org.bluez.GattCharacteristic1`; a `SOCK_SEQPACKET` socket.
final class NotificationSocket {
    /// What comes of a socket.
    struct Handlers {
        /// A notification.
        var received: (Span<UInt8>) -> Void
        /// A notification that was read too long after the wake-up, since the program was stopped in
        /// between: it is too old to do anything.
        var late: (Span<UInt8>) -> Void
        /// Those of this wake-up have all been told.
        var completed: () -> Void
        /// The other end is closed; whether anything had come.
        var ended: (Bool) -> Void
    }

    private let shared: BusDescriptor
    private let loop: EventLoop
    private let messages: MessageBuffers
    private var watch: EventLoop.WatchID?
    private var hadData = false

    /// How many notifications a wake-up takes; epoll is level-triggered and comes again for more.
    static let mostAtOnce = 16
    /// More than the longest notification, 512 bytes.
    private static let longest = 1024
    /// More notifications than the kernel keeps for a reader that does not read.
    private static let mostWaiting = 4096

    /// Listens to a socket until it is closed; takes so many notifications in a wake-up.
    ///
    /// One alone where a Tap has several sockets: so they take turns, and what one of them says comes
    /// not too late after what another says.
    init(
        _ shared: BusDescriptor, on loop: EventLoop, atOnce: Int = mostAtOnce, _ handlers: Handlers
    ) throws(SystemError) {
        self.shared = shared
        messages = MessageBuffers(capacity: atOnce, length: Self.longest)
        self.loop = loop
        watch = try loop.watch(shared.descriptor.raw, for: .readable) { [unowned self] in
            read($0, handlers)
        }
    }

    deinit {
        close()
    }

    /// Listens no longer: also what has been read already is not told.
    func close() {
        if let watch { loop.unwatch(watch) }
        watch = nil
    }

    /// Reads what waits, without waiting for more; an end is left for the next wake-up.
    func drain(_ old: (Span<UInt8>) -> Void) {
        for _ in 0..<Self.mostWaiting / messages.capacity {
            guard let count = try? messages.receive(from: shared.descriptor.raw) else { return }
            let whole = withoutEnd(count)
            for index in 0..<whole {
                hadData = true
                old(messages[index].span)
                guard watch != nil else { return }
            }
            // Empty ones may be the end of the stream, or the Tap's with more behind them.
            guard count == messages.capacity, whole > 0 || !isHungUp(shared.descriptor.raw) else {
                return
            }
        }
    }

    private func read(_ readiness: EventLoop.Readiness, _ handlers: Handlers) {
        do {
            let count = try messages.receive(from: shared.descriptor.raw)
            let isLate = loop.isLate
            let whole = withoutEnd(count)
            for index in 0..<whole {
                hadData = true
                if isLate {
                    handlers.late(messages[index].span)
                } else {
                    handlers.received(messages[index].span)
                }
                // A handler may close the socket, and all that belongs to it.
                guard watch != nil else { return }
            }
            handlers.completed()
            if watch != nil, whole < count, readiness.contains(.hangUp) { handlers.ended(hadData) }
        } catch {
            if error.code != EAGAIN { handlers.ended(hadData) }
        }
    }

    /// How many of the messages that were received are notifications: behind the end of the stream
    /// all the room is filled with empty ones.
    ///
    /// A hang-up that came after the wake-up is told by the next one. Notifications of no bytes mean
    /// nothing, so it does no harm that they are left out where they fill the room.
    private func withoutEnd(_ count: Int) -> Int {
        guard count == messages.capacity else { return count }
        var whole = count
        while whole > 0, messages[whole - 1].isEmpty { whole -= 1 }
        return whole
    }
}
