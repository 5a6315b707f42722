public import TapProtocol

/// Turns the stream of gesture classes of a v2 device into processed gestures.
///
/// The device repeats the class of the moment for as long as the hand stays so: a run of one class
/// is one gesture. It errs now and then, with a single `none` in the middle of a hold, so a hold
/// or a fist ends only after several `none` on end, and its run goes on over fewer.
///
/// Which gestures count at a moment is the controller's affair: nothing is held back here.
public struct ClassStream: Sendable {
    /// How many `none` on end release a hold.
    public var releaseCount: Int
    /// How many `none` on end open a fist.
    public var fistEndCount: Int

    private var run = GestureClass.none
    private var noneCount = 0
    private var isFist = false
    private var isHeld = false

    /// A stream at its start: an open hand.
    ///
    /// The default counts are the vendor's (Python, Web and Android SDKs).
    public init(releaseCount: Int = 4, fistEndCount: Int = 2) {
        self.releaseCount = releaseCount
        self.fistEndCount = fistEndCount
    }

    /// Takes the next class; returns the gesture that it begins or ends, if any.
    public mutating func next(_ gestureClass: GestureClass) -> ProcessedGesture? {
        guard gestureClass != .none else { return nextNone() }
        noneCount = 0
        guard gestureClass != run else { return nil }
        run = gestureClass
        switch gestureClass {
        case .none: return nil
        case .left: return .swipeLeft
        case .right: return .swipeRight
        case .up: return .swipeUp
        case .down: return .swipeDown
        case .pinchIndex: return .clickIndex
        case .pinchMiddle: return .clickMiddle
        case .pinchRing: return .clickRing
        case .pinchLittle: return .clickLittle
        case .holdIndex: return hold(.index)
        case .holdMiddle: return hold(.middle)
        case .holdRing: return hold(.ring)
        case .holdLittle: return hold(.little)
        case .fist, .holdFist:
            isFist = true
            return .fistBegin
        }
    }

    private mutating func hold(_ finger: Finger) -> ProcessedGesture {
        isHeld = true
        return .drag(finger)
    }

    /// Counts a `none`; returns what ends with it.
    private mutating func nextNone() -> ProcessedGesture? {
        noneCount = min(noneCount, Int.max - 1) + 1
        if isFist, noneCount >= fistEndCount {
            isFist = false
            run = .none
            return .fistEnd
        }
        if isHeld, noneCount >= releaseCount {
            isHeld = false
            run = .none
            return .drop
        }
        if !goesOnOverNone { run = .none }
        return nil
    }

    /// Whether the run is one of a hold or a fist that has not ended.
    private var goesOnOverNone: Bool {
        switch run {
        case .holdIndex, .holdMiddle, .holdRing, .holdLittle: isHeld
        case .fist, .holdFist: isFist
        case .none, .left, .right, .up, .down, .pinchIndex, .pinchMiddle, .pinchRing,
            .pinchLittle:
            false
        }
    }
}
