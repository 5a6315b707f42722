/// The class that the Tap's air gesture model sees at this moment; the value is the byte sent.
///
/// In stream mode the class is sent continuously: the same class repeats for as long as the hand
/// stays so. Source: v2 gesture classes 100 to 114.
public enum GestureClass: UInt8, CaseIterable, Sendable {
    /// No gesture.
    case none = 100
    /// A swipe to the left.
    case left = 101
    /// A swipe to the right.
    case right = 102
    /// A swipe upwards.
    case up = 103
    /// A swipe downwards.
    case down = 104
    /// A short pinch of thumb and index finger.
    case pinchIndex = 105
    /// A short pinch of thumb and middle finger.
    case pinchMiddle = 106
    /// A short pinch of thumb and ring finger.
    case pinchRing = 107
    /// A short pinch of thumb and little finger.
    case pinchLittle = 108
    /// A fist.
    case fist = 109
    /// A held pinch of thumb and index finger.
    case holdIndex = 110
    /// A held pinch of thumb and middle finger.
    case holdMiddle = 111
    /// A held pinch of thumb and ring finger.
    case holdRing = 112
    /// A held pinch of thumb and little finger.
    case holdLittle = 113
    /// A fist that is held.
    case holdFist = 114
}

/// The fingers that touched in a tap; never empty.
///
/// Source: the finger mask 1 to 31 of tap data.
public struct FingerMask: OptionSet, Hashable, Sendable {
    /// The mask as it is sent.
    public let rawValue: UInt8

    /// A mask of any bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The mask of a received byte, or nil where it is not one of 1 to 31.
    init?(decoding byte: UInt8) {
        guard (1...31).contains(byte) else { return nil }
        self.init(rawValue: byte)
    }

    /// The thumb.
    public static let thumb = FingerMask(rawValue: 1)
    /// The index finger.
    public static let index = FingerMask(rawValue: 2)
    /// The middle finger.
    public static let middle = FingerMask(rawValue: 4)
    /// The ring finger.
    public static let ring = FingerMask(rawValue: 8)
    /// The little finger.
    public static let little = FingerMask(rawValue: 16)
}

extension FingerMask: CustomStringConvertible {
    /// The fingers' names from the thumb on: `thumb+index`.
    public var description: String {
        var names: [String] = []
        if contains(.thumb) { names.append("thumb") }
        if contains(.index) { names.append("index") }
        if contains(.middle) { names.append("middle") }
        if contains(.ring) { names.append("ring") }
        if contains(.little) { names.append("little") }
        return names.joined(separator: "+")
    }
}
