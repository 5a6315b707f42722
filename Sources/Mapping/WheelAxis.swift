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

    /// Scrolls by a part of a detent; positive is the kernel's positive direction.
    mutating func scroll(detents amount: Double) -> Scroll {
        let hiRes = Int32(clamping: units.add(Accumulator.micro(amount * Self.unitsPerDetent)))
        return Scroll(hiRes: hiRes, detents: Int32(clamping: detents.add(Int64(hiRes))))
    }
}
