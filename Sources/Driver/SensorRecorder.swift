public import BlueZ
public import Bus
public import EventLoop
public import TapProtocol
internal import VirtualInput

/// Writes the raw sensor records of the Taps that connect, one line each.
///
/// Reading never waits for the file; what it cannot take is dropped and counted.
public final class SensorRecorder {
    /// How long the file may take for what is left at the end, in nanoseconds.
    private static let finishLimit: Int64 = 2_000_000_000

    private let writer: BackgroundWriter
    private var client: BlueZClient?
    /// The Taps that are read, by address.
    private var links: [String: TapLink] = [:]
    /// The Taps that do not bear raw sensors, by address.
    private var givenUp: Set<String> = []
    /// Ranges that were set since the beginning.
    private var sensitivity: SensorSensitivity?

    /// What came of each Tap, by address.
    public private(set) var tallies: [String: SensorTally] = [:]

    /// A recorder into a file, on the bus at a D-Bus address, for the Taps of a choice in a mode with
    /// raw sensors.
    public init(
        writer: BackgroundWriter, mode: TapMode, choice: TapChoice, busAddress: String,
        loop: EventLoop, handlers: DriverHandlers
    ) {
        self.writer = writer
        client = BlueZClient(
            address: busAddress, loop: loop, choice: choice, mode: mode,
            handlers: BlueZClient.Handlers(
                receiver: { [unowned self] in receiver(of: $0) },
                tapReport: { [unowned self] link, report in
                    if report == .rawModeGivenUp { givenUp.insert(link.address) }
                    handlers.tapReport(link.name, report)
                },
                situation: handlers.situation
            ))
    }

    /// How many lines were dropped since the file was too slow.
    public var dropped: Int { writer.dropped }

    /// Begins; throws if there is no bus.
    public func start() throws(BusError) {
        try client?.start()
    }

    /// How many records came.
    public var count: Int { tallies.values.reduce(0) { $0 + $1.imu.count + $1.fingers.count } }

    /// Whether raw sensors were given up on every Tap.
    public var isGivenUp: Bool { givenUp.isSuperset(of: links.keys) }

    /// The name of a Tap, as its user gave it.
    public func name(of address: String) -> String { links[address]?.name ?? address }

    /// Sets the ranges of all Taps, now or as soon as they are there.
    public func setSensitivity(_ ranges: SensorSensitivity) {
        sensitivity = ranges
        for link in links.values { link.setSensitivity(ranges) }
    }

    /// Puts the Taps back as they were, writes what is left and calls `done` after that.
    public func stop(done: @escaping () -> Void) {
        client?.leave { [writer] in writer.finish(limit: Self.finishLimit, done: done) }
    }

    private func receiver(of link: TapLink) -> TapReceiver {
        TapReceiver(
            notification: { [unowned self, weak link] characteristic, bytes, _ in
                if let link { receive(bytes, from: characteristic, of: link) }
            },
            release: { [unowned self, weak link] _ in
                if let link { tallies[link.address]?.interrupt() }
            },
            prepare: { [unowned self, weak link] in
                guard let link else { return }
                links[link.address] = link
                if let sensitivity { link.setSensitivity(sensitivity) }
            })
    }

    private func receive(_ bytes: Span<UInt8>, from characteristic: UInt32, of link: TapLink) {
        let ranges = link.sensitivity
        tallies[link.address, default: SensorTally()].take(bytes, from: characteristic) {
            writer.write(line: SensorText.line($0, of: link.address, in: ranges))
        }
    }
}
