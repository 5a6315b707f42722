/// Lets one swipe of several through that a v1 device sends for one.
///
/// Two swipes sooner after each other than the gap are one, whatever their directions; one that is
/// swallowed counts for the next.
public struct SwipeGate: Sendable {
    /// The shortest time between two swipes.
    public var gap: Interval

    private var last: Timestamp?

    /// A gate before the first swipe.
    public init(gap: Interval = .milliseconds(200)) {
        self.gap = gap
    }

    /// Takes a swipe of this moment; returns whether it is one of its own.
    public mutating func passes(at now: Timestamp) -> Bool {
        defer { last = now }
        guard let last else { return true }
        return now - last >= gap
    }
}
