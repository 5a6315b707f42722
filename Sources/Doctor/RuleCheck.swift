/// How it stands with the udev rules for /dev/uinput.
public struct RuleFacts: Equatable, Sendable {
    /// The file of this project's rule, wherever it is; nil where there is none.
    public var path: String?
    /// Whether that file says what it must: one of the same name may be there to switch it off.
    public var isComplete: Bool
    /// Whether the administrator's file of that name is a link, as one to /dev/null switches a
    /// packaged one off.
    public var isFileLink: Bool
    /// The files with a rule that lets everybody use /dev/uinput.
    public var open: [Open]

    /// A file with a rule that lets everybody use /dev/uinput.
    public struct Open: Equatable, Sendable {
        /// The file.
        public var path: String
        /// Whether no later rule can take that back.
        public var isFinal: Bool
    }

    /// The name of the project's file.
    static let name = "60-tapinput.rules"
    /// What the project's file says, for /dev/uinput and for a Tap's own input devices; a test holds
    /// both together.
    static let rules = [
        "KERNEL==\"uinput\", SUBSYSTEM==\"misc\", GROUP=\"input\", MODE=\"0660\", TAG+=\"uaccess\", "
            + "OPTIONS+=\"static_node=uinput\"",
        "SUBSYSTEM==\"input\", KERNEL==\"event*\", ATTRS{id/bustype}==\"0005\", "
            + "ATTRS{name}==\"Tap*\", TAG+=\"uaccess\"",
    ]
    /// Makes the rules that are installed hold for the node that is there.
    static let application =
        "sudo udevadm control --reload && sudo udevadm trigger --settle /dev/uinput"
    /// The administrator's file of rules.
    static let file = "\(folder)/\(name)"
    private static let folder = "/etc/udev/rules.d"

    /// Writes the rule, and makes it hold.
    var installation: String {
        // What is written to a link would go where it leads.
        (isFileLink ? "sudo rm \(Self.file) && " : "")
            + "printf '%s\\n' \(Self.rules.map { "'\($0)'" }.joined(separator: " ")) "
            + "| sudo tee \(Self.file) && \(Self.application)"
    }

    /// Takes the rules about uinput out of a file; a packaged one is left, and a copy of the
    /// administrator's takes its place, since the next update would bring it back.
    static func closing(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let isPackaged = !path.hasPrefix("/etc/") && !path.hasPrefix("/run/")
        let closing =
            isPackaged
            ? "sed '/\"uinput\"/d' \(path.shellWord) | sudo tee \("\(folder)/\(name)".shellWord)"
            : "sudo sed -i.bak '/\"uinput\"/d' \(path.shellWord)"
        return "\(closing) && \(application)"
    }
}

extension RuleFacts {
    /// Reads the rules' files.
    ///
    /// Source: udev(7) for the folders and their order.
    static func gather(_ roots: SystemRoots) -> RuleFacts {
        let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
            .map { "\(roots.files)\($0)/udev/rules.d" }
        let files = roots.files(in: folders, ending: ".rules")
        let all = files.filter { $0.name.hasSuffix("-tapinput.rules") }
        let own = all.first { rules(roots, $0.path).contains { isComplete($0) } }
        return RuleFacts(
            path: (own ?? all.first)?.path, isComplete: own != nil,
            isFileLink: roots.isLink("\(roots.files)\(file)"),
            open: files.compactMap { file in
                let finality = rules(roots, file.path).compactMap { opening($0) }
                return finality.isEmpty
                    ? nil : Open(path: file.path, isFinal: finality.contains(true))
            })
    }

    /// The lines of a file that are about uinput.
    private static func rules(_ roots: SystemRoots, _ path: String) -> [Substring] {
        roots.lines(path).filter { !$0.hasPrefix("#") && $0.contains("\"uinput\"") }
    }

    private static func isComplete(_ line: Substring) -> Bool {
        ["GROUP=\"input\"", "MODE=\"0660\"", "uaccess"].allSatisfy { line.contains($0) }
    }

    /// Whether a line lets everybody use it, and whether that is final; nil where it does not.
    private static func opening(_ line: Substring) -> Bool? {
        // Assigned with "=", or with ":=" for good.
        guard let start = line.firstRange(of: "MODE")?.upperBound else { return nil }
        let assignment = line[start...].prefix { ":=".contains($0) }
        let value = line[start...].drop { ":=\"".contains($0) }.prefix { $0 != "\"" }
        guard let mode = UInt32(value, radix: 8), mode & 0o002 != 0 else { return nil }
        return assignment == ":="
    }

    /// The number that its file's name begins with.
    var number: Int? {
        path?.split(separator: "/").last.flatMap { Int($0.prefix { $0 != "-" }) }
    }
}

func ruleFindings(of facts: Facts) -> [Finding] {
    facts.rules.open.map { openFinding($0, facts) } + [ownRuleFinding(of: facts)]
}

/// A rule for everybody; one that another rule has taken back does no harm while that is there.
private func openFinding(_ rule: RuleFacts.Open, _ facts: Facts) -> Finding {
    let isTakenBack =
        facts.node.kind == .uinput && !facts.node.isWritableByAll && !rule.isFinal
    let command = RuleFacts.closing(rule.path)
    return isTakenBack
        ? .warning(
            "udev rule: \(rule.path) would let every program of every user type and click, if "
                + "no other rule took that back", command)
        : .problem(
            "udev rule: \(rule.path) lets every program of every user type and click", command)
}

/// How it stands with the project's own rule.
func ownRuleFinding(of facts: Facts) -> Finding {
    let (rules, node) = (facts.rules, facts.node)
    guard let path = rules.path else {
        if node.kind == .uinput, node.access == .granted, facts.module.isThere {
            return .warning(
                "udev rule: \(RuleFacts.name) is not installed, another one gives the permission",
                rules.installation)
        }
        return .problem("udev rule: \(RuleFacts.name) is not installed", rules.installation)
    }
    guard rules.isComplete else {
        return .problem("udev rule: \(path) does not say what it must", rules.installation)
    }
    // 73-seat-late.rules gives the node to the user at the seat, if it has the tag by then.
    if let number = rules.number, number >= 73 {
        return .problem(
            "udev rule: \(path) comes too late, its number must be below 73",
            "sudo mv \(path) \(RuleFacts.file) && \(RuleFacts.application)")
    }
    let isApplied = node.mode & 0o660 == 0o660 && node.group == facts.user.inputGroup
    if node.kind == .uinput, facts.user.inputGroup != nil, !isApplied {
        return .problem(
            "udev rule: \(path) is installed, and does not hold yet", RuleFacts.application)
    }
    return .ok("udev rule: \(path)")
}
