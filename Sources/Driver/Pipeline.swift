public import Gestures
internal import Mapping
internal import TapProtocol

/// One Tap's path from bytes to frames: protocol, gestures, controller, mapping.
///
/// A value without I/O and without a clock; a live Tap, a capture and a test go the same way. Each
/// notification is read as its characteristic says, so either protocol may come.
public struct Pipeline: Sendable {
    /// What came in and was not understood.
    public struct Counters: Equatable, Sendable {
        /// Notifications that came in.
        public var notifications = 0
        /// Of these, frames that are in no table of the protocol, cut short or of unknown values.
        public var unknownFrames = 0
        /// Of these, notifications of characteristics that are not the Tap's.
        public var foreignNotifications = 0
        /// Of these, notifications whose motion was added to that of another one which was there at
        /// the same moment.
        public var coalescedNotifications = 0
    }

    /// What came in so far.
    public internal(set) var counters = Counters()
    /// When the Tap last said what the hand does; nil before that.
    ///
    /// While something is held or hidden only a class or a state counts, which alone can end that.
    public private(set) var lastClass: Timestamp?

    /// What the hand is in that the last packets said; all of it is forgotten with the connection.
    private struct Streams {
        /// The gesture classes of v2.
        var classes = ClassStream()
        /// The hand states of v1.
        var states = XRStateStream()
        /// The swipes of v1.
        var swipes = SwipeGate()
        /// The finger taps of both.
        var taps: TapCounter
        /// How long the hand stays in a swipe.
        var swipe = SwipeStay()
        /// The last roll, for motion that comes without one.
        var roll = 0.0

        init(_ profile: Profile) {
            taps = TapCounter(window: profile.timing.tapWindow)
        }
    }

    /// What tells what gestures do, and the profiles to which they can change.
    public private(set) var setup: PipelineSetup
    /// What is to hold as soon as the gesture of this moment is over.
    private var nextSetup: PipelineSetup?
    /// Whether that was given from outside.
    private var nextIsGiven = false
    private var streams: Streams
    private var dpad: DpadController
    private var mapper: Mapper
    private var events: [DpadEvent] = []

    /// A pipeline with nothing held and nothing down.
    public init(_ setup: PipelineSetup) {
        self.setup = setup
        mapper = Mapper(profile: setup.profile)
        dpad = DpadController(setup.profile)
        streams = Streams(setup.profile)
        events.reserveCapacity(8)
    }

    /// When `advance` has something to do, or nil.
    public var deadline: Timestamp? {
        let keys = Timestamp.earlier(mapper.deadline, dpad.deadline)
        let gestures = Timestamp.earlier(streams.states.deadline, streams.taps.deadline)
        return .earlier(.earlier(keys, gestures), streams.swipe.deadline)
    }

    /// Whether something is held, hidden or down, and so must end some time.
    public var isEngaged: Bool { dpad.held != nil || dpad.hidden || mapper.isEngaged }

    /// Whether a gesture is under way: something must end, or is waited for.
    private var isInGesture: Bool {
        isEngaged || streams.taps.deadline != nil || streams.states.deadline != nil
    }

    /// The set-up that holds, or that will as soon as the gesture of this moment is over.
    public var nextOrCurrentSetup: PipelineSetup { nextSetup ?? setup }

    /// What the hand is doing.
    public var hand: HandState {
        var hand = HandState()
        hand.held = dpad.held
        hand.mode =
            switch dpad.mode {
            case .drag: .drag
            case .rotate: .rotate
            case nil: dpad.held == nil ? .pointer : .hold
            }
        hand.isHidden = dpad.hidden
        hand.isPaused = mapper.isPaused
        return hand
    }

    /// Sends nothing from now on, or sends again.
    public mutating func setPaused(
        _ isPaused: Bool, at now: Timestamp, into output: inout PipelineOutput
    ) {
        advance(to: now, into: &output)
        mapper.setPaused(isPaused, at: now, into: &output.frames)
        settle(at: now, &output)
    }

    /// Lets another set-up hold, as soon as the gesture of this moment is over; everything comes up
    /// before.
    public mutating func change(
        to setup: PipelineSetup, at now: Timestamp, into output: inout PipelineOutput
    ) {
        advance(to: now, into: &output)
        nextSetup = setup
        nextIsGiven = true
        settle(at: now, &output)
    }

