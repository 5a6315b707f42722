import Gestures

/// A `DpadController` that is told the time in milliseconds and answers with event texts.
struct Dpad {
    var controller = DpadController()

    static func time(_ milliseconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    }

    mutating func gesture(_ gesture: ProcessedGesture, at milliseconds: Double) -> [String] {
        raw(gesture.rawValue, at: milliseconds)
    }

    mutating func raw(_ rawValue: UInt8, at milliseconds: Double) -> [String] {
        var events: [DpadEvent] = []
        controller.onGesture(rawValue, now: Self.time(milliseconds), into: &events)
        return events.map(\.description)
    }

    mutating func motion(
        dx: Int = 0, dy: Int = 0, roll: Double = 0, at milliseconds: Double
    ) -> [String] {
        var events: [DpadEvent] = []
        controller.onMotion(
            dx: dx, dy: dy, roll: roll, now: Self.time(milliseconds), into: &events)
        return events.map(\.description)
    }

    mutating func tick(at milliseconds: Double) -> [String] {
        var events: [DpadEvent] = []
        controller.tick(Self.time(milliseconds), into: &events)
        return events.map(\.description)
    }

    /// The answers to a row of rolls, one millisecond after another.
    mutating func rolls(_ rolls: [Double], from milliseconds: Double = 1) -> [[String]] {
        rolls.enumerated().map { index, roll in
            motion(roll: roll, at: milliseconds + Double(index))
        }
    }

    /// A controller whose index finger's pinch is held since 0 ms.
    static func holding() -> Dpad {
        var dpad = Dpad()
        _ = dpad.gesture(.dragIndex, at: 0)
        return dpad
    }

    /// A controller whose index finger's pinch is held since 0 ms and is a drag since 1000 ms.
    static func dragging() -> Dpad {
        var dpad = holding()
        _ = dpad.tick(at: 1000)
        return dpad
    }

    /// A controller whose hand is a fist since 0 ms.
    static func hidden() -> Dpad {
        var dpad = Dpad()
        _ = dpad.gesture(.fistBegin, at: 0)
        return dpad
    }
}

extension ProcessedGesture {
    static let swipes: [ProcessedGesture] = [.swipeLeft, .swipeRight, .swipeUp, .swipeDown]
    static let clicks: [ProcessedGesture] = [.clickIndex, .clickMiddle, .clickRing, .clickLittle]
    static let drags: [ProcessedGesture] = [.dragIndex, .dragMiddle, .dragRing, .dragLittle]
}
