internal import Gestures
internal import TapProtocol

/// The names of taps of fingers: `thumb-index`, `index-double`.
enum TapNames {
    private static let fingers: [(name: String, mask: FingerMask)] = [
        ("thumb", .thumb), ("index", .index), ("middle", .middle), ("ring", .ring),
        ("little", .little),
    ]
    /// What follows the fingers, for one, two and three times.
    private static let suffixes = ["", "-double", "-triple"]

    /// Every tap by its name, the fewest fingers first and, of each combination, single ones first.
    static let all: [(name: String, tap: TapGesture)] = (1...31 as ClosedRange<UInt8>)
        .sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
        .flatMap { mask in
            suffixes.indices.map { index in
                let tap = TapGesture(FingerMask(rawValue: mask), count: index + 1)
                return (name(of: tap), tap)
            }
        }

    static func name(of tap: TapGesture) -> String {
        fingers.filter { tap.fingers.contains($0.mask) }.map(\.name).joined(separator: "-")
            + suffixes[tap.count - 1]
    }

    /// The name as the table has it of one that has the fingers in another order; else the same.
    static func inOrder(_ name: String) -> String {
        let suffix = suffixes.last { name.hasSuffix($0) } ?? ""
        let words = name.dropLast(suffix.count).split(
            separator: "-", omittingEmptySubsequences: false)
        var mask: FingerMask = []
        for word in words {
            guard let finger = fingers.first(where: { $0.name == word }),
                !mask.contains(finger.mask)
            else { return name }
            mask.insert(finger.mask)
        }
        return fingers.filter { mask.contains($0.mask) }.map(\.name).joined(separator: "-")
            + suffix
    }

    /// The fingers in words: "Thumb and index finger".
    static func words(of mask: FingerMask) -> String {
        let names = fingers.filter { mask.contains($0.mask) }.map(\.name)
        let text = names.joined(separator: " and ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
