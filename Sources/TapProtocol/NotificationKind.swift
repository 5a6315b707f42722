/// What a notification is about, as far as a connection needs to know it.
///
/// Only what is understood counts: what is cut short or of unknown values is `other`.
public enum NotificationKind: Equatable, Sendable {
    /// A sample of the hand's motion.
    case motion
    /// What the hand does, or that the device is looking for it.
    case handState
    /// Standby began or ended.
    case standby(Bool)
    /// Read-back of the IMU's ranges; nil where a code is in no table.
    case imuSensitivity(IMUSensitivity?)
    /// Anything else.
    case other

    /// The kind of a notification from the characteristic whose UUID begins with these digits.
    public init(of bytes: Span<UInt8>, from characteristic: UInt32) {
        switch NotifyingCharacteristic(rawValue: characteristic) {
        case nil: self = .other
        case .v2Read: self.init(v2: bytes)
        case .some(let characteristic):
            self.init(V1Event(decoding: bytes, from: characteristic))
        }
    }

    private init(v2 bytes: Span<UInt8>) {
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

    private init(_ event: V1Event) {
        switch event {
        case .motion: self = .motion
        case .state, .airGestureState(true): self = .handState
        case .tap, .swipe, .fingerSwipe, .touch, .airGestureState(false), .rawSensors, .unknown:
            self = .other
        }
    }
}
