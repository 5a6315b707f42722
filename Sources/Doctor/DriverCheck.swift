internal import Control

/// What the drivers that run tell of themselves, and who else listens to a Tap.
///
/// The words are those of the driver's interface, docs/control.md.
func driverFindings(of facts: Facts) -> [Finding] {
    let services = facts.services
    let drivers = [services.sessionDriver, services.systemDriver]
    if drivers.contains(where: \.isThere) {
        let unknown = drivers.contains(.answers(nil)) ? [notUnderstood] : []
        return unknown + drivers.compactMap(\.state).flatMap { findings(of: $0, facts) }
    }
    // Whoever listens may be our own driver, where that would not be seen.
    guard facts.seesUserService, services.systemDriver == .none else { return [] }
    return facts.taps.filter(\.isListenedTo).map {
        heldByOthers($0.name, $0.address, "another program listens to it")
    }
}

private let notUnderstood = Finding.problem(
    "driver: what it answers is not understood",
    advice: "it may be one of another version: end it and start it again")

private func findings(of state: ControlState, _ facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    switch state.state {
    case "no-devices": findings.append(noDevices(state, facts))
    case "background":
        findings.append(
            .warning(
                "driver: rests, since somebody else is at the screen",
                advice: "it goes on by itself once its user is there again"))
    default: break
    }
    switch state.bluetooth {
    // What else may be is told of Bluetooth itself.
    case "refused":
        findings.append(
            .problem(
                "driver: D-Bus policy does not let it ask BlueZ",
                advice: "its user has to be in the group bluetooth or at the seat"))
    case "failing" where facts.bluetooth.service == .running:
        findings.append(
            .warning(
                "driver: BlueZ does not answer it as it should",
                "sudo systemctl restart bluetooth"))
    default: break
    }
    if state.isPaused { findings.append(.warning("driver: paused", "tapinput resume")) }
    for tap in state.taps {
        let name = "Tap \(tap.name) \(tap.address)"
        switch tap.connection {
        case "taken":
            findings.append(
                heldByOthers(
                    tap.name, tap.address,
                    "another program listens to it, so the driver cannot"))
        case "failing":
            findings.append(
                .warning(
                    "\(name): the driver cannot use it, and tries again by itself",
                    advice: "wait for half a minute, and else switch it off and on"))
        case "stale":
            findings.append(
                .warning(
                    "\(name): connected, but it sends nothing",
                    advice: "end other programs that listen to it, and else switch it off and on"))
        default: break
        }
        if tap.isPaused, !state.isPaused {
            findings.append(.warning("\(name): paused", "tapinput resume"))
        }
    }
    return findings
}

private func noDevices(_ state: ControlState, _ facts: Facts) -> Finding {
    let text = "driver: waits for the virtual devices"
    // With lingering a user's manager outlives every login, and keeps the groups that it began with.
    if state == facts.services.sessionDriver.state, facts.user.input != .none,
        let own = facts.services.sessionGroups, let group = facts.user.inputGroup,
        !own.contains(group)
    {
        return .problem(
            "\(text), and runs without the group input, since \(facts.user.name) became a member "
                + "after it was started", "sudo reboot",
            advice: "or end all sessions and the user's manager")
    }
    return .problem(
        text, advice: "mend what is told above of the module, \(facts.node.path) and the group")
}

private func heldByOthers(_ name: String, _ address: String, _ words: String) -> Finding {
    .problem(
        "Tap \(name) \(address): \(words): `tapinput capture` or `sensors`, a driver of another "
            + "user, or one made with a Tap SDK",
        "busctl --system list --unique", advice: "which shows all that may be it; end it")
}
