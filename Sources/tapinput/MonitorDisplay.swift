import Driver
import EventLoop
import Glibc
import Monitor
import VirtualInput

/// What ends a monitor.
enum MonitorEnd: Equatable {
    /// The user, or a signal.
    case asked
    /// The capture is over.
    case captureEnded
    /// The driver ended, or wants to be watched no longer.
    case driverGone
    /// The terminal went away.
    case terminalGone
    /// What was shown cannot be written.
    case cannotWrite(SystemError)
}

/// Where a monitor shows what it is told.
protocol MonitorDisplay: AnyObject {
    /// Shows records.
    func take(_ records: [MonitorRecord])
    /// Shows what changes slowly.
    func take(_ facts: MonitorFacts)
    /// Counts lines that were no records.
    func miss(_ count: Int)
    /// Gives back what it took.
    func close()
}

/// Records as lines, for a pipe, a file or a terminal without a screen.
final class MonitorTextDisplay: MonitorDisplay {
    private let output: TextOutput
    private let device: String?
    private let ended: (MonitorEnd) -> Void
    /// The addresses of the Taps that have the name which is looked for.
    private var named: Set<String> = []

    /// Lines to an output; `device` is the name or the address of the only Tap that is wanted.
    init(_ output: TextOutput, only device: String?, ended: @escaping (MonitorEnd) -> Void) {
        self.output = output
        self.device = device
        self.ended = ended
    }

    func take(_ records: [MonitorRecord]) {
        do {
            for record in records where isWanted(record.device) {
                try output.write(line: record.text)
            }
            try output.flush()
        } catch {
            ended(.cannotWrite(error))
        }
    }

    func take(_ facts: MonitorFacts) {
        named = Set(facts.taps.filter { $0.name == device }.map(\.address))
    }

    func miss(_ count: Int) {}

    func close() {}

    private func isWanted(_ address: String) -> Bool {
        guard let device, address != MonitorRecord.noDevice else { return true }
        return address.uppercased() == device.uppercased() || named.contains(address)
    }
}
