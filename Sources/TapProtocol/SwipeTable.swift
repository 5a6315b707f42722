/// A swipe as a v1 device names it.
public enum SwipeCode: CaseIterable, Sendable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down
}

/// What the numbers of a v1 device's swipes mean: the vendor's SDKs disagree.
public enum SwipeTable: String, CaseIterable, Sendable {
    /// The Swift SDK's reading: left, right, up, down.
    case swift
    /// The Web SDK's table: up, down, left, right.
    case web

    /// The swipe of a number, or nil for one that is not 1 to 4.
    public func swipe(_ number: UInt8) -> SwipeCode? {
        switch (self, number) {
        case (.swift, 1), (.web, 3): .left
        case (.swift, 2), (.web, 4): .right
        case (.swift, 3), (.web, 1): .up
        case (.swift, 4), (.web, 2): .down
        default: nil
        }
    }
}
