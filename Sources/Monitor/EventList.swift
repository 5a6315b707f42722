internal import Gestures

/// The latest events of a kind, the newest last; what goes on is one entry.
struct EventList: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        /// When it was last.
        var time: Timestamp
        var text: String
        /// What goes on, as long as the next one has the same; nil for what stands alone.
        var key: String?
        /// The sums of what goes on.
        var x: Int64 = 0
        var y: Int64 = 0
    }

    /// How many are kept.
    static let size = 5

    private(set) var entries: [Entry] = []

    /// Adds what stands alone.
    mutating func add(_ text: String, key: String? = nil, at time: Timestamp) {
        entries.append(Entry(time: time, text: text, key: key))
        if entries.count > Self.size { entries.removeFirst() }
    }

    /// Adds to what goes on, or lets it begin; its text follows from the sums.
    mutating func sum(
        _ key: String, _ x: Int64, _ y: Int64 = 0, at time: Timestamp,
        text: (_ x: Int64, _ y: Int64) -> String
    ) {
        var entry = Entry(time: time, text: "", key: key)
        if let last = entries.last, last.key == key { entry = entries.removeLast() }
        entry.time = time
        entry.x &+= x
        entry.y &+= y
        entry.text = text(entry.x, entry.y)
        entries.append(entry)
        if entries.count > Self.size { entries.removeFirst() }
    }

    /// Puts another text in the place of the last one, if that has this key; whether it had.
    mutating func replaceLast(ifKey key: String, with text: String, at time: Timestamp) -> Bool {
        guard entries.last?.key == key else { return false }
        entries[entries.count - 1] = Entry(time: time, text: text)
        return true
    }
}
