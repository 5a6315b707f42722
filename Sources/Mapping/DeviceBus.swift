/// The bus that a virtual device tells the kernel; the value is the word of the configuration.
public enum DeviceBus: String, CaseIterable, Sendable {
    /// The kernel's `BUS_BLUETOOTH`.
    case bluetooth
    /// The kernel's `BUS_VIRTUAL`.
    case virtual
    /// The kernel's `BUS_USB`.
    case usb

    /// The kernel's number (`linux/input.h`).
    public var number: UInt16 {
        switch self {
        case .bluetooth: 0x05
        case .virtual: 0x06
        case .usb: 0x03
        }
    }
}
