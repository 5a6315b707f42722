/// How it stands with the configuration.
public struct ConfigurationFacts: Equatable, Sendable {
    /// The file; nil where there is none and the built-in values hold.
    public var file: String?
    /// Whether it can be used.
    public var isUsable: Bool
    /// Mistakes and warnings, a line each.
    public var mistakes: [String]

    /// Facts of a file, or of none.
    public init(file: String?, isUsable: Bool, mistakes: [String]) {
        self.file = file
        self.isUsable = isUsable
        self.mistakes = mistakes
    }
}

func configurationFindings(of facts: Facts) -> [Finding] {
    let configuration = facts.configuration
    guard let file = configuration.file else {
        return [.ok("configuration: none, the built-in values hold")]
    }
    let correction = "${EDITOR:-nano} \(file.shellWord)"
    let findings: [Finding] = configuration.mistakes.map {
        configuration.isUsable ? .warning($0, correction) : .problem($0, correction)
    }
    guard findings.isEmpty else { return findings }
    return configuration.isUsable
        ? [.ok("configuration: \(file)")]
        : [.problem("configuration: \(file) cannot be used", correction)]
}

extension String {
    /// The text as a shell takes it for one word.
    var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard !isPlain || isEmpty else { return self }
        return "'"
            + split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
