internal import TapProtocol

/// What waits for the call under way: BlueZ takes one write at a time.
struct Outbox: Equatable, Sendable {
    /// More commands than this are not kept; nobody asks so fast.
    private static let most = 16

    /// What the driver asked for, in order.
    private var commands: [TapWrite] = []
    /// The rest of a refresh of the mode.
    private var refresh: ArraySlice<TapWrite> = []
    /// A vibration; of several the last one.
    private var vibration: TapWrite?

    /// Puts commands behind those that wait.
    mutating func add(_ writes: [TapWrite]) {
        guard commands.count + writes.count <= Self.most else { return }
        commands += writes
    }

    /// Owes a refresh; one that is owed already is not doubled.
    mutating func owe(refresh writes: [TapWrite]) {
        refresh = writes[...]
    }

    /// Owes a vibration in the place of an earlier one.
    mutating func owe(vibration: TapWrite) {
        self.vibration = vibration
    }

    /// Takes out what goes next, or nil where nothing waits.
    mutating func next() -> TapWrite? {
        if !commands.isEmpty { return commands.removeFirst() }
        if let write = refresh.popFirst() { return write }
        defer { vibration = nil }
        return vibration
    }
}
