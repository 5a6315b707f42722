public import TapProtocol

/// Turns the stream of gesture classes of a v2 device into processed gestures.
///
/// The device repeats the class of the moment for as long as the hand stays so: a run of one class
/// is one gesture. It errs now and then, with a single `none` in the middle of a hold, so a hold
/// or a fist ends only after several `none` on end. Until a fist has ended nothing else begins.
public struct ClassStream: Sendable {
    /// How many `none` on end release a hold.
    public var releaseCount: Int
    /// How many `none` on end open a fist.
    public var fistEndCount: Int

    private enum State: Equatable {
        case open
        case holding(Finger)
        case fist
    }

    private var state = State.open
    private var run = GestureClass.none
    private var noneCount = 0

    /// A stream at its start: an open hand.
    ///
    /// The default counts are the vendor's (Python, Web and Android SDKs).
    public init(releaseCount: Int = 4, fistEndCount: Int = 2) {
        self.releaseCount = releaseCount
        self.fistEndCount = fistEndCount
    }

    /// Takes the next class; returns the gesture that it begins or ends, if any.
    public mutating func next(_ gestureClass: GestureClass) -> ProcessedGesture? {
        let beginsRun = gestureClass != run
        run = gestureClass
        if gestureClass == .none {
            noneCount = min(noneCount, Int.max - 1) + 1
            return endOfState()
        }
        noneCount = 0
        guard beginsRun, state != .fist else { return nil }
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
            state = .fist
            return .fistBegin
        }
    }

    private mutating func hold(_ finger: Finger) -> ProcessedGesture? {
        guard state != .holding(finger) else { return nil }
        state = .holding(finger)
        return .drag(finger)
    }

    /// What ends with the `none` that was just counted.
    private mutating func endOfState() -> ProcessedGesture? {
        switch state {
        case .holding where noneCount >= releaseCount:
            state = .open
            return .drop
        case .fist where noneCount >= fistEndCount:
            state = .open
            return .fistEnd
        case .open, .holding, .fist:
            return nil
        }
    }
}
