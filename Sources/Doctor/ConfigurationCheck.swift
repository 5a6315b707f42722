/// How it stands with the configuration.
public struct ConfigurationFacts: Equatable, Sendable {
    /// The file; nil where there is none and the built-in values hold.
    public var file: String?
    /// Whether it can be used.
    public var isUsable: Bool
    /// Mistakes and warnings, a line each.
    public var mistakes: [String]
    /// Whether the user has named the file.
    public var isAskedFor: Bool

    /// Facts of a file, or of none.
    public init(file: String?, isUsable: Bool, mistakes: [String], isAskedFor: Bool = false) {
        self.file = file
        self.isUsable = isUsable
        self.mistakes = mistakes
        self.isAskedFor = isAskedFor
    }
}

/// Of each driver that runs, and of the one that the user would start where none does.
func configurationFindings(of facts: Facts) -> [Finding] {
    let services = facts.services
    let (user, system) = (facts.configuration, facts.systemConfiguration)
    guard services.isSystemUp else { return findings(of: user, "configuration") }
    let systems = findings(of: system, "configuration of the system's service")
    let isUsers = services.isUserUp && user.file != system.file
    guard isUsers || user.isAskedFor else { return systems }
    return findings(of: user, "configuration") + systems
}

private func findings(of configuration: ConfigurationFacts, _ name: String) -> [Finding] {
    guard let file = configuration.file else {
        return [.ok("\(name): none, the built-in values hold")]
    }
    let editor = "${EDITOR:-nano} \(file.shellWord)"
    let correction = file.hasPrefix("/etc/") ? "sudo \(editor)" : editor
    let findings: [Finding] = configuration.mistakes.map {
        configuration.isUsable ? .warning($0, correction) : .problem($0, correction)
    }
    guard findings.isEmpty else { return findings }
    return configuration.isUsable
        ? [.ok("\(name): \(file)")]
        : [.problem("\(name): \(file) cannot be used", correction)]
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
