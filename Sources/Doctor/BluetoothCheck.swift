public import BlueZ

/// How it stands with BlueZ and its adapters.
public struct BluetoothFacts: Equatable, Sendable {
    /// How it stands with `bluetoothd`.
    public enum Service: Equatable, Sendable {
        /// It is not on the bus, and its program is not here.
        case notInstalled
        /// It is not on the bus.
        case notRunning
        /// The bus's policy forbids this user to ask it.
        case refused
        /// It does not answer, or not as it should; the error in words.
        case failing(String)
        /// It answers.
        case running
        /// Nobody knows, since the bus does not answer.
        case unknown
    }

    /// How it stands with `bluetoothd`.
    public var service: Service
    /// Its version; nil where it does not tell one.
    public var version: BlueZVersion?
    /// How many adapters there are.
    public var adapters: Int
    /// Whether one of them is on.
    public var isPowered: Bool
    /// What keeps the radio off.
    public var block: RadioBlock
    /// Whether the kernel has ever seen an adapter since the machine was started.
    ///
    /// Distributions start `bluetoothd` only then: `ConditionPathIsDirectory=/sys/class/bluetooth`.
    public var hasRadio: Bool
}

extension BluetoothFacts {
    /// The command that starts `bluetoothd`, now and at every boot.
    public static let start = "sudo systemctl enable --now bluetooth"

    /// Where distributions have `bluetoothd`.
    static let programs = [
        "/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd",
        "/usr/sbin/bluetoothd", "/usr/bin/bluetoothd",
    ]
}

func bluetoothFindings(of facts: Facts) -> [Finding] {
    switch facts.systemBus {
    case .unreachable(let words):
        return [.problem("system bus: \(words)", "sudo systemctl start dbus")]
    case .silent:
        // To restart it would end every session.
        return [.problem("system bus: it does not answer", advice: "restart the machine")]
    case .reachable: break
    }
    let bluetooth = facts.bluetooth
    switch bluetooth.service {
    // The bus has told nothing of it.
    case .unknown: return []
    case .notInstalled: return [facts.installing("bluez", .problem("bluetoothd: not installed"))]
    case .notRunning where !bluetooth.hasRadio: return [adapterFinding(of: bluetooth)]
    case .notRunning: return [.problem("bluetoothd: not running", BluetoothFacts.start)]
    case .refused:
        let text = "bluetoothd: D-Bus policy does not let \(facts.user.name) ask it"
        guard facts.user.bluetooth == .none else {
            return [.problem(text, advice: "log out and log in again")]
        }
        return [
            .problem(text, facts.user.joining("bluetooth"), advice: UserFacts.loginAgain)
        ]
    case .failing(let words):
        return [
            .problem("bluetoothd: it does not answer, \(words)", "sudo systemctl restart bluetooth")
        ]
    case .running: return [versionFinding(of: facts), adapterFinding(of: bluetooth)]
    }
}

private func versionFinding(of facts: Facts) -> Finding {
    guard let version = facts.bluetooth.version else { return .ok("bluetoothd: running") }
    guard version >= BlueZVersion(major: 5, minor: 62) else {
        let text =
            "bluetoothd: running, BlueZ \(version); with one older than 5.62 a Tap may fall silent"
        return facts.installing("bluez", .warning(text, advice: "or take a newer distribution"))
    }
    return .ok("bluetoothd: running, BlueZ \(version)")
}

private func adapterFinding(of facts: BluetoothFacts) -> Finding {
    if facts.isPowered { return .ok("adapter: on") }
    let text = facts.adapters == 0 ? "adapter: none" : "adapter: off"
    switch facts.block {
    case .soft:
        return .problem("\(text), blocked by a program", "sudo rfkill unblock bluetooth")
    case .hard:
        return .problem(
            "\(text), blocked by a switch or a key of the machine", advice: "turn it on there")
    case .none where facts.adapters == 0: return .problem(text, advice: "plug one in")
    case .none: return .problem(text, "bluetoothctl power on")
    }
}
