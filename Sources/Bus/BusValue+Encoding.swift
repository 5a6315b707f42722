internal import CDBus
internal import EventLoop

extension BusValue {
    /// Appends the value to a message; false if memory ran out, or the value is not a valid one.
    func append(to iterator: inout DBusMessageIter) -> Bool {
        switch self {
        case .byte(let value): Self.basic(&iterator, "y", value)
        case .bool(let value): Self.basic(&iterator, "b", dbus_bool_t(value ? 1 : 0))
        case .int16(let value): Self.basic(&iterator, "n", value)
        case .uint16(let value): Self.basic(&iterator, "q", value)
        case .int32(let value): Self.basic(&iterator, "i", value)
        case .uint32(let value): Self.basic(&iterator, "u", value)
        case .int64(let value): Self.basic(&iterator, "x", value)
        case .uint64(let value): Self.basic(&iterator, "t", value)
        case .double(let value): Self.basic(&iterator, "d", value)
        case .string(let text): Self.text(&iterator, "s", text)
        // libdbus aborts the process where one of these is not valid.
        case .objectPath(let text):
            dbus_validate_path(text, nil) != 0 && Self.text(&iterator, "o", text)
        case .signature(let text):
            dbus_signature_validate(text, nil) != 0 && Self.text(&iterator, "g", text)
        case .unixFD(let shared): Self.basic(&iterator, "h", shared.descriptor.raw)
        case .variant(let value):
            Self.container(&iterator, BusType.variant, value.typeSignature, [value])
        case .array(let element, let values):
            Self.container(&iterator, BusType.array, element, values)
        case .structure(let fields):
            Self.container(&iterator, BusType.structure, nil, fields)
        case .entry(let key, let value):
            Self.container(&iterator, BusType.entry, nil, [key, value])
        }
    }

    private static func basic<Value>(
        _ iterator: inout DBusMessageIter, _ type: Unicode.Scalar, _ value: Value
    ) -> Bool {
        withUnsafePointer(to: value) { pointer in
            dbus_message_iter_append_basic(&iterator, BusType.code(type), pointer) != 0
        }
    }

    private static func text(
        _ iterator: inout DBusMessageIter, _ type: Unicode.Scalar, _ text: String
    ) -> Bool {
        text.withCString { basic(&iterator, type, $0) }
    }

    private static func container(
        _ iterator: inout DBusMessageIter, _ type: Int32, _ signature: String?,
        _ values: [BusValue]
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &inner) != 0 else {
            return false
        }
        for value in values {
            guard value.append(to: &inner) else {
                dbus_message_iter_abandon_container(&iterator, &inner)
                return false
            }
        }
        return dbus_message_iter_close_container(&iterator, &inner) != 0
    }
}
