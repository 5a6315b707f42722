package import EventLoop
package import Testing

extension EventLoop {
    /// Runs until a condition holds, at most for so many seconds; whether it came to hold.
    package func run(seconds: Int64 = 10, until condition: () -> Bool) throws -> Bool {
        let limit = Self.monotonicNow() + .seconds(seconds)
        while !condition() {
            guard Self.monotonicNow() < limit else { return false }
            try runOnce(until: limit)
        }
        return true
    }

    /// Runs for a while, whatever happens.
    package func run(milliseconds: Int64) throws {
        let limit = Self.monotonicNow() + .milliseconds(milliseconds)
        while Self.monotonicNow() < limit { try runOnce(until: limit) }
    }

    /// Runs until a condition holds; that it never does is a failure of the test.
    package func expect(
        _ what: Comment, within seconds: Int64 = 10,
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
    ) throws {
        let holds = try run(seconds: seconds, until: condition)
        try #require(holds, what, sourceLocation: sourceLocation)
    }
}

extension Int64 {
    /// Nanoseconds.
    package static func seconds(_ count: Int64) -> Int64 { count * 1_000_000_000 }
    /// Nanoseconds.
    package static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
}
