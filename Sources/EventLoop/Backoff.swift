/// Growing pauses between attempts, each a little off its length so that attempts do not fall into
/// step with something else.
public struct Backoff: Sendable {
    /// The first pause, in nanoseconds.
    public var first: Int64 = 1_000_000_000
    /// The longest pause, in nanoseconds.
    public var longest: Int64 = 60_000_000_000

    /// How many attempts there were since the last success.
    public private(set) var attempts = 0
    private var random: UInt64

    /// Pauses whose unevenness follows from `seed`.
    public init(seed: UInt64) {
        random = seed | 1
    }

    /// The next pause: twice the one before, up to the longest, and up to a quarter more or less.
    public mutating func next() -> Int64 {
        let doubled = first << min(Int64(attempts), 16)
        attempts += 1
        let pause = min(doubled, longest)
        // xorshift64: no more than some unevenness is wanted.
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        let quarter = pause / 4
        return min(pause - quarter + Int64(random % UInt64(max(2 * quarter, 1))), longest)
    }

    /// Begins anew after a success.
    public mutating func succeeded() {
        attempts = 0
    }
}
