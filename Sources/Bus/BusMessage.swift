internal import CDBus

/// A message that came over the bus or goes over it.
///
/// Wraps `DBusMessage`.
public final class BusMessage {
    package let raw: OpaquePointer

    /// Holds on to a message that belongs to somebody else as well.
    package init(retaining raw: OpaquePointer) {
        self.raw = dbus_message_ref(raw)
    }

    private init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        dbus_message_unref(raw)
    }

    /// A method call, which need not name its interface; nil if memory ran out or a name or value is not a valid one.
    public static func call(
        _ destination: String, _ path: String, _ interface: String?, _ member: String,
        _ arguments: [BusValue] = []
    ) -> BusMessage? {
        // libdbus aborts the process where a name is not a valid one.
        guard dbus_validate_bus_name(destination, nil) != 0, dbus_validate_path(path, nil) != 0,
            interface.map({ dbus_validate_interface($0, nil) != 0 }) ?? true,
            dbus_validate_member(member, nil) != 0,
            let raw = dbus_message_new_method_call(destination, path, interface, member)
        else { return nil }
        return BusMessage(owning: raw).appending(arguments)
    }

    /// A signal to everybody who subscribed to it, or to one destination; nil as for `call`.
    public static func signal(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        to destination: String? = nil
    ) -> BusMessage? {
        guard dbus_validate_path(path, nil) != 0, dbus_validate_interface(interface, nil) != 0,
            dbus_validate_member(member, nil) != 0,
            destination.map({ dbus_validate_bus_name($0, nil) != 0 }) ?? true,
            let raw = dbus_message_new_signal(path, interface, member)
        else { return nil }
        let message = BusMessage(owning: raw)
        guard destination == nil || dbus_message_set_destination(raw, destination) != 0 else {
            return nil
        }
        return message.appending(arguments)
    }

    /// The reply to this call; nil as for `call`.
    public func reply(_ arguments: [BusValue] = []) -> BusMessage? {
        guard let raw = dbus_message_new_method_return(raw) else { return nil }
        return BusMessage(owning: raw).appending(arguments)
    }

    /// The error reply to this call; nil as for `call`.
    public func reply(_ error: BusError) -> BusMessage? {
        guard dbus_validate_error_name(error.name, nil) != 0,
            let raw = dbus_message_new_error(raw, error.name, error.message)
        else { return nil }
        return BusMessage(owning: raw)
    }

    /// The same call, which starts nobody: without an owner of the destination it is an error; nil
    /// if memory ran out.
    public func notStartingService() -> BusMessage? {
        // libdbus aborts the process where a message is changed that was sent, so it is copied.
        guard let copy = dbus_message_copy(raw) else { return nil }
        dbus_message_set_auto_start(copy, 0)
        return BusMessage(owning: copy)
    }

    /// The same call, to which no reply is wanted; nil if memory ran out.
    public func expectingNoReply() -> BusMessage? {
        guard let copy = dbus_message_copy(raw) else { return nil }
        dbus_message_set_no_reply(copy, 1)
        return BusMessage(owning: copy)
    }

    private func appending(_ arguments: [BusValue]) -> BusMessage? {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(raw, &iterator)
        for argument in arguments {
            guard argument.append(to: &iterator) else { return nil }
        }
        return self
    }

    /// Whether it is a signal.
    public var isSignal: Bool { dbus_message_get_type(raw) == DBUS_MESSAGE_TYPE_SIGNAL }
    /// Whether it is a method call.
    public var isCall: Bool { dbus_message_get_type(raw) == DBUS_MESSAGE_TYPE_METHOD_CALL }
    /// Whether the caller waits for a reply.
    public var expectsReply: Bool { isCall && dbus_message_get_no_reply(raw) == 0 }
    /// The unique name of the sender, as the bus vouches for it.
    public var sender: String? { dbus_message_get_sender(raw).map { String(cString: $0) } }
    /// The object's path.
    public var path: String? { dbus_message_get_path(raw).map { String(cString: $0) } }
    /// The interface.
    public var interface: String? { dbus_message_get_interface(raw).map { String(cString: $0) } }
    /// The method's or signal's name.
    public var member: String? { dbus_message_get_member(raw).map { String(cString: $0) } }

    /// The signature of the arguments, which costs no decoding.
    public var signature: String {
        dbus_message_get_signature(raw).map { String(cString: $0) } ?? ""
    }

    /// Decodes all arguments, of which there may be so many, with those inside of others.
    public func arguments(limit: Int = .max) throws(BusDecodingError) -> [BusValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(raw, &iterator) != 0 else { return [] }
        var limit = limit
        return try BusValue.decodeAll(&iterator, limit: &limit)
    }

    /// The error, if the message is an error reply.
    package var error: BusError? {
        var error = DBusError()
        dbus_error_init(&error)
        guard dbus_set_error_from_message(&error, raw) != 0 else { return nil }
        return BusError(taking: &error)
    }
}
