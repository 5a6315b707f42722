public import Gestures
internal import TapProtocol

/// Turns `DpadController`'s events and free pointer motion into frames, as a profile says.
///
/// A value without a clock, like the controller: time is passed in, and frames are appended to the
/// caller's buffer.
public struct Mapper: Sendable {
    /// What a gesture asks for that is no input event.
    public enum Request: Equatable, Sendable {
        /// The Tap's other model.
        case switchModel
        /// The profile of a name.
        case profile(String)
        /// The profile that follows in the cycle.
        case nextProfile
        /// The profile with which the Tap began.
        case firstProfile
    }

    /// A profile is large and a mapper is copied often, if only to be asked something: it is kept
    /// once.
    private final class Bound: Sendable {
        let profile: Profile

        init(_ profile: Profile) {
            self.profile = profile
        }
    }

    private var bound: Bound
    /// What each gesture does.
    public var profile: Profile { bound.profile }
    /// Who asked for a pause.
    private enum Pause {
        case gesture
        case command
    }

    /// The pause of this moment.
    private var pause: Pause?
    /// Whether nothing is sent, until the pause is ended.
    public var isPaused: Bool { pause != nil }
    /// Whether the pointer rests, until the clutch is let go.
    public private(set) var isClutched = false
    /// What gestures asked for since `takeRequest`; of several the last one.
    private var request: Request?

    /// A pinch that is held.
    struct Hold {
        var finger: Finger
        var mode: HoldMode?
        /// The degrees that are already accounted for; nil until the twist's first sample.
        var degrees: Double?
        /// The keys that are down while a wheel turns with the hand.
        var modifiers: [KeyCode] = []
        /// When the desktop has seen these keys, so that the wheel may turn.
        var wheelBegins = Timestamp.zero
        /// How far it has to turn then.
        var owed = WheelTurn()
        /// Until when the keys must be down, so that the desktop sees them with the wheel.
        var modifiersEnd = Timestamp.zero
    }

    /// A swipe that goes on.
    private struct Repeat {
        var direction: Direction
        var next: Timestamp
    }

    var keys = KeyPlayer()
    private var pointer: PointerMotion
    /// Degrees towards the next step of a twist.
    var twistDegrees: PerFinger<Accumulator>
    private var pinches: TapCounter
    var hold: Hold?
    private var swipe: Repeat?
    private var fistReset: Timestamp?
    /// Whether the fist that is held was long enough to go back to the first profile.
    private var wasReset = false

    /// A mapper with nothing down.
    public init(profile: Profile) {
        bound = Bound(profile)
        pointer = PointerMotion(profile.pointer)
        twistDegrees = Self.twistDegrees(of: profile)
        pinches = TapCounter(window: profile.timing.doublePinch)
        keys.scrollsInHighResolution = profile.scrollsInHighResolution
    }

    /// When `advance` has something to do, or nil.
    public var deadline: Timestamp? {
        let gestures = Timestamp.earlier(pinches.deadline, swipe?.next)
        return .earlier(keys.deadline, .earlier(gestures, fistReset))
    }

    /// Whether a gesture is not yet over: something is held, down, repeated or waited for.
    public var isEngaged: Bool {
        !keys.isIdle || hold != nil || swipe != nil || pinches.deadline != nil
    }

    /// Lets time pass: keys come up, a pinch waits no longer, a swipe repeats itself, each at its own
    /// time.
    public mutating func advance(to now: Timestamp, into frames: inout FrameBuffer) {
        while let due = deadline, due <= now {
            if keys.deadline == due {
                keys.advance(to: due, into: &frames)
            } else if let pinch = pinches.tick(due) {
                perform(pinch, due, &frames)
            } else if fistReset == due {
                fistReset = nil
                wasReset = true
                if pause == .gesture { pause = nil }
                isClutched = false
                request = .firstProfile
            } else if let swipe {
                repeatSwipe(swipe, &frames)
            }
        }
    }

    /// What gestures asked for since the last call; of several the last one.
    public mutating func takeRequest() -> Request? {
        defer { request = nil }
        return request
    }

    /// Moves the pointer by a motion in device units, while nothing is held or hidden.
    public mutating func move(
        dx: Int, dy: Int, at now: Timestamp, into frames: inout FrameBuffer
    ) {
        guard profile.pointer.isEnabled else { return }
        movePointer(dx, dy, 1, now, &frames)
    }

    /// Does what the profile has for an event of the controller.
    public mutating func handle(
        _ event: DpadEvent, at now: Timestamp, into frames: inout FrameBuffer
    ) {
        switch event {
        case .direction(let direction):
            flushPinch(now, &frames)
            perform(profile.directions[direction], now, &frames)
            beginRepeat(direction, now)
        case .pinch(let finger):
            pinch(finger, now, &frames)
        case .hold(let finger):
            flushPinch(now, &frames)
            beginHold(finger, now, &frames)
        case .mode(let mode):
            begin(mode, now, &frames)
        case .rotate(let degrees):
            rotate(degrees, now, &frames)
        case .drag(let dx, let dy):
            drag(dx, dy, now, &frames)
        case .release:
            endHold(now, &frames)
        case .hide:
            letGo(at: now, &frames)
            if profile.timing.fistReset.nanoseconds > 0 {
                fistReset = now + profile.timing.fistReset
            }
            perform(profile.fist.begin, now, &frames)
        case .show:
            // After a long fist the first profile holds, whatever the end of a fist is bound to.
            if !wasReset { perform(profile.fist.end, now, &frames) }
            forgetFist()
        }
    }

