import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Evdev

/// What needs real event devices is tested end to end, in the virtual machine.
@Suite("Finding the devices of a Tap")
struct DeviceGrabberTests {
    private let tap = "AA:BB:CC:00:00:01"

    /// How many inotify descriptors of this process watch a directory.
    private static func watchers(of path: String) throws -> Int {
        var status = stat()
        try systemCall("look at \(path)") { stat(path, &status) }
        let mark = " ino:\(String(status.st_ino, radix: 16)) "
        return try TestSupport.names(in: "/proc/self/fdinfo").count { name in
            // Other tests close theirs meanwhile.
            guard let text = try? TestSupport.text(of: "/proc/self/fdinfo/\(name)") else {
                return false
            }
            return text.contains("inotify wd:") && text.contains(mark)
        }
    }

    @Test("Only the nodes whose description has the address are opened, whatever its case")
    func onlyOwn() throws {
        let input = try FakeInput()
        for (name, unique) in [
            ("event1", "aa:bb:cc:00:00:01"), ("event2", "aa:bb:cc:00:00:02"), ("event3", ""),
            ("mouse0", "aa:bb:cc:00:00:01"), ("event5", "aa:bb:cc:00:00:010"),
            ("event6", "AA:BB:CC:00:00:01"),
        ] {
            try input.describe(name, unique: unique)
            try input.create(name)
        }
        // Without a description it is no input device.
        try input.create("event4")
        let counter = try OpenCounter(input.nodes)
        let grabber = input.grabber()
        grabber.grab(address: "")
        #expect(try counter.names() == [])
        grabber.grab(address: tap)
        #expect(try counter.names() == ["event1", "event6"])
        #expect(input.reports == [])
    }

