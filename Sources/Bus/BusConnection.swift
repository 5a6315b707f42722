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
        /// A signal arrived.
        public var received: (BusMessage) -> Void
        /// A method call to this connection arrived: what it is answered with.
        public var called: (BusMessage) -> BusAnswer
        /// The bus is gone; the connection is of no more use.
        public var closed: () -> Void

        /// Handlers for all; without one for calls there is no object that could be called.
        public init(
            opened: @escaping () -> Void,
            received: @escaping (BusMessage) -> Void = { _ in },
            called: @escaping (BusMessage) -> BusAnswer = { _ in .failure(.unknownObject()) },
            closed: @escaping () -> Void
        ) {
            self.opened = opened
            self.received = received
            self.called = called
            self.closed = closed
        }
    }

    /// The bus's own name, and that of its interface.
    public static let busName = "org.freedesktop.DBus"
    /// The path of the bus's own object.
    public static let busPath = "/org/freedesktop/DBus"

    private let raw: OpaquePointer
    private let loop: EventLoop
    private let handlers: Handlers
    private var poller: BusPoller?
    private var isClosed = false
    /// The well-known name that was asked for.
    var wish: BusNameWish?

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
        if message.isCall {
            answer(message)
            return DBUS_HANDLER_RESULT_HANDLED
        }
        if message.isSignal {
            wish?.heard(message)
            if !isClosed { handlers.received(message) }
        }
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
    }

    /// Answers a call, unless its caller does not wait for it.
    private func answer(_ call: BusMessage) {
        let answer = handlers.called(call)
        guard call.expectsReply else { return }
        switch answer {
        case .values(let values):
            // A reply that cannot be made is still an end to the caller's waiting.
            send(call.reply(values) ?? call.reply(.notSent))
        case .failure(let error): send(call.reply(error) ?? call.reply(.notSent))
        case .later: break
        }
    }

    private func ended() {
        guard !isClosed else { return }
        close()
        handlers.closed()
    }
}
