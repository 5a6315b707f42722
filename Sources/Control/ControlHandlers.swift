public import EventLoop

/// What the driver does when it is asked over the bus.
///
/// A device is the name or the address of a Tap, or empty for every Tap.
public struct ControlHandlers {
    /// Sets the profile of the Tap of a name or address, or with an empty one of every Tap.
    public var setProfile: (_ device: String, _ profile: String) throws(ControlError) -> Void
    /// Lets a Tap send nothing, or send again.
    public var setPaused: (_ device: String, _ isPaused: Bool) throws(ControlError) -> Void
    /// Reads the configuration again.
    public var reload: () throws(ControlError) -> Void
    /// Lets a Tap vibrate: durations in milliseconds, on and off in turn.
    public var vibrate: (_ device: String, _ milliseconds: [Int]) throws(ControlError) -> Void
    /// Gives a pipe out of which records of everything that happens come.
    public var monitor: () throws(ControlError) -> FileDescriptor
    /// Tells what can be read, as it is at this moment; how packets come is left out where nobody
    /// asks for that.
    public var state: (_ withTiming: Bool) -> ControlState

    /// Handlers for all that can be asked.
    public init(
        setProfile: @escaping (_ device: String, _ profile: String) throws(ControlError) -> Void,
        setPaused: @escaping (_ device: String, _ isPaused: Bool) throws(ControlError) -> Void,
        reload: @escaping () throws(ControlError) -> Void,
        vibrate: @escaping (_ device: String, _ milliseconds: [Int]) throws(ControlError) -> Void,
        monitor: @escaping () throws(ControlError) -> FileDescriptor,
        state: @escaping (_ withTiming: Bool) -> ControlState
    ) {
        self.setProfile = setProfile
        self.setPaused = setPaused
        self.reload = reload
        self.vibrate = vibrate
        self.monitor = monitor
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
