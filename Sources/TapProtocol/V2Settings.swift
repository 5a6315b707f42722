/// A feature of a v2 device that can be switched; the value is the byte sent.
public enum V2Feature: UInt8, CaseIterable, Sendable {
    /// Raw records of the IMU.
    case rawIMU = 0
    /// The gesture model's results.
    case modelDetection = 1
    /// Pointer motion and orientation.
    case imuMotion = 2
    /// Reserved by the vendor.
    case triggerDetections = 3
    /// Detection of the standby gesture.
    case standbyGestureDetection = 4
}

/// When the vision model runs; the value is the byte sent.
public enum V2OpMode: UInt8, CaseIterable, Sendable {
    /// One result for each trigger.
    case trigger = 0
    /// A stream of results from a trigger on.
    case streamOnTrigger = 1
    /// A stream of results.
    case stream = 2
}

/// What the vision model looks for; the value is the byte sent.
public enum V2VisionModel: UInt8, CaseIterable, Sendable {
    /// Finger taps.
    case tapping = 0
    /// Air gestures: swipes, pinches, fist.
    case airGesture = 1
}

/// A rhythm for the Tap's vibration motor: durations, alternately on and off.
public struct HapticPattern: Equatable, Sendable {
    /// The durations in the device's unit, 10 ms each.
    public let units: [UInt8]

    /// How many durations fit into one command.
    public static let maximumCount = 18
    /// The durations that can be sent, in milliseconds.
    public static let milliseconds = 10...2550

    /// A pattern of durations in milliseconds, rounded down to whole units of 10 ms.
    ///
    /// Returns nil unless there are 1 to 18 durations of 10 to 2550 ms each.
    public init?(milliseconds durations: [Int]) {
        guard (1...Self.maximumCount).contains(durations.count) else { return nil }
        var units: [UInt8] = []
        for duration in durations {
            guard Self.milliseconds.contains(duration) else { return nil }
            units.append(UInt8(truncatingIfNeeded: duration / 10))
        }
        self.units = units
    }

    private init(units: [UInt8]) {
        self.units = units
    }

    /// The short pulse that answers a gesture: 40 ms.
    public static let pulse = HapticPattern(units: [4])
    /// Two short pulses, which tell of another profile.
    public static let doublePulse = HapticPattern(units: [4, 8, 4])
}
