/// The state of the hand that a TapXR of v1 sees at this moment; the value is the byte sent.
///
/// It is sent continuously, like a `GestureClass` of v2. Source: v1 air gestures 100 to 105.
public enum XRHandState: UInt8, CaseIterable, Sendable {
    /// An open hand.
    case none = 100
    /// Thumb and index finger touch.
    case thumbIndex = 101
    /// Thumb and middle finger touch.
    case thumbMiddle = 102
    /// Thumb and ring finger touch.
    case thumbRing = 103
    /// Thumb and little finger touch.
    case thumbLittle = 104
    /// A fist.
    case fist = 105
}

/// A finger that meets the thumb, as a Tap Strap sees it.
public enum ThumbTouch: CaseIterable, Sendable {
    /// The index finger.
    case index
    /// The middle finger.
    case middle
}

/// What a v1 device adds to a tap: the state of its keyboard.
public struct TapKeyboardState: Equatable, Sendable {
    /// The shift state, 0 to 3.
    public var shift: UInt8
    /// The switch state, 0 to 3.
    public var switchState: UInt8
    /// How many taps of the same fingers followed each other, 1 to 3.
    public var multitap: UInt8

    /// A state of known values.
    public init(shift: UInt8, switchState: UInt8, multitap: UInt8) {
        self.shift = shift
        self.switchState = switchState
        self.multitap = multitap
    }

    /// Decodes byte 3 of tap data; every byte is one.
    init(decoding byte: UInt8) {
        shift = byte & 3
        switchState = byte >> 2 & 3
        multitap = min((byte >> 4 & 3) + 1, 3)
    }
}

/// What a v1 device says: a notification of one of its characteristics.
///
/// Source: the vendor's v1 notifications.
public enum V1Event: Equatable, Sendable {
    /// A sample of the hand's motion.
    case motion(MotionSample)
    /// A tap of fingers; the keyboard's state is nil from a device that does not send it.
    case tap(FingerMask, TapKeyboardState?)
    /// A swipe of the hand.
    case swipe(SwipeCode)
    /// One or two fingers that swipe.
    case fingerSwipe(SwipeCode, fingerCount: Int)
    /// A finger touches the thumb.
    case touch(ThumbTouch)
    /// The hand's state of this moment.
    case state(XRHandState)
    /// Whether the device is now in its air gesture state.
    case airGestureState(Bool)
    /// Raw sensor records; they follow from the first byte on.
    case rawSensors
    /// Something else; to be counted, never fatal.
    case unknown(UnknownFrame)

    /// The byte of an air gesture that tells of the air gesture state.
    private static let stateMark: UInt8 = 20

    /// Decodes a notification in place; bytes of every kind and length are allowed.
    ///
    /// One of the v2 characteristic has no meaning here and is unknown.
    public init(
        decoding bytes: Span<UInt8>,
        from characteristic: NotifyingCharacteristic,
        swipes: SwipeTable = .swift
    ) {
        switch characteristic {
        case .v1MouseData: self = Self.motion(bytes)
        case .v1TapData: self = Self.tap(bytes)
        case .v1AirGesture: self = Self.airGesture(bytes, swipes)
        case .v1RawSensors: self = .rawSensors
        case .v2Read: self = .unknown(.unknownHeader)
        }
    }

    private static func motion(_ bytes: Span<UInt8>) -> V1Event {
        guard bytes.count >= MotionSample.shortLength else { return .unknown(.tooShort) }
        guard let sample = MotionSample(decoding: bytes, from: 0) else {
            return .unknown(.unknownValue)
        }
        return .motion(sample)
    }

    private static func tap(_ bytes: Span<UInt8>) -> V1Event {
        guard let mask = bytes.byte(at: 0) else { return .unknown(.tooShort) }
        guard let fingers = FingerMask(decoding: mask) else { return .unknown(.unknownValue) }
        return .tap(fingers, bytes.byte(at: 3).map(TapKeyboardState.init(decoding:)))
    }

    private static func airGesture(_ bytes: Span<UInt8>, _ swipes: SwipeTable) -> V1Event {
        guard let code = bytes.byte(at: 0) else { return .unknown(.tooShort) }
        if let number = bytes.byte(at: 3), number != 0 {
            guard let swipe = swipes.swipe(number) else { return .unknown(.unknownValue) }
            return .swipe(swipe)
        }
        if code == stateMark {
            guard let state = bytes.byte(at: 1) else { return .unknown(.tooShort) }
            return .airGestureState(state != 0)
        }
        if let state = XRHandState(rawValue: code) { return .state(state) }
        return olderGesture(code)
    }

    /// The gestures of a Tap Strap 2; 12 and 14 are the Python SDK's numbers of the touches.
    private static func olderGesture(_ code: UInt8) -> V1Event {
        switch code {
        case 2: .fingerSwipe(.up, fingerCount: 1)
        case 3: .fingerSwipe(.up, fingerCount: 2)
        case 4: .fingerSwipe(.down, fingerCount: 1)
        case 5: .fingerSwipe(.down, fingerCount: 2)
        case 6: .fingerSwipe(.left, fingerCount: 1)
        case 7: .fingerSwipe(.left, fingerCount: 2)
        case 8: .fingerSwipe(.right, fingerCount: 1)
        case 9: .fingerSwipe(.right, fingerCount: 2)
        case 10, 12: .touch(.index)
        case 11, 14: .touch(.middle)
        default: .unknown(.unknownValue)
        }
    }
}
