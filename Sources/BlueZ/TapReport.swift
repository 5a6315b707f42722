public import Bus
public import TapProtocol

/// What is worth telling a person about a Tap's connection; each is told once until it changes.
public enum TapReport: Equatable, Sendable {
    /// It is set up and streams.
    case connected
    /// The link is lost; it is looked for from now on.
    case lost
    /// It could not be connected; it is tried again by itself.
    case unreachable(BusError)
    /// BlueZ does not let us.
    case refused(BusError)
    /// It is connected, but there are no keys: it is not listened to.
    case notBonded
    /// The link is there and something on it fails; it is tried again by itself.
    case failing(BusError)
    /// BlueZ knows its services and a Tap's characteristics are not among them.
    case characteristicsMissing
    /// It is connected and set up, and sends nothing.
    case silent
    /// It sends gestures and no motion: perhaps it moves the pointer by itself, as a HID device.
    case motionless
    /// Standby began or ended.
    case standby(Bool)
    /// Its battery runs low; told once at each limit.
    case batteryLow(percent: Int)
    /// It looks for something else from now on.
    case modelSwitched(V2VisionModel)
    /// The IMU's ranges as it told them when asked; nil for no answer, or none that makes sense.
    case imuSensitivity(IMUSensitivity?)
    /// The link was lost again and again with raw sensors on: they are left off.
    case rawModeGivenUp
}

extension BusError {
    /// Whether BlueZ lets only one program at a time do this, and another one does.
    public var meansTaken: Bool {
        ["org.bluez.Error.NotPermitted", "org.bluez.Error.InProgress"].contains(name)
    }
}
