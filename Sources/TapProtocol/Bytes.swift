extension Span<UInt8> {
    /// The byte at `offset`, or nil behind the end.
    func byte(at offset: Int) -> UInt8? {
        indices.contains(offset) ? self[offset] : nil
    }

    /// The little-endian signed 16-bit integer at `offset`, or nil where it does not fit whole.
    func int16(at offset: Int) -> Int16? {
        guard let low = byte(at: offset), let high = byte(at: offset &+ 1) else { return nil }
        return Int16(bitPattern: UInt16(low) | UInt16(high) << 8)
    }

    /// The little-endian unsigned 32-bit integer at `offset`, or nil where it does not fit whole.
    func uint32(at offset: Int) -> UInt32? {
        guard let low = int16(at: offset), let high = int16(at: offset &+ 2) else { return nil }
        return UInt32(UInt16(bitPattern: low)) | UInt32(UInt16(bitPattern: high)) << 16
    }
}
