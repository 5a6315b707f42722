internal import CDBus

extension BusMessage {
    /// Calls `body` with the bytes of a property in a `PropertiesChanged` signal, if it is there.
    ///
    /// The bytes are lent, not copied.
    public func withChangedBytes(of property: String, body: (Span<UInt8>) -> Void) {
        var arguments = DBusMessageIter()
        var entries = DBusMessageIter()
        guard dbus_message_iter_init(raw, &arguments) != 0,
            dbus_message_iter_next(&arguments) != 0,
            dbus_message_iter_get_arg_type(&arguments) == BusType.array
        else { return }
        dbus_message_iter_recurse(&arguments, &entries)
        while dbus_message_iter_get_arg_type(&entries) == BusType.entry {
            var entry = DBusMessageIter()
            dbus_message_iter_recurse(&entries, &entry)
            if Self.key(&entry) == property { return Self.lendBytes(&entry, body) }
            dbus_message_iter_next(&entries)
        }
    }

    private static func key(_ entry: inout DBusMessageIter) -> String? {
        guard dbus_message_iter_get_arg_type(&entry) == BusType.code("s") else { return nil }
        var text: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&entry, &text)
        return text.map { String(cString: $0) }
    }

    /// The bytes of the variant behind an entry's key.
    private static func lendBytes(
        _ entry: inout DBusMessageIter, _ body: (Span<UInt8>) -> Void
    ) {
        var variant = DBusMessageIter()
        var bytes = DBusMessageIter()
        guard dbus_message_iter_next(&entry) != 0,
            dbus_message_iter_get_arg_type(&entry) == BusType.variant
        else { return }
        dbus_message_iter_recurse(&entry, &variant)
        guard dbus_message_iter_get_arg_type(&variant) == BusType.array,
            dbus_message_iter_get_element_type(&variant) == BusType.byte
        else { return }
        dbus_message_iter_recurse(&variant, &bytes)
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&bytes, &start, &count)
        body(UnsafeBufferPointer(start: start, count: Int(max(count, 0))).span)
    }
}
