import BusTestSupport
import EventLoop
import Gestures
import Glibc
import TapProtocol
import Testing
import VirtualInput

@testable import BlueZ
@testable import Driver

@Suite("What a Tap sends, from BlueZ into a capture")
struct TapRecorderTests {
    private let tap = FakeTap()

    /// A recorder on a bus with a BlueZ; what it writes can be read meanwhile.
    private final class Desk {
        let world: BlueZWorld
        private(set) var bluez: FakeBlueZ
        let recorder: TapRecorder
        private let path: String
        private let isTemporary: Bool
        private(set) var reports: [TapReport] = []
        private(set) var failures: [VirtualInputError] = []

        /// A recorder into a new file, or into one that is there.
        init(_ taps: [FakeTap] = [FakeTap()], path: String? = nil) throws {
            world = try BlueZWorld()
            bluez = try world.startBlueZ(
                taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } })
            self.path = try path ?? Self.newFile()
            isTemporary = path == nil
            let output = TextOutput(try FileDescriptor.open(self.path, flags: O_WRONLY))
            let box = WeakBox<Desk>()
            recorder = TapRecorder(
                output: output, busAddress: world.daemon.address, loop: world.loop,
                handlers: DriverHandlers(
                    tapReport: { box.object?.reports.append($1) },
                    situation: { _ in },
                    failed: { box.object?.failures.append($0) }))
            box.object = self
            try recorder.start()
        }

        deinit {
            if isTemporary { unlink(path) }
        }

        private static func newFile() throws -> String {
            var name = Array("/tmp/tapinput-test-XXXXXX".utf8CString)
            let raw = try systemCall("create a file") { mkstemp(&name) }
            _ = FileDescriptor(owning: raw)
            return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        func expect(_ report: TapReport, _ count: Int = 1) throws {
            try world.loop.expect("\(report)") { reports.count { $0 == report } == count }
        }

        func forgetReports() { reports = [] }

        /// A new bluetoothd in place of the one that is gone.
        func startBlueZ(_ tree: FakeBlueZ.Tree) throws { bluez = try world.startBlueZ(tree) }

        /// The Tap notifies; runs until that is recorded.
        func record(_ bytes: [UInt8], of tap: FakeTap = FakeTap()) throws {
            let before = recorder.count
            #expect(bluez.notify(tap.readPath, bytes))
            try world.loop.expect("it is recorded") { recorder.count == before + 1 }
        }

        func stop() throws {
            var hasStopped = false
            recorder.stop { hasStopped = true }
            try world.loop.expect("it has stopped") { hasStopped }
        }

        /// What is in the file at this moment.
        func text() throws -> String {
            let bytes = try FileDescriptor.open(path, flags: O_RDONLY).readToEnd()
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The lines without their times, once the capture was read as one.
        func lines() throws -> [String] {
            let text = try text()
            _ = try Capture(parsing: Array(text.utf8), file: "a.tapcap")
            return text.split(separator: "\n").map { line in
                var fields = line.split(separator: " ")
                if ["n", "x"].contains(fields[0]) { fields.remove(at: 1) }
                return fields.joined(separator: " ")
            }
        }
    }

    private static let header = ["tapcap 1", "device v2 Tap"]
    /// The lines of `TapFrames.gesture(100)` and of (101).
    private static let (one, two) = ("n c3ff000e 0103000064", "n c3ff000e 0103000065")

    @Test("The device, and each notification with its bytes and the time since the first")
    func notifications() throws {
        let desk = try Desk()
        try desk.expect(.connected)
        let long = (0..<185).map { UInt8($0) }
        let start = EventLoop.monotonicNow()
        try desk.record([0])
        try desk.world.loop.run(milliseconds: 30)
        try desk.record([0xff, 0x0a, 0x20, 0x09])
        try desk.record(long)
        let elapsed = EventLoop.monotonicNow() - start
        try desk.stop()
        let text = try desk.text()
        #expect(text.hasPrefix("tapcap 1\ndevice v2 Tap\nn 0.000000 c3ff000e 00\nn 0.0"))
        #expect(text.contains(" c3ff000e ff0a2009\n"))
        #expect(text.hasSuffix("b7b8\n"))
        let capture = try Capture(parsing: Array(text.utf8), file: "a.tapcap")
        #expect(capture.deviceName == "Tap")
        #expect(capture.protocolVersion == .v2)
        #expect(
            capture.lines.map(\.content)
                == [[0], [0xff, 0x0a, 0x20, 0x09], long].map {
                    .notification(characteristic: 0xc3ff_000e, bytes: $0)
                })
        let times = capture.lines.map(\.time.nanoseconds)
        #expect(times[0] == 0)
        #expect(times[1] >= .milliseconds(29))
        #expect(times[1] <= times[2])
        #expect(times[2] <= elapsed)
        #expect(desk.failures == [])
    }

    @Test("Control characters in the device's name become question marks")
    func name() throws {
        let tap = FakeTap(name: "Tap\n\u{1b}[1m \u{7f}✋")
        let desk = try Desk([tap])
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(100))
        try desk.stop()
        let lines = try desk.lines()
        #expect(lines == ["tapcap 1", "device v2 Tap??[1m ?✋", Self.one])
    }

    @Test("A v1 Tap is recorded as one, each notification under its characteristic")
    func older() throws {
        let tap = FakeTap(
            characteristics: [
                "char0011": TapUUIDs.v1MouseData, "char0012": TapUUIDs.v1AirGesture,
                "char0013": TapUUIDs.uartRX,
            ])
        let desk = try Desk([tap])
        try desk.expect(.connected)
        for (name, bytes) in [("char0011", [0, 1, 0]), ("char0012", [101])] as [(String, [UInt8])] {
            let before = desk.recorder.count
            desk.bluez.notify("\(tap.path)/\(tap.service)/\(name)", bytes)
            try desk.world.loop.expect("it is recorded") { desk.recorder.count == before + 1 }
        }
        try desk.stop()
        #expect(
            try desk.lines()
                == ["tapcap 1", "device v1 Tap", "n c3ff0006 000100", "n c3ff000a 65"])
    }

    @Test("Where nothing came nothing is written")
    func nothing() throws {
        let desk = try Desk()
        try desk.expect(.connected)
        try desk.stop()
        #expect(desk.recorder.count == 0)
        #expect(try desk.text() == "")
    }

    @Test("What came is in the file soon, and not only at the end")
    func soon() throws {
        let desk = try Desk()
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(100))
        try desk.world.loop.expect("it is in the file", within: 5) {
            (try? desk.lines()) == Self.header + [Self.one]
        }
    }

    @Test("A normal end is no loss, also where the Tap goes meanwhile", arguments: [false, true])
    func stop(tapGoes: Bool) throws {
        let desk = try Desk()
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(100))
        if tapGoes {
            desk.bluez.beforeAnswer = { [unowned desk] _ in desk.bluez.drop(FakeTap()) }
        }
        // It puts the Tap back; what the Tap says to that is not of the capture.
        try desk.stop()
        desk.bluez.drop(tap)
        try desk.world.loop.run(milliseconds: 50)
        desk.recorder.flush()
        let lines = try desk.lines()
        #expect(lines == Self.header + [Self.one])
    }

    @Test("A link that is lost is a line; it is recorded again when it is back")
    func linkLost() throws {
        let desk = try Desk()
        try desk.expect(.connected)
        for round in 1...3 {
            try desk.record(TapFrames.gesture(100))
            desk.bluez.drop(tap)
            try desk.expect(.lost, round)
            desk.bluez.link(tap)
            try desk.expect(.connected, round + 1)
        }
        try desk.record(TapFrames.gesture(101))
        try desk.stop()
        let rounds = (1...3).flatMap { _ in [Self.one, "x"] }
        let lines = try desk.lines()
        #expect(lines == Self.header + rounds + [Self.two])
    }

    @Test("A link that is lost while the Tap is still being set up is a line as well")
    func linkLostEarly() throws {
        let desk = try Desk()
        desk.bluez.script = { $0.member == "WriteValue" ? .never : nil }
        try desk.world.loop.expect("it is being set up") { desk.bluez.writes != [] }
        try desk.record(TapFrames.gesture(100))
        desk.bluez.drop(tap)
        try desk.world.loop.expect("it is connected again") {
            desk.bluez.calls("Connect") != []
        }
        desk.bluez.script = { _ in nil }
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(101))
        try desk.stop()
        let lines = try desk.lines()
        #expect(lines == Self.header + [Self.one, "x", Self.two])
    }

    /// When the device is there again after bluetoothd was killed.
    enum Return: CaseIterable, Sendable {
        case withTheName
        case later
        case afterTheAdapter
    }

    @Test("bluetoothd is killed and returns: a loss, and the same Tap", arguments: Return.allCases)
    func bluezRestarts(order: Return) throws {
        let desk = try Desk()
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(100))
        desk.bluez.vanish()
        try desk.expect(.lost)
        desk.forgetReports()
        switch order {
        case .withTheName: try desk.startBlueZ(FakeBlueZ.tree(tap))
        case .later:
            try desk.startBlueZ(FakeBlueZ.adapter())
            try desk.world.loop.expect("it has looked") {
                desk.bluez.calls("GetManagedObjects").count == 2
            }
            desk.bluez.add(tap.tree)
        case .afterTheAdapter:
            try desk.startBlueZ([:])
            try desk.world.loop.expect("it has looked") {
                desk.bluez.calls("GetManagedObjects") != []
            }
            desk.bluez.add(FakeBlueZ.adapter())
            desk.bluez.add(tap.tree)
        }
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(101))
        try desk.stop()
        let lines = try desk.lines()
        #expect(lines == Self.header + [Self.one, "x", Self.two])
    }

    @Test("A device that is removed and is back is the same Tap")
    func deviceReturns() throws {
        let desk = try Desk()
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(100))
        desk.bluez.remove(tap.path)
        try desk.expect(.lost)
        desk.bluez.add(tap.tree)
        try desk.expect(.connected, 2)
        try desk.record(TapFrames.gesture(101))
        try desk.stop()
        let lines = try desk.lines()
        #expect(lines == Self.header + [Self.one, "x", Self.two])
    }

    @Test("Another Tap is not mixed in, nor is its loss", arguments: ["Other", "Tap"])
    func otherTap(name: String) throws {
        let other = FakeTap(address: "00:00:00:00:00:02", name: name)
        let desk = try Desk([tap, other])
        try desk.expect(.connected, 2)
        try desk.record(TapFrames.gesture(100))
        #expect(desk.bluez.notify(other.readPath, TapFrames.gesture(102)))
        desk.bluez.drop(other)
        try desk.expect(.lost)
        try desk.record(TapFrames.gesture(101))
        desk.bluez.drop(tap)
        try desk.expect(.lost, 2)
        try desk.stop()
        let lines = try desk.lines()
        #expect(lines == Self.header + [Self.one, Self.two, "x"])
    }

    @Test("Another Tap does not take the place of one that is gone")
    func otherTapStays() throws {
        let other = FakeTap(address: "00:00:00:00:00:02", name: "Other")
        let desk = try Desk([tap, other])
        try desk.expect(.connected, 2)
        try desk.record(TapFrames.gesture(100))
        desk.bluez.remove(tap.path)
        try desk.expect(.lost)
        #expect(desk.bluez.notify(other.readPath, TapFrames.gesture(102)))
        try desk.world.loop.run(milliseconds: 50)
        try desk.stop()
        #expect(desk.recorder.count == 1)
        let lines = try desk.lines()
        #expect(lines == Self.header + [Self.one, "x"])
    }

    @Test("A full disk is told, once")
    func fullDisk() throws {
        let desk = try Desk(path: "/dev/full")
        try desk.expect(.connected)
        try desk.record(TapFrames.gesture(100))
        try desk.world.loop.expect("it is told") { desk.failures != [] }
        #expect(desk.failures == [.system(SystemError(action: "write", code: ENOSPC))])
        #expect(desk.bluez.notify(tap.readPath, TapFrames.gesture(101)))
        desk.bluez.drop(tap)
        try desk.expect(.lost)
        desk.recorder.flush()
        try desk.stop()
        #expect(desk.failures.count == 1)
    }
}
