public import Mapping

/// What a virtual device tells the kernel of itself: its name, its identity and what it can send.
public struct DeviceDescription: Equatable, Sendable {
    /// The name by which desktops, quirks and rules know it.
    public let name: String
    /// The bus type, by the kernel's number (`linux/input.h`).
    public let bus: UInt16
    /// The product number; vendor and version are the same for both devices.
    public let product: UInt16
    /// The keys and buttons that it can send, by the kernel's number.
    public let keys: [UInt16]
    /// The relative axes that it can send, by the kernel's number.
    public let relativeAxes: [UInt16]
    /// Whether the kernel repeats a key that stays down (`EV_REP`).
    public let repeats: Bool

    /// The vendor number: the letters "ta", which no vendor has.
    public static let vendor: UInt16 = 0x7461
    /// The version number.
    public static let version: UInt16 = 1

    /// The description of a device that can send only what it must, and what libinput needs to take it
    /// for what it is; nil where it need not send anything.
    ///
    /// The devices of the first Tap have plain names; those of the second have number 2.
    public init?(
        _ device: OutputDevice, _ capabilities: Capabilities, number: Int = 1,
        bus: DeviceBus = .bluetooth
    ) {
        let ownKeys = capabilities.keys.filter { $0.device == device }.map(\.rawValue)
        let suffix = number > 1 ? " \(number)" : ""
        self.bus = bus.number
        switch device {
        case .pointer:
            guard capabilities.moves || capabilities.scrolls || !ownKeys.isEmpty else { return nil }
            name = "tapinput pointer" + suffix
            product = 1
            // libinput takes a device for a mouse if it has both axes and the left button.
            keys = Set(ownKeys + [KeyCode.leftButton.rawValue]).sorted()
            relativeAxes = [RelativeAxis.x, RelativeAxis.y] + Self.wheels(capabilities)
            repeats = false
        case .keyboard:
            guard !ownKeys.isEmpty else { return nil }
            name = "tapinput keyboard" + suffix
            product = 2
            keys = ownKeys
            relativeAxes = []
            repeats = true
        }
    }

    private static func wheels(_ capabilities: Capabilities) -> [UInt16] {
        guard capabilities.scrolls else { return [] }
        let wheels = [RelativeAxis.hwheel, RelativeAxis.wheel]
        guard capabilities.scrollsInHighResolution else { return wheels }
        return wheels + [RelativeAxis.wheelHiRes, RelativeAxis.hwheelHiRes]
    }
}
