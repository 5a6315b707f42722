internal import Glibc

/// Who asks, and the groups that matter.
public struct UserFacts: Equatable, Sendable {
    /// A group and what this user has to do with it.
    public enum Membership: Equatable, Sendable {
        /// Not a member.
        case none
        /// A member since the user logged in, and not yet of the groups of this login.
        case afterLogin
        /// A member.
        case member
    }

    /// The user's name, or its number where it has no name.
    public var name: String
    /// Whether it is root.
    public var isRoot: Bool
    /// The number of the group `input`; nil where there is no such group.
    public var inputGroup: UInt32?
    /// The membership of `input`.
    public var input: Membership
    /// The membership of `bluetooth`.
    public var bluetooth: Membership
}

extension UserFacts {
    /// This process's user and groups, and those of /etc/group.
    ///
    /// Wraps `getgroups(2)`; source: group(5).
    static func gather(_ roots: SystemRoots) -> UserFacts {
        let number = getuid()
        let name = getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? "\(number)"
        let groups = roots.lines("\(roots.files)/etc/group").map {
            $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        let own = ownGroups()
        func membership(_ group: [Substring]?) -> Membership {
            guard let group, group.count >= 4 else { return .none }
            if let number = UInt32(group[2]), own.contains(number) { return .member }
            return group[3].split(separator: ",").contains { $0 == name } ? .afterLogin : .none
        }
        let input = groups.first { $0.first == "input" }
        return UserFacts(
            name: name, isRoot: number == 0,
            inputGroup: input.flatMap { $0.count > 2 ? UInt32($0[2]) : nil },
            input: membership(input),
            bluetooth: membership(groups.first { $0.first == "bluetooth" }))
    }

    private static func ownGroups() -> Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: max(Int(getgroups(0, nil)), 0))
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(max(Int(count), 0)) + [getegid()])
    }

    /// Makes the user a member of a group.
    func joining(_ group: String) -> String { "sudo usermod -aG \(group) \(name)" }

    /// What to do for a new membership to hold.
    static let loginAgain = "then log out and log in again"
}

func groupFindings(of facts: Facts) -> [Finding] {
    let user = facts.user
    if user.isRoot {
        return [
            .warning(
                "user: this is root, who may do everything; what others may is not told",
                advice: "run it as the user who has the Tap, without sudo")
        ]
    }
    guard user.inputGroup != nil else {
        return [
            .problem(
                "group input: there is none",
                "sudo groupadd --system input && \(RuleFacts.application)")
        ]
    }
    // Whatever the driver of the system's service needs, its own user has.
    if facts.services.systemDriver.works {
        return [.ok("group input: the system's service has it")]
    }
    // A node of a module that is not loaded was not opened.
    let isEnough =
        facts.module.isThere && facts.node.kind == .uinput && facts.node.access == .granted
    let refused = facts.taps.flatMap(\.refusedDevices)
    let ownKeyboard =
        "what the Tap types by itself (\(refused.joined(separator: ", "))) cannot be "
        + "kept from the desktop"
    switch user.input {
    case .member: return [.ok("group input: \(user.name) is a member")]
    case .none where isEnough && refused.isEmpty, .afterLogin where isEnough && refused.isEmpty:
        return [.ok("group input: not needed, \(facts.seatWords)")]
    case .afterLogin where isEnough:
        return [
            .warning(
                "group input: \(user.name) is a member only after the next login; until then "
                    + ownKeyboard, advice: "log out and log in again")
        ]
    case .afterLogin:
        return [
            .problem(
                "group input: \(user.name) is a member only after the next login",
                advice: "log out and log in again")
        ]
    case .none where isEnough:
        return [
            .warning(
                "group input: \(user.name) is no member, \(facts.seatWords), but \(ownKeyboard)",
                user.joining("input"), advice: UserFacts.loginAgain)
        ]
    // Who may open the node is known once all else about it is right.
    case .none where !isJudged(facts): return []
    case .none:
        return [
            .problem(
                "group input: \(user.name) is no member, and not at the seat",
                user.joining("input"), advice: UserFacts.loginAgain)
        ]
    }
}

/// Whether nothing but the group and the seat is left as the reason why the node cannot be opened.
private func isJudged(_ facts: Facts) -> Bool {
    facts.module.isThere && facts.node.kind == .uinput && facts.node.access == .refused
        && ownRuleFinding(of: facts).level == .ok
}

extension Facts {
    /// Why the node may be used without the group.
    fileprivate var seatWords: String {
        node.isWritableByAll
            ? "everybody may use \(node.path)" : "the seat gives \(node.path) to who sits at it"
    }
}
