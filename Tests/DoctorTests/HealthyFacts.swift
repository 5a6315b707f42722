import BlueZ
import Control
import Testing

@testable import Doctor

extension Facts {
    /// A machine on which nothing is wrong.
    static var healthy: Facts {
        Facts(
            sandbox: nil,
            hasApt: true,
            user: UserFacts(
                name: "eva", isRoot: false, inputGroup: 104, input: .member, bluetooth: .none),
            module: ModuleFacts(state: .loaded, isLoadedAtBoot: true, isFileLink: false),
            node: NodeFacts(
                path: "/dev/uinput", kind: .uinput, mode: 0o660, group: 104, access: .granted),
            rules: RuleFacts(
                path: "/usr/lib/udev/rules.d/60-tapinput.rules", isComplete: true,
                isFileLink: false,
                open: []),
            systemBus: .reachable,
            sessionBus: .reachable,
            session: SessionFacts(
                folder: "/run/user/1000", hasFolder: true, hasSocket: true, isBusInstalled: true),
            bluetooth: BluetoothFacts(
                service: .running, version: BlueZVersion(major: 5, minor: 66), adapters: 1,
                isPowered: true, block: .none, hasRadio: true),
            taps: [.healthy],
            services: ServiceFacts(
                user: ServiceFacts.Unit(fileState: "enabled", activeState: "active"),
                system: ServiceFacts.Unit(fileState: nil, activeState: "inactive"),
                sessionDriver: .answers(.healthy), systemDriver: .none, sessionGroups: [104, 1000]),
            configuration: ConfigurationFacts(file: nil, isUsable: true, mistakes: []),
            systemConfiguration: ConfigurationFacts(file: nil, isUsable: true, mistakes: []))
    }

    /// The same machine with changes.
    static func with(_ change: (inout Facts) -> Void) -> Facts {
        var facts = healthy
        change(&facts)
        return facts
    }
}

extension TapFact {
    static var healthy: TapFact {
        TapFact(
            name: "Tap", address: "A0:B1:C2:D3:E4:F5", isPaired: true, isBonded: true,
            isConnected: true, servicesResolved: true, protocolVersion: "v2", isListenedTo: true)
    }
}

extension ControlState {
    /// A driver that works, with the one Tap.
    static var healthy: ControlState {
        var state = ControlState(profile: "desktop", profiles: ["desktop"])
        state.state = "working"
        state.bluetooth = "ready"
        state.taps = [ControlTap(address: TapFact.healthy.address)]
        state.taps[0].name = TapFact.healthy.name
        state.taps[0].connection = "active"
        return state
    }

    /// The same driver with changes.
    static func with(_ change: (inout ControlState) -> Void) -> ControlState {
        var state = healthy
        change(&state)
        return state
    }
}

/// The lines of findings, with the level in front of each.
func lines(of findings: [Finding]) -> [String] {
    findings.map { "\($0.level.rawValue) \($0.line)" }
}

/// The lines that are not on the list of a healthy machine.
func newLines(_ change: (inout Facts) -> Void) -> [String] {
    let healthy = Set(lines(of: findings(of: .healthy)))
    return lines(of: findings(of: .with(change))).filter { !healthy.contains($0) }
}

/// What is wrong with a healthy machine after a change, and the lines that tell it.
struct FactsCase: CustomTestStringConvertible, Sendable {
    var change: @Sendable (inout Facts) -> Void
    var lines: [String]

    init(_ lines: String..., change: @escaping @Sendable (inout Facts) -> Void) {
        self.change = change
        self.lines = lines
    }

    var testDescription: String { lines.first ?? "nothing" }
}
