/// What was found on this machine: all that the findings follow from.
public struct Facts: Equatable, Sendable {
    /// The sandbox in which this program runs, as it follows "this is"; nil outside of any.
    public var sandbox: String?
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
    /// BlueZ and its adapters.
    public var bluetooth: BluetoothFacts
    /// The Taps that BlueZ knows; empty where BlueZ told nothing.
    public var taps: [TapFact]
    /// The services, and the drivers that run.
    public var services: ServiceFacts
    /// The configuration.
    public var configuration: ConfigurationFacts
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
    sandboxFindings(of: facts) + moduleFindings(of: facts) + nodeFindings(of: facts)
        + ruleFindings(of: facts) + groupFindings(of: facts) + bluetoothFindings(of: facts)
        + tapFindings(of: facts) + serviceFindings(of: facts) + configurationFindings(of: facts)
}

private func sandboxFindings(of facts: Facts) -> [Finding] {
    guard let sandbox = facts.sandbox else { return [] }
    return [
        .problem(
            "this is \(sandbox), in which there are no virtual input devices",
            advice: "install tapinput outside of it, with its udev rule")
    ]
}
