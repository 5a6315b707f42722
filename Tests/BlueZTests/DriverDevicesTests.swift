import BusTestSupport
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import TestSupport
import Testing
import VirtualInput

@testable import BlueZ

@Suite("The driver before its virtual devices can be made")
struct DriverDevicesTests {
    private let tap = DriverDesk.newer

    /// A file by which devices are made as soon as its text says so, and before that fail as uinput
    /// does.
    private static func make(path: String) throws(VirtualInputError) {
        do throws(VirtualInputError) {
            _ = try UinputSink(Capabilities(of: [.desktop]), path: path)
        } catch {
            if error == .notUinput(path: path), (try? text(of: path)) == "good" { return }
            throw error
        }
    }

    /// Ways in which the file does not serve.
    enum Obstacle: CaseIterable, Sendable {
        case missing, forbidden, directory, socket

        /// The superuser may open everything.
        static var possible: [Obstacle] { allCases.filter { geteuid() != 0 || $0 != .forbidden } }
    }

    private static func put(_ obstacle: Obstacle, _ folder: TemporaryFolder) throws {
        let path = folder.file("uinput")
        switch obstacle {
        case .missing: break
        case .forbidden:
            try folder.write("good", to: "uinput")
            try systemCall("chmod") { chmod(path, 0) }
        case .directory: try systemCall("mkdir") { mkdir(path, 0o700) }
        case .socket:
            // open(2) answers ENXIO for a socket, as for a device node without a driver.
            try systemCall("mknod") { mknod(path, S_IFSOCK | 0o600, 0) }
        }
    }

    private static func mend(_ obstacle: Obstacle, _ folder: TemporaryFolder) throws {
        let path = folder.file("uinput")
        if obstacle == .forbidden {
            try systemCall("chmod") { chmod(path, 0o600) }
            return
        }
        try folder.write("good", to: "new")
        if obstacle != .missing { try systemCall("remove") { remove(path) } }
        try systemCall("rename") { rename(folder.file("new"), path) }
    }

    private static func error(_ obstacle: Obstacle, _ path: String) -> VirtualInputError {
        switch obstacle {
        case .missing: .moduleMissing(path: path)
        case .forbidden: .notPermitted(path: path)
        case .directory: .notUinput(path: path)
        case .socket: .noDevice(path: path)
        }
    }

