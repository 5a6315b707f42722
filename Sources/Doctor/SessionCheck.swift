internal import Glibc

/// How it stands with what a login of this user brings along.
public struct SessionFacts: Equatable, Sendable {
    /// The user's folder of sockets, as logind makes it at a login.
    public var folder: String
    /// Whether it is there.
    public var hasFolder: Bool
    /// Whether the socket of a session's bus is in it.
    public var hasSocket: Bool
    /// Whether the user's manager is told to make that socket.
    public var isBusInstalled: Bool
}

extension SessionFacts {
    /// Source: pam_systemd(8) for the folder; dbus.socket, a unit of the user's manager.
    static func gather(_ roots: SystemRoots) -> SessionFacts {
        let folder = "\(roots.files)/run/user/\(getuid())"
        let units = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"]
            .map { "\(roots.files)\($0)/systemd/user/dbus.socket" }
        return SessionFacts(
            folder: folder, hasFolder: roots.exists(folder),
            hasSocket: roots.exists("\(folder)/bus"),
            isBusInstalled: units.contains { roots.exists($0) })
    }
}

extension Facts {
    /// Whether a service of this user, and its driver, would be seen from here if it ran.
    var seesUserService: Bool {
        !user.isRoot && sessionBus == .reachable && services.sessionDriver != .unknown
    }
}

/// Without a session's bus nobody can ask for the user's service, nor for its driver.
func sessionFindings(of facts: Facts) -> [Finding] {
    if facts.user.isRoot {
        guard !facts.services.isUserUp else { return [] }
        return [
            .warning(
                "user's service: root sees neither that of another user nor its driver",
                advice: "run it as the user who has the Tap, without sudo")
        ]
    }
    switch facts.sessionBus {
    case .reachable: return []
    case .unreachable(let words):
        return [.warning("session bus: \(words), \(unseen)", advice: loginAgain)]
    case .silent:
        return [.warning("session bus: it does not answer, \(unseen)", advice: loginAgain)]
    case nil: return [noSession(facts)]
    }
}

private let unseen = "so the user's service and its driver cannot be seen from here"
private let loginAgain = "log out and log in again"

private func noSession(_ facts: Facts) -> Finding {
    let session = facts.session
    if session.hasSocket {
        return .warning(
            "session bus: this shell does not know it, \(unseen)",
            "export XDG_RUNTIME_DIR=\(session.folder)", advice: "and run `tapinput doctor` again")
    }
    let text = "session bus: none, \(unseen)"
    guard session.hasFolder else {
        return .warning(
            text, advice: "log in as \(facts.user.name), with neither su nor sudo, and try again")
    }
    guard session.isBusInstalled else {
        return facts.installing(
            "dbus-user-session", .warning(text, advice: UserFacts.loginAgain))
    }
    return .warning(text, advice: loginAgain)
}
