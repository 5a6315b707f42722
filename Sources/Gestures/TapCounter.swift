public import TapProtocol

/// A tap of fingers, once or several times.
public struct TapGesture: Hashable, Sendable {
    /// The fingers that tapped together.
    public let fingers: FingerMask
    /// How many times, 1 to 3.
    public let count: Int

    /// A tap of so many times; what is below 1 is taken as 1, what is above 3 as 3.
    public init(_ fingers: FingerMask, count: Int = 1) {
        self.fingers = fingers
        self.count = min(max(count, 1), TapGesture.highestCount)
    }

    /// The most times that are told apart.
    public static let highestCount = 3
}

extension TapGesture: CustomStringConvertible {
    /// The tap as the text output has it, without its time: `tap thumb+index double`.
    public var description: String {
        let times = count == 1 ? "" : count == 2 ? " double" : " triple"
        return "tap \(fingers)\(times)"
    }
}

/// Counts taps of the same fingers that follow each other.
///
/// A tap waits for another one only where more taps mean something else. A value without a clock:
/// `tick` is to be called at `deadline`.
public struct TapCounter: Sendable {
    /// Taps of the same fingers sooner after each other than this count together.
    public var window: Interval

    /// What comes of a tap: one that waited, then the new one.
    public struct Answer: Equatable, Sendable {
        /// The tap that waited and is now over, if any.
        public var former: TapGesture?
        /// The tap that just came, if it need not wait.
        public var latest: TapGesture?
    }

    /// A tap that waits for another one.
    private struct Waiting {
        var fingers: FingerMask
        var count: Int
        var last: Timestamp
    }

    private var waiting: Waiting?

    /// A counter that has seen no tap.
    public init(window: Interval = .milliseconds(300)) {
        self.window = window
    }

    /// When `tick` has something to do, or nil: no further tap is waited for.
    public var deadline: Timestamp? {
        guard let waiting else { return nil }
        return waiting.last + window
    }

    /// Lets time pass; returns the tap that waited long enough, if any.
    public mutating func tick(_ now: Timestamp) -> TapGesture? {
        guard let deadline, now >= deadline else { return nil }
        return end()
    }

    /// Takes a tap that the device has not counted.
    ///
    /// `highest` is the highest count that means something for these fingers, 1 to 3. Does first
    /// what `tick` does.
    public mutating func next(
        _ fingers: FingerMask, highest: Int, at now: Timestamp
    ) -> Answer {
        var answer = Answer(former: tick(now))
        if let waiting, waiting.fingers != fingers { answer.former = end() }
        let count = (waiting?.count ?? 0) + 1
        if count < min(highest, TapGesture.highestCount) {
            waiting = Waiting(fingers: fingers, count: count, last: now)
        } else {
            waiting = nil
            answer.latest = TapGesture(fingers, count: count)
        }
        return answer
    }

    /// Takes a tap that the device itself has counted: it need not wait.
    public mutating func next(_ counted: TapGesture) -> Answer {
        Answer(former: end(), latest: counted)
    }

    /// Waits no longer; returns the tap that waited, if any.
    public mutating func flush() -> TapGesture? {
        end()
    }

    /// Forgets a tap that waits.
    public mutating func clear() {
        waiting = nil
    }

    private mutating func end() -> TapGesture? {
        defer { waiting = nil }
        return waiting.map { TapGesture($0.fingers, count: $0.count) }
    }
}
