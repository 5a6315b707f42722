public import Gestures
public import Mapping

/// What the hand did and when: an event of `DpadController`, or a tap.
public struct TimedDpadEvent: Equatable, Sendable {
    /// An event of either kind.
    public enum Event: Equatable, Sendable, CustomStringConvertible {
        /// One of the controller's.
        case dpad(DpadEvent)
        /// A tap of fingers.
        case tap(TapGesture)

        /// The event as the text output has it, without its time.
        public var description: String {
            switch self {
            case .dpad(let event): event.description
            case .tap(let tap): tap.description
            }
        }
    }

    /// When, by the clock that the pipeline is told.
    public var time: Timestamp
    /// What.
    public var event: Event

    /// An event of the controller and its time.
    public init(time: Timestamp, event: DpadEvent) {
        self.time = time
        self.event = .dpad(event)
    }

    /// A tap and its time.
    public init(time: Timestamp, tap: TapGesture) {
        self.time = time
        event = .tap(tap)
    }
}

/// A motion of the hand that came in.
public struct HandMotion: Equatable, Sendable {
    /// When, by the clock that the pipeline is told.
    public var time: Timestamp
    /// To the right, in device units; 0 without real movement.
    public var dx: Int
    /// Downwards, in device units; 0 without real movement.
    public var dy: Int
    /// How the hand is turned, in degrees.
    public var roll: Double

    /// A motion of the given parts.
    public init(time: Timestamp, dx: Int, dy: Int, roll: Double) {
        self.time = time
        self.dx = dx
        self.dy = dy
        self.roll = roll
    }
}

/// What comes out of the pipeline; keep it from packet to packet, so that its memory is used again.
public struct PipelineOutput: Sendable {
    /// Frames for the virtual devices.
    public var frames = FrameBuffer()
    /// The controller's events and the taps that led to them.
    public var dpadEvents: [TimedDpadEvent] = []
    /// The motions of the hand that led to them.
    public var motions: [HandMotion] = []
    /// Whether a gesture asks for the Tap's other model: tapping instead of air gestures, or back.
    public var wantsModelSwitch = false
    /// The name of the profile that holds from now on, if another one does.
    public var newProfile: String?
    /// Whether a set-up holds from now on that was given from outside.
    public var hasNewSetup = false

    /// An empty output.
    public init() {
        dpadEvents.reserveCapacity(32)
        motions.reserveCapacity(32)
    }

    /// Forgets everything and keeps the memory.
    public mutating func removeAll() {
        frames.removeAll()
        dpadEvents.removeAll(keepingCapacity: true)
        motions.removeAll(keepingCapacity: true)
        wantsModelSwitch = false
        newProfile = nil
        hasNewSetup = false
    }

    /// Whether nothing came out but motion, of the pointer or of the hand alone: what may wait for
    /// more that is there at the same moment.
    public var isMotionAlone: Bool {
        guard !wantsModelSwitch, newProfile == nil, !hasNewSetup, frames.isMotionAlone else {
            return false
        }
        return dpadEvents.allSatisfy { timed in
            switch timed.event {
            case .dpad(.drag), .dpad(.rotate): true
            case .dpad(.direction), .dpad(.pinch), .dpad(.hold), .dpad(.mode), .dpad(.release),
                .dpad(.hide), .dpad(.show), .tap:
                false
            }
        }
    }

    /// Whether the Tap answers what happened with a short pulse: a hold, its mode, a pinch.
    public var wantsPulse: Bool {
        dpadEvents.contains { timed in
            switch timed.event {
            case .dpad(.hold), .dpad(.mode), .dpad(.pinch): true
            case .dpad(.direction), .dpad(.rotate), .dpad(.drag), .dpad(.release), .dpad(.hide),
                .dpad(.show), .tap:
                false
            }
        }
    }
}
