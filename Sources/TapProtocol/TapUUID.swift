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

    /// The eight hex digits that begin `v2Read`, as captures name a characteristic.
    public static let v2ReadShort: UInt32 = 0xc3ff_000e
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
