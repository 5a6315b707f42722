/// The UUIDs of a Tap's GATT services and characteristics, in BlueZ's spelling (lower case).
///
/// Source: the vendor's SDKs and BLE API page.
public enum TapUUID {
    /// The Tap service: advertised by every Tap, and how one is recognised.
    public static let tapService = "c3ff0001-1d8b-40fd-a56f-c7bd5d0f3370"
    /// v1 finger taps; notifies.
    public static let v1TapData = "c3ff0005-1d8b-40fd-a56f-c7bd5d0f3370"
    /// v1 mouse motion; notifies.
    public static let v1MouseData = "c3ff0006-1d8b-40fd-a56f-c7bd5d0f3370"
    /// v1 haptics; written without response.
    public static let v1UICommand = "c3ff0009-1d8b-40fd-a56f-c7bd5d0f3370"
    /// v1 air gestures; notifies.
    public static let v1AirGesture = "c3ff000a-1d8b-40fd-a56f-c7bd5d0f3370"
    /// v2 events: every event is a frame notified here.
    public static let v2Read = "c3ff000e-1d8b-40fd-a56f-c7bd5d0f3370"
    /// v2 commands: every command is a frame written here, with response.
    public static let v2Write = "c3ff000f-1d8b-40fd-a56f-c7bd5d0f3370"

    /// v1 mode commands (Nordic UART, RX); written with response.
    public static let uartRX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    /// v1 raw sensor records (Nordic UART, TX); notifies.
    public static let uartTX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
    /// The name that the Tap's user gave it; text.
    public static let deviceName = "c3ff0003-1d8b-40fd-a56f-c7bd5d0f3370"
    /// The model's version; text.
    public static let modelVersion = "c3ff000c-1d8b-40fd-a56f-c7bd5d0f3370"
    /// The version of the second firmware; text.
    public static let secondFirmware = "c3ff000d-1d8b-40fd-a56f-c7bd5d0f3370"
    /// The maker (Device Information); text.
    public static let manufacturer = "00002a29-0000-1000-8000-00805f9b34fb"
    /// The serial number (Device Information); text.
    public static let serialNumber = "00002a25-0000-1000-8000-00805f9b34fb"
    /// The hardware's version (Device Information); text.
    public static let hardware = "00002a27-0000-1000-8000-00805f9b34fb"
    /// The firmware's version (Device Information); text.
    public static let firmware = "00002a26-0000-1000-8000-00805f9b34fb"
    /// The bootloader's version (Device Information, software revision); text.
    public static let bootloader = "00002a28-0000-1000-8000-00805f9b34fb"
    /// The battery's charge (Battery service); one byte, percent; notifies.
    public static let batteryLevel = "00002a19-0000-1000-8000-00805f9b34fb"

    /// The eight hex digits that begin a UUID, as captures name a characteristic; 0 where it does
    /// not begin with any.
    public static func short(_ uuid: String) -> UInt32 {
        UInt32(uuid.prefix(8), radix: 16) ?? 0
    }
}

/// The characteristics that notify, by the eight hex digits that begin their UUIDs.
public enum NotifyingCharacteristic: UInt32, CaseIterable, Sendable {
    /// v1 finger taps.
    case v1TapData = 0xc3ff_0005
    /// v1 mouse motion.
    case v1MouseData = 0xc3ff_0006
    /// v1 air gestures.
    case v1AirGesture = 0xc3ff_000a
    /// v1 raw sensor records.
    case v1RawSensors = 0x6e40_0003
    /// v2 events.
    case v2Read = 0xc3ff_000e
}

/// The two generations of the Tap's protocol.
public enum ProtocolVersion: String, Sendable {
    /// Tap Strap, Tap Strap 2 and older TapXR firmware.
    case v1
    /// TapBand and newer TapXR firmware.
    case v2

    /// The protocol of a device that has these characteristics, or nil where it has none of either.
    ///
    /// A device speaks v2 if it has both the v2 read and the v2 write characteristic.
    public init?(characteristics uuids: some Sequence<String>) {
        var hasRead = false
        var hasWrite = false
        var hasV1 = false
        for uuid in uuids {
            switch uuid {
            case TapUUID.v2Read: hasRead = true
            case TapUUID.v2Write: hasWrite = true
            case TapUUID.v1TapData, TapUUID.v1MouseData, TapUUID.v1AirGesture: hasV1 = true
            default: break
            }
        }
        if hasRead && hasWrite {
            self = .v2
        } else if hasV1 {
            self = .v1
        } else {
            return nil
        }
    }
}
