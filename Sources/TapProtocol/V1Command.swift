/// What a v1 device's whole input is: text, or events for a program.
public enum V1InputMode: Equatable, Sendable {
    /// It types as a HID keyboard; what it falls back to by itself.
    case text
    /// Taps, motion and gestures are notified.
    case controller
    /// As controller, and it is a HID mouse.
    case controllerWithMouse
    /// As controller, and it is a HID mouse and keyboard.
    case controllerWithFullHID
    /// Raw records are notified, in these ranges.
    case rawSensors(SensorSensitivity)
    /// Taps and how long they are held.
    case tapHold
}

/// What a TapXR of v1 looks for; the value is the byte sent.
public enum XRState: UInt8, CaseIterable, Sendable {
    /// Air gestures and motion.
    case airMouse = 1
    /// Finger taps.
    case tapping = 2
    /// What its user chose.
    case userControl = 3
}

/// A command to a v1 device.
///
/// Source: the vendor's table of v1 commands.
public enum V1Command: Equatable, Sendable {
    /// Sets the input mode; on the UART's RX characteristic, with response.
    case inputMode(V1InputMode)
    /// Sets what a TapXR looks for; on the UART's RX characteristic, with response.
    case xrState(XRState)
    /// Vibrates; on the UI command characteristic, without response.
    case haptic(HapticPattern)

    /// The command's bytes.
    public var bytes: [UInt8] {
        switch self {
        case .inputMode(.text): [3, 0x0c, 0, 0]
        case .inputMode(.controller): [3, 0x0c, 0, 1]
        case .inputMode(.controllerWithMouse): [3, 0x0c, 0, 3]
        case .inputMode(.controllerWithFullHID): [3, 0x0c, 0, 5]
        case .inputMode(.rawSensors(let ranges)):
            [
                3, 0x0c, 0, 0x0a, ranges.finger.rawValue, ranges.imu.gyro.rawValue,
                ranges.imu.accelerometer.rawValue,
            ]
        case .inputMode(.tapHold): [3, 0x0c, 0, 0x0b]
        case .xrState(let state): [3, 0x0d, 0, state.rawValue]
        case .haptic(let pattern): [0, 2] + pattern.units
        }
    }
}
