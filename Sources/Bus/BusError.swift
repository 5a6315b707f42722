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
    public var isRefusal: Bool { name == "org.freedesktop.DBus.Error.AccessDenied" }

    /// Whether the call's time was over, or whoever was called ended.
    public var isNoReply: Bool { name == Self.noReply.name }

    /// Nobody answered in time.
    public static let noReply = BusError(name: "org.freedesktop.DBus.Error.NoReply")
    /// There is no memory or no connection for the call.
    public static let notSent = BusError(name: "org.freedesktop.DBus.Error.NoMemory")
    /// The reply is not what the interface promises.
    public static let malformedReply = BusError(name: "org.freedesktop.DBus.Error.InvalidSignature")

    /// Takes what libdbus reports and clears it.
    init(taking error: inout DBusError) {
        name = error.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
        message = error.message.map { String(cString: $0) } ?? ""
        dbus_error_free(&error)
    }
}

extension BusError {
    /// There is no such object, as a method call to it is answered.
    public static func unknownObject(_ message: String = "") -> BusError {
        standard("UnknownObject", message)
    }

    /// The object has no such interface.
    public static func unknownInterface(_ message: String = "") -> BusError {
        standard("UnknownInterface", message)
    }

    /// The interface has no such method.
    public static func unknownMethod(_ message: String = "") -> BusError {
        standard("UnknownMethod", message)
    }

    /// The interface has no such property.
    public static func unknownProperty(_ message: String = "") -> BusError {
        standard("UnknownProperty", message)
    }

    /// The property cannot be set.
    public static func readOnlyProperty(_ message: String = "") -> BusError {
        standard("PropertyReadOnly", message)
    }

    /// The arguments are not of the method's types.
    public static func invalidArguments(_ message: String = "") -> BusError {
        standard("InvalidArgs", message)
    }

    /// An error of the D-Bus specification.
    private static func standard(_ word: String, _ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.\(word)", message: message)
    }
}
