internal import Glibc

/// A Tap that BlueZ knows.
public struct TapFact: Equatable, Sendable {
    /// The name that its user gave it.
    public var name: String
    /// Its Bluetooth address.
    public var address: String
    /// Whether keys were exchanged.
    public var isPaired: Bool
    /// Whether they are kept.
    public var isBonded: Bool
    /// Whether there is a link.
    public var isConnected: Bool
    /// Whether BlueZ has asked for its services.
    public var servicesResolved: Bool
    /// Its protocol, or nil where the characteristics of a Tap are missing.
    public var protocolVersion: String?
    /// Whether a program listens to its events.
    public var isListenedTo: Bool
    /// Its own input devices that this user may not open, as their paths.
    public var refusedDevices: [String] = []
}

extension TapFact {
    /// The same Tap with what this user may not open of its own keyboard and mouse.
    ///
    /// Source: the kernel's sysfs has a Bluetooth device's address as `uniq`.
    func lookingForDevices(_ roots: SystemRoots) -> TapFact {
        let folder = "\(roots.sys)/class/input"
        let own = roots.names(in: folder).filter { name in
            name.hasPrefix("event")
                && roots.lines("\(folder)/\(name)/device/uniq").first?.uppercased()
                    == address.uppercased()
        }
        var tap = self
        tap.refusedDevices = own.map { "\(roots.files)/dev/input/\($0)" }
            .filter { access($0, R_OK) != 0 }.sorted()
        return tap
    }
}

func tapFindings(of facts: Facts) -> [Finding] {
    guard facts.systemBus == .reachable, facts.bluetooth.service == .running else { return [] }
    // What was only heard in passing is nobody's Tap yet.
    let taps = facts.taps.filter { $0.isPaired || $0.isBonded || $0.isConnected }
    guard !taps.isEmpty else { return [.problem("Tap: none is paired", "tapinput pair")] }
    return taps.map { finding(of: $0) }
}

private func finding(of tap: TapFact) -> Finding {
    let name = "Tap \(tap.name) \(tap.address)"
    let pairingAnew = "tapinput forget \(tap.address); tapinput pair \(tap.address)"
    let pairingMode = "with the Tap in pairing mode"
    guard tap.isBonded else {
        // Forgotten first: BlueZ may have begun to pair it by itself, and then answers no more.
        let words = tap.isPaired ? "paired, but its keys are not kept" : "connected, but not paired"
        return .problem("\(name): \(words)", pairingAnew, advice: pairingMode)
    }
    guard tap.isConnected else {
        return .warning(
            "\(name): not connected",
            advice: "switch it on, hold it near, and see that it is not connected to a phone or "
                + "another computer")
    }
    guard tap.servicesResolved else {
        return .warning(
            "\(name): connected, its services are not known yet",
            advice: "wait for half a minute, and else switch it off and on")
    }
    guard let version = tap.protocolVersion else {
        return .problem(
            "\(name): its Tap service is missing, perhaps since BlueZ remembers an older "
                + "firmware's", pairingAnew, advice: pairingMode)
    }
    return .ok("\(name): connected, protocol \(version)")
}
