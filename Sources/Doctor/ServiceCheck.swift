/// How it stands with the driver and its services.
public struct ServiceFacts: Equatable, Sendable {
    /// A driver on one of the buses.
    public enum Driver: Equatable, Sendable {
        /// There is none.
        case none
        /// It has the name, and does not answer.
        case silent
        /// It answers.
        case answers
    }

    /// A service `tapinput` of one of systemd's managers.
    public struct Unit: Equatable, Sendable {
        /// systemd's word: enabled, disabled, masked, …; nil where no such unit is installed.
        public var fileState: String?
        /// systemd's word: active, inactive, failed, activating, ….
        public var activeState: String

        /// Whether it runs, or is about to.
        var isUp: Bool { ["active", "activating", "reloading"].contains(activeState) }
        var isEnabled: Bool { fileState?.hasPrefix("enabled") ?? false }
        var isMasked: Bool { fileState?.hasPrefix("masked") ?? false }
    }

    /// The user's unit; nil where there is no user's manager.
    public var user: Unit?
    /// The system's unit; nil where systemd does not run.
    public var system: Unit?
    /// The driver on the session's bus.
    public var sessionDriver: Driver
    /// The driver on the system's bus.
    public var systemDriver: Driver
}

/// One of the two ways of being a service.
private struct Service {
    var name: String
    var control: String
    var journal: String
    var unit: ServiceFacts.Unit?
    var driver: ServiceFacts.Driver

    init(user facts: ServiceFacts) {
        name = "user's service"
        control = "systemctl --user"
        journal = "journalctl --user -u tapinput -b"
        (unit, driver) = (facts.user, facts.sessionDriver)
    }

    init(system facts: ServiceFacts) {
        name = "system's service"
        control = "sudo systemctl"
        journal = "sudo journalctl -u tapinput -b"
        (unit, driver) = (facts.system, facts.systemDriver)
    }

    /// What is wrong with it, or else that it runs; nothing where there is nothing to tell.
    var finding: Finding? {
        if unit?.activeState == "failed" {
            return .problem("\(name): failed", journal, advice: "which tells why")
        }
        if driver == .silent {
            guard unit?.isUp == true else {
                return .problem("driver: it does not answer", advice: "end it and start it again")
            }
            return .problem("\(name): does not answer", "\(control) restart tapinput")
        }
        guard let unit, unit.isUp else {
            return driver == .answers ? .ok("driver: runs, and not as a service") : nil
        }
        if unit.activeState == "activating" {
            return .warning("\(name): is starting, or starts again and again", journal)
        }
        if driver == .none {
            return .warning(
                "\(name): runs, but cannot be asked over the bus", "\(control) restart tapinput")
        }
        guard unit.isEnabled else {
            return .warning(
                "\(name): runs, but will not at the next start", "\(control) enable tapinput")
        }
        return .ok("\(name): runs")
    }

    /// Whether it runs, or will at the next start.
    var isWanted: Bool {
        driver != .none || unit?.isUp == true || unit?.isEnabled == true
    }
}

func serviceFindings(of facts: Facts) -> [Finding] {
    let user = Service(user: facts.services)
    let system = Service(system: facts.services)
    var findings: [Finding] = []
    if user.isWanted, system.isWanted {
        findings.append(
            .problem(
                "services: the user's and the system's driver want the same Tap",
                "sudo systemctl disable --now tapinput",
                advice: "or the same with `systemctl --user`, whichever is not wanted"))
    }
    findings += [user, system].compactMap(\.finding)
    if findings.isEmpty { findings.append(notRunning(facts.services)) }
    return (system.isWanted ? [] : sessionFindings(of: facts)) + findings + listeners(of: facts)
}

/// Without a session's bus nobody can ask for the user's service, nor for its driver.
private func sessionFindings(of facts: Facts) -> [Finding] {
    guard !facts.user.isRoot else { return [] }
    switch facts.sessionBus {
    case .reachable: return []
    case .unreachable(let words):
        return [.warning("session bus: \(words)", advice: "log out and log in again")]
    case .silent:
        return [.warning("session bus: it does not answer", advice: "log out and log in again")]
    case nil:
        return [
            .warning(
                "session bus: none, so the user's service and its driver cannot be asked",
                "sudo apt install dbus-user-session", advice: UserFacts.loginAgain)
        ]
    }
}

private func notRunning(_ facts: ServiceFacts) -> Finding {
    let text = "driver: not running"
    let start = { (control: String, unit: ServiceFacts.Unit) in
        (unit.isMasked ? "\(control) unmask tapinput && " : "")
            + "\(control) enable --now tapinput"
    }
    if let unit = facts.user, unit.fileState != nil {
        return .problem(text, start("systemctl --user", unit))
    }
    if let unit = facts.system, unit.fileState != nil {
        return .problem(text, start("sudo systemctl", unit))
    }
    return .problem(text, "tapinput run")
}

/// The Taps to which somebody listens though no driver of ours runs.
private func listeners(of facts: Facts) -> [Finding] {
    let services = facts.services
    guard services.sessionDriver == .none, services.systemDriver == .none else { return [] }
    return facts.taps.filter(\.isListenedTo).map {
        .problem(
            "Tap \($0.name) \($0.address): another program listens to it: `tapinput capture` or "
                + "`sensors`, a driver of another user, or one made with a Tap SDK",
            "busctl --system list --unique", advice: "which shows all that may be it; end it")
    }
}
