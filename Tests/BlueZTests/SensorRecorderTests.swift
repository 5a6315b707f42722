import BusTestSupport
import EventLoop
import Glibc
import TapProtocol
import TestSupport
import Testing

@testable import BlueZ
@testable import Driver

/// Raw sensor records of Taps of both protocols, from BlueZ into a file of lines.
@Suite("Raw sensors, from BlueZ into a file")
struct SensorRecorderTests {
    private static let older = FakeTap(
        address: "00:00:00:00:00:01", name: "Older",
        characteristics: [
            "char0011": TapUUIDs.v1TapData, "char0012": TapUUIDs.uartTX,
            "char0015": TapUUIDs.uartRX,
        ])
    private static let olderTX = "\(older.path)/\(older.service)/char0012"
    private static let newer = FakeTap(address: "00:00:00:00:00:02", name: "Newer")

    /// The word of an IMU record and six values, each lower byte first.
    private static func imu(at milliseconds: UInt8, _ value: UInt8) -> [UInt8] {
        [milliseconds, 0, 0, 0] + [UInt8](repeating: 0, count: 10) + [value, 0]
    }

    /// A record of the fingers whose last value alone is not 0.
    private static func fingers(at milliseconds: UInt8, _ value: UInt8) -> [UInt8] {
        [milliseconds, 0, 0, 0x80] + [UInt8](repeating: 0, count: 28) + [value, 0]
    }

    /// A recorder on a bus with both Taps.
    private final class Desk {
        let world: BlueZWorld
        let bluez: FakeBlueZ
        let recorder: SensorRecorder
        private let folder: TemporaryFolder
        private let writer: BackgroundWriter
        private(set) var reports: [String: [TapReport]] = [:]
        private(set) var failures: [SystemError] = []

        /// How many bytes of lines wait.
        var queued: Int { writer.queued }

        /// One that writes into a new file, or into what is at a path; the queue has this size.
        init(
            _ ranges: SensorSensitivity = SensorSensitivity(), isDebug: Bool = false,
            into path: String? = nil, queueLimit: Int = BackgroundWriter.defaultQueueLimit
        ) throws {
            folder = try TemporaryFolder()
            world = try BlueZWorld()
            bluez = try world.startBlueZ(FakeBlueZ.tree(older, newer))
            let box = WeakBox<Desk>()
            let file =
                if let path {
                    try FileDescriptor.open(path, flags: O_WRONLY)
                } else {
                    try FileDescriptor.open(
                        folder.path + "/raw.csv", flags: O_WRONLY | O_CREAT | O_EXCL)
                }
            writer = try BackgroundWriter(
                file: file, name: "raw.csv", loop: world.loop, queueLimit: queueLimit
            ) {
                box.object?.failures.append($0)
            }
            recorder = SensorRecorder(
                writer: writer, mode: isDebug ? .debug(ranges) : .rawSensors(ranges), choice: .all,
                busAddress: world.daemon.address, loop: world.loop,
                handlers: DriverHandlers(
                    tapReport: { box.object?.reports[$0, default: []].append($1) },
                    situation: { _ in },
                    failed: { _ in }))
            box.object = self
            try recorder.start()
            try world.loop.expect("both are connected") {
                reports.values.count { $0.contains(.connected) } == 2
            }
        }

        /// Stops and reads what was written.
        func lines() throws -> [String] {
            var hasStopped = false
            recorder.stop { hasStopped = true }
            try world.loop.expect("it has stopped") { hasStopped }
            #expect(failures == [])
            let file = try FileDescriptor.open(folder.path + "/raw.csv", flags: O_RDONLY)
            return String(decoding: try file.readToEnd(), as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }

        func expect(_ tap: FakeTap, _ count: Int) throws {
            try world.loop.expect("the records of \(tap.name) have come") {
                let tally = recorder.tallies[tap.address]
                return (tally?.imu.count ?? 0) + (tally?.fingers.count ?? 0) == count
            }
        }
    }

    @Test("Both Taps' records, each with its address, in mg and mdps")
    func records() throws {
        let desk = try Desk()
        desk.bluez.notify(Self.newer.readPath, [0, 1, 0, 0] + Self.imu(at: 5, 10))
        desk.bluez.notify(Self.olderTX, Self.fingers(at: 7, 2) + Self.imu(at: 8, 20))
        try desk.expect(Self.newer, 1)
        try desk.expect(Self.older, 2)
        #expect(
            try desk.lines().sorted() == [
                "00:00:00:00:00:01,7,accl,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7.8125",
                "00:00:00:00:00:01,8,imu,0,0,0,0,0,1.22",
                "00:00:00:00:00:02,5,imu,0,0,0,0,0,0.61",
            ])
    }

