/// The bytes that go to a v2 Tap and come from it, written out as the vendor's tables have them.
enum TapFrames {
    /// Model detection on, IMU motion on, raw IMU off, air gestures, stream.
    static let setUp: [[UInt8]] = [
        [0, 0, 0, 0, 1, 1],
        [0, 0, 0, 0, 2, 1],
        [0, 0, 0, 0, 0, 0],
        [1, 0, 1, 0, 1],
        [1, 0, 0, 0, 2],
    ]

    /// Model detection off, IMU motion off, raw IMU off.
    static let leaving: [[UInt8]] = [
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 2, 0],
        [0, 0, 0, 0, 0, 0],
    ]

    static let keepalive: [UInt8] = [2, 0, 0, 0]

    /// A pulse of 40 ms, padded to 18 durations.
    static let pulse: [UInt8] = [1, 2, 3, 0, 0, 2, 4] + [UInt8](repeating: 0, count: 17)

    /// The class of this moment of the gesture model.
    static func gesture(_ gestureClass: UInt8) -> [UInt8] { [1, 3, 0, 0, gestureClass] }

    /// A motion with real movement.
    static func motion(dx: Int8, dy: Int8) -> [UInt8] {
        [0, 0, 0, 0, 0] + bytes(dx) + bytes(dy) + [0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0]
    }

    private static func bytes(_ value: Int8) -> [UInt8] {
        [UInt8(bitPattern: value), value < 0 ? 0xff : 0]
    }
}

/// The UUIDs that BlueZ's objects carry, written out.
enum TapUUIDs {
    static let tapService = "c3ff0001-1d8b-40fd-a56f-c7bd5d0f3370"
    static let v1TapData = "c3ff0005-1d8b-40fd-a56f-c7bd5d0f3370"
    static let v1MouseData = "c3ff0006-1d8b-40fd-a56f-c7bd5d0f3370"
    static let v1UICommand = "c3ff0009-1d8b-40fd-a56f-c7bd5d0f3370"
    static let v1AirGesture = "c3ff000a-1d8b-40fd-a56f-c7bd5d0f3370"
    static let uartRX = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    static let uartTX = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
    static let v2Read = "c3ff000e-1d8b-40fd-a56f-c7bd5d0f3370"
    static let v2Write = "c3ff000f-1d8b-40fd-a56f-c7bd5d0f3370"
    static let battery = "00002a19-0000-1000-8000-00805f9b34fb"
}
