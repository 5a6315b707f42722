internal import CDBus
internal import EventLoop

/// Puts the descriptors and time-outs of a libdbus connection on the program's loop.
final class BusPoller {
    /// The watches of one descriptor; libdbus has one for reading and one for writing.
    private struct Descriptor {
        var id: EventLoop.WatchID
        var watches: [OpaquePointer]
    }

    private let connection: OpaquePointer
    private let loop: EventLoop
    private var descriptors: [Int32: Descriptor] = [:]
    private var timers: [OpaquePointer: LoopTimer] = [:]

    /// Drives a connection from now on; nil if memory ran out.
    init?(_ connection: OpaquePointer, on loop: EventLoop) {
        self.connection = connection
        self.loop = loop
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard
            dbus_connection_set_watch_functions(
                connection,
                { watch, context in
                    guard let watch, let poller = BusPoller.from(context) else { return 0 }
                    return poller.add(watch: watch) ? 1 : 0
                },
                { watch, context in
                    guard let watch else { return }
                    BusPoller.from(context)?.remove(watch: watch)
                },
                { watch, context in
                    guard let watch else { return }
                    BusPoller.from(context)?.refresh(dbus_watch_get_unix_fd(watch))
                },
                context, nil) != 0,
            dbus_connection_set_timeout_functions(
                connection,
                { timeout, context in
                    guard let timeout, let poller = BusPoller.from(context) else { return 0 }
                    poller.add(timeout: timeout)
                    return 1
                },
                { timeout, context in
                    guard let timeout else { return }
                    BusPoller.from(context)?.remove(timeout: timeout)
                },
                { timeout, context in
                    guard let timeout else { return }
                    BusPoller.from(context)?.arm(timeout)
                },
                context, nil) != 0
        else {
            stop()
            return nil
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> BusPoller? {
        context.map { Unmanaged<BusPoller>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes everything off the loop.
    func stop() {
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(connection, nil, nil, nil, nil, nil)
        for descriptor in descriptors.values { loop.unwatch(descriptor.id) }
        for timer in timers.values { loop.remove(timer) }
        descriptors = [:]
        timers = [:]
    }

    private func add(watch: OpaquePointer) -> Bool {
        let raw = dbus_watch_get_unix_fd(watch)
        if descriptors[raw] == nil {
            let id = try? loop.watch(raw, for: []) { [unowned self] readiness in
                handle(raw, readiness)
            }
            // No room in epoll: libdbus is told as if memory had run out, and gives up.
            guard let id else { return false }
            descriptors[raw] = Descriptor(id: id, watches: [])
        }
        descriptors[raw]?.watches.append(watch)
        refresh(raw)
        return true
    }

    private func remove(watch: OpaquePointer) {
        let raw = dbus_watch_get_unix_fd(watch)
        guard let descriptor = descriptors[raw] else { return }
        let rest = descriptor.watches.filter { $0 != watch }
        if rest.isEmpty {
            loop.unwatch(descriptor.id)
            descriptors[raw] = nil
        } else {
            descriptors[raw]?.watches = rest
            refresh(raw)
        }
    }

    /// Waits for what the enabled watches of a descriptor want.
    private func refresh(_ raw: Int32) {
        guard let descriptor = descriptors[raw] else { return }
        var interest: EventLoop.Readiness = []
        for watch in descriptor.watches where dbus_watch_get_enabled(watch) != 0 {
            let flags = dbus_watch_get_flags(watch)
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
        }
        // Fails only for a descriptor that is closed, of which libdbus will hear by itself.
        try? loop.change(descriptor.id, to: interest)
    }

    private func handle(_ raw: Int32, _ readiness: EventLoop.Readiness) {
        var flags: UInt32 = 0
        if readiness.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if readiness.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if readiness.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        if readiness.contains(.hangUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
        let connection = connection
        dbus_connection_ref(connection)
        defer { dbus_connection_unref(connection) }
        for watch in descriptors[raw]?.watches ?? [] {
            guard descriptors[raw]?.watches.contains(watch) == true,
                dbus_watch_get_enabled(watch) != 0
            else { continue }
            let wanted =
                dbus_watch_get_flags(watch)
                | DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
            dbus_watch_handle(watch, flags & wanted)
        }
        dispatch()
    }

    private func add(timeout: OpaquePointer) {
        // One use of `self`, so that it lives to the end of the call even if it is given up there.
        timers[timeout] = loop.makeTimer { [unowned self] in fire(timeout) }
        arm(timeout)
    }

    private func fire(_ timeout: OpaquePointer) {
        let connection = connection
        dbus_connection_ref(connection)
        defer { dbus_connection_unref(connection) }
        dbus_timeout_handle(timeout)
        // A time-out of libdbus repeats until it is removed.
        arm(timeout)
        dispatch()
    }

    private func remove(timeout: OpaquePointer) {
        if let timer = timers.removeValue(forKey: timeout) { loop.remove(timer) }
    }

    private func arm(_ timeout: OpaquePointer) {
        guard let timer = timers[timeout] else { return }
        guard dbus_timeout_get_enabled(timeout) != 0 else {
            timer.deadline = nil
            return
        }
        let interval = Int64(dbus_timeout_get_interval(timeout)) * 1_000_000
        timer.deadline = EventLoop.monotonicNow() + interval
    }

    private func dispatch() {
        while dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS {}
    }
}
