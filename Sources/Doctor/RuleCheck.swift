/// How it stands with the udev rules for /dev/uinput.
public struct RuleFacts: Equatable, Sendable {
    /// The file of this project's rule, wherever it is; nil where there is none.
    public var path: String?
    /// Whether that file says what it must: one of the same name may be there to switch it off.
    public var isComplete: Bool
    /// The files with a rule that lets everybody use /dev/uinput.
    public var open: [String]

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
    /// Writes the rule, and makes it hold.
    static let installation =
        "printf '%s\\n' \(rules.map { "'\($0)'" }.joined(separator: " ")) "
        + "| sudo tee /etc/udev/rules.d/\(name) && \(application)"
}

extension RuleFacts {
    /// Reads the rules' files.
    ///
    /// Source: udev(7) for the folders and their order.
    static func gather(_ roots: SystemRoots) -> RuleFacts {
        let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
            .map { "\(roots.files)\($0)/udev/rules.d" }
        let files = roots.files(in: folders, ending: ".rules")
        let own = files.first { $0.name.hasSuffix("-tapinput.rules") }
        return RuleFacts(
            path: own?.path,
            isComplete: own.map { rules(roots, $0.path).contains { isComplete($0) } } ?? false,
            open: files.map(\.path).filter { rules(roots, $0).contains(where: isOpen) })
    }

    /// The lines of a file that are about uinput.
    private static func rules(_ roots: SystemRoots, _ path: String) -> [Substring] {
        roots.lines(path).filter { !$0.hasPrefix("#") && $0.contains("\"uinput\"") }
    }

    private static func isComplete(_ line: Substring) -> Bool {
        ["GROUP=\"input\"", "MODE=\"0660\"", "uaccess"].allSatisfy { line.contains($0) }
    }

    private static func isOpen(_ line: Substring) -> Bool {
        // Assigned with "=", or with ":=" for good.
        guard let start = line.firstRange(of: "MODE")?.upperBound else { return false }
        let value = line[start...].drop { ":=\"".contains($0) }.prefix { $0 != "\"" }
        guard let mode = UInt32(value, radix: 8) else { return false }
        return mode & 0o002 != 0
    }

    /// The number that its file's name begins with.
    var number: Int? {
        path?.split(separator: "/").last.flatMap { Int($0.prefix { $0 != "-" }) }
    }
}

func ruleFindings(of facts: Facts) -> [Finding] {
    facts.rules.open.map {
        .problem(
            "udev rule: \($0) lets every program of every user type and click",
            "sudo sed -i.bak '/\"uinput\"/d' \($0) && \(RuleFacts.application)")
    } + [ownRule(of: facts)]
}

private func ownRule(of facts: Facts) -> Finding {
    let (rules, node) = (facts.rules, facts.node)
    guard let path = rules.path else {
        if node.kind == .uinput, node.access == .granted, facts.module.state != .notLoaded {
            return .warning(
                "udev rule: \(RuleFacts.name) is not installed, another one gives the permission",
                RuleFacts.installation)
        }
        return .problem("udev rule: \(RuleFacts.name) is not installed", RuleFacts.installation)
    }
    guard rules.isComplete else {
        return .problem("udev rule: \(path) does not say what it must", RuleFacts.installation)
    }
    // 73-seat-late.rules gives the node to the user at the seat, if it has the tag by then.
    if let number = rules.number, number >= 73 {
        return .problem(
            "udev rule: \(path) comes too late, its number must be below 73",
            "sudo mv \(path) /etc/udev/rules.d/\(RuleFacts.name) && \(RuleFacts.application)")
    }
    let isApplied = node.mode & 0o660 == 0o660 && node.group == facts.user.inputGroup
    if node.kind == .uinput, facts.user.inputGroup != nil, !isApplied {
        return .problem(
            "udev rule: \(path) is installed, and does not hold yet", RuleFacts.application)
    }
    return .ok("udev rule: \(path)")
}
