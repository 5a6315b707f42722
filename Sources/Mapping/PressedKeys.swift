internal import Gestures

/// Which keys and buttons are down, so that whatever happens all of them can come up.
///
/// Every key event is made here, and no other place knows how.
struct PressedKeys: Sendable {
    private struct Down {
        var key: KeyCode
        /// When it comes up by itself; nil for one that is held.
        var due: Timestamp?
        /// Its place in its chord: of those that are due together the last comes up first.
        var place: Int
    }

    /// In the order in which they went down.
    private var down: [Down] = []

    init() {
        down.reserveCapacity(16)
    }

    /// Whether nothing is down.
    var isEmpty: Bool { down.isEmpty }

    /// When the next key comes up by itself, or nil.
    var deadline: Timestamp? {
        nextDue.flatMap { down[$0].due }
    }

    /// Presses a key until a time, or until `release`; a key that is held stays as it is, and one
    /// that is down for a while comes up first.
    mutating func press(
        _ key: KeyCode, until due: Timestamp?, place: Int = 0, at now: Timestamp,
        into frames: inout FrameBuffer
    ) {
        if let index = index(of: key) {
            guard down[index].due != nil else { return }
            lift(index, at: now, &frames)
        }
        down.append(Down(key: key, due: due, place: place))
        frames.append(key, down: true, at: now)
    }

    /// Lets a key come up, if it is down.
    mutating func release(_ key: KeyCode, at now: Timestamp, into frames: inout FrameBuffer) {
        if let index = index(of: key) { lift(index, at: now, &frames) }
    }

    /// Lets a key come up that would do so by itself later.
    mutating func endTap(_ key: KeyCode, at now: Timestamp, into frames: inout FrameBuffer) {
        guard let index = index(of: key), down[index].due != nil else { return }
        lift(index, at: now, &frames)
    }

    /// Lets the next key come up that is due by a time, at its own time; false if there is none.
    mutating func advance(to now: Timestamp, into frames: inout FrameBuffer) -> Bool {
        guard let index = nextDue, let due = down[index].due, due <= now else { return false }
        lift(index, at: due, &frames)
        return true
    }

    /// Lets everything come up: the one way out for every loss, stop and change.
    mutating func releaseAll(at now: Timestamp, into frames: inout FrameBuffer) {
        while !down.isEmpty {
            lift(0, at: now, &frames)
        }
    }

    /// The key that comes up next by itself.
    private var nextDue: Int? {
        var next: Int?
        for index in down.indices {
            guard let due = down[index].due else { continue }
            guard let current = next, let earliest = down[current].due else {
                next = index
                continue
            }
            if due < earliest || due == earliest && down[index].place > down[current].place {
                next = index
            }
        }
        return next
    }

    private func index(of key: KeyCode) -> Int? {
        down.firstIndex { $0.key == key }
    }

    private mutating func lift(_ index: Int, at now: Timestamp, _ frames: inout FrameBuffer) {
        frames.append(down.remove(at: index).key, down: false, at: now)
    }
}
