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
        if let unit, unit.activeState == nil {
            return .warning(
                "\(name): systemd does not answer, so it is not known how it stands",
                advice: "try again, and else restart the machine")
        }
        guard let unit, unit.isUp else {
            return driver.isThere ? .ok("driver: runs, and not as a service") : nil
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
        driver.isThere || unit?.isUp == true || unit?.isEnabled == true
    }

    /// How to be rid of it; nil where it is no service.
    var ending: String? {
        unit?.isUp == true || unit?.isEnabled == true ? "\(control) disable --now tapinput" : nil
    }
}

func serviceFindings(of facts: Facts) -> [Finding] {
    let user = Service(user: facts.services)
    let system = Service(system: facts.services)
    var findings: [Finding] = []
    if user.isWanted, system.isWanted { findings.append(double(user, system)) }
    findings += [user, system].compactMap(\.finding)
    if findings.isEmpty, facts.seesUserService { findings.append(notRunning(facts.services)) }
    return (system.isWanted ? [] : sessionFindings(of: facts)) + findings
        + driverFindings(of: facts)
}

/// Two drivers; the one to keep is that of the user who asks, if it runs.
private func double(_ user: Service, _ system: Service) -> Finding {
    let (kept, ended) = user.driver.isThere ? (user, system) : (system, user)
    let text = "services: the user's and the system's driver want the same Tap"
    let other = kept.ending.map { "`\($0)`" } ?? "end the other driver"
    guard let command = ended.ending else {
        return .problem(
            text, advice: "end the driver of the \(ended.name), or to keep that one \(other)")
    }
    return .problem(
        text, command, advice: "or, to keep the \(ended.name) and not the \(kept.name), \(other)")
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
