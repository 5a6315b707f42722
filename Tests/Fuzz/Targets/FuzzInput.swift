/// Bytes that are read as a row of choices; after their end every choice is 0.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Whether all is read.
    var isEmpty: Bool { rest.isEmpty }

    /// The next byte.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below a limit, which is at most 256.
    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    /// A choice of these, of which there is at least one.
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    /// As many bytes, or as many as are left.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(bytes)
    }

    /// A piece that begins with its length.
    mutating func piece() -> [UInt8] { bytes(Int(byte())) }

    /// A piece that begins with two bytes for its length, which is below 512.
    mutating func longPiece() -> [UInt8] { bytes(Int(byte()) + (byte() % 2 == 0 ? 0 : 256)) }
}
