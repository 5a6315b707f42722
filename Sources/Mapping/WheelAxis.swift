import Gestures

/// What one axis scrolls in one frame.
struct Scroll: Equatable {
    /// High-resolution units, 120 a detent.
    var hiRes: Int32
    /// Whole detents.
    var detents: Int32

    static let none = Scroll(hiRes: 0, detents: 0)
}

/// One wheel: high-resolution units and whole detents that always agree.
///
/// Fractions of a high-resolution unit are carried. The units that are sent, and nothing else, are
/// added up to whole detents, so that the two counts differ by less than a detent for ever; no
/// reset, not even on a change of direction, lets them drift apart.
struct WheelAxis: Equatable {
    /// High-resolution units in a detent (`linux/input-event-codes.h`).
    static let unitsPerDetent = 120.0

    private var units = Accumulator(unit: 1_000_000)
    private var detents = Accumulator(unit: 120)
    /// Units that wait until they are whole detents.
    private var waiting = Accumulator(unit: 120)

    /// Scrolls by a part of a detent; positive is the kernel's positive direction.
    ///
    /// Without high resolution units are sent as whole detents alone: both counts agree on a device
    /// that has both, and one that has whole detents alone is sent the same.
    mutating func scroll(detents amount: Double, inHighResolution: Bool = true) -> Scroll {
        var hiRes = units.add(Accumulator.micro(amount * Self.unitsPerDetent))
        if inHighResolution {
            hiRes = hiRes &+ Int(waiting.takeRest())
        } else {
            // As many as came in at most, so this cannot overflow.
            hiRes = waiting.add(Int64(hiRes)) &* 120
        }
        let sent = Int32(clamping: hiRes)
        return Scroll(hiRes: sent, detents: Int32(clamping: detents.add(Int64(sent))))
    }
}

/// How far both wheels turn, in detents and in the kernel's directions.
struct WheelTurn: Equatable {
    /// Positive is up.
    var vertical = 0.0
    /// Positive is to the right.
    var horizontal = 0.0

    /// Wheels that rest.
    init() {}

    /// Wheels that turn so far.
    init(vertical: Double, horizontal: Double) {
        self.vertical = vertical
        self.horizontal = horizontal
    }

    /// One wheel that turns so that the content scrolls.
    init(_ direction: WheelStep.Direction, detents: Double) {
        switch direction {
        case .up: vertical = detents
        case .down: vertical = -detents
        case .left: horizontal = -detents
        case .right: horizontal = detents
        }
    }

    /// Both turns together.
    static func + (first: WheelTurn, second: WheelTurn) -> WheelTurn {
        WheelTurn(
            vertical: first.vertical + second.vertical,
            horizontal: first.horizontal + second.horizontal)
    }
}
