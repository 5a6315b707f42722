internal import TapProtocol

/// What waits for the call under way: BlueZ takes one write at a time.
struct Outbox: Equatable, Sendable {
    /// What turns the mode into another one: the rest of it.
    private var change: ArraySlice<TapWrite> = []
    /// The rest of a refresh of the mode.
    private var refresh: ArraySlice<TapWrite> = []
    /// A vibration; of several the last one.
    private var vibration: TapWrite?

    /// Owes a change of the mode; an earlier one is not finished, and an owed refresh is one of the
    /// new mode.
    mutating func owe(change writes: [TapWrite], refresh newRefresh: [TapWrite]) {
        change = writes[...]
        if !refresh.isEmpty { refresh = newRefresh[...] }
    }

    /// Owes a refresh; one that is owed already is not doubled.
    mutating func owe(refresh writes: [TapWrite]) {
        refresh = writes[...]
    }

    /// Owes a vibration in the place of an earlier one.
    mutating func owe(vibration: TapWrite) {
        self.vibration = vibration
    }

    /// Takes out the next command of a change, or nil where none is owed.
    mutating func nextChange() -> TapWrite? {
        change.popFirst()
    }

    /// Takes out what else goes next, or nil where nothing waits.
    mutating func next() -> TapWrite? {
        if let write = refresh.popFirst() { return write }
        defer { vibration = nil }
        return vibration
    }
}