    /// Does what the profile has for a tap of fingers.
    public mutating func handle(
        tap: TapGesture, at now: Timestamp, into frames: inout FrameBuffer
    ) {
        flushPinch(now, &frames)
        perform(profile[tap], now, &frames)
    }

    /// The fist is over because the Tap is gone, and not because the hand opened: nothing comes of it.
    public mutating func forgetFist() {
        (fistReset, wasReset) = (nil, false)
    }

    /// The hand is no longer in a swipe, which so repeats itself no longer.
    public mutating func endSwipe() {
        swipe = nil
    }

    /// Lets everything that is down come up and forgets a hold: for every way out.
    public mutating func releaseAll(at now: Timestamp, into frames: inout FrameBuffer) {
        letGo(at: now, &frames)
        forgetFist()
    }

    /// Everything comes up and the pointer's fractions are forgotten: the connection is another.
    public mutating func reset(at now: Timestamp, into frames: inout FrameBuffer) {
        releaseAll(at: now, into: &frames)
        pointer.clear()
        isClutched = false
    }

    /// Everything comes up, and from now on another profile tells what gestures do.
    ///
    /// A pause that a gesture began ends with it if none in that profile could end it.
    public mutating func change(
        to profile: Profile, at now: Timestamp, into frames: inout FrameBuffer
    ) {
        releaseAll(at: now, into: &frames)
        bound = Bound(profile)
        isClutched = false
        if pause == .gesture, !profile.actions.contains(.pause) { pause = nil }
        pointer = PointerMotion(profile.pointer)
        twistDegrees = Self.twistDegrees(of: profile)
        pinches = TapCounter(window: profile.timing.doublePinch)
        keys.scrollsInHighResolution = profile.scrollsInHighResolution
    }

    private static func twistDegrees(of profile: Profile) -> PerFinger<Accumulator> {
        profile.fingers.map { Accumulator(unit: Accumulator.micro($0.rotate.degrees)) }
    }

    private mutating func letGo(at now: Timestamp, _ frames: inout FrameBuffer) {
        hold = nil
        swipe = nil
        pinches.clear()
        keys.releaseAll(at: now, into: &frames)
    }

    mutating func perform(
        _ action: Action, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard pause == nil || (pause == .gesture && action == .pause) else { return }
        switch action {
        case .none: break
        case .sequence(let chords): keys.play(chords, at: now, into: &frames)
        case .profile(let name): request = .profile(name)
        case .nextProfile: request = .nextProfile
        case .switchModel: request = .switchModel
        case .clutch: isClutched.toggle()
        case .pause:
            setPaused(!isPaused, by: .gesture, now, &frames)
        }
    }

    /// Sends nothing from now on, or sends again, because a command says so: no gesture ends that.
    public mutating func setPaused(
        _ isPaused: Bool, at now: Timestamp, into frames: inout FrameBuffer
    ) {
        setPaused(isPaused, by: .command, now, &frames)
    }

    private mutating func setPaused(
        _ isPaused: Bool, by pause: Pause, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        self.pause = isPaused ? pause : nil
        guard isPaused else { return }
        keys.releaseAll(at: now, into: &frames)
        hold?.modifiers = []
    }

    // MARK: - Pinches and swipes

    private mutating func pinch(
        _ finger: Finger, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        let waits = profile.fingers[finger].doublePinch != Action.none
        let answer = pinches.next(finger.mask, highest: waits ? 2 : 1, at: now)
        if let former = answer.former { perform(former, now, &frames) }
        if let latest = answer.latest { perform(latest, now, &frames) }
    }

    /// Does what a pinch does, or two of them together.
    private mutating func perform(
        _ pinch: TapGesture, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let finger = Finger.allCases.first(where: { $0.mask == pinch.fingers }) else {
            return
        }
        let actions = profile.fingers[finger]
        perform(pinch.count == 2 ? actions.doublePinch : actions.pinch, now, &frames)
    }

    /// Another gesture came: a pinch waits no longer for a second one.
    private mutating func flushPinch(_ now: Timestamp, _ frames: inout FrameBuffer) {
        if let pinch = pinches.flush() { perform(pinch, now, &frames) }
    }

    private mutating func beginRepeat(_ direction: Direction, _ now: Timestamp) {
        swipe = nil
        guard profile.directions.repeatRate > 0, case .sequence = profile.directions[direction]
        else { return }
        swipe = Repeat(direction: direction, next: now + profile.directions.repeatDelay)
    }

    /// A sequence that has not ended is not begun again, so that none is left when the swipe ends.
    private mutating func repeatSwipe(_ swipe: Repeat, _ frames: inout FrameBuffer) {
        if !keys.isPlaying { perform(profile.directions[swipe.direction], swipe.next, &frames) }
        let period = Interval(nanoseconds: Int64(1e9 / max(profile.directions.repeatRate, 0.01)))
        self.swipe?.next = swipe.next + period
    }

    mutating func movePointer(
        _ dx: Int, _ dy: Int, _ scale: Double, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard !isPaused, !isClutched else { return }
        let (dx, dy) = (HandLimits.units(dx), HandLimits.units(dy))
        frames.append(pointer.move(dx: dx, dy: dy, scale: scale, at: now), at: now)
    }
}

extension Finger {
    /// The finger as one of those of a tap.
    fileprivate var mask: FingerMask {
        switch self {
        case .index: .index
        case .middle: .middle
        case .ring: .ring
        case .little: .little
        }
    }
}
