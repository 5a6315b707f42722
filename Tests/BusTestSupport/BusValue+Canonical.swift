package import Bus

extension BusValue {
    /// The value in full as a text, to compare by.
    package var canonical: String {
        switch self {
        case .byte(let value): "y\(value)"
        case .bool(let value): "b\(value)"
        case .int16(let value): "n\(value)"
        case .uint16(let value): "q\(value)"
        case .int32(let value): "i\(value)"
        case .uint32(let value): "u\(value)"
        case .int64(let value): "x\(value)"
        case .uint64(let value): "t\(value)"
        case .double(let value): "d\(value)"
        case .string(let text): "s\"\(text)\""
        case .objectPath(let text): "o\"\(text)\""
        case .signature(let text): "g\"\(text)\""
        case .unixFD: "h"
        case .variant(let value): "v(\(value.canonical))"
        case .array(let element, let values):
            "a:\(element)[\(values.map(\.canonical).joined(separator: ","))]"
        case .structure(let fields): "(\(fields.map(\.canonical).joined(separator: ",")))"
        case .entry(let key, let value): "{\(key.canonical):\(value.canonical)}"
        }
    }

    /// The bytes of an array of bytes.
    package var bytes: [UInt8]? {
        elements?.compactMap {
            guard case .byte(let byte) = $0 else { return nil }
            return byte
        }
    }
}

extension BusError {
    /// An error of the bus itself, or of the D-Bus specification.
    package static func bus(_ word: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.\(word)")
    }

    /// The error without its words.
    package var withoutWords: BusError { BusError(name: name) }
}
