internal import CDBus

/// A method call whose reply is awaited.
///
/// Wraps `DBusPendingCall`.
public final class BusCall {
    /// The connection's, until the call is completed or cancelled or the connection is no more.
    private var raw: OpaquePointer?
    private let reply: (Result<BusMessage, BusError>) -> Void

    init(
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
