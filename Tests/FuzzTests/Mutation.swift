import TestSupport

/// Inputs that are near others, as a fuzzer makes them; the same ones for the same generator.
struct Mutation {
    var random: SplitMix64
    let words: [[UInt8]]

    /// One to four changes of an input, some with a part of another one.
    mutating func changed(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, other) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let length = Int.random(in: 0...16, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.insert(contentsOf: word(), at: place)
        case 1: bytes.removeSubrange(place..<min(place + length, bytes.count))
        case 2: bytes.insert(contentsOf: part(of: other, length * 8), at: place)
        case 3: bytes.replaceSubrange(place..., with: part(of: other, other.count))
        case 4: bytes.insert(contentsOf: part(of: bytes, length), at: place)
        default:
            guard place < bytes.count else { return bytes.append(byte()) }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] ^= 1 << (byte() & 7)
            case 1: bytes[place] &+= 1
            case 2: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
            default: bytes[place] = byte()
            }
        }
    }

    private mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }

    private mutating func word() -> [UInt8] { words.randomElement(using: &random) ?? [] }

    private mutating func part(of bytes: [UInt8], _ length: Int) -> [UInt8] {
        let start = Int.random(in: 0...bytes.count, using: &random)
        return Array(bytes[start..<min(start + length, bytes.count)])
    }
}
