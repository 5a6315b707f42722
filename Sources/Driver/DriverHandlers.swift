public import BlueZ
public import Evdev
public import VirtualInput

/// What the live part of the driver tells its owner.
public struct DriverHandlers {
    /// Something worth telling a person about a Tap, by its name.
    public var tapReport: (String, TapReport) -> Void
    /// The situation of Bluetooth is another one.
    public var situation: (BlueZSituation) -> Void
    /// What became of the virtual devices, where they are not simply there.
    public var deviceReport: (DeviceReport) -> Void
    /// What comes in can be written no longer: whoever writes it is of no more use.
    public var failed: (VirtualInputError) -> Void
    /// What became of a Tap's own input devices.
    public var grabReport: (GrabReport) -> Void
    /// Another profile holds for a Tap: the Tap's name, and the profile's.
    public var profileChanged: (String, String) -> Void
    /// Something of what there is to know of the Taps has changed; it may be told often.
    public var changed: () -> Void

    /// Handlers for all.
    public init(
        tapReport: @escaping (String, TapReport) -> Void,
        situation: @escaping (BlueZSituation) -> Void,
        failed: @escaping (VirtualInputError) -> Void = { _ in },
        deviceReport: @escaping (DeviceReport) -> Void = { _ in },
        grabReport: @escaping (GrabReport) -> Void = { _ in },
        profileChanged: @escaping (String, String) -> Void = { _, _ in },
        changed: @escaping () -> Void = {}
    ) {
        self.changed = changed
        self.profileChanged = profileChanged
        self.deviceReport = deviceReport
        self.grabReport = grabReport
        self.tapReport = tapReport
        self.situation = situation
        self.failed = failed
    }
}
