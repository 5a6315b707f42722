internal import CLibevdev
public import Mapping

/// What a virtual device tells the kernel of itself: its name, its identity and what it can send.
public struct DeviceDescription: Equatable, Sendable {
    /// The name by which desktops, quirks and rules know it.
    public let name: String
    /// The product number; bus, vendor and version are the same for both devices.
    public let product: UInt16
    /// The keys and buttons that it can send, by the kernel's number.
    public let keys: [UInt16]
    /// The relative axes that it can send, by the kernel's number.
    public let relativeAxes: [UInt16]
    /// Whether the kernel repeats a key that stays down (`EV_REP`).
    public let repeats: Bool

    /// The kernel's `BUS_BLUETOOTH`.
    public static let bus = UInt16(BUS_BLUETOOTH)
    /// The vendor number: the letters "ta", which no vendor has.
    public static let vendor: UInt16 = 0x7461
    /// The version number.
    public static let version: UInt16 = 1

    /// The description of a device for some profiles: only what these can send, and what libinput
    /// needs to take the device for what it is.
    ///
    /// The devices of the first Tap have plain names; those of the second have number 2.
    public init(_ device: OutputDevice, profiles: [Profile], number: Int = 1) {
        let ownKeys = profiles.flatMap(\.keys).filter { $0.device == device }.map(\.rawValue)
        let suffix = number > 1 ? " \(number)" : ""
        switch device {
        case .pointer:
            name = "tapinput pointer" + suffix
            product = 1
            // libinput takes a device for a mouse if it has both axes and the left button.
            keys = Set(ownKeys + [KeyCode.leftButton.rawValue]).sorted()
            relativeAxes =
                [RelativeAxis.x, RelativeAxis.y]
                + (profiles.contains(where: \.scrolls)
                    ? [
                        RelativeAxis.hwheel, RelativeAxis.wheel,
                        RelativeAxis.wheelHiRes, RelativeAxis.hwheelHiRes,
                    ] : [])
            repeats = false
        case .keyboard:
            name = "tapinput keyboard" + suffix
            product = 2
            keys = Set(ownKeys).sorted()
            relativeAxes = []
            repeats = true
        }
    }
}