    /// Lets time pass: every timer that is due fires at its own time.
    ///
    /// Of several that are due at one time the keys and whatever else the mapper waits for are first,
    /// then a swipe that is over, a hold that is decided, a touch that becomes a hold, and a tap that
    /// no other one followed.
    public mutating func advance(to now: Timestamp, into output: inout PipelineOutput) {
        while let due = deadline, due <= now {
            if mapper.deadline == due {
                mapper.advance(to: due, into: &output.frames)
            } else if streams.swipe.deadline == due {
                streams.swipe.end()
                mapper.endSwipe()
            } else if dpad.deadline == due {
                dpad.tick(due, into: &events)
                handleEvents(at: due, &output)
            } else if let gesture = streams.states.tick(due) {
                take(gesture, at: due, &output)
            } else if let tap = streams.taps.tick(due) {
                handle(tap, at: due, &output, isCounted: false)
            }
            settle(at: due, &output)
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
        advance(to: now, into: &output)
        switch NotifyingCharacteristic(rawValue: characteristic) {
        case .v2Read:
            receive(V2Event(decoding: bytes), at: now, &output)
        case .some(let characteristic):
            let event = V1Event(decoding: bytes, from: characteristic, swipes: setup.swipes)
            receive(event, at: now, &output)
        case nil:
            counters.foreignNotifications &+= 1
        }
        settle(at: now, &output)
    }

    /// Takes a processed gesture by the vendor's number.
    public mutating func gesture(
        _ rawValue: UInt8, at now: Timestamp, into output: inout PipelineOutput
    ) {
        advance(to: now, into: &output)
        dpad.onGesture(rawValue, now: now, into: &events)
        handleEvents(at: now, &output)
        // A gesture without bytes does not tell how long the hand stays in it.
        mapper.endSwipe()
        settle(at: now, &output)
    }

    /// Takes a motion that is real movement: device units, and the roll in degrees.
    public mutating func motion(
        dx: Int, dy: Int, roll: Double, at now: Timestamp, into output: inout PipelineOutput
    ) {
        advance(to: now, into: &output)
        move(dx, dy, roll, at: now, &output)
        settle(at: now, &output)
    }

    /// Ends what was going on, since the Tap is gone or asleep: the hold is let go, the fist
    /// opens, everything comes up, and the next packet finds a pipeline at rest.
    public mutating func reset(at now: Timestamp, into output: inout PipelineOutput) {
        letGo(at: now, &output)
        mapper.reset(at: now, into: &output.frames)
        streams = Streams(mapper.profile)
        settle(at: now, &output)
    }

    /// Ends what was going on like `reset`, since the program was stopped for a while: what is down
    /// comes up, and nothing goes down that was due meanwhile.
    public mutating func abandon(at now: Timestamp, into output: inout PipelineOutput) {
        dpad.letGo(into: &events)
        handleEvents(at: now, &output, handIsOpened: false)
        mapper.reset(at: now, into: &output.frames)
        streams = Streams(mapper.profile)
        settle(at: now, &output)
    }

    /// Ends a hold and a fist, and lets everything come up.
    private mutating func letGo(at now: Timestamp, _ output: inout PipelineOutput) {
        advance(to: now, into: &output)
        dpad.onGesture(ProcessedGesture.drop.rawValue, now: now, into: &events)
        dpad.onGesture(ProcessedGesture.fistEnd.rawValue, now: now, into: &events)
        handleEvents(at: now, &output, handIsOpened: false)
        mapper.releaseAll(at: now, into: &output.frames)
    }

    /// Lets everything come up that is down, as the last thing.
    public mutating func finish(at now: Timestamp, into output: inout PipelineOutput) {
        advance(to: now, into: &output)
        mapper.releaseAll(at: now, into: &output.frames)
    }

    private mutating func receive(
        _ event: V2Event, at now: Timestamp, _ output: inout PipelineOutput
    ) {
        switch event {
        case .motion(let sample):
            move(sample, at: now, &output)
        case .airGesture(let gestureClass):
            lastClass = now
            follow(Direction(gestureClass), at: now)
            guard let gesture = streams.classes.next(gestureClass) else { return }
            take(gesture, at: now, &output)
        case .tap(let fingers):
            tap(fingers, counted: nil, at: now, &output)
        case .standby(true):
            reset(at: now, into: &output)
        case .unknown:
            counters.unknownFrames &+= 1
        case .standby(false), .rawSensors, .feature, .opMode, .visionModel, .imuSensitivity,
            .haptic:
            break
        }
    }

    private mutating func receive(
        _ event: V1Event, at now: Timestamp, _ output: inout PipelineOutput
    ) {
        switch event {
        case .motion(let sample):
            move(sample, at: now, &output)
        case .tap(let fingers, let keyboard):
            tap(fingers, counted: keyboard?.multitap, at: now, &output)
        case .swipe(let code):
            noteGesture(at: now)
            follow(Direction(code), at: now)
            guard streams.swipes.passes(at: now) else { return }
            take(.swipe(code), at: now, &output)
        case .fingerSwipe(let code, _):
            noteGesture(at: now)
            take(.swipe(code), at: now, &output)
            mapper.endSwipe()
        case .touch(.index):
            noteGesture(at: now)
            take(.clickIndex, at: now, &output)
        case .touch(.middle):
            noteGesture(at: now)
            take(.clickMiddle, at: now, &output)
        case .state(let state):
            lastClass = now
            guard let gesture = streams.states.next(state, at: now) else { return }
            take(gesture, at: now, &output)
        case .unknown:
            counters.unknownFrames &+= 1
        case .airGestureState(false):
            // What would end a hold comes no more.
            letGo(at: now, &output)
            streams.states = XRStateStream()
        case .airGestureState(true), .rawSensors:
            break
        }
    }

    /// Notes that the Tap said what the hand does, if that could not have ended what is held.
    private mutating func noteGesture(at now: Timestamp) {
        if dpad.held == nil, !dpad.hidden { lastClass = now }
    }

    /// Notes the swipe in which the hand is, or that it is in none.
    private mutating func follow(_ direction: Direction?, at now: Timestamp) {
        if !streams.swipe.goesOn(direction, at: now) { mapper.endSwipe() }
    }

    /// Takes a gesture of this moment, to which time has passed.
    private mutating func take(
        _ gesture: ProcessedGesture, at now: Timestamp, _ output: inout PipelineOutput
    ) {
        dpad.onGesture(gesture.rawValue, now: now, into: &events)
        handleEvents(at: now, &output)
    }

    /// Takes a tap; a device that counts them itself tells how many there were.
    private mutating func tap(
        _ fingers: FingerMask, counted: UInt8?, at now: Timestamp, _ output: inout PipelineOutput
    ) {
        noteGesture(at: now)
        guard !dpad.hidden else { return }
        let answer: TapCounter.Answer
        if let counted {
            answer = streams.taps.next(TapGesture(fingers, count: Int(counted)))
        } else {
            let highest = mapper.profile.highestTapCount(of: fingers)
            answer = streams.taps.next(fingers, highest: highest, at: now)
        }
        // One that waited was counted here, whoever counts the latest one.
        if let tap = answer.former { handle(tap, at: now, &output, isCounted: false) }
        if let tap = answer.latest { handle(tap, at: now, &output, isCounted: counted != nil) }
    }

    private mutating func move(
        _ sample: MotionSample, at now: Timestamp, _ output: inout PipelineOutput
    ) {
        // Without real movement only the orientation counts; without one the hand has not turned.
        move(
            sample.isMouse ? Int(sample.velocityX) : 0,
            sample.isMouse ? Int(sample.velocityY) : 0,
            sample.orientation.map { Double($0.roll) } ?? streams.roll,
            at: now, &output
        )
    }

    /// Takes a motion of this moment, to which time has passed.
    private mutating func move(
        _ dx: Int, _ dy: Int, _ roll: Double, at now: Timestamp, _ output: inout PipelineOutput
    ) {
        streams.roll = roll
        output.motions.append(HandMotion(time: now, dx: dx, dy: dy, roll: roll))
        dpad.onMotion(dx: dx, dy: dy, roll: roll, now: now, into: &events)
        handleEvents(at: now, &output)
        if dpad.held == nil, !dpad.hidden {
            mapper.move(dx: dx, dy: dy, at: now, into: &output.frames)
        }
    }

    /// Does what a tap does: each of several that were counted here and mean nothing together does
    /// what a single one does; a Tap that counts told of those before it one by one.
    private mutating func handle(
        _ tap: TapGesture, at now: Timestamp, _ output: inout PipelineOutput, isCounted: Bool
    ) {
        output.dpadEvents.append(TimedDpadEvent(time: now, tap: tap))
        let isBound = mapper.profile.taps[tap] != nil
        for _ in 0..<(isCounted || isBound ? 1 : tap.count) {
            mapper.handle(tap: tap, at: now, into: &output.frames)
        }
    }

    /// Does what the controller's events ask for; a fist that is over without the hand having opened
    /// does nothing.
    private mutating func handleEvents(
        at now: Timestamp, _ output: inout PipelineOutput, handIsOpened: Bool = true
    ) {
        guard !events.isEmpty else { return }
        for event in events {
            output.dpadEvents.append(TimedDpadEvent(time: now, event: event))
            if event == .show, !handIsOpened {
                mapper.forgetFist()
            } else {
                mapper.handle(event, at: now, into: &output.frames)
            }
            // A fist lets everything go, a tap that waits as well.
            if event == .hide { streams.taps.clear() }
        }
        events.removeAll(keepingCapacity: true)
    }

    /// Does what gestures asked for, and lets another set-up hold if the hand is at rest.
    private mutating func settle(at now: Timestamp, _ output: inout PipelineOutput) {
        switch mapper.takeRequest() {
        case .switchModel: output.wantsModelSwitch = true
        case .profile(let name): nextSetup = nextOrCurrentSetup.with(profile: name)
        case .nextProfile: nextSetup = nextOrCurrentSetup.withNextProfile()
        case .firstProfile: nextSetup = nextOrCurrentSetup.withFirstProfile()
        case nil: break
        }
        guard let next = nextSetup, !isInGesture else { return }
        nextSetup = nil
        if nextIsGiven { output.hasNewSetup = true }
        nextIsGiven = false
        guard next != setup else { return }
        let isAnother = next.profile.name != setup.profile.name
        setup = next
        mapper.change(to: next.profile, at: now, into: &output.frames)
        dpad.apply(next.profile)
        streams.taps.window = next.profile.timing.tapWindow
        if isAnother { output.newProfile = next.profile.name }
    }
}