    @Test("A node that turns up later is opened, and once more with each new permission")
    func later() throws {
        let input = try FakeInput()
        let counter = try OpenCounter(input.nodes)
        let grabber = input.grabber()
        grabber.grab(address: tap)
        try input.describe("event7", unique: "aa:bb:cc:00:00:01")
        var opened: [String] = []
        // Made elsewhere and moved here, so that the test itself opens nothing.
        try input.describe("node", unique: "")
        let source = "\(input.classes)/node/device/uniq"
        try systemCall("rename") { rename(source, input.path("event7")) }
        defer { unlink(input.path("event7")) }
        #expect(
            try input.loop.runUntil {
                opened += try counter.names()
                return opened == ["event7"]
            })
        try systemCall("chmod") { chmod(input.path("event7"), 0o640) }
        #expect(
            try input.loop.runUntil {
                opened += try counter.names()
                return opened == ["event7", "event7"]
            })
        // Let go, it is not looked at any more.
        grabber.release(address: tap.lowercased())
        try systemCall("chmod") { chmod(input.path("event7"), 0o600) }
        try input.loop.runOnce(until: EventLoop.monotonicNow() + 20_000_000)
        #expect(try counter.names() == [])
        #expect(input.reports == [])
    }

    @Test("What is no event device is closed again and not told", arguments: [true, false])
    func noDevice(isPipe: Bool) throws {
        let input = try FakeInput()
        try input.describe("event1", unique: tap)
        if isPipe {
            try systemCall("mkfifo") { mkfifo(input.path("event1"), 0o600) }
        } else {
            try systemCall("mkdir") { mkdir(input.path("event1"), 0o700) }
        }
        defer { if unlink(input.path("event1")) != 0 { rmdir(input.path("event1")) } }
        let grabber = input.grabber()
        grabber.grab(address: tap)
        try input.loop.runOnce(until: EventLoop.monotonicNow() + 20_000_000)
        #expect(input.reports == [])
        if isPipe {
            // Nobody reads it any more.
            #expect(throws: SystemError(action: "open \(input.path("event1"))", code: ENXIO)) {
                _ = try FileDescriptor.open(input.path("event1"), flags: O_WRONLY | O_NONBLOCK)
            }
        }
    }

    @Test("A description without a node, or a node that is gone, is nothing to tell")
    func gone() throws {
        let input = try FakeInput()
        try input.describe("event1", unique: tap)
        let grabber = input.grabber()
        try systemCall("link") { symlink("/nowhere/at all", input.path("event1")) }
        defer { unlink(input.path("event1")) }
        grabber.grab(address: tap)
        try input.loop.runOnce(until: EventLoop.monotonicNow() + 20_000_000)
        #expect(input.reports == [])
    }

    @Test("A directory that is missing is told once, and tried again for the next wish")
    func missingDirectory() throws {
        let input = try FakeInput()
        let path = input.path("later")
        let grabber = input.grabber(directory: path)
        let missing = GrabReport.failed(SystemError(action: "watch \(path)", code: ENOENT))
        grabber.grab(address: tap)
        grabber.grab(address: tap)
        grabber.grab(address: "other")
        #expect(input.reports == [missing])
        try systemCall("mkdir") { mkdir(path, 0o700) }
        grabber.grab(address: tap)
        try systemCall("rmdir") { rmdir(path) }
        #expect(try input.loop.runUntil { input.reports.count == 2 })
        #expect(input.reports == [missing, missing])
        grabber.release(address: tap)
    }

    @Test("A receiver of a report may let go of everything")
    func releaseInReport() throws {
        let input = try FakeInput()
        let box = WeakBox<DeviceGrabber>()
        var count = 0
        let grabber = DeviceGrabber(directory: input.path("none"), loop: input.loop) { _ in
            count += 1
            box.object?.release(address: "a")
        }
        box.object = grabber
        grabber.grab(address: "a")
        #expect(count == 1)
    }

    @Test(
        "What may not be opened is told once for its address, and tried again when it may",
        .disabled(if: geteuid() == 0, "the superuser may open everything"))
    func notPermitted() throws {
        let input = try FakeInput()
        for name in ["event1", "event2"] {
            try input.describe(name, unique: tap)
            try input.create(name, mode: 0)
        }
        try input.describe("event3", unique: "of somebody else")
        try input.create("event3", mode: 0)
        let grabber = input.grabber()
        grabber.grab(address: tap)
        #expect(input.reports == [])
        #expect(try input.loop.runUntil { input.reports != [] })
        try systemCall("chmod") { chmod(input.path("event1"), 0o000) }
        try systemCall("chmod") { chmod(input.path("event2"), 0o040) }
        try input.loop.runOnce(until: EventLoop.monotonicNow() + 20_000_000)
        try input.loop.runOnce(until: EventLoop.monotonicNow() + 20_000_000)
        #expect(input.reports == [.notPermitted(path: input.path("event1"), address: tap)])
        let counter = try OpenCounter(input.nodes)
        try systemCall("chmod") { chmod(input.path("event1"), 0o400) }
        #expect(try input.loop.runUntil { try counter.names() == ["event1"] })
        #expect(input.reports.count == 1)
        withExtendedLifetime(grabber) {}
    }

    @Test(
        "A permission that udev gives in time is not missed",
        .disabled(if: geteuid() == 0, "the superuser may open everything"))
    func permittedInTime() throws {
        let input = try FakeInput()
        try input.describe("event1", unique: tap)
        try input.create("event1", mode: 0)
        let grabber = input.grabber(patience: 300_000_000)
        grabber.grab(address: tap)
        try systemCall("chmod") { chmod(input.path("event1"), 0o400) }
        let end = EventLoop.monotonicNow() + 600_000_000
        while EventLoop.monotonicNow() < end { try input.loop.runOnce(until: end) }
        #expect(input.reports == [])
        withExtendedLifetime(grabber) {}
    }

    @Test("The reports differ, name what they are about and take one line")
    func messages() {
        let path = "/dev/input/event1"
        let reports: [GrabReport] = [
            .grabbed(name: "Tap_1", address: tap), .notPermitted(path: path, address: tap),
            .busy(path: path, address: tap),
            .failed(SystemError(action: "read \(path)", code: EIO)),
        ]
        let texts = reports.map(\.description)
        #expect(Set(texts).count == 4)
        #expect(texts.allSatisfy { !$0.contains("\n") })
        #expect(texts.prefix(3).allSatisfy { $0.contains(tap) })
        #expect(texts.suffix(3).allSatisfy { $0.contains(path) })
    }

    @Test("The directory is watched only while something is wanted")
    func idle() throws {
        let input = try FakeInput()
        let grabber = input.grabber()
        func watchers() throws -> Int { try Self.watchers(of: input.nodes) }
        #expect(try watchers() == 0)
        grabber.grab(address: tap)
        grabber.grab(address: "b")
        #expect(try watchers() == 1)
        grabber.release(address: tap)
        grabber.release(address: "c")
        #expect(try watchers() == 1)
        grabber.release(address: "b")
        #expect(try watchers() == 0)
    }

    @Test("With the grabber goes everything of it")
    func dropped() throws {
        let input = try FakeInput()
        do {
            let grabber = input.grabber()
            grabber.grab(address: tap)
            #expect(try Self.watchers(of: input.nodes) == 1)
        }
        #expect(try Self.watchers(of: input.nodes) == 0)
        try input.describe("event1", unique: tap)
        try input.create("event1")
        try input.loop.runOnce(until: EventLoop.monotonicNow() + 20_000_000)
        #expect(input.reports == [])
    }
}
