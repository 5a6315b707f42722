public import Gestures
public import Mapping
internal import TapProtocol

/// A `DpadController` event and when it came about.
public struct TimedDpadEvent: Equatable, Sendable {
    /// When, by the clock that the pipeline is told.
    public var time: Timestamp
    /// What.
    public var event: DpadEvent

    /// An event and its time.
    public init(time: Timestamp, event: DpadEvent) {
        self.time = time
        self.event = event
    }
}

/// What comes out of the pipeline; keep it from packet to packet, so that its memory is used again.
public struct PipelineOutput: Sendable {
    /// Frames for the virtual devices.
    public var frames = FrameBuffer()
    /// The controller's events that led to them.
    public var dpadEvents: [TimedDpadEvent] = []

    /// An empty output.
    public init() {
        dpadEvents.reserveCapacity(32)
    }

    /// Forgets everything and keeps the memory.
    public mutating func removeAll() {
        frames.removeAll()
        dpadEvents.removeAll(keepingCapacity: true)
    }

    /// Whether the Tap answers what happened with a short pulse: a hold, its mode, a pinch.
    public var wantsPulse: Bool {
        dpadEvents.contains { timed in
            switch timed.event {
            case .hold, .mode, .pinch: true
            case .direction, .rotate, .drag, .release, .hide, .show: false
            }
        }
    }
}

/// One Tap's path from bytes to frames: protocol, gestures, controller, mapping.
///
/// A value without I/O and without a clock; a live Tap, a capture and a test go the same way.
public struct Pipeline: Sendable {
    /// What came in and was not understood.
    public struct Counters: Equatable, Sendable {
        /// Notifications that came in.
        public var notifications = 0
        /// Of these, frames that are in no table of the protocol, cut short or of unknown values.
        public var unknownFrames = 0
        /// Of these, notifications of characteristics that the protocol in use does not have.
        public var foreignNotifications = 0
    }

    /// What came in so far.
    public private(set) var counters = Counters()
    /// When the Tap last said what the hand does; nil before that.
    public private(set) var lastClass: Timestamp?

    private var classes = ClassStream()
    private var dpad = DpadController()
    private var mapper: Mapper
    private var events: [DpadEvent] = []

    /// A pipeline with nothing held and nothing down.
    public init(profile: Profile) {
        mapper = Mapper(profile: profile)
        events.reserveCapacity(8)
    }

    /// When `advance` has something to do, or nil.
    public var deadline: Timestamp? {
        guard let key = mapper.deadline else { return dpad.deadline }
        guard let hold = dpad.deadline else { return key }
        return min(key, hold)
    }

    /// Whether something is held, hidden or down, and so must end some time.
    public var isEngaged: Bool { dpad.held != nil || dpad.hidden || mapper.hasKeysDown }

    /// Lets time pass: every timer that is due fires at its own time, keys that come up first.
    public mutating func advance(to now: Timestamp, into output: inout PipelineOutput) {
        while let due = deadline, due <= now {
            if mapper.deadline == due {
                mapper.advance(to: due, into: &output.frames)
            } else {
                dpad.tick(due, into: &events)
                handleEvents(at: due, &output)
            }
        }
    }

    /// Takes a notification's bytes from the characteristic whose UUID begins with these digits.
    public mutating func receive(
        _ bytes: Span<UInt8>,
        from characteristic: UInt32,
        at now: Timestamp,
        into output: inout PipelineOutput
    ) {
        counters.notifications &+= 1
        guard characteristic == NotifyingCharacteristic.v2Read.rawValue else {
            counters.foreignNotifications &+= 1
            return advance(to: now, into: &output)
        }
        switch V2Event(decoding: bytes) {
        case .motion(let sample):
            move(sample, at: now, into: &output)
        case .airGesture(let gestureClass):
            lastClass = now
            guard let gesture = classes.next(gestureClass) else {
                return advance(to: now, into: &output)
            }
            self.gesture(gesture.rawValue, at: now, into: &output)
        case .standby(true):
            reset(at: now, into: &output)
        case .unknown:
            counters.unknownFrames &+= 1
            advance(to: now, into: &output)
        case .standby(false), .rawSensors, .tap, .feature, .opMode, .visionModel,
            .imuSensitivity, .haptic:
            advance(to: now, into: &output)
        }
    }

    /// Takes a processed gesture by the vendor's number.
    public mutating func gesture(
        _ rawValue: UInt8, at now: Timestamp, into output: inout PipelineOutput
    ) {
        advance(to: now, into: &output)
        dpad.onGesture(rawValue, now: now, into: &events)
        handleEvents(at: now, &output)
    }

    /// Takes a motion that is real movement: device units, and the roll in degrees.
    public mutating func motion(
        dx: Int, dy: Int, roll: Double, at now: Timestamp, into output: inout PipelineOutput
    ) {
        advance(to: now, into: &output)
        dpad.onMotion(dx: dx, dy: dy, roll: roll, now: now, into: &events)
        handleEvents(at: now, &output)
        if dpad.held == nil, !dpad.hidden {
            mapper.move(dx: dx, dy: dy, at: now, into: &output.frames)
        }
    }

    /// Ends what was going on, since the Tap is gone or asleep: the hold is let go, the fist
    /// opens, everything comes up, and the next packet finds a pipeline at rest.
    public mutating func reset(at now: Timestamp, into output: inout PipelineOutput) {
        gesture(ProcessedGesture.drop.rawValue, at: now, into: &output)
        gesture(ProcessedGesture.fistEnd.rawValue, at: now, into: &output)
        mapper.reset(at: now, into: &output.frames)
        classes = ClassStream()
    }

    /// Lets everything come up that is down, as the last thing.
    public mutating func finish(at now: Timestamp, into output: inout PipelineOutput) {
        advance(to: now, into: &output)
        mapper.releaseAll(at: now, into: &output.frames)
    }

    private mutating func move(
        _ sample: MotionSample, at now: Timestamp, into output: inout PipelineOutput
    ) {
        // Without real movement only the orientation counts.
        motion(
            dx: sample.isMouse ? Int(sample.velocityX) : 0,
            dy: sample.isMouse ? Int(sample.velocityY) : 0,
            roll: Double(sample.orientation?.roll ?? 0),
            at: now, into: &output
        )
    }

    private mutating func handleEvents(at now: Timestamp, _ output: inout PipelineOutput) {
        for event in events {
            output.dpadEvents.append(TimedDpadEvent(time: now, event: event))
            mapper.handle(event, at: now, into: &output.frames)
        }
        events.removeAll(keepingCapacity: true)
    }
}
