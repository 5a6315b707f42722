internal import Gestures

/// Plays chords and sequences of them on the keys and the wheels, and holds keys.
///
/// A desktop reads its devices one after the other, so that what two of them send at one moment may
/// be read in any order. So where a chord goes on from one device to the other, what follows waits
/// for a moment, and comes up earlier by as much.
struct KeyPlayer: Sendable {
    /// How long a tapped key is down.
    static let tapLength = Interval.milliseconds(20)
    /// How long after a chord of a sequence the next one begins.
    static let pause = Interval.milliseconds(20)
    /// How long a chord waits where it goes on from one device to the other.
    static let deviceGap = Interval.milliseconds(10)
    /// How many chords may wait; what would be more is dropped.
    static let mostWaiting = 64

    /// A part of a chord that comes later.
    private struct Stroke {
        enum Kind {
            case key(KeyCode, until: Timestamp?, place: Int)
            case release(KeyCode)
            case wheel(WheelStep)
        }

        var time: Timestamp
        var kind: Kind
    }

    private var pressed = PressedKeys()
    private var vertical = WheelAxis()
    private var horizontal = WheelAxis()
    /// In the order of their times.
    private var strokes: [Stroke] = []
    /// The chords that are still to come, and when the next one begins.
    private var waiting: [Chord] = []
    private var next = Timestamp.zero

    /// Whether the wheels send high-resolution units.
    var scrollsInHighResolution = true

    init() {
        strokes.reserveCapacity(16)
        waiting.reserveCapacity(Self.mostWaiting)
    }

    /// Whether nothing is down and nothing is to come.
    var isIdle: Bool { pressed.isEmpty && !isBusy }

    /// Whether a sequence goes on.
    var isPlaying: Bool { !waiting.isEmpty }

    /// Whether a chord is not yet begun or not yet complete.
    private var isBusy: Bool { !waiting.isEmpty || !strokes.isEmpty }

    /// When `advance` has something to do, or nil.
    var deadline: Timestamp? {
        let begins = waiting.isEmpty ? nil : next
        return .earlier(pressed.deadline, .earlier(strokes.first?.time, begins))
    }

    /// Lets time pass: keys come up, and what waited goes down, each at its own time.
    mutating func advance(to now: Timestamp, into frames: inout FrameBuffer) {
        while let due = deadline, due <= now {
            if pressed.advance(to: due, into: &frames) { continue }
            if let stroke = strokes.first, stroke.time <= due {
                strokes.removeFirst()
                perform(stroke.kind, at: due, &frames)
            } else if !waiting.isEmpty {
                begin(waiting.removeFirst(), at: due, &frames)
            }
        }
    }

    /// Taps chords one after the other, at once or after those that are still to come.
    mutating func play(
        _ chords: [Chord], at now: Timestamp, into frames: inout FrameBuffer
    ) {
        if isBusy {
            guard waiting.count + chords.count <= Self.mostWaiting else { return }
            if waiting.isEmpty { next = max(next, now + Self.deviceGap) }
            waiting += chords
        } else if let first = chords.first {
            waiting += chords.dropFirst().prefix(Self.mostWaiting)
            begin(first, at: now, &frames)
        }
    }

    /// Holds keys until `release`.
    mutating func hold(_ keys: [KeyCode], at now: Timestamp, into frames: inout FrameBuffer) {
        cancelReleases(of: keys)
        var time = now
        for (place, key) in keys.enumerated() {
            if place > 0, key.device != keys[place - 1].device { time = time + Self.deviceGap }
            stroke(.key(key, until: nil, place: place), at: time, now, &frames)
        }
    }

    /// Lets keys come up that are held, the last one first, now or at a later time.
    mutating func release(
        _ keys: [KeyCode], at now: Timestamp, notBefore earliest: Timestamp = .zero,
        into frames: inout FrameBuffer
    ) {
        strokes.removeAll { stroke in
            if case .key(let key, until: nil, _) = stroke.kind { keys.contains(key) } else { false }
        }
        for key in keys.reversed() { stroke(.release(key), at: max(now, earliest), now, &frames) }
    }

    private mutating func cancelReleases(of keys: [KeyCode]) {
        strokes.removeAll { stroke in
            if case .release(let key) = stroke.kind { keys.contains(key) } else { false }
        }
    }

    /// Turns both wheels by parts of a detent.
    mutating func scroll(_ turn: WheelTurn, at now: Timestamp, into frames: inout FrameBuffer) {
        let isSmooth = scrollsInHighResolution
        frames.append(
            vertical: vertical.scroll(detents: turn.vertical, inHighResolution: isSmooth),
            horizontal: horizontal.scroll(detents: turn.horizontal, inHighResolution: isSmooth),
            at: now)
    }

    /// Lets everything come up and forgets what is to come: for every way out.
    mutating func releaseAll(at now: Timestamp, into frames: inout FrameBuffer) {
        strokes.removeAll(keepingCapacity: true)
        waiting.removeAll(keepingCapacity: true)
        pressed.releaseAll(at: now, into: &frames)
    }

    private mutating func begin(
        _ chord: Chord, at now: Timestamp, _ frames: inout FrameBuffer
    ) {
        // Tapped again before it is up, it comes up first, as it would have by itself.
        for key in chord.keys.reversed() { pressed.endTap(key, at: now, into: &frames) }
        let complete = now + Self.delay(of: chord.keys.count, in: chord)
        let end = complete + Self.tapLength
        for (place, key) in chord.keys.enumerated() {
            let time = now + Self.delay(of: place, in: chord)
            stroke(
                .key(key, until: end + (complete - time), place: place), at: time, now, &frames)
        }
        if let wheel = chord.wheel { stroke(.wheel(wheel), at: complete, now, &frames) }
        next = end + (complete - now) + Self.pause
    }

    /// How long after its beginning the part of a chord at a place comes: a key, or behind the last
    /// one the wheel.
    private static func delay(of place: Int, in chord: Chord) -> Interval {
        var delay = Interval.milliseconds(0)
        for index in chord.keys.indices.dropFirst() where index <= place {
            if chord.keys[index].device != chord.keys[index - 1].device {
                delay = delay + deviceGap
            }
        }
        if place == chord.keys.count, chord.wheel != nil, chord.keys.last?.device == .keyboard {
            delay = delay + deviceGap
        }
        return delay
    }

    /// Does a part of a chord at its time, now or later.
    private mutating func stroke(
        _ kind: Stroke.Kind, at time: Timestamp, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard time > now else { return perform(kind, at: now, &frames) }
        let place = strokes.firstIndex { $0.time > time } ?? strokes.endIndex
        strokes.insert(Stroke(time: time, kind: kind), at: place)
    }

    private mutating func perform(
        _ kind: Stroke.Kind, at now: Timestamp, _ frames: inout FrameBuffer
    ) {
        switch kind {
        case .key(let key, let due, let place):
            pressed.press(key, until: due, place: place, at: now, into: &frames)
        case .release(let key):
            pressed.release(key, at: now, into: &frames)
        case .wheel(let step):
            scroll(WheelTurn(step.direction, detents: Double(step.detents)), at: now, into: &frames)
        }
    }
}
