internal import Bus
internal import CLinux
internal import EventLoop

/// The socket of `AcquireNotify`: one notification a read, with no bus between.
///
/// Source: BlueZ's `org.bluez.GattCharacteristic1`; a `SOCK_SEQPACKET` socket.
final class NotificationSocket {
    private let shared: BusDescriptor
    private let loop: EventLoop
    private let buffer: UnsafeMutableRawBufferPointer
    private var watch: EventLoop.WatchID?
    private var hadData = false

    /// More than the longest notification, 512 bytes.
    private static let bufferSize = 1024

    /// Calls `received` for each notification, and `ended` once the other end is closed: with whether
    /// anything had come.
    init(
        _ shared: BusDescriptor, on loop: EventLoop,
        received: @escaping (Span<UInt8>) -> Void,
        ended: @escaping (Bool) -> Void
    ) throws(SystemError) {
        self.shared = shared
        self.loop = loop
        buffer = .allocate(byteCount: Self.bufferSize, alignment: 16)
        watch = try loop.watch(shared.descriptor.raw, for: .readable) { [unowned self] in
            read($0, received, ended)
        }
    }

    deinit {
        if let watch { loop.unwatch(watch) }
        buffer.deallocate()
    }

    /// One read a wake-up: epoll is level-triggered and comes again for the next one.
    private func read(
        _ readiness: EventLoop.Readiness,
        _ received: (Span<UInt8>) -> Void, _ ended: (Bool) -> Void
    ) {
        do {
            let count = try shared.descriptor.read(into: buffer)
            // Without a hang-up it is a notification of no bytes.
            guard count > 0 || !readiness.contains(.hangUp) else { return ended(hadData) }
            let bytes = UnsafeBufferPointer(
                start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
            hadData = true
            received(bytes.span)
        } catch {
            if error.code != EAGAIN { ended(hadData) }
        }
    }
}
