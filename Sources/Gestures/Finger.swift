/// A finger that meets the thumb in a pinch; the value is the number that `pinch` events carry.
public enum Finger: Int, CaseIterable, Sendable {
    /// The index finger.
    case index
    /// The middle finger.
    case middle
    /// The ring finger.
    case ring
    /// The little finger.
    case little
}

/// One value for each finger.
public struct PerFinger<Value> {
    /// The index finger's.
    public var index: Value
    /// The middle finger's.
    public var middle: Value
    /// The ring finger's.
    public var ring: Value
    /// The little finger's.
    public var little: Value

    /// Four values, from the index finger to the little one.
    public init(index: Value, middle: Value, ring: Value, little: Value) {
        self.index = index
        self.middle = middle
        self.ring = ring
        self.little = little
    }

    /// The value of one finger.
    public subscript(finger: Finger) -> Value {
        get {
            switch finger {
            case .index: index
            case .middle: middle
            case .ring: ring
            case .little: little
            }
        }
        set {
            switch finger {
            case .index: index = newValue
            case .middle: middle = newValue
            case .ring: ring = newValue
            case .little: little = newValue
            }
        }
    }

    /// The values that `transform` makes of each finger's.
    public func map<Result>(_ transform: (Value) -> Result) -> PerFinger<Result> {
        PerFinger<Result>(
            index: transform(index), middle: transform(middle),
            ring: transform(ring), little: transform(little))
    }

    /// The values from the index finger to the little one.
    public var all: [Value] { [index, middle, ring, little] }
}

extension PerFinger: Equatable where Value: Equatable {}
extension PerFinger: Sendable where Value: Sendable {}
