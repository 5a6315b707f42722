internal import CDBus
public import EventLoop

/// A file descriptor that came over the bus or goes over it; closed when nobody holds it any more.
public final class BusDescriptor {
    /// The descriptor.
    public let descriptor: FileDescriptor

    /// Takes over a descriptor.
    public init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}

extension BusDescriptor: Equatable {
    /// Whether both are the same descriptor, and not only the same file.
    public static func == (first: BusDescriptor, second: BusDescriptor) -> Bool {
        first === second
    }
}

/// A value as D-Bus knows it, of any type.
///
/// Source: the D-Bus specification's type system.
public indirect enum BusValue: Equatable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case bool(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(String)
    /// `g`
    case signature(String)
    /// `h`
    case unixFD(BusDescriptor)
    /// `v`
    case variant(BusValue)
    /// `a…`, with the signature of its elements; they are dictionary entries in a dictionary.
    case array(of: String, [BusValue])
    /// `(…)`
    case structure([BusValue])
    /// `{…}`
    case entry(key: BusValue, value: BusValue)

    /// An array of bytes, `ay`.
    public static func bytes(_ bytes: [UInt8]) -> BusValue {
        .array(of: "y", bytes.map { .byte($0) })
    }

    /// A dictionary of texts and variants, `a{sv}`.
    public static func properties(_ properties: [(String, BusValue)]) -> BusValue {
        .array(
            of: "{sv}",
            properties.map { .entry(key: .string($0.0), value: .variant($0.1)) })
    }

    /// The text of a string, an object path or a signature.
    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// The truth of a boolean.
    public var truth: Bool? {
        switch self {
        case .bool(let truth): truth
        case .variant(let value): value.truth
        default: nil
        }
    }

    /// The number of an integer of up to 32 bits.
    public var number: Int? {
        switch self {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .variant(let value): value.number
        default: nil
        }
    }

    /// The elements of an array.
    public var elements: [BusValue]? {
        switch self {
        case .array(_, let elements): elements
        case .variant(let value): value.elements
        default: nil
        }
    }

    /// The entries of a dictionary with texts as keys; later ones win.
    public var dictionary: [String: BusValue]? {
        guard let elements else { return nil }
        var dictionary: [String: BusValue] = [:]
        for element in elements {
            guard case .entry(let key, let value) = element, let key = key.text else { return nil }
            dictionary[key] = value
        }
        return dictionary
    }

    /// The D-Bus signature of the value's type.
    public var typeSignature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .unixFD: "h"
        case .variant: "v"
        case .array(let element, _): "a" + element
        case .structure(let fields): "(" + fields.map(\.typeSignature).joined() + ")"
        case .entry(let key, let value): "{" + key.typeSignature + value.typeSignature + "}"
        }
    }
}

/// The letters by which the D-Bus wire format names a type; the C macros are casts, which Swift
/// does not import.
enum BusType {
    static let invalid: Int32 = 0
    static let variant = code("v")
    static let array = code("a")
    static let structure = code("r")
    static let entry = code("e")
    static let byte = code("y")

    static func code(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }
}
