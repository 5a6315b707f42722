/// Sleep as logind tells it, and the lock by which logind waits for us, without I/O.
///
/// The lock is held whenever the machine is awake. logind gives none while it prepares for sleep,
/// and forgets them all when it restarts.
struct SleepLock: Equatable, Sendable {
    /// What happened.
    enum Event: Equatable, Sendable {
        /// logind is there, another one than before.
        case appeared
        /// logind is gone.
        case vanished
        /// Whether the machine is about to sleep, as logind answers when it is asked.
        case answered(isPreparing: Bool?)
        /// `PrepareForSleep`: it is about to sleep, or is awake again.
        case signalled(isPreparing: Bool)
    }

    /// What is to be done, in order.
    enum Action: Equatable, Sendable {
        /// Ask logind whether the machine is about to sleep.
        case ask
        /// Ask for the lock, which lets go of one that there was.
        case take
        /// Let the lock go: the machine may sleep.
        case drop
        /// The machine is about to sleep.
        case sleep
        /// The machine is awake again.
        case wake
    }

    /// Whether the machine is about to sleep or asleep.
    private(set) var isAsleep = false

    /// Takes an event; returns what is to be done.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .appeared: return [.ask]
        case .vanished:
            // Nobody would tell us that it woke up.
            return [.drop] + setAsleep(false)
        case .answered(isPreparing: true), .signalled(isPreparing: true):
            return setAsleep(true) + [.drop]
        case .answered: return [.take] + setAsleep(false)
        case .signalled(isPreparing: false):
            // Also where the beginning was not heard: it has slept.
            isAsleep = false
            return [.take, .wake]
        }
    }

    private mutating func setAsleep(_ isAsleep: Bool) -> [Action] {
        guard isAsleep != self.isAsleep else { return [] }
        self.isAsleep = isAsleep
        return [isAsleep ? .sleep : .wake]
    }
}
