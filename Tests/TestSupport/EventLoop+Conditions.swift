package import EventLoop

extension EventLoop {
    /// Runs until a condition holds, at most for so many seconds; whether it came to hold.
    ///
    /// A condition that no event of the loop announces is looked at every few milliseconds.
    package func runUntil(
        within seconds: Int64 = 20, _ condition: () throws -> Bool
    ) throws -> Bool {
        let limit = Self.monotonicNow() + seconds * 1_000_000_000
        while try !condition() {
            guard Self.monotonicNow() < limit else { return false }
            try runOnce(until: Self.monotonicNow() + 5_000_000)
        }
        return true
    }
}
