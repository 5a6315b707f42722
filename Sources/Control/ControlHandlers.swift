/// What can be read of the driver over the bus.
public struct ControlState: Equatable, Sendable {
    /// The profile of the Taps that have none of their own.
    public var profile: String
    /// The names of all profiles that can be set.
    public var profiles: [String]

    /// A state of a driver.
    public init(profile: String, profiles: [String]) {
        self.profile = profile
        self.profiles = profiles
    }
}

/// What the driver does when it is asked over the bus.
public struct ControlHandlers {
    /// Sets the profile of the Tap of a name or address, or with an empty one of every Tap.
    public var setProfile: (_ device: String, _ profile: String) throws(ControlError) -> Void
    /// Reads the configuration again.
    public var reload: () throws(ControlError) -> Void
    /// Tells what can be read, as it is at this moment.
    public var state: () -> ControlState

    /// Handlers for all that can be asked.
    public init(
        setProfile: @escaping (_ device: String, _ profile: String) throws(ControlError) -> Void,
        reload: @escaping () throws(ControlError) -> Void,
        state: @escaping () -> ControlState
    ) {
        self.setProfile = setProfile
        self.reload = reload
        self.state = state
    }
}

/// How it stands with the service on the bus.
public enum ControlReport: Equatable, Sendable {
    /// It can be called.
    case available
    /// Another driver has the name; this one gets it once that one is gone.
    case taken
    /// The bus does not let us have the name; it is asked again unless its rules forbid it.
    case refused(String)
    /// There is no bus, or it is gone; it is tried again.
    case noBus(String)

    /// Whether both tell of the same situation, in whatever words.
    func isSameSituation(as other: ControlReport?) -> Bool {
        switch (self, other) {
        case (.available, .available), (.taken, .taken), (.refused, .refused), (.noBus, .noBus):
            true
        default: false
        }
    }
}
