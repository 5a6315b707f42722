import Control
import EventLoop
import Monitor

/// A driver that is watched: its records, and what changes slowly.
final class MonitorLink {
    /// Out of which lines of records come.
    let records: ControlMonitor
    /// What is known of the Taps at this moment, or nil where nothing is.
    let facts: () -> MonitorFacts?

    init(_ records: ControlMonitor, facts: @escaping () -> MonitorFacts?) {
        self.records = records
        self.facts = facts
    }

    /// Asks the driver that is at work to be watched.
    static func driver(on loop: EventLoop) throws(Failure) -> MonitorLink {
        let command = ControlCommand()
        let (records, state) = try Failure.rethrow { () throws(ControlCallError) in
            (try command.ask(.monitor), try command.ask(.state))
        }
        let client = ControlClient(addresses: ControlCommand.addresses, loop: loop)
        let facts = AskedFacts(MonitorFacts(state)) { answered in
            client.ask(.state) { answered((try? $0.get()).map { MonitorFacts($0) }) }
        }
        return MonitorLink(records) { facts.next() }
    }
}

/// Facts that are asked for now and then, one question at a time.
final class AskedFacts {
    private var latest: MonitorFacts
    private var isAsking = false
    private let ask: (@escaping (MonitorFacts?) -> Void) -> Void

    /// Facts that are known; `ask` asks for others and gives them, or nil where there are none.
    init(_ known: MonitorFacts, ask: @escaping (@escaping (MonitorFacts?) -> Void) -> Void) {
        latest = known
        self.ask = ask
    }

    /// What is known at this moment; asks anew, so that the answer is there the next time, but for a
    /// question that is not answered yet.
    func next() -> MonitorFacts {
        if !isAsking {
            isAsking = true
            ask { [weak self] in
                self?.isAsking = false
                if let facts = $0 { self?.latest = facts }
            }
        }
        return latest
    }
}

extension MonitorFacts {
    /// What a driver tells of its Taps.
    init(_ state: ControlState) {
        self.init(taps: state.taps.map { Tap($0) })
    }
}

extension MonitorFacts.Tap {
    /// What a driver tells of a Tap.
    init(_ tap: ControlTap) {
        self.init(
            address: tap.address, name: tap.name, profile: tap.profile, connection: tap.connection,
            isPaused: tap.isPaused)
        protocolName = tap.protocolVersion
        battery = tap.battery
        packets = tap.counters["notifications"].map { Int(clamping: $0) }
        unknownPackets = Int(
            clamping: tap.counters["unknown-frames", default: 0]
                &+ tap.counters["foreign-notifications", default: 0])
    }
}
