public import TapProtocol

/// A gesture as an edge: what `DpadController.onGesture` takes; the value is the vendor's number.
///
/// Source: the vendor's processed layer, 1 to 20.
public enum ProcessedGesture: UInt8, CaseIterable, Sendable {
    /// A short pinch of thumb and index finger.
    case clickIndex = 1
    /// A short pinch of thumb and middle finger.
    case clickMiddle = 2
    /// A short pinch of thumb and ring finger.
    case clickRing = 3
    /// A short pinch of thumb and little finger.
    case clickLittle = 4
    /// A pinch of thumb and index finger is now held.
    case dragIndex = 5
    /// A pinch of thumb and middle finger is now held.
    case dragMiddle = 6
    /// A pinch of thumb and ring finger is now held.
    case dragRing = 7
    /// A pinch of thumb and little finger is now held.
    case dragLittle = 8
    /// What was held is let go.
    case drop = 9
    /// A pinch began that will be a click or a drag: index finger.
    case potentialDragOrClickIndex = 10
    /// A pinch began that will be a click or a drag: middle finger.
    case potentialDragOrClickMiddle = 11
    /// A pinch began that will be a click or a drag: ring finger.
    case potentialDragOrClickRing = 12
    /// A pinch began that will be a click or a drag: little finger.
    case potentialDragOrClickLittle = 13
    /// The hand closed to a fist.
    case fistBegin = 14
    /// The fist opened.
    case fistEnd = 15
    /// A swipe to the left.
    case swipeLeft = 17
    /// A swipe to the right.
    case swipeRight = 18
    /// A swipe upwards.
    case swipeUp = 19
    /// A swipe downwards.
    case swipeDown = 20

    /// The short pinch of `finger`.
    public static func click(_ finger: Finger) -> ProcessedGesture {
        switch finger {
        case .index: .clickIndex
        case .middle: .clickMiddle
        case .ring: .clickRing
        case .little: .clickLittle
        }
    }

    /// The held pinch of `finger`.
    public static func drag(_ finger: Finger) -> ProcessedGesture {
        switch finger {
        case .index: .dragIndex
        case .middle: .dragMiddle
        case .ring: .dragRing
        case .little: .dragLittle
        }
    }

    /// The pinch of `finger` that will be a click or a drag.
    public static func potentialDragOrClick(_ finger: Finger) -> ProcessedGesture {
        switch finger {
        case .index: .potentialDragOrClickIndex
        case .middle: .potentialDragOrClickMiddle
        case .ring: .potentialDragOrClickRing
        case .little: .potentialDragOrClickLittle
        }
    }

    /// The swipe of a v1 device.
    public static func swipe(_ code: SwipeCode) -> ProcessedGesture {
        switch code {
        case .left: .swipeLeft
        case .right: .swipeRight
        case .up: .swipeUp
        case .down: .swipeDown
        }
    }
}
