internal import CDBus

/// A D-Bus error: an error reply, or a call that could not be made.
public struct BusError: Error, Equatable, CustomStringConvertible {
    /// The error's name: `org.bluez.Error.InProgress`.
    public var name: String
    /// The sender's words.
    public var message: String

    /// An error of a name.
    public init(name: String, message: String = "") {
        self.name = name
        self.message = message
    }

    /// Name and words in one line.
    public var description: String { message.isEmpty ? name : "\(message) (\(name))" }

    /// Whether the bus's policy forbids it.
    var isRefusal: Bool { name == "org.freedesktop.DBus.Error.AccessDenied" }

    /// There is no memory or no connection for the call.
    static let notSent = BusError(name: "org.freedesktop.DBus.Error.NoMemory")
    /// The reply is not what the interface promises.
    static let malformedReply = BusError(name: "org.freedesktop.DBus.Error.InvalidSignature")

    /// Takes what libdbus reports and clears it.
    init(taking error: inout DBusError) {
        name = error.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
        message = error.message.map { String(cString: $0) } ?? ""
        dbus_error_free(&error)
    }
}

/// A message that came over the bus or goes over it.
///
/// Wraps `DBusMessage`.
public final class BusMessage {
    let raw: OpaquePointer

    /// Holds on to a message that belongs to somebody else as well.
    init(retaining raw: OpaquePointer) {
        self.raw = dbus_message_ref(raw)
    }

    private init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        dbus_message_unref(raw)
    }

    /// A method call; nil if memory ran out or a name or value is not a valid one.
    public static func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) -> BusMessage? {
        // libdbus aborts the process where a name is not a valid one.
        guard dbus_validate_bus_name(destination, nil) != 0, dbus_validate_path(path, nil) != 0,
            dbus_validate_interface(interface, nil) != 0, dbus_validate_member(member, nil) != 0,
            let raw = dbus_message_new_method_call(destination, path, interface, member)
        else { return nil }
        return BusMessage(owning: raw).appending(arguments)
    }

    /// A signal; nil as for `call`.
    public static func signal(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) -> BusMessage? {
        guard dbus_validate_path(path, nil) != 0, dbus_validate_interface(interface, nil) != 0,
            dbus_validate_member(member, nil) != 0,
            let raw = dbus_message_new_signal(path, interface, member)
        else { return nil }
        return BusMessage(owning: raw).appending(arguments)
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
    /// The unique name of the sender, as the bus vouches for it.
    public var sender: String? { dbus_message_get_sender(raw).map { String(cString: $0) } }
    /// The object's path.
    public var path: String? { dbus_message_get_path(raw).map { String(cString: $0) } }
    /// The interface.
    public var interface: String? { dbus_message_get_interface(raw).map { String(cString: $0) } }
    /// The method's or signal's name.
    public var member: String? { dbus_message_get_member(raw).map { String(cString: $0) } }

    /// Decodes all arguments.
    public func arguments() throws(BusDecodingError) -> [BusValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(raw, &iterator) != 0 else { return [] }
        return try BusValue.decodeAll(&iterator)
    }

    /// The error, if the message is an error reply.
    var error: BusError? {
        var error = DBusError()
        dbus_error_init(&error)
        guard dbus_set_error_from_message(&error, raw) != 0 else { return nil }
        return BusError(taking: &error)
    }
}
