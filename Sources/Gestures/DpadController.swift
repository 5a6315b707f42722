/// The vendor's interaction model: swipe, pinch, hold to twist or to drag, fist to hide.
///
/// A value without a clock: each entry point is told the time, does first what `tick` does, and
/// appends the events that follow, in order, to the caller's array. Bring the array along from
/// call to call and nothing is allocated.
///
/// Source: the vendor's `tapkit-dpad`, with its traps closed (see the tunables).
public struct DpadController: Sendable {
    /// A repeat of the same swipe, click, drag-begin or fist-begin sooner than this is swallowed.
    public var debounce = Interval.milliseconds(40)
    /// How long a hold may stay undecided.
    public var lockWindow = Interval.milliseconds(1000)
    /// The roll travel, in degrees, that makes a hold a twist.
    public var rotateLock = 25.0
    /// A change of roll of at most so many degrees is noise and not counted in the travel.
    public var rollNoise = 1.0

    /// What a held pinch of each finger becomes: what the hand decides, or the same at once.
    ///
    /// A drag and a button both have the mode `drag`. A change is one of the holds to come.
    public var holds = PerFinger<HoldStyle>(
        index: .decide, middle: .decide, ring: .decide, little: .decide)

    /// A held pinch.
    private struct Hold {
        var finger: Finger
        var began: Timestamp
        var mode: HoldMode?
        var roll: RollTrack?
        var travel: Int64 = 0
    }

    /// The roll since the first motion sample of a hold.
    ///
    /// Angles are whole millionths of a degree, so that sums are exact and a limit that is just
    /// reached is reached.
    private struct RollTrack {
        var last: Int64
        var lastCounted: Int64
        var turned: Int64 = 0
    }

    private var hold: Hold?
    private var lastSeen = DebounceTimes()

    /// Whether the hand is a fist, so that everything but its opening is ignored.
    public private(set) var hidden = false

    /// A controller at rest, with the vendor's tunables.
    public init() {}

    /// The finger whose pinch is held, or nil.
    public var held: Finger? { hold?.finger }

    /// What the hold became, or nil while it is undecided or nothing is held.
    public var mode: HoldMode? { hold?.mode }

    /// When `tick` has something to do, or nil: the end of the lock window of an undecided hold.
    public var deadline: Timestamp? {
        guard let hold, hold.mode == nil else { return nil }
        return hold.began + lockWindow
    }

    /// Lets time pass: a hold that is undecided at the end of the lock window is decided.
    public mutating func tick(_ now: Timestamp, into events: inout [DpadEvent]) {
        guard let deadline, now >= deadline, let travel = hold?.travel else { return }
        decide(travel >= Accumulator.micro(rotateLock) ? .rotate : .drag, into: &events)
    }

    /// Ends a hold and a fist without letting time pass: nothing is decided that was due before.
    public mutating func letGo(into events: inout [DpadEvent]) {
        release(&events)
        guard hidden else { return }
        hidden = false
        events.append(.show)
    }

    /// Takes a processed gesture by the vendor's number; unknown numbers are ignored.
    public mutating func onGesture(
        _ rawValue: UInt8,
        now: Timestamp,
        into events: inout [DpadEvent]
    ) {
        tick(now, into: &events)
        guard let gesture = ProcessedGesture(rawValue: rawValue) else { return }
        if hidden {
            if gesture == .fistEnd {
                hidden = false
                events.append(.show)
            }
            return
        }
        switch gesture {
        case .swipeLeft: swipe(.left, gesture, now, &events)
        case .swipeRight: swipe(.right, gesture, now, &events)
        case .swipeUp: swipe(.up, gesture, now, &events)
        case .swipeDown: swipe(.down, gesture, now, &events)
        case .clickIndex: click(.index, gesture, now, &events)
        case .clickMiddle: click(.middle, gesture, now, &events)
        case .clickRing: click(.ring, gesture, now, &events)
        case .clickLittle: click(.little, gesture, now, &events)
        case .dragIndex: beginHold(.index, gesture, now, &events)
        case .dragMiddle: beginHold(.middle, gesture, now, &events)
        case .dragRing: beginHold(.ring, gesture, now, &events)
        case .dragLittle: beginHold(.little, gesture, now, &events)
        case .drop: release(&events)
        case .fistBegin:
            guard !lastSeen.swallows(gesture, now, within: debounce) else { return }
            release(&events)
            hidden = true
            events.append(.hide)
        case .fistEnd,
            .potentialDragOrClickIndex, .potentialDragOrClickMiddle,
            .potentialDragOrClickRing, .potentialDragOrClickLittle:
            return
        }
    }

