import Driver
import Gestures
import Mapping
import TapProtocol
import Testing

/// The scenarios `profile-NAME` show each profile that is built in, binding by binding; the virtual
/// machine plays them into the kernel.
///
/// What must come of them was worked out from the profiles' bindings and docs/captures.md, without
/// the program.
@Suite("Scenarios of the profiles")
struct ProfileScenarioTests {
    private static let names = Profile.builtIn.map(\.name)

    @Test("Each profile's scenario uses every binding of it", arguments: names)
    func everyBinding(_ name: String) throws {
        let (profile, replay) = try Self.play(name)
        #expect(Trace(replay, of: profile).unused(of: Binding.all(of: profile)) == [])
    }

    @Test(
        "Each profile's scenario tries the gestures for which it has nothing as well",
        arguments: names)
    func everyGesture(_ name: String) throws {
        let (profile, replay) = try Self.play(name)
        #expect(Trace(replay, of: profile).unused(of: Binding.gestures(of: profile)) == [])
    }

    @Test("Each profile's scenario moves the hand freely, whatever comes of it", arguments: names)
    func freeMotion(_ name: String) throws {
        var moving = try #require(ProfileSet.builtIn[name])
        moving.pointer.isEnabled = true
        let capture = try Scenario(name: "profile-\(name)").capture()
        #expect(Trace(Replay(capture, profile: moving), of: moving).unused(of: [.pointer]) == [])
    }

    @Test("Each profile's scenario sends every key of its profile, and no other", arguments: names)
    func keys(_ name: String) throws {
        let (profile, replay) = try Self.play(name)
        let sent = Set(replay.events.filter { $0.type == EventType.key }.map(\.code))
        #expect(sent.sorted() == profile.keys.map(\.rawValue))
    }

    /// A profile, and what its scenario becomes.
    private static func play(_ name: String) throws -> (Profile, Replay) {
        let scenario = Scenario(name: "profile-\(name)")
        let profile = try #require(ProfileSet.builtIn[name])
        #expect(try scenario.profile() == profile)
        return (profile, try scenario.replay())
    }

    @Test("The bindings of a profile are found wherever they are")
    func bindings() {
        var profile = Profile(name: "test")
        #expect(Binding.all(of: profile) == [.pointer])
        profile.pointer.isEnabled = false
        #expect(Binding.all(of: profile) == [])
        profile.directions.up = .key(.up)
        profile.directions.down = .nextProfile
        #expect(Binding.all(of: profile) == [.swipe(.up), .swipe(.down)])
        profile.directions.repeatRate = 5
        #expect(Binding.all(of: profile) == [.swipe(.up), .swipe(.down), .swipeRepeat(.up)])
        profile.directions = DirectionActions()
        profile.fingers.ring.pinch = .pause
        profile.fingers.ring.doublePinch = .clutch
        profile.fingers.ring.drag = .pointer(gainScale: 1)
        profile.fingers.ring.rotate.negative = .wheel(.up)
        #expect(
            Binding.all(of: profile) == [
                .pinch(.ring), .doublePinch(.ring), .drag(.ring),
                .twist(.ring, isPositive: false),
            ])
        profile.fingers.ring = FingerActions()
        profile.fingers.ring.hold = .rotate
        profile.fingers.ring.drag = .pointer(gainScale: 1)
        #expect(Binding.all(of: profile) == [])
        profile.fingers.ring.hold = .button
        profile.fingers.ring.button = [.space]
        profile.fingers.ring.rotate.positive = .wheel(.up)
        #expect(Binding.all(of: profile) == [.button(.ring)])
        profile.fingers.ring = FingerActions()
        profile.taps[TapGesture(.index, count: 2)] = .key(.space)
        profile.taps[TapGesture(.middle)] = Action.none
        profile.fist.end = .key(.enter)
        #expect(
            Binding.all(of: profile) == [
                .tap(TapGesture(.index, count: 2)), .fist(begins: false),
            ])
    }

    @Test("A capture without a gesture uses no binding; the test would see what is missing")
    func nothing() throws {
        let trace = Trace(try Replay("c 1"), of: .media)
        let bindings = Binding.all(of: .media)
        #expect(trace.unused(of: bindings) == bindings)
    }
}

/// Something of a profile that a gesture does.
private enum Binding: Hashable {
    case pointer
    case swipe(Direction)
    case swipeRepeat(Direction)
    case pinch(Finger)
    case doublePinch(Finger)
    case button(Finger)
    case drag(Finger)
    case twist(Finger, isPositive: Bool)
    case tap(TapGesture)
    case fist(begins: Bool)

    /// Everything for which a profile has something.
    static func all(of profile: Profile) -> Set<Binding> {
        var all: Set<Binding> = profile.pointer.isEnabled ? [.pointer] : []
        for direction in Direction.allCases where profile.directions[direction] != .none {
            all.insert(.swipe(direction))
            if profile.directions.repeatRate > 0, case .sequence = profile.directions[direction] {
                all.insert(.swipeRepeat(direction))
            }
        }
        for finger in Finger.allCases {
            let actions = profile.fingers[finger]
            if actions.pinch != .none { all.insert(.pinch(finger)) }
            if actions.doublePinch != .none { all.insert(.doublePinch(finger)) }
            switch actions.hold {
            case .button: all.insert(.button(finger))
            case .decide, .drag: if actions.drag.kind != .none { all.insert(.drag(finger)) }
            case .rotate: break
            }
            guard actions.hold == .decide || actions.hold == .rotate else { continue }
            if actions.rotate.positive != .none {
                all.insert(.twist(finger, isPositive: true))
            }
            if actions.rotate.negative != .none {
                all.insert(.twist(finger, isPositive: false))
            }
        }
        for (tap, action) in profile.taps where action != .none { all.insert(.tap(tap)) }
        if profile.fist.begin != .none { all.insert(.fist(begins: true)) }
        if profile.fist.end != .none { all.insert(.fist(begins: false)) }
        return all
    }

