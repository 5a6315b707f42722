internal import Gestures

/// How many packets came in the last second, in steps of a quarter of it.
struct PacketRate: Equatable, Sendable {
    private static let step: Int64 = 250_000_000
    private static let steps: Int64 = 4

    /// The packets of the latest steps, the present one last.
    private var counts = [Int](repeating: 0, count: Int(steps) + 1)
    private var present: Int64 = 0

    /// The packets of the last whole steps that make a second.
    var perSecond: Int { counts.dropLast().reduce(0, +) }

    /// When it may be another one, if no packet comes; nil once it stays 0.
    var deadline: Timestamp? {
        guard counts.contains(where: { $0 > 0 }) else { return nil }
        let (next, overflow) = (present + 1).multipliedReportingOverflow(by: Self.step)
        return overflow ? nil : Timestamp(nanoseconds: next)
    }

    mutating func count(at now: Timestamp) {
        advance(to: now)
        counts[counts.count - 1] += 1
    }

    mutating func advance(to now: Timestamp) {
        let step = now.nanoseconds / Self.step
        guard step > present else { return }
        let passed = min(step - present, Self.steps + 1)
        present = step
        for _ in 0..<passed {
            counts.removeFirst()
            counts.append(0)
        }
    }
}
