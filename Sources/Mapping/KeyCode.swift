/// A key or a button by the kernel's number (`linux/input-event-codes.h`).
public struct KeyCode: Hashable, Sendable {
    /// The kernel's code.
    public let rawValue: UInt16

    /// The key of a kernel code.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The device that sends it: mouse buttons (`BTN_MOUSE` up to before `BTN_JOYSTICK`) belong to
    /// the pointer, everything else to the keyboard.
    public var device: OutputDevice {
        (0x110..<0x120).contains(rawValue) ? .pointer : .keyboard
    }

    /// The kernel's `KEY_ESC`.
    public static let escape = KeyCode(rawValue: 1)
    /// The kernel's `KEY_TAB`.
    public static let tab = KeyCode(rawValue: 15)
    /// The kernel's `KEY_ENTER`.
    public static let enter = KeyCode(rawValue: 28)
    /// The kernel's `KEY_LEFTSHIFT`.
    public static let leftShift = KeyCode(rawValue: 42)
    /// The kernel's `KEY_SPACE`.
    public static let space = KeyCode(rawValue: 57)
    /// The kernel's `KEY_UP`.
    public static let up = KeyCode(rawValue: 103)
    /// The kernel's `KEY_PAGEUP`.
    public static let pageUp = KeyCode(rawValue: 104)
    /// The kernel's `KEY_LEFT`.
    public static let left = KeyCode(rawValue: 105)
    /// The kernel's `KEY_RIGHT`.
    public static let right = KeyCode(rawValue: 106)
    /// The kernel's `KEY_DOWN`.
    public static let down = KeyCode(rawValue: 108)
    /// The kernel's `KEY_PAGEDOWN`.
    public static let pageDown = KeyCode(rawValue: 109)
    /// The kernel's `KEY_VOLUMEDOWN`.
    public static let volumeDown = KeyCode(rawValue: 114)
    /// The kernel's `KEY_VOLUMEUP`.
    public static let volumeUp = KeyCode(rawValue: 115)
    /// The kernel's `KEY_COMPOSE`: the menu key of a PC keyboard.
    public static let compose = KeyCode(rawValue: 127)
    /// The kernel's `KEY_BACK`.
    public static let back = KeyCode(rawValue: 158)
    /// The kernel's `KEY_PLAYPAUSE`.
    public static let playPause = KeyCode(rawValue: 164)
    /// The kernel's `BTN_LEFT`.
    public static let leftButton = KeyCode(rawValue: 0x110)
    /// The kernel's `BTN_RIGHT`.
    public static let rightButton = KeyCode(rawValue: 0x111)
    /// The kernel's `BTN_MIDDLE`.
    public static let middleButton = KeyCode(rawValue: 0x112)
}
