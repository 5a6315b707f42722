/// What was found on this machine: all that the findings follow from.
public struct Facts: Equatable, Sendable {
    /// The sandbox in which this program runs; nil outside of any.
    public var sandbox: Sandbox?
    /// Whether packages are installed with apt.
    public var hasApt: Bool
    /// The user, and the groups that matter.
    public var user: UserFacts
    /// The kernel's module.
    public var module: ModuleFacts
    /// The file behind which the kernel takes virtual devices.
    public var node: NodeFacts
    /// The udev rules for that file.
    public var rules: RuleFacts
    /// The system's message bus.
    public var systemBus: BusState
    /// The session's message bus; nil where there is no session.
    public var sessionBus: BusState?
    /// What this user's login has brought along.
    public var session: SessionFacts
    /// BlueZ and its adapters.
    public var bluetooth: BluetoothFacts
    /// The Taps that BlueZ knows; empty where BlueZ told nothing.
    public var taps: [TapFact]
    /// The services, and the drivers that run.
    public var services: ServiceFacts
    /// The configuration of a driver that this user starts.
    public var configuration: ConfigurationFacts
    /// The configuration of the system's service.
    public var systemConfiguration: ConfigurationFacts
}

extension Facts {
    /// A finding with how a package is installed that mends it, in front of the finding's advice.
    ///
    /// It is a command where there is apt, and words elsewhere.
    func installing(_ package: String, _ finding: Finding) -> Finding {
        var finding = finding
        if hasApt {
            finding.command = "sudo apt update && sudo apt install \(package)"
        } else {
            finding.advice = ["install the package \(package)", finding.advice]
                .compactMap(\.self).joined(separator: ", ")
        }
        return finding
    }
}

/// How it stands with a message bus.
public enum BusState: Equatable, Sendable {
    /// It answers.
    case reachable
    /// There is none, or it lets nobody in; the words are libdbus's.
    case unreachable(String)
    /// It is there, and does not answer in time.
    case silent
}

/// Everything that was found, in the order in which a person should mend it.
public func findings(of facts: Facts) -> [Finding] {
    [facts.sandbox?.finding].compactMap(\.self) + moduleFindings(of: facts)
        + nodeFindings(of: facts)
        + ruleFindings(of: facts) + groupFindings(of: facts) + bluetoothFindings(of: facts)
        + tapFindings(of: facts) + serviceFindings(of: facts) + configurationFindings(of: facts)
}
