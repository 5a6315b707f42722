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

    /// How the names are made, as it follows where they stand.
    static let rule =
        "a name is fingers (\(fingers.map(\.name).joined(separator: ", "))), joined by -, and then "
        + "-double or -triple for two or three taps"

    /// What people call the fingers besides.
    private static let otherNames = [
        "pinky": "little", "pinkie": "little", "small": "little", "forefinger": "index",
        "pointer": "index", "long": "middle",
    ]

    /// The finger that another name means, or nil.
    static func finger(_ name: String) -> String? {
        let name = name.lowercased()
        return otherNames[name] ?? (fingers.contains { $0.name == name } ? name : nil)
    }

    /// The tap that a name means whose parts are in another order, or have other names, or nil.
    static func meant(by name: String) -> String? {
        guard name.utf8.count <= Speller.longestWord else { return nil }
        let words = name.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        var seen: [String] = []
        var count = 1
        for word in words {
            switch word {
            case "single", "once", "tap": continue
            case "double", "twice": count = 2
            case "triple": count = 3
            default:
                guard let finger = finger(word) else { return nil }
                seen.append(finger)
            }
        }
        let mask = fingers.filter { seen.contains($0.name) }
            .reduce(into: FingerMask()) { $0.insert($1.mask) }
        // A finger that is named again is meant to tap again.
        if seen.count > 1, Set(seen).count == 1, count == 1 { count = seen.count }
        guard !seen.isEmpty, suffixes.indices.contains(count - 1) else { return nil }
        return Self.name(of: TapGesture(mask, count: count))
    }

    /// The fingers in words: "Thumb and index finger".
    static func words(of mask: FingerMask) -> String {
        let names = fingers.filter { mask.contains($0.mask) }.map(\.name)
        let text = names.joined(separator: " and ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
