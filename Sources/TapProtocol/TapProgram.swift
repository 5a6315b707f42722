/// What a Tap is to do for the driver, whatever protocol it speaks.
public enum TapMode: Equatable, Sendable {
    /// Air gestures and motion.
    case airMouse
    /// Finger taps and motion.
    case tapping
    /// Raw records of the sensors and nothing else.
    case rawSensors(SensorSensitivity)
    /// The vendor's debug mode of v2: raw records, air gestures and motion together; a v1 device
    /// has only the raw records.
    case debug(SensorSensitivity)

    /// The ranges of the raw sensors, in a mode that has them.
    public var sensitivity: SensorSensitivity? {
        switch self {
        case .rawSensors(let ranges), .debug(let ranges): ranges
        case .airMouse, .tapping: nil
        }
    }
}

/// Bytes for one characteristic.
public struct TapWrite: Equatable, Sendable {
    /// The characteristic's UUID.
    public var characteristic: String
    /// What is written.
    public var bytes: [UInt8]
    /// Whether the device acknowledges it.
    public var withResponse: Bool
    /// The IMU's ranges that this sets, in either protocol; nil where it sets none.
    public private(set) var imuSensitivity: IMUSensitivity?
    /// The fingers' range that this sets, which v1 alone does; nil where it sets none.
    public private(set) var fingerRange: FingerRange?

    /// A command of v1.
    public init(_ command: V1Command) {
        bytes = command.bytes
        switch command {
        case .inputMode, .xrState:
            characteristic = TapUUID.uartRX
            withResponse = true
        case .haptic:
            characteristic = TapUUID.v1UICommand
            withResponse = false
        }
        if case .inputMode(.rawSensors(let ranges)) = command {
            imuSensitivity = ranges.imu
            fingerRange = ranges.finger
        }
    }

    /// A command of v2.
    public init(_ command: V2Command) {
        characteristic = TapUUID.v2Write
        bytes = command.bytes
        withResponse = true
        if case .setIMUSensitivity(let ranges) = command { imuSensitivity = ranges }
    }

    /// A vibration, as a protocol has it.
    public init(_ pattern: HapticPattern, _ version: ProtocolVersion) {
        switch version {
        case .v1: self.init(V1Command.haptic(pattern))
        case .v2: self.init(V2Command.haptic(pattern))
        }
    }
}

/// How a mode is set up, kept up and left: what is listened to and what is written.
///
/// Source: the vendor's set-up and leaving sequences of both protocols.
public struct TapProgram: Equatable, Sendable {
    /// The characteristics to listen to; of those that the device does not have none is needed.
    public var subscriptions: [String]
    /// The characteristics without which nothing works.
    public var required: [String]
    /// What is written, in order, once notifications are on.
    public var setUp: [TapWrite]
    /// What of it changes between air gestures and tapping.
    public var model: [TapWrite]
    /// What of it changes with the ranges of the raw sensors.
    public var ranges: [TapWrite]
    /// What is written about every 10 s, so that the device stays in its mode.
    public var refresh: [TapWrite]
    /// What is written at the end, so that the device is as it was.
    public var leaving: [TapWrite]

    /// What is written to a Tap that is set up, and whose mode becomes this one: of the same
    /// characteristics, with another model or other ranges.
    public var change: [TapWrite] { model + ranges }

    /// The program of a mode in a protocol.
    public init(_ version: ProtocolVersion, _ mode: TapMode) {
        switch version {
        case .v1: self.init(v1: mode)
        case .v2: self.init(v2: mode)
        }
    }

    private init(v1 mode: TapMode) {
        switch mode {
        case .airMouse, .tapping:
            subscriptions = [TapUUID.v1TapData, TapUUID.v1MouseData, TapUUID.v1AirGesture]
            required = [TapUUID.uartRX]
            model = [TapWrite(.xrState(mode == .tapping ? .tapping : .airMouse))]
            ranges = []
            setUp = [TapWrite(.inputMode(.controller))] + model
        case .rawSensors(let sensitivity), .debug(let sensitivity):
            subscriptions = [TapUUID.uartTX]
            required = [TapUUID.uartRX, TapUUID.uartTX]
            model = []
            ranges = [TapWrite(.inputMode(.rawSensors(sensitivity)))]
            setUp = ranges
        }
        refresh = setUp
        leaving = [TapWrite(.xrState(.userControl)), TapWrite(.inputMode(.text))]
    }

    private init(v2 mode: TapMode) {
        subscriptions = [TapUUID.v2Read]
        required = [TapUUID.v2Read, TapUUID.v2Write]
        refresh = [TapWrite(.keepalive)]
        leaving = Self.features(model: false, motion: false, raw: false)
        let airGestures = [
            TapWrite(.setVisionModel(.airGesture)), TapWrite(.setOpMode(.stream)),
        ]
        switch mode {
        case .airMouse:
            model = airGestures
            ranges = []
            setUp = Self.features(model: true, motion: true, raw: false) + model
        case .tapping:
            model = [TapWrite(.setVisionModel(.tapping)), TapWrite(.setOpMode(.trigger))]
            ranges = []
            setUp = Self.features(model: true, motion: true, raw: false) + model
        case .rawSensors(let sensitivity):
            model = []
            ranges = [TapWrite(.setIMUSensitivity(sensitivity.imu))]
            setUp =
                Self.question + ranges + Self.features(model: false, motion: false, raw: true)
        case .debug(let sensitivity):
            model = []
            ranges = [TapWrite(.setIMUSensitivity(sensitivity.imu))]
            setUp =
                Self.question + ranges + Self.features(model: true, motion: true, raw: true)
                + airGestures
        }
    }

    /// Asks for the ranges before they are changed, so that they can be put back.
    private static let question = [TapWrite(.getIMUSensitivity)]

    private static func features(model: Bool, motion: Bool, raw: Bool) -> [TapWrite] {
        [
            TapWrite(.setFeature(.modelDetection, model)),
            TapWrite(.setFeature(.imuMotion, motion)),
            TapWrite(.setFeature(.rawIMU, raw)),
        ]
    }
}
