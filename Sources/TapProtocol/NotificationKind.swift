/// What a notification is about, as far as a connection cares.
public enum NotificationKind: Equatable, Sendable {
    /// Motion of the hand.
    case motion
    /// What the hand does at this moment.
    case handState
    /// Standby began or ended.
    case standby(Bool)
    /// The IMU's ranges; nil for codes that do not exist.
    case imuSensitivity(IMUSensitivity?)
    /// Anything else.
    case other

    /// The kind of a notification of the characteristic whose UUID begins with these digits.
    public init(of bytes: Span<UInt8>, from characteristic: UInt32) {
        switch V2Event(decoding: bytes) {
        case .motion: self = .motion
        case .airGesture: self = .handState
        case .standby(let on): self = .standby(on)
        case .imuSensitivity(let ranges): self = .imuSensitivity(ranges)
        case .unknown(.unknownValue) where bytes.byte(at: 0) == 3 && bytes.byte(at: 1) == 3:
            self = .imuSensitivity(nil)
        case .rawSensors, .tap, .feature, .opMode, .visionModel, .haptic, .unknown: self = .other
        }
    }
}
