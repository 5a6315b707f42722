internal import Mapping

/// Why a text is no action.
enum ActionProblem: Error {
    /// What is wrong.
    case wrong(String)
    /// A name that is neither a key's nor a word's.
    case unknown(String)
    /// A word that is neither a way to drag nor a key.
    case unknownDrag(String)
    /// What follows the word for a wheel, and is none of its ways.
    case unknownWheel(String)

    /// What is wrong, with the word that was likely meant.
    func message(_ speller: inout Speller) -> String {
        switch self {
        case .wrong(let message): message
        case .unknown(let name): Self.unknown(name, &speller)
        case .unknownDrag(let word): Self.unknownDrag(word, &speller)
        case .unknownWheel(let word): Self.unknownWheel(word, &speller)
        }
    }

    private static func unknown(_ name: String, _ speller: inout Speller) -> String {
        let unknown = "unknown key \"\(name)\""
        guard name.utf8.count <= Speller.longestWord, name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return "\(unknown): \(rule)"
        }
        let key = KeyNames.named(name)
        let isWord = words.contains(name.lowercased())
        // Names of keys have capitals, words none.
        if key == nil, isWord || name == name.lowercased(),
            let near = speller.nearest(to: name, among: words)
        {
            return "unknown action \"\(name)\", did you mean \"\(near)\"?"
        }
        if let near = key ?? KeyNames.nearest(to: name, &speller) {
            return "\(unknown), did you mean \"\(near)\"?"
        }
        return "\(unknown): \(rule)"
    }

    private static let rule = "keys have the kernel's names, such as KEY_A or BTN_LEFT"

    private static func unknownDrag(_ word: String, _ speller: inout Speller) -> String {
        let isWheel = word.lowercased().hasPrefix("scroll")
        let known = ["none", "pointer", "scroll"]
        guard KeyNames.named(word) == nil,
            let near = isWheel ? "scroll" : speller.nearest(to: word, among: known)
        else { return unknown(word, &speller) }
        return "unknown drag \"\(word.shortened)\", did you mean \"\(near)\"?"
    }

    private static func unknownWheel(_ word: String, _ speller: inout Speller) -> String {
        let ways = WheelStep.Direction.allCases.map(\.rawValue)
        let known = ways.map { "\"\(ActionText.wheel)\($0)\"" }.joined(separator: ", ")
        let near = speller.nearest(to: word, among: ways)
        return "unknown action \"\(ActionText.wheel)\(word)\""
            + (near.map { ", did you mean \"\(ActionText.wheel)\($0)\"?" }
                ?? ", a wheel has \(known)")
    }

    /// The words that are actions, without those that something follows.
    private static let words =
        ActionText.words.map(\.text)
        + WheelStep.Direction.allCases.map { ActionText.wheel + $0.rawValue }
}
