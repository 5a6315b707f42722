internal import CDBus
public import EventLoop

/// One connection to a message bus, driven by the program's own loop.
///
/// No call blocks: the bus's greeting, too, is a call like any other. Every call has a time-out.
/// Wraps `DBusConnection`.
public final class BusConnection {
    /// What the connection tells its owner.
    public struct Handlers {
        /// The bus knows us: signals can be subscribed to and calls be made.
        public var opened: () -> Void
        /// A signal, or a method call to this connection, arrived.
        public var received: (BusMessage) -> Void
        /// The bus is gone; the connection is of no more use.
        public var closed: () -> Void

        /// Handlers for all three.
        public init(
            opened: @escaping () -> Void,
            received: @escaping (BusMessage) -> Void,
            closed: @escaping () -> Void
        ) {
            self.opened = opened
            self.received = received
            self.closed = closed
        }
    }

    /// The bus's own name, path and interface.
    public static let busName = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"

    private let raw: OpaquePointer
    private let loop: EventLoop
    private let handlers: Handlers
    private var poller: BusPoller?
    private var isClosed = false

    /// Connects to the bus at an address and greets it.
    public init(
        address: String, loop: EventLoop, handlers: Handlers
    ) throws(BusError) {
        var error = DBusError()
        dbus_error_init(&error)
        guard let raw = dbus_connection_open_private(address, &error) else {
            throw BusError(taking: &error)
        }
        self.raw = raw
        self.loop = loop
        self.handlers = handlers
        dbus_connection_set_exit_on_disconnect(raw, 0)
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard dbus_connection_add_filter(raw, Self.filterFunction, context, nil) != 0,
            let poller = BusPoller(raw, on: loop)
        else {
            close()
            throw BusError.notSent
        }
        self.poller = poller
        greet()
    }

    deinit {
        close()
        let context = Unmanaged.passUnretained(self).toOpaque()
        dbus_connection_remove_filter(raw, Self.filterFunction, context)
        dbus_connection_unref(raw)
    }

    private static let filterFunction: DBusHandleMessageFunction = { _, message, context in
        guard let message, let context else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
        return Unmanaged<BusConnection>.fromOpaque(context).takeUnretainedValue()
            .filter(BusMessage(retaining: message))
    }

    /// Leaves the bus; no handler is called any more.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        poller?.stop()
        poller = nil
        dbus_connection_close(raw)
    }

    /// Subscribes to the signals of a match rule.
    public func addMatch(_ rule: String) {
        // Without a place for an error libdbus does not wait for the reply.
        dbus_bus_add_match(raw, rule, nil)
    }

    /// Ends a subscription.
    public func removeMatch(_ rule: String) {
        dbus_bus_remove_match(raw, rule, nil)
    }

    /// Sends a message that expects no reply; false if there is no memory or no connection.
    @discardableResult
    public func send(_ message: BusMessage?) -> Bool {
        guard let message, !isClosed else { return false }
        return dbus_connection_send(raw, message.raw, nil) != 0
    }

    /// Calls a method; `reply` is called once, unless the call is cancelled before.
    ///
    /// `timeout` is in milliseconds; past it the reply is the error `NoReply`.
    @discardableResult
    public func call(
        _ message: BusMessage?, timeout: Int32 = 10_000,
        reply: @escaping (Result<BusMessage, BusError>) -> Void
    ) -> BusCall? {
        var pending: OpaquePointer?
        guard let message,
            dbus_connection_send_with_reply(raw, message.raw, &pending, timeout) != 0,
            let pending
        else {
            reply(.failure(.notSent))
            return nil
        }
        return BusCall(pending, reply: reply)
    }

    private func greet() {
        let hello = BusMessage.call(Self.busName, Self.busPath, Self.busName, "Hello")
        call(hello) { [weak self] result in
            guard let self, !isClosed else { return }
            guard case .success(let message) = result,
                let name = try? message.arguments().first?.text,
                dbus_bus_set_unique_name(raw, name) != 0
            else {
                // The bus does not want us: as good as closed.
                return ended()
            }
            handlers.opened()
        }
    }

    private func filter(_ message: BusMessage) -> DBusHandlerResult {
        guard !isClosed else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
        if message.isSignal, message.interface == "org.freedesktop.DBus.Local",
            message.member == "Disconnected"
        {
            ended()
            return DBUS_HANDLER_RESULT_HANDLED
        }
        guard message.isSignal || message.isCall else {
            return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
        }
        handlers.received(message)
        return message.isCall
            ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
    }

    private func ended() {
        guard !isClosed else { return }
        close()
        handlers.closed()
    }
}

/// A method call whose reply is awaited.
///
/// Wraps `DBusPendingCall`.
public final class BusCall {
    /// The connection's, until the call is completed or cancelled or the connection is no more.
    private var raw: OpaquePointer?
    private let reply: (Result<BusMessage, BusError>) -> Void

    fileprivate init(
        _ raw: OpaquePointer, reply: @escaping (Result<BusMessage, BusError>) -> Void
    ) {
        self.raw = raw
        self.reply = reply
        // libdbus holds on to this object until the reply has come or the call is cancelled.
        let context = Unmanaged.passRetained(self).toOpaque()
        let notify: DBusPendingCallNotifyFunction = { pending, context in
            guard let pending, let context else { return }
            Unmanaged<BusCall>.fromOpaque(context).takeUnretainedValue().completed(pending)
        }
        let free: DBusFreeFunction = { context in
            guard let context else { return }
            Unmanaged<BusCall>.fromOpaque(context).takeRetainedValue().raw = nil
        }
        if dbus_pending_call_set_notify(raw, notify, context, free) == 0 {
            Unmanaged.passUnretained(self).release()
            cancel()
            reply(.failure(.notSent))
        }
        dbus_pending_call_unref(raw)
    }

    /// Forgets the call: its reply is not told any more.
    public func cancel() {
        guard let raw else { return }
        self.raw = nil
        dbus_pending_call_cancel(raw)
    }

    private func completed(_ pending: OpaquePointer) {
        guard raw != nil else { return }
        raw = nil
        guard let stolen = dbus_pending_call_steal_reply(pending) else {
            return reply(.failure(.malformedReply))
        }
        defer { dbus_message_unref(stolen) }
        let message = BusMessage(retaining: stolen)
        reply(message.error.map { .failure($0) } ?? .success(message))
    }
}
