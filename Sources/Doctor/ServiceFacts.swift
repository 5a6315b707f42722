public import Control

/// How it stands with the driver and its services.
public struct ServiceFacts: Equatable, Sendable {
    /// A driver on one of the buses.
    public enum Driver: Equatable, Sendable {
        /// There is none.
        case none
        /// Nobody knows, since there is no bus or it does not answer.
        case unknown
        /// It has the name, and does not answer.
        case silent
        /// It answers: with its state, or as one of another version with what is not understood.
        case answers(ControlState?)

        /// Whether there is one.
        var isThere: Bool {
            switch self {
            case .none, .unknown: false
            case .silent, .answers: true
            }
        }

        /// What it tells of itself.
        var state: ControlState? {
            if case .answers(let state) = self { state } else { nil }
        }

        /// Whether it answers, and has its virtual devices as far as it tells.
        var works: Bool {
            if case .answers(let state) = self { state?.state != "no-devices" } else { false }
        }
    }

    /// A service `tapinput` of one of systemd's managers.
    public struct Unit: Equatable, Sendable {
        /// systemd's word: enabled, disabled, masked, …; nil where no such unit is installed.
        public var fileState: String?
        /// systemd's word: active, inactive, failed, activating, …; nil where it does not answer.
        public var activeState: String?

        /// Whether it runs, or is about to.
        var isUp: Bool {
            activeState.map { ["active", "activating", "reloading"].contains($0) } ?? false
        }
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
    /// The groups of the session's driver; nil where nobody tells them.
    public var sessionGroups: Set<UInt32>?
}

extension ServiceFacts {
    /// Whether the system's service runs, or its driver.
    var isSystemUp: Bool { systemDriver.isThere || system?.isUp == true }
    /// Whether the user's service runs, or its driver.
    var isUserUp: Bool { sessionDriver.isThere || user?.isUp == true }
}
