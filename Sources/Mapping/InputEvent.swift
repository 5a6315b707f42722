public import Gestures

/// The two virtual devices.
///
/// They are two since libinput and the desktop take a device for a mouse or for a keyboard by what
/// it can send, and a mixture of both is misread by some.
public enum OutputDevice: String, CaseIterable, Sendable {
    /// The mouse.
    case pointer
    /// The keyboard.
    case keyboard
}

/// The kernel's event types that the driver sends (`linux/input-event-codes.h`).
public enum EventType {
    /// The kernel's `EV_SYN`.
    public static let syn: UInt16 = 0x00
    /// The kernel's `EV_KEY`.
    public static let key: UInt16 = 0x01
    /// The kernel's `EV_REL`.
    public static let rel: UInt16 = 0x02
}

/// The kernel's codes of relative axes that the driver sends (`linux/input-event-codes.h`).
public enum RelativeAxis {
    /// The kernel's `REL_X`.
    public static let x: UInt16 = 0x00
    /// The kernel's `REL_Y`.
    public static let y: UInt16 = 0x01
    /// The kernel's `REL_HWHEEL`.
    public static let hwheel: UInt16 = 0x06
    /// The kernel's `REL_WHEEL`.
    public static let wheel: UInt16 = 0x08
    /// The kernel's `REL_WHEEL_HI_RES`.
    public static let wheelHiRes: UInt16 = 0x0b
    /// The kernel's `REL_HWHEEL_HI_RES`.
    public static let hwheelHiRes: UInt16 = 0x0c
}

/// One event for one device, as the kernel's `input_event` has it, and the time it is meant for.
public struct InputEvent: Equatable, Sendable {
    /// When it is sent, by the clock that the mapper is told.
    public var time: Timestamp
    /// Which device sends it.
    public var device: OutputDevice
    /// The kernel's event type.
    public var type: UInt16
    /// The kernel's code.
    public var code: UInt16
    /// 1 down and 0 up for keys; counts for axes.
    public var value: Int32

    /// An event of the given parts.
    public init(
        time: Timestamp, device: OutputDevice, type: UInt16, code: UInt16, value: Int32
    ) {
        self.time = time
        self.device = device
        self.type = type
        self.code = code
        self.value = value
    }
}