    @Test(
        "What is missing is told once, and as soon as it is mended Taps are listened to",
        arguments: Obstacle.possible)
    func waits(obstacle: Obstacle) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("uinput")
        try Self.put(obstacle, folder)
        let desk = try DriverDesk(
            [tap], { $0.devicePath = path },
            check: { () throws(VirtualInputError) in try Self.make(path: path) })
        desk.driver.start()
        try desk.world.loop.expect("BlueZ was asked") {
            !desk.bluez.calls("GetManagedObjects").isEmpty
        }
        try desk.world.loop.run(milliseconds: 1500)
        #expect(desk.deviceReports == [.waiting(Self.error(obstacle, path))])
        // A Tap without devices would be of no use: it stays as it is.
        #expect(desk.bluez.calls("AcquireNotify") == [])
        #expect(desk.bluez.writes == [])
        // It is told of all the same.
        #expect(desk.driver.phase == .noDevices)
        #expect(desk.driver.tapStates(withTiming: true).map(\.link.name) == ["Newer"])
        #expect(desk.driver.tapStates(withTiming: true).map(\.link.phase) == [.noDevices])
        try Self.mend(obstacle, folder)
        try desk.world.loop.expect("it streams") { desk.reports["Newer"] == [.connected] }
        #expect(desk.driver.tapStates(withTiming: true).map(\.link.phase) == [.active])
        #expect(desk.deviceReports == [.waiting(Self.error(obstacle, path)), .made])
        let sink = try #require(desk.firstSink)
        try desk.world.loop.expect("a swipe arrives") {
            desk.newerGesture(101)
            return sink.presses(.left) == [1, 0]
        }
    }

    @Test("Another reason is told as well, the same one is not")
    func reasons() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("uinput")
        let desk = try DriverDesk(
            [tap], { $0.devicePath = path },
            check: { () throws(VirtualInputError) in try Self.make(path: path) })
        desk.driver.start()
        try folder.write("bad", to: "uinput")
        try desk.world.loop.expect("it is told") { desk.deviceReports.count == 2 }
        try systemCall("touch") { utimes(path, nil) }
        try desk.world.loop.run(milliseconds: 300)
        #expect(
            desk.deviceReports == [
                .waiting(.moduleMissing(path: path)), .waiting(.notUinput(path: path)),
            ])
    }

    @Test("Another reason that lasts for a moment is not told")
    func momentaryReason() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("uinput")
        var seen: [VirtualInputError] = []
        let desk = try DriverDesk(
            [tap], { $0.devicePath = path },
            check: { () throws(VirtualInputError) in
                do throws(VirtualInputError) {
                    try Self.make(path: path)
                } catch {
                    seen.append(error)
                    throw error
                }
            })
        desk.driver.start()
        try folder.write("bad", to: "uinput")
        try desk.world.loop.expect("it is tried") { seen.last == .notUinput(path: path) }
        try folder.write("good", to: "new")
        try systemCall("rename") { rename(folder.file("new"), path) }
        try desk.world.loop.expect("it streams") { desk.reports["Newer"] == [.connected] }
        #expect(desk.deviceReports == [.waiting(.moduleMissing(path: path)), .made])
    }

    @Test("A profile and a configuration that are set meanwhile hold when the devices are there")
    func profile() throws {
        let desk = try DriverDesk([tap])
        desk.firstRefusal = .moduleMissing(path: "/dev/uinput")
        desk.driver.start()
        try desk.driver.configure(ProfileChoice(standard: "media"))
        try desk.driver.setProfile("kiosk", device: nil)
        desk.firstRefusal = nil
        try desk.world.loop.expect("it streams") { desk.reports["Newer"] == [.connected] }
        #expect(desk.driver.currentProfile == "kiosk")
        #expect(desk.deviceReports == [.waiting(.moduleMissing(path: "/dev/uinput")), .made])
    }

    @Test("A configuration that comes while devices have failed holds when there are others")
    func configured() throws {
        let desk = try DriverDesk([tap])
        try desk.start(expecting: 1)
        let gone = VirtualInputError.system(SystemError(action: "write", code: ENODEV))
        try desk.settle()
        desk.firstSink?.failure = gone
        desk.firstRefusal = gone
        try desk.world.loop.expect("it is told") {
            desk.bluez.notify(tap.readPath, TapFrames.motion(dx: 20, dy: 5))
            return desk.deviceReports == [.waiting(gone)]
        }
        #expect(desk.driver.phase == .noDevices)
        try desk.driver.configure(ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"))
        #expect(desk.driver.profileNames == ["kiosk"])
        #expect(desk.made == [])
        desk.firstRefusal = nil
        try desk.world.loop.expect("others are made") { desk.deviceReports.last == .made }
        #expect(desk.made == [DriverDesk.Made(.kiosk, number: 1)])
        #expect(desk.driver.currentProfile == "kiosk")
        try desk.world.loop.expect("a pinch does what it does in the new one") {
            desk.newerGesture(105)
            desk.newerGesture(100)
            return desk.sinks.last?.presses(.enter).suffix(2) == [1, 0]
        }
    }

    /// What lets everything come up.
    enum Ending: CaseIterable, Sendable {
        case sleep, background, pause, stop
    }

    @Test(
        "What waits for the desktop to open devices is dropped when all comes up",
        arguments: Ending.allCases)
    func drops(ending: Ending) throws {
        let desk = try DriverDesk([tap])
        desk.areNoticed = false
        try desk.start(expecting: 1)
        let sink = try #require(desk.firstSink)
        desk.newerGesture(110)
        try desk.world.loop.expect("the hand holds") {
            desk.driver.tapStates(withTiming: true)[0].hand.held == .index
        }
        // A computer that is so slow that the devices are open by now has nothing that waits.
        guard !sink.isOpen else { return }
        switch ending {
        case .sleep: desk.driver.sleep()
        case .background: desk.driver.setForeground(false)
        case .pause: try desk.driver.setPaused(true, device: "Newer")
        case .stop: desk.driver.release()
        }
        try desk.settle()
        #expect(sink.events == [])
    }

    @Test("Devices that fail are let go and made anew, and nothing stays down")
    func vanish() throws {
        let desk = try DriverDesk([tap])
        try desk.start(expecting: 1)
        let first = try #require(desk.firstSink)
        try desk.world.loop.expect("the button is down") {
            desk.newerGesture(110)
            return !first.down.isEmpty
        }
        let gone = VirtualInputError.system(SystemError(action: "write", code: ENODEV))
        first.failure = gone
        desk.bluez.forgetCalls()
        desk.bluez.notify(tap.readPath, TapFrames.motion(dx: 20, dy: 5))
        try desk.world.loop.expect("it is told") { desk.deviceReports == [.waiting(gone)] }
        // A pulse that answers the hold may be before that.
        try desk.world.loop.expect("the Tap is put back") {
            desk.bluez.writes.suffix(3) == TapFrames.leaving[...]
        }
        try desk.world.loop.expect("others are made") { desk.deviceReports.last == .made }
        let second = try #require(desk.sinks.last)
        #expect(desk.made.count == 1)
        try desk.world.loop.expect("a swipe arrives there") {
            desk.newerGesture(101)
            desk.newerGesture(100)
            desk.newerGesture(100)
            return second.presses(.left).suffix(2) == [1, 0]
        }
        #expect(second.down == [])
        #expect(second.faults == [])
    }
}
