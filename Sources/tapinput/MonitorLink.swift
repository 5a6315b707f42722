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
        let latest = Latest(MonitorFacts(state))
        return MonitorLink(records) {
            // The answer is there when the facts are asked for the next time.
            client.ask(.state) {
                if let state = try? $0.get() { latest.facts = MonitorFacts(state) }
            }
            return latest.facts
        }
    }

    /// What the driver answered last.
    private final class Latest {
        var facts: MonitorFacts

        init(_ facts: MonitorFacts) {
            self.facts = facts
        }
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
