internal import CDBus
internal import EventLoop

/// A message that is not what the interface promises.
public struct BusDecodingError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    public var description: String
}

extension BusValue {
    /// Decodes all values from an iterator to its end; `limit` is how many there may be, with those
    /// inside of others, and what is left of it after that.
    static func decodeAll(
        _ iterator: inout DBusMessageIter, limit: inout Int
    ) throws(BusDecodingError) -> [BusValue] {
        var values: [BusValue] = []
        while dbus_message_iter_get_arg_type(&iterator) != BusType.invalid {
            limit -= 1
            guard limit >= 0 else { throw BusDecodingError(description: "too many values") }
            values.append(try BusValue(decoding: &iterator, limit: &limit))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    /// Decodes the value at an iterator, whatever its type.
    init(decoding iterator: inout DBusMessageIter, limit: inout Int) throws(BusDecodingError) {
        let type = dbus_message_iter_get_arg_type(&iterator)
        switch Unicode.Scalar(UInt8(clamping: type)) {
        case "y": self = .byte(Self.basic(&iterator, 0))
        case "b": self = .bool(Self.basic(&iterator, dbus_bool_t(0)) != 0)
        case "n": self = .int16(Self.basic(&iterator, 0))
        case "q": self = .uint16(Self.basic(&iterator, 0))
        case "i": self = .int32(Self.basic(&iterator, 0))
        case "u": self = .uint32(Self.basic(&iterator, 0))
        case "x": self = .int64(Self.basic(&iterator, 0))
        case "t": self = .uint64(Self.basic(&iterator, 0))
        case "d": self = .double(Self.basic(&iterator, 0))
        case "s": self = .string(try Self.text(&iterator))
        case "o": self = .objectPath(try Self.text(&iterator))
        case "g": self = .signature(try Self.text(&iterator))
        case "h":
            let raw: Int32 = Self.basic(&iterator, -1)
            guard raw >= 0 else {
                throw BusDecodingError(description: "a file descriptor that is not there")
            }
            self = .unixFD(BusDescriptor(FileDescriptor(owning: raw)))
        case "v":
            guard let value = try Self.inside(&iterator, &limit).first else {
                throw BusDecodingError(description: "an empty variant")
            }
            self = .variant(value)
        case "a":
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            let signature = dbus_message_iter_get_signature(&inner)
            defer { dbus_free(signature) }
            let element = signature.map { String(cString: $0) } ?? ""
            self = .array(of: element, try Self.decodeAll(&inner, limit: &limit))
        case "r":
            self = .structure(try Self.inside(&iterator, &limit))
        case "e":
            let parts = try Self.inside(&iterator, &limit)
            guard parts.count == 2 else {
                throw BusDecodingError(description: "a dictionary entry of \(parts.count) parts")
            }
            self = .entry(key: parts[0], value: parts[1])
        default:
            throw BusDecodingError(description: "a value of unknown type \(type)")
        }
    }

    private static func basic<Value: BitwiseCopyable>(
        _ iterator: inout DBusMessageIter, _ empty: Value
    ) -> Value {
        var value = empty
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private static func text(
        _ iterator: inout DBusMessageIter
    ) throws(BusDecodingError) -> String {
        let text: UnsafePointer<CChar>? = basic(&iterator, nil)
        guard let text else { throw BusDecodingError(description: "a text that is not there") }
        return String(cString: text)
    }

    private static func inside(
        _ iterator: inout DBusMessageIter, _ limit: inout Int
    ) throws(BusDecodingError) -> [BusValue] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        return try decodeAll(&inner, limit: &limit)
    }
}
