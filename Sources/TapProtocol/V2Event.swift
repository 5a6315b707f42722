/// What a v2 device says: one frame on the v2 read characteristic.
///
/// Source: the vendor's table of v2 frames, `[command, sub1, sub2, sub3, payload…]`.
public enum V2Event: Equatable, Sendable {
    /// A sample of the hand's motion.
    case motion(MotionSample)
    /// Raw sensor records; they follow the four bytes of the header.
    case rawSensors
    /// A tap of fingers.
    case tap(FingerMask)
    /// The air gesture model's class of this moment.
    case airGesture(GestureClass)
    /// Standby began or ended.
    case standby(Bool)
    /// Read-back of a feature.
    case feature(V2Feature, Bool)
    /// Read-back of the op mode.
    case opMode(V2OpMode)
    /// Read-back of the vision model.
    case visionModel(V2VisionModel)
    /// Read-back of the IMU's ranges.
    case imuSensitivity(IMUSensitivity)
    /// Read-back of the haptic pattern.
    case haptic
    /// Something else; to be counted, never fatal.
    case unknown(UnknownFrame)

    /// The length of the header: command and three sub-commands.
    public static let headerLength = 4

    /// Decodes a frame in place; bytes of every kind and length are allowed.
    public init(decoding bytes: Span<UInt8>) {
        guard bytes.count >= Self.headerLength else {
            self = .unknown(.tooShort)
            return
        }
        switch (bytes[0], bytes[1]) {
        case (0, 0): self = Self.motion(bytes)
        case (0, 1): self = .rawSensors
        case (1, 2): self = Self.value(bytes, FingerMask.init(decoding:), Self.tap)
        case (1, 3): self = Self.value(bytes, GestureClass.init(rawValue:), Self.airGesture)
        case (2, _): self = Self.value(bytes, Self.bool, Self.standby)
        case (3, 0): self = Self.feature(bytes)
        case (3, 1): self = Self.value(bytes, V2OpMode.init(rawValue:), Self.opMode)
        case (3, 2): self = Self.value(bytes, V2VisionModel.init(rawValue:), Self.visionModel)
        case (3, 3): self = Self.imuSensitivity(bytes)
        case (3, 4): self = .haptic
        default: self = .unknown(.unknownHeader)
        }
    }

    private static func bool(_ byte: UInt8) -> Bool? {
        byte > 1 ? nil : byte == 1
    }

    /// An event of the one value behind the header.
    private static func value<Value>(
        _ bytes: Span<UInt8>,
        _ decode: (UInt8) -> Value?,
        _ event: (Value) -> V2Event
    ) -> V2Event {
        guard let byte = bytes.byte(at: headerLength) else { return .unknown(.tooShort) }
        guard let value = decode(byte) else { return .unknown(.unknownValue) }
        return event(value)
    }

    private static func motion(_ bytes: Span<UInt8>) -> V2Event {
        guard bytes.count >= headerLength + MotionSample.fullLength else {
            return .unknown(.tooShort)
        }
        guard let sample = MotionSample(decoding: bytes, from: headerLength) else {
            return .unknown(.unknownValue)
        }
        return .motion(sample)
    }

    private static func feature(_ bytes: Span<UInt8>) -> V2Event {
        guard let code = bytes.byte(at: headerLength), let state = bytes.byte(at: headerLength + 1)
        else { return .unknown(.tooShort) }
        guard let feature = V2Feature(rawValue: code), let on = bool(state) else {
            return .unknown(.unknownValue)
        }
        return .feature(feature, on)
    }

    private static func imuSensitivity(_ bytes: Span<UInt8>) -> V2Event {
        guard let gyroCode = bytes.byte(at: headerLength),
            let accelerometerCode = bytes.byte(at: headerLength + 1)
        else { return .unknown(.tooShort) }
        guard let gyro = GyroRange(rawValue: gyroCode),
            let accelerometer = AccelerometerRange(rawValue: accelerometerCode)
        else { return .unknown(.unknownValue) }
        return .imuSensitivity(IMUSensitivity(gyro: gyro, accelerometer: accelerometer))
    }
}
