internal import TapProtocol

extension DpadEvent {
    /// The event that `description` writes as these words, or nil where there is none.
    ///
    /// A number may be written in another way than `description` does it: whoever wants none of that
    /// compares the two.
    public init?(words: [Substring]) {
        guard let kind = words.first else { return nil }
        switch (kind, words.dropFirst().first, words.count) {
        case ("direction", let word?, 2):
            guard let direction = Direction(rawValue: String(word)) else { return nil }
            self = .direction(direction)
        case ("pinch", let word?, 2):
            guard let finger = Finger(word) else { return nil }
            self = .pinch(finger)
        case ("hold", let word?, 2):
            guard let finger = Finger(word) else { return nil }
            self = .hold(finger)
        case ("release", let word?, 2):
            guard let finger = Finger(word) else { return nil }
            self = .release(finger)
        case ("mode", let word?, 2):
            guard let mode = HoldMode(rawValue: String(word)) else { return nil }
            self = .mode(mode)
        case ("rotate", let word?, 2):
            guard let parts = DecimalText.parts(word, decimals: 6) else { return nil }
            self = .rotate(degrees: Double(parts) / 1e6)
        case ("drag", let word?, 3):
            guard let dx = Int32(word), let dy = Int32(words[2]) else { return nil }
            self = .drag(dx: Int(dx), dy: Int(dy))
        case ("hide", nil, 1): self = .hide
        case ("show", nil, 1): self = .show
        default: return nil
        }
    }
}

extension Finger {
    fileprivate init?(_ word: Substring) {
        guard let number = Int(word) else { return nil }
        self.init(rawValue: number)
    }
}

extension TapGesture {
    /// The tap that `description` writes as these words, or nil where there is none.
    public init?(words: [Substring]) {
        guard words.count >= 2, words.count <= 3, words[0] == "tap",
            let fingers = (UInt8(1)...31).map({ FingerMask(rawValue: $0) })
                .first(where: { $0.description == words[1] })
        else { return nil }
        guard words.count == 3 else {
            self.init(fingers)
            return
        }
        switch words[2] {
        case "double": self.init(fingers, count: 2)
        case "triple": self.init(fingers, count: 3)
        default: return nil
        }
    }
}