    /// Everything that the hand can do, as far as a profile tells its kinds apart.
    static func gestures(of profile: Profile) -> Set<Binding> {
        var all: Set<Binding> = [.fist(begins: true), .fist(begins: false)]
        all.formUnion(Direction.allCases.map { .swipe($0) })
        for finger in Finger.allCases {
            all.insert(.pinch(finger))
            let hold = profile.fingers[finger].hold
            if hold != .rotate { all.insert(.drag(finger)) }
            if hold == .rotate || hold == .decide {
                all.formUnion([
                    .twist(finger, isPositive: true), .twist(finger, isPositive: false),
                ])
            }
        }
        let taps: [FingerMask] = [
            .thumb, .index, .middle, .ring, .little, [.index, .middle],
            [.thumb, .index, .middle, .ring, .little],
        ]
        return all.union(taps.map { .tap(TapGesture($0)) })
    }
}

/// What happened in a replay, as far as bindings are used by it.
private struct Trace {
    private var used: Set<Binding> = []
    private let profile: Profile

    private var held: Finger?
    private var mode: HoldMode?
    /// The degrees from which a step of the twist is counted; nil before the twist's first sample.
    private var degrees: Double?
    private var lastPinch: (finger: Finger, time: Timestamp)?

    init(_ replay: Replay, of profile: Profile) {
        self.profile = profile
        for timed in replay.dpadEvents {
            switch timed.event {
            case .tap(let tap): used.insert(.tap(tap))
            case .dpad(let event): take(event, timed.time)
            }
        }
        for timed in replay.dpadEvents {
            if case .dpad(.direction(let direction)) = timed.event {
                findRepeat(of: direction, after: timed.time, replay.events)
            }
        }
        if movesFreely(replay) { used.insert(.pointer) }
    }

    /// The bindings that are not used, of these.
    func unused(of bindings: Set<Binding>) -> Set<Binding> {
        bindings.subtracting(used)
    }

    private mutating func take(_ event: DpadEvent, _ time: Timestamp) {
        switch event {
        case .direction(let direction): used.insert(.swipe(direction))
        case .pinch(let finger): pinch(finger, time)
        case .hold(let finger): (held, mode, degrees) = (finger, nil, nil)
        case .mode(let mode): self.mode = mode
        case .rotate(let now): rotate(now)
        case .drag:
            guard let held, mode == .drag else { return }
            used.insert(profile.fingers[held].hold == .button ? .button(held) : .drag(held))
        case .release: (held, mode, degrees) = (nil, nil, nil)
        case .hide: used.insert(.fist(begins: true))
        case .show: used.insert(.fist(begins: false))
        }
    }

    private mutating func pinch(_ finger: Finger, _ time: Timestamp) {
        used.insert(.pinch(finger))
        if let lastPinch, lastPinch.finger == finger,
            time - lastPinch.time < profile.timing.doublePinch
        {
            used.insert(.doublePinch(finger))
        }
        lastPinch = (finger, time)
    }

    /// A twist is used where the hand turns by as many degrees as it takes.
    private mutating func rotate(_ now: Double) {
        guard let held, mode == .rotate else { return }
        let change = now - (degrees ?? now)
        if degrees == nil { degrees = now }
        if change.magnitude >= profile.fingers[held].rotate.degrees {
            used.insert(.twist(held, isPositive: change > 0))
            degrees = now
        }
    }

    /// A swipe repeats itself where its first key goes down at the end of its delay, and once more by
    /// its rate.
    private mutating func findRepeat(
        of direction: Direction, after time: Timestamp, _ events: [InputEvent]
    ) {
        guard case .sequence(let chords) = profile.directions[direction], let chord = chords.first,
            profile.directions.repeatRate > 0
        else { return }
        let first = time + profile.directions.repeatDelay
        let period = Interval(nanoseconds: Int64(1e9 / profile.directions.repeatRate))
        let repeats = [first, first + period].allSatisfy { moment in
            events.contains {
                $0.time == moment && $0.type == EventType.key && $0.value == 1
                    && $0.code == chord.keys.first?.rawValue
            }
        }
        if repeats { used.insert(.swipeRepeat(direction)) }
    }

    /// Whether the pointer moves at a time at which nothing is held.
    private func movesFreely(_ replay: Replay) -> Bool {
        let moves = replay.events.filter { $0.type == EventType.rel && $0.code == RelativeAxis.x }
        return moves.contains { move in
            var isHeld = false
            for timed in replay.dpadEvents where timed.time <= move.time {
                switch timed.event {
                case .dpad(.hold): isHeld = true
                case .dpad(.release): isHeld = false
                case .dpad, .tap: break
                }
            }
            return !isHeld
        }
    }
}
