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
    }

    /// What keeps the radio off.
    public enum Block: Equatable, Sendable {
        /// A program, which may undo it.
        case software
        /// A switch or a key of the machine.
        case hardware
    }

    /// How it stands with `bluetoothd`.
    public var service: Service
    /// Its version; nil where it does not tell one.
    public var version: BlueZVersion?
    /// How many adapters there are.
    public var adapters: Int
    /// Whether one of them is on.
    public var isPowered: Bool
    /// What keeps the radio off; nil where nothing does.
    public var block: Block?
}

extension BluetoothFacts {
    /// Facts of a BlueZ that cannot be asked.
    init(_ service: Service, block: Block?) {
        self.init(service: service, version: nil, adapters: 0, isPowered: false, block: block)
    }

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
        return [.problem("system bus: it does not answer", "sudo systemctl restart dbus")]
    case .reachable: break
    }
    let bluetooth = facts.bluetooth
    switch bluetooth.service {
    case .notInstalled:
        return [
            .problem(
                "bluetoothd: not installed", "sudo apt install bluez",
                advice: "or what the package is called here")
        ]
    case .notRunning:
        return [.problem("bluetoothd: not running", "sudo systemctl enable --now bluetooth")]
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
    case .running: return [versionFinding(of: bluetooth), adapterFinding(of: bluetooth)]
    }
}

private func versionFinding(of facts: BluetoothFacts) -> Finding {
    guard let version = facts.version else { return .ok("bluetoothd: running") }
    guard version >= BlueZVersion(major: 5, minor: 62) else {
        return .warning(
            "bluetoothd: running, BlueZ \(version); with one older than 5.62 a Tap may fall silent",
            "sudo apt update && sudo apt install bluez", advice: "or a newer distribution")
    }
    return .ok("bluetoothd: running, BlueZ \(version)")
}

private func adapterFinding(of facts: BluetoothFacts) -> Finding {
    if facts.isPowered { return .ok("adapter: on") }
    let text = facts.adapters == 0 ? "adapter: none" : "adapter: off"
    switch facts.block {
    case .software:
        return .problem("\(text), blocked by a program", "sudo rfkill unblock bluetooth")
    case .hardware:
        return .problem(
            "\(text), blocked by a switch or a key of the machine", advice: "turn it on there")
    case nil where facts.adapters == 0: return .problem(text, advice: "plug one in")
    case nil: return .problem(text, "bluetoothctl power on")
    }
}
