public import BlueZ
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
    private let mode: TapMode
    private var client: BlueZClient?
    /// The Taps that are read, by address.
    private var links: [String: TapLink] = [:]

    /// What came of each Tap, by name.
    public private(set) var tallies: [String: SensorTally] = [:]

    /// A recorder into a file, on the bus at a D-Bus address, for the Taps of a choice in a mode with
    /// raw sensors.
    public init(
        writer: BackgroundWriter, mode: TapMode, choice: TapChoice, busAddress: String,
        loop: EventLoop, handlers: DriverHandlers
    ) {
        self.writer = writer
        self.mode = mode
        client = BlueZClient(
            address: busAddress, loop: loop, choice: choice, mode: mode,
            handlers: BlueZClient.Handlers(
                receiver: { [unowned self] in receiver(of: $0) },
                tapReport: { handlers.tapReport($0.name, $1) },
                situation: handlers.situation
            ))
    }

    /// How many lines were dropped since the file was too slow.
    public var dropped: Int { writer.dropped }

    /// Begins; throws if there is no bus.
    public func start() throws(BusError) {
        try client?.start()
    }

    /// Sets the IMU's ranges of the v2 Taps and reads them back.
    public func setIMUSensitivity(_ ranges: IMUSensitivity) {
        for link in links.values { link.setIMUSensitivity(ranges) }
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
                if let link { tallies[link.name]?.interrupt() }
            },
            prepare: { [unowned self, weak link] in
                if let link { links[link.address] = link }
            })
    }

    private func receive(_ bytes: Span<UInt8>, from characteristic: UInt32, of link: TapLink) {
        let ranges = ranges(of: link)
        tallies[link.name, default: SensorTally()].take(bytes, from: characteristic) {
            writer.write(line: SensorText.line($0, of: link.address, in: ranges))
        }
    }

    /// What one unit of a record means: of the fingers as set, of the IMU as the Tap told.
    private func ranges(of link: TapLink) -> SensorSensitivity {
        let set = mode.sensitivity ?? SensorSensitivity()
        return SensorSensitivity(finger: set.finger, imu: link.imuSensitivity ?? set.imu)
    }
}
