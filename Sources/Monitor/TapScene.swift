internal import Driver
internal import Gestures
internal import Mapping
internal import VirtualInput

/// What a monitor knows of one Tap.
struct TapScene: Equatable, Sendable {
    /// What the hand is doing.
    enum Mode: String, Equatable, Sendable {
        case pointer, hold, drag, rotate, hidden, paused, tapping
    }

    /// A gesture of a moment, which is shown for a while.
    enum Moment: Equatable, Sendable {
        case pinch(Finger)
        case swipe(Direction)
        case tap(TapGesture)
    }

    let device: String
    var facts: MonitorFacts.Tap?
    /// When it last sent something.
    private(set) var lastHeard: Timestamp
    private(set) var roll: Double?
    private(set) var held: Finger?
    private(set) var moment: Moment?
    private(set) var trail = PointerTrail()
    private(set) var gestures = EventList()
    private(set) var sent = EventList()
    private(set) var rate = PacketRate()
    private(set) var latencies = RecentSamples()
    /// The names of the keys and buttons that are down, in the order in which they went down.
    private(set) var down: [String] = []
    private var holdMode: HoldMode?
    private var isHidden = false
    private var momentEnd = Timestamp.zero

    /// How long a gesture of a moment is shown.
    private static let momentLength = Interval.milliseconds(600)
    /// How many keys that are down are remembered.
    private static let mostDown = 8

    init(device: String, at time: Timestamp) {
        self.device = device
        lastHeard = time
    }

    var mode: Mode {
        if facts?.isPaused == true { return .paused }
        if isHidden { return .hidden }
        switch holdMode {
        case .drag: return .drag
        case .rotate: return .rotate
        case nil: break
        }
        if held != nil { return .hold }
        if case .tap = moment { return .tapping }
        return .pointer
    }

    /// When it looks different without another record, or nil.
    var deadline: Timestamp? { .earlier(moment == nil ? nil : momentEnd, rate.deadline) }

    mutating func advance(to now: Timestamp) {
        if now >= momentEnd { moment = nil }
        rate.advance(to: now)
    }

    /// Records are missing: what the hand does is not known, nor what is down.
    mutating func forgetHand() {
        (held, holdMode, isHidden, moment, down) = (nil, nil, false, nil, [])
    }

    mutating func take(_ record: MonitorRecord) {
        lastHeard = max(lastHeard, record.time)
        switch record.content {
        case .motion(_, _, let roll): self.roll = roll
        case .gesture(.dpad(let event)): take(event, at: record.time)
        case .gesture(.tap(let tap)):
            let times = ["", " twice", " three times"][(tap.count - 1) % 3]
            gestures.add("tap \(tap.fingers)\(times)", at: record.time)
            show(.tap(tap), at: record.time)
        case .input(let event): take(event)
        case .packet(let latency):
            rate.count(at: record.time)
            if let latency { latencies.add(latency) }
        case .dropped: break
        }
    }

    private mutating func show(_ moment: Moment, at now: Timestamp) {
        self.moment = moment
        momentEnd = now + Self.momentLength
    }

    private mutating func take(_ event: DpadEvent, at now: Timestamp) {
        switch event {
        case .direction(let direction):
            gestures.add("swipe \(direction.rawValue)", at: now)
            show(.swipe(direction), at: now)
        case .pinch(let finger):
            gestures.add("pinch \(finger.name)", at: now)
            show(.pinch(finger), at: now)
        case .hold(let finger):
            gestures.add("hold \(finger.name)", at: now)
            (held, holdMode, moment) = (finger, nil, nil)
        case .mode(let mode):
            gestures.add("mode \(mode.rawValue)", at: now)
            holdMode = mode
        case .rotate(let degrees):
            if holdMode == nil, held == nil { holdMode = .rotate }
            let text = "rotate \(Self.degrees(degrees))"
            gestures.sum("rotate", 0, at: now) { _, _ in text }
        case .drag(let dx, let dy):
            if holdMode == nil { holdMode = .drag }
            gestures.sum("drag", Int64(dx), Int64(dy), at: now) { "drag \($0) \($1)" }
        case .release(let finger):
            gestures.add("release \(finger.name)", at: now)
            (held, holdMode) = (nil, nil)
        case .hide:
            gestures.add("hide", at: now)
            (held, holdMode, isHidden) = (nil, nil, true)
        case .show:
            gestures.add("show", at: now)
            isHidden = false
        }
    }

    /// Degrees with one decimal.
    static func degrees(_ value: Double) -> String {
        let tenths = (Accumulator.micro(value) / 50_000 + (value < 0 ? -1 : 1)) / 2
        let text = DecimalText.shortest(tenths, decimals: 1)
        return text.contains(".") ? text : text + ".0"
    }

    // MARK: - What is sent

    private mutating func take(_ event: InputEvent) {
        let name = event.codeName
        switch (event.type, event.code) {
        case (EventType.rel, RelativeAxis.x):
            trail.move(dx: Int64(event.value), at: event.time)
        case (EventType.rel, RelativeAxis.y):
            trail.move(dy: Int64(event.value), at: event.time)
        case (EventType.rel, RelativeAxis.wheelHiRes), (EventType.rel, RelativeAxis.hwheelHiRes):
            sent.sum(name, Int64(event.value), at: event.time) { sum, _ in
                "\(name) \(sum)"
            }
        case (EventType.rel, _):
            // A notch of a wheel that is told in high resolution as well is no event of its own.
            if sent.entries.last?.key == "\(name)_HI_RES" { return }
            sent.sum(name, Int64(event.value), at: event.time) { sum, _ in "\(name) \(sum)" }
        case (EventType.key, _): press(name, event.value, event.time)
        default: sent.add("\(name) \(event.value)", at: event.time)
        }
    }

    private mutating func press(_ name: String, _ value: Int32, _ time: Timestamp) {
        down.removeAll { $0 == name }
        if value != 0 {
            if down.count < Self.mostDown { down.append(name) }
            sent.add("\(name) down", key: name, at: time)
        } else if !sent.replaceLast(ifKey: name, with: "\(name) down, up", at: time) {
            sent.add("\(name) up", at: time)
        }
    }
}

extension Finger {
    /// The finger's name, as taps have it.
    var name: String {
        switch self {
        case .index: "index"
        case .middle: "middle"
        case .ring: "ring"
        case .little: "little"
        }
    }
}
