public import Gestures

/// Turns `DpadController`'s events and free pointer motion into frames, as a profile says.
///
/// A value without a clock, like the controller: time is passed in, and frames are appended to the
/// caller's buffer.
public struct Mapper: Sendable {
    /// What a gesture asks for that is no input event.
    public enum Request: Equatable, Sendable {
        /// The Tap's other model.
        case switchModel
    }

    /// What each gesture does.
    public let profile: Profile

    /// A twist or drag in progress.
    private struct Hold {
        var finger: Finger
        var mode: HoldMode?
        /// The degrees that are already accounted for; nil until the twist's first sample.
        var degrees: Double?
    }

    private var pressed = PressedKeys()
    private var pointer = PointerMotion()
    private var vertical = WheelAxis()
    private var horizontal = WheelAxis()
    /// Degrees towards the next tap of a twist's key.
    private var twistDegrees: PerFinger<Accumulator>
    private var hold: Hold?

    /// A mapper with nothing down.
    public init(profile: Profile) {
        self.profile = profile
        twistDegrees = profile.hold.map { actions in
            guard case .keys(_, _, let degrees) = actions.rotate else {
                return Accumulator(unit: 1)
            }
            return Accumulator(unit: Accumulator.micro(degrees))
        }
    }

    /// When `advance` has something to do, or nil: a tapped key comes up.
    public var deadline: Timestamp? { pressed.deadline }

    /// Whether any key or button is down.
    public var hasKeysDown: Bool { !pressed.isEmpty }

    /// Lets time pass: tapped keys come up, each at its own time.
    public mutating func advance(to now: Timestamp, into frames: inout FrameBuffer) {
        pressed.advance(to: now, into: &frames)
    }

    /// Moves the pointer by a motion in device units, while nothing is held or hidden.
    public mutating func move(
        dx: Int, dy: Int, at now: Timestamp, into frames: inout FrameBuffer
    ) {
        movePointer(dx, dy, profile.pointerGain, now, &frames)
    }

    /// Does what the profile has for an event of the controller; returns what it asks for besides.
    @discardableResult
    public mutating func handle(
        _ event: DpadEvent, at now: Timestamp, into frames: inout FrameBuffer
    ) -> Request? {
        switch event {
        case .direction(let direction):
            return perform(profile[direction], now, &frames)
        case .pinch(let finger):
            return perform(profile.pinch[finger], now, &frames)
        case .hold(let finger):
            hold = Hold(finger: finger)
        case .mode(let mode):
            begin(mode, now, &frames)
        case .rotate(let degrees):
            rotate(degrees, now, &frames)
        case .drag(let dx, let dy):
            drag(dx, dy, now, &frames)
        case .release(let finger):
            end(finger, now, &frames)
        case .hide:
            pressed.releaseAll(at: now, into: &frames)
        case .show:
            break
        }
        return nil
    }

    /// Does what the profile has for a tap of fingers; returns what it asks for besides.
    @discardableResult
    public mutating func handle(
        tap: TapGesture, at now: Timestamp, into frames: inout FrameBuffer
    ) -> Request? {
        perform(profile[tap], now, &frames)
    }

    /// Lets everything that is down come up and forgets a hold: for every way out.
    public mutating func releaseAll(at now: Timestamp, into frames: inout FrameBuffer) {
        hold = nil
        pressed.releaseAll(at: now, into: &frames)
    }

    /// Everything comes up and the pointer's fractions are forgotten: the connection is another.
    public mutating func reset(at now: Timestamp, into frames: inout FrameBuffer) {
        releaseAll(at: now, into: &frames)
        pointer.clear()
    }

    private mutating func perform(
        _ action: Action, _ now: Timestamp, _ frames: inout FrameBuffer
    ) -> Request? {
        switch action {
        case .key(let key):
            pressed.tap(key, at: now, into: &frames)
            return nil
        case .switchModel:
            return .switchModel
        case .none:
            return nil
        }
    }

    private mutating func begin(
        _ mode: HoldMode, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let finger = hold?.finger else { return }
        hold?.mode = mode
        if mode == .drag, case .button(let key) = profile.hold[finger].drag {
            pressed.hold(key, at: now, into: &frames)
        }
    }

    private mutating func end(
        _ finger: Finger, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        if hold?.mode == .drag, case .button(let key) = profile.hold[finger].drag {
            pressed.release(key, at: now, into: &frames)
        }
        hold = nil
    }

    private mutating func drag(
        _ dx: Int, _ dy: Int, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let hold, hold.mode == .drag else { return }
        switch profile.hold[hold.finger].drag {
        case .pointer(let gainScale):
            movePointer(dx, dy, profile.pointerGain * gainScale, now, &frames)
        case .button:
            movePointer(dx, dy, profile.pointerGain, now, &frames)
        case .scroll(let unitsPerDetent):
            // Hand down (positive) scrolls down, which the kernel counts as negative.
            frames.append(
                vertical: vertical.scroll(detents: -Double(dy) / unitsPerDetent),
                horizontal: horizontal.scroll(detents: Double(dx) / unitsPerDetent),
                at: now
            )
        }
    }

    /// Takes the degrees since the first sample of the hold; counts from where the twist began.
    private mutating func rotate(
        _ degrees: Double, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let hold, hold.mode == .rotate else { return }
        let change = degrees - (hold.degrees ?? degrees)
        self.hold?.degrees = degrees
        switch profile.hold[hold.finger].rotate {
        case .scroll(.vertical, let degreesPerDetent):
            frames.append(
                vertical: vertical.scroll(detents: -change / degreesPerDetent),
                horizontal: .none, at: now)
        case .scroll(.horizontal, let degreesPerDetent):
            frames.append(
                vertical: .none,
                horizontal: horizontal.scroll(detents: change / degreesPerDetent), at: now)
        case .keys(let positive, let negative, _):
            let count = twistDegrees[hold.finger].add(Accumulator.micro(change))
            for _ in 0..<count.magnitude {
                pressed.tap(count > 0 ? positive : negative, at: now, into: &frames)
            }
        }
    }

    private mutating func movePointer(
        _ dx: Int, _ dy: Int, _ gain: Double, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        frames.append(pointer.move(dx: dx, dy: dy, gain: gain), at: now)
    }
}
