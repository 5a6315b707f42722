internal import Gestures

/// Which keys and buttons are down, so that whatever happens all of them can come up.
///
/// Every key event is made here, and no other place knows how.
struct PressedKeys: Sendable {
    /// How long a tapped key is down.
    static let tapLength = Interval.milliseconds(20)

    private struct Down {
        var key: KeyCode
        /// When it comes up by itself; nil for one that is held.
        var due: Timestamp?
    }

    /// In the order in which they went down.
    private var down: [Down] = []

    init() {
        down.reserveCapacity(16)
    }

    /// Whether nothing is down.
    var isEmpty: Bool { down.isEmpty }

    /// When the next tapped key comes up, or nil.
    var deadline: Timestamp? {
        var earliest: Timestamp?
        for case let due? in down.lazy.map(\.due) where earliest.map({ due < $0 }) ?? true {
            earliest = due
        }
        return earliest
    }

    /// Presses a key and lets it come up by itself; a key that is held stays as it is.
    mutating func tap(_ key: KeyCode, at now: Timestamp, into frames: inout FrameBuffer) {
        press(key, until: now + Self.tapLength, at: now, &frames)
    }

    /// Presses a key until `release`.
    mutating func hold(_ key: KeyCode, at now: Timestamp, into frames: inout FrameBuffer) {
        press(key, until: nil, at: now, &frames)
    }

    /// Lets a key come up, if it is down.
    mutating func release(_ key: KeyCode, at now: Timestamp, into frames: inout FrameBuffer) {
        guard let index = down.firstIndex(where: { $0.key == key }) else { return }
        lift(index, at: now, &frames)
    }

    /// Lets the tapped keys come up that are due, each at its own time.
    mutating func advance(to now: Timestamp, into frames: inout FrameBuffer) {
        while let due = deadline, due <= now,
            let index = down.firstIndex(where: { $0.due == due })
        {
            lift(index, at: due, &frames)
        }
    }

    /// Lets everything come up: the one way out for every loss, stop and change.
    mutating func releaseAll(at now: Timestamp, into frames: inout FrameBuffer) {
        while !down.isEmpty {
            lift(0, at: now, &frames)
        }
    }

    private mutating func press(
        _ key: KeyCode,
        until due: Timestamp?,
        at now: Timestamp,
        _ frames: inout FrameBuffer
    ) {
        if let index = down.firstIndex(where: { $0.key == key }) {
            guard down[index].due != nil else { return }
            lift(index, at: now, &frames)
        }
        down.append(Down(key: key, due: due))
        frames.append(key, down: true, at: now)
    }

    private mutating func lift(_ index: Int, at now: Timestamp, _ frames: inout FrameBuffer) {
        frames.append(down.remove(at: index).key, down: false, at: now)
    }
}