    /// Takes a motion sample: `dx` and `dy` in device units, `roll` in degrees.
    public mutating func onMotion(
        dx: Int,
        dy: Int,
        roll: Double,
        now: Timestamp,
        into events: inout [DpadEvent]
    ) {
        tick(now, into: &events)
        guard let held = hold else { return }
        if held.mode == .drag {
            if dx != 0 || dy != 0 { events.append(.drag(dx: dx, dy: dy)) }
            return
        }
        let turned = track(Accumulator.micro(roll))
        if held.mode == nil, let travel = hold?.travel, travel >= Accumulator.micro(rotateLock) {
            decide(.rotate, into: &events)
        }
        events.append(.rotate(degrees: Double(turned) / 1e6))
    }

    private mutating func swipe(
        _ direction: Direction,
        _ gesture: ProcessedGesture,
        _ now: Timestamp,
        _ events: inout [DpadEvent]
    ) {
        guard !lastSeen.swallows(gesture, now, within: debounce) else { return }
        events.append(.direction(direction))
    }

    private mutating func click(
        _ finger: Finger,
        _ gesture: ProcessedGesture,
        _ now: Timestamp,
        _ events: inout [DpadEvent]
    ) {
        guard hold == nil, !lastSeen.swallows(gesture, now, within: debounce) else { return }
        events.append(.pinch(finger))
    }

    private mutating func beginHold(
        _ finger: Finger,
        _ gesture: ProcessedGesture,
        _ now: Timestamp,
        _ events: inout [DpadEvent]
    ) {
        guard held != finger, !lastSeen.swallows(gesture, now, within: debounce) else { return }
        release(&events)
        hold = Hold(finger: finger, began: now)
        events.append(.hold(finger))
        switch holds[finger] {
        case .decide: return
        case .drag, .button: decide(.drag, into: &events)
        case .rotate: decide(.rotate, into: &events)
        }
    }

    private mutating func release(_ events: inout [DpadEvent]) {
        guard let held else { return }
        hold = nil
        events.append(.release(held))
    }

    private mutating func decide(_ mode: HoldMode, into events: inout [DpadEvent]) {
        hold?.mode = mode
        events.append(.mode(mode))
    }

    /// Adds a sample to the hold's roll; returns how far the hand turned since its first one.
    private mutating func track(_ roll: Int64) -> Int64 {
        guard var track = hold?.roll else {
            hold?.roll = RollTrack(last: roll, lastCounted: roll)
            return 0
        }
        // A turn at a time, no hand and no radio comes near the range of these sums.
        track.turned &+= Self.wrapped(roll - track.last)
        track.last = roll
        let change = Int64(Self.wrapped(roll - track.lastCounted).magnitude)
        if change > Accumulator.micro(rollNoise) {
            track.lastCounted = roll
            hold?.travel &+= change
        }
        hold?.roll = track
        return track.turned
    }

    /// A difference of two angles as the shorter way round, -180 to 180 degrees.
    private static func wrapped(_ difference: Int64) -> Int64 {
        let turn: Int64 = 360_000_000
        guard difference.magnitude > turn / 2 else { return difference }
        let rest = difference % turn
        if rest > turn / 2 { return rest - turn }
        if rest < -turn / 2 { return rest + turn }
        return rest
    }
}

/// When each gesture was last accepted or swallowed.
private struct DebounceTimes: Sendable {
    /// By the numbers of the gestures; before anything was seen, longer ago than any limit.
    private var times = InlineArray<32, Timestamp>(repeating: Timestamp(nanoseconds: .min))

    /// Whether `gesture` repeats itself sooner than `limit`; its time is now in either case.
    mutating func swallows(
        _ gesture: ProcessedGesture,
        _ now: Timestamp,
        within limit: Interval
    ) -> Bool {
        let index = Int(gesture.rawValue) & 31
        let last = times[index]
        times[index] = now
        return now - last < limit
    }
}