    @Test("After the ranges were set, values are computed with what the Tap told")
    func changed() throws {
        let desk = try Desk()
        // Before the set-up and after it the ranges are the narrow ones.
        desk.bluez.notify(Self.newer.readPath, [3, 3, 0, 0, 1, 1])
        try desk.world.loop.expect("they are read back") {
            desk.bluez.writes.count { $0 == [1, 1, 0x0c, 0] } == 2
        }
        desk.bluez.notify(Self.newer.readPath, [3, 3, 0, 0, 1, 1])
        try desk.world.loop.expect("the answer is told") {
            desk.reports["Newer"]?.last == .imuSensitivity(IMUSensitivity())
        }
        desk.bluez.notify(Self.newer.readPath, [0, 1, 0, 0] + Self.imu(at: 5, 10))
        try desk.expect(Self.newer, 1)
        let wide = IMUSensitivity(gyro: .dps2000, accelerometer: .g16)
        desk.recorder.setSensitivity(SensorSensitivity(imu: wide))
        try desk.world.loop.expect("it is set and read back") {
            desk.bluez.writes.count { $0 == [1, 1, 0x0c, 0] } == 3
        }
        #expect(desk.bluez.writes.contains([1, 1, 2, 0, 5, 4]))
        desk.bluez.notify(Self.newer.readPath, [0, 1, 0, 0] + Self.imu(at: 6, 10))
        try desk.expect(Self.newer, 2)
        #expect(
            try desk.lines() == [
                "00:00:00:00:00:02,5,imu,0,0,0,0,0,0.61",
                "00:00:00:00:00:02,6,imu,0,0,0,0,0,4.88",
            ])
        // The narrow ranges are put back.
        #expect(desk.bluez.writes.contains([1, 1, 2, 0, 1, 1]))
    }

    @Test("Other frames of the debug mode are counted and are no lines")
    func debug() throws {
        let desk = try Desk(isDebug: true)
        desk.bluez.notify(Self.newer.readPath, TapFrames.motion(dx: 1, dy: 1))
        desk.bluez.notify(
            Self.newer.readPath, [0, 1, 0, 0] + Self.imu(at: 5, 0) + [1, 0, 0, 0, 9])
        try desk.expect(Self.newer, 1)
        #expect(desk.recorder.tallies[Self.newer.address]?.others == 1)
        #expect(desk.recorder.tallies[Self.newer.address]?.truncated == 1)
        #expect(try desk.lines().count == 1)
    }

    @Test(
        "Of records that come faster than the file takes them some are dropped, and memory is bounded"
    )
    func flood() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.file("pipe")
        try systemCall("make a pipe") { mkfifo(pipe, 0o600) }
        // Nobody reads from it, so that it takes as much as it has room for.
        let reader = try FileDescriptor.open(pipe, flags: O_RDONLY | O_NONBLOCK)
        let limit = 1 << 14
        let desk = try Desk(into: pipe, queueLimit: limit)
        let records = (1...20 as ClosedRange<UInt8>).map { Self.imu(at: $0, 10) }
        let frame: [UInt8] = [0, 1, 0, 0] + records.joined()
        var sent = 0
        var most = 0
        while desk.recorder.dropped == 0 || sent < 60_000 {
            try #require(sent < 1_000_000)
            for _ in 0..<20 where desk.bluez.notify(Self.newer.readPath, frame) { sent += 20 }
            try desk.expect(Self.newer, sent)
            most = max(most, desk.queued)
        }
        #expect(most <= limit)
        #expect(desk.recorder.count == sent)
        #expect(desk.failures == [])
        withExtendedLifetime(reader) {}
    }

    @Test("Stopping leaves raw sensors on both")
    func leaving() throws {
        let desk = try Desk()
        desk.bluez.forgetCalls()
        _ = try desk.lines()
        #expect(desk.bluez.writes.contains([3, 0x0d, 0, 3]))
        #expect(desk.bluez.writes.contains([3, 0x0c, 0, 0]))
        #expect(desk.bluez.writes.contains([0, 0, 0, 0, 0, 0]))
    }
}
