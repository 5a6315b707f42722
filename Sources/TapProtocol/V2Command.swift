/// A command to a v2 device: one frame on the v2 write characteristic, written with response.
///
/// Source: the vendor's table of v2 frames, `[command, sub1, sub2, sub3, payload…]`.
public enum V2Command: Equatable, Sendable {
    /// Switches a feature.
    case setFeature(V2Feature, Bool)
    /// Asks for a feature's state.
    case getFeature(V2Feature)
    /// Sets when the vision model runs.
    case setOpMode(V2OpMode)
    /// Asks for the op mode.
    case getOpMode
    /// Sets what the vision model looks for.
    case setVisionModel(V2VisionModel)
    /// Asks for the vision model.
    case getVisionModel
    /// Sets the ranges of the IMU.
    case setIMUSensitivity(IMUSensitivity)
    /// Asks for the ranges of the IMU.
    case getIMUSensitivity
    /// Vibrates.
    case haptic(HapticPattern)
    /// Keeps the device in its mode; due about every 10 s.
    case keepalive
    /// Asks whether the device is in standby.
    case getStandby
    /// Puts the device into standby or takes it out.
    case setStandby(Bool)

    /// The frame's bytes.
    public var bytes: [UInt8] {
        switch self {
        case .setFeature(let feature, let on): [0, 0, 0, 0, feature.rawValue, on ? 1 : 0]
        case .getFeature(let feature): [0, 1, 0, 0, feature.rawValue]
        case .setOpMode(let mode): [1, 0, 0, 0, mode.rawValue]
        case .getOpMode: [1, 0, 0x0a, 0]
        case .setVisionModel(let model): [1, 0, 1, 0, model.rawValue]
        case .getVisionModel: [1, 0, 0x0b, 0]
        case .setIMUSensitivity(let sensitivity):
            [1, 1, 2, 0, sensitivity.gyro.rawValue, sensitivity.accelerometer.rawValue]
        case .getIMUSensitivity: [1, 1, 0x0c, 0]
        case .haptic(let pattern):
            [1, 2, 3, 0, 0, 2] + pattern.units
                + Array(repeating: 0, count: HapticPattern.maximumCount - pattern.units.count)
        case .keepalive: [2, 0, 0, 0]
        case .getStandby: [3, 3, 0, 0]
        case .setStandby(let on): [3, 4, 0, 0, on ? 1 : 0]
        }
    }
}
