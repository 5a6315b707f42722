import BusTestSupport
import Control
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import tapinput

@Suite("The commands that ask the driver, as the program is built")
struct ControlProgramTests {
    /// A driver on a bus of its own, as far as these commands see one.
    private final class World {
        let loop: EventLoop
        let daemon: BusDaemon
        let folder: TemporaryFolder
        private(set) var isThere = false
        private var service: ControlService?
        var asked: [String] = []
        var refusal: ControlError?
        var state: ControlState
        /// What a monitor gets to read.
        var monitored = ""

        static let nowhere = "unix:path=/nonexistent/tapinput/bus"

        init(profile: String = "tapping", profiles: [String] = ["desktop", "tapping"]) throws {
            loop = try EventLoop()
            daemon = try BusDaemon()
            folder = try TemporaryFolder()
            state = ControlState(profile: profile, profiles: profiles)
        }

        func start() throws {
            let service = ControlService(
                address: daemon.address, loop: loop,
                handlers: ControlHandlers(
                    setProfile: { [unowned self] (device, profile) throws(ControlError) in
                        try does("\(device):\(profile)")
                    },
                    setPaused: { [unowned self] (device, isPaused) throws(ControlError) in
                        try does("\(isPaused ? "pause" : "resume") \(device)")
                    },
                    reload: { [unowned self] () throws(ControlError) in try does("reload") },
                    vibrate: { [unowned self] (device, milliseconds) throws(ControlError) in
                        try does("vibrate \(device) \(milliseconds)")
                    },
                    monitor: { [unowned self] () throws(ControlError) in try records() },
                    state: { [unowned self] _ in state })
            ) { [unowned self] in isThere = $0 == .available }
            service.start()
            self.service = service
            try loop.expect("the driver is there") { isThere }
        }

        /// The end to read from of a pipe that has some lines and no writer any more.
        private func records() throws(ControlError) -> FileDescriptor {
            try does("monitor")
            do throws(SystemError) {
                let ends = try FileDescriptor.pipe()
                let output = FileDescriptor(owning: ends.output)
                let input = FileDescriptor(owning: ends.input)
                let bytes = Array(monitored.utf8)
                try systemCall("write") { write(input.raw, bytes, bytes.count) }
                return output
            } catch {
                throw .unavailable(error.description)
            }
        }

        private func does(_ what: String) throws(ControlError) {
            asked.append(what)
            if let refusal { throw refusal }
        }

        /// Runs the program where this bus is the session's, or the system's.
        func run(_ arguments: String..., onSystemBus isSystem: Bool = false) throws -> ProgramRun {
            try Program.run(
                arguments, in: folder,
                setting: [
                    "DBUS_SESSION_BUS_ADDRESS": isSystem ? Self.nowhere : daemon.address,
                    "DBUS_SYSTEM_BUS_ADDRESS": isSystem ? daemon.address : Self.nowhere,
                ], beside: loop)
        }
    }

    @Test("The profile that holds comes first", arguments: [false, true])
    func show(isSystem: Bool) throws {
        let world = try World()
        try world.start()
        #expect(
            try world.run("profile", onSystemBus: isSystem)
                == ProgramRun(status: 0, output: "* tapping\n  desktop\n", errors: ""))
    }

    @Test("A profile is set, and the configuration read again, without a word")
    func set() throws {
        let world = try World()
        try world.start()
        let quiet = ProgramRun(status: 0, output: "", errors: "")
        #expect(try world.run("profile", "desktop") == quiet)
        #expect(try world.run("profile", "tapping", "--device", "Tap 2") == quiet)
        #expect(try world.run("reload") == quiet)
        #expect(world.asked == [":desktop", "Tap 2:tapping", "reload"])
    }

    @Test("Taps are paused and resumed, all or one, and vibrate by the driver that has them")
    func others() throws {
        let world = try World()
        var tap = ControlTap(address: "A0:B1:C2:D3:E4:F5")
        tap.name = "Left"
        tap.connection = "active"
        world.state.taps = [tap]
        try world.start()
        let quiet = ProgramRun(status: 0, output: "", errors: "")
        #expect(try world.run("pause") == quiet)
        #expect(try world.run("resume", "--device", "Left") == quiet)
        #expect(try world.run("vibrate", "100", "50") == quiet)
        #expect(
            world.asked == ["pause ", "resume Left", "vibrate A0:B1:C2:D3:E4:F5 [100, 50]"])
    }

    @Test("Who watches the driver gets its records, and is told when it has ended")
    func monitor() throws {
        let world = try World()
        var tap = ControlTap(address: "A0:B1:C2:D3:E4:F5")
        tap.name = "Left"
        world.state.taps = [tap]
        world.monitored = """
            12.034500 A0:B1:C2:D3:E4:F5 dpad pinch 0
            12.034500 B0:B1:C2:D3:E4:F5 dpad pinch 1

            """
        try world.start()
        #expect(
            try world.run("monitor")
                == ProgramRun(
                    status: 69, output: world.monitored,
                    errors: "tapinput: the driver has ended\n"))
        #expect(
            try world.run("monitor", "--device", "Left").output
                == "12.034500 A0:B1:C2:D3:E4:F5 dpad pinch 0\n")
        #expect(
            try world.run("monitor", "--device", "Nobody").errors
                == "tapinput: no Tap is here that is called \"Nobody\"; waiting for it\n"
                + "tapinput: the driver has ended\n")
        world.refusal = .unavailable("as many watch the driver as may")
        #expect(
            try world.run("monitor")
                == ProgramRun(
                    status: 69, output: "",
                    errors: "tapinput: as many watch the driver as may\n"))
    }

    @Test("The status is that of the driver, on either bus", arguments: [false, true])
    func status(isSystem: Bool) throws {
        let world = try World()
        try world.start()
        #expect(
            try world.run("status", onSystemBus: isSystem)
                == ProgramRun(
                    status: 0, output: StatusCommand.text(of: world.state) + "\n", errors: ""))
        #expect(
            try world.run("status", "--json", onSystemBus: isSystem)
                == ProgramRun(
                    status: 0, output: StatusCommand.json(of: world.state).text + "\n",
                    errors: ""))
    }

    @Test(
        "What the driver cannot do is told, a line for each mistake, and printable",
        arguments: [
            (
                ControlError.unknownProfile("no"), ["profile", "taping"], 64,
                "unknown profile \"taping\", did you mean \"tapping\"?"
            ),
            (
                .unknownProfile("no"), ["profile", "x"], 64,
                "unknown profile \"x\", available: desktop, tapping"
            ),
            (
                .unknownDevice("no Tap \"x\""), ["profile", "a", "--device", "x"], 69,
                "no Tap \"x\""
            ),
            (.noDevices("no uinput"), ["profile", "a"], 73, "no uinput"),
            (
                .badConfiguration("line 3: \u{1b}[31m\nwrong"), ["reload"], 78,
                "line 3: ?[31m\ntapinput: wrong"
            ),
        ] as [(ControlError, [String], Int32, String)])
    func refused(refusal: ControlError, words: [String], status: Int32, message: String) throws {
        let world = try World()
        try world.start()
        world.refusal = refusal
        let run = try Program.run(
            words, in: world.folder,
            setting: [
                "DBUS_SESSION_BUS_ADDRESS": world.daemon.address,
                "DBUS_SYSTEM_BUS_ADDRESS": World.nowhere,
            ], beside: world.loop)
        #expect(
            run == ProgramRun(status: status, output: "", errors: "tapinput: \(message)\n"))
    }

    @Test(
        "Without a driver",
        arguments: [
            ["profile"], ["profile", "x"], ["reload"], ["status"], ["status", "--json"], ["pause"],
            ["resume", "--device", "x"], ["monitor"],
        ])
    func noDriver(arguments: [String]) throws {
        let world = try World()
        let run = try Program.run(
            arguments, in: world.folder,
            setting: [
                "DBUS_SESSION_BUS_ADDRESS": world.daemon.address,
                "DBUS_SYSTEM_BUS_ADDRESS": World.nowhere,
            ])
        #expect(
            run
                == ProgramRun(
                    status: 69, output: "",
                    errors: "tapinput: no driver is running (`tapinput run` starts it)\n"))
    }

    @Test(
        "Without a bus",
        arguments: [
            ["profile"], ["profile", "x"], ["reload"], ["status"], ["status", "--json"], ["pause"],
            ["resume", "--device", "x"], ["monitor"],
        ])
    func noBus(arguments: [String]) throws {
        let run = try Program.run(
            arguments, in: try TemporaryFolder(),
            setting: [
                "DBUS_SESSION_BUS_ADDRESS": World.nowhere,
                "DBUS_SYSTEM_BUS_ADDRESS": World.nowhere,
            ])
        #expect(run.status == 69)
        #expect(run.output == "")
        let words = "tapinput: no connection to the session bus or the system bus: "
        #expect(run.errors.hasPrefix(words))
        #expect(run.errors.hasSuffix("; is dbus running? (`sudo systemctl start dbus`)\n"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("The session's bus is found by its socket, too")
    func runtimeFolder() throws {
        let world = try World()
        try world.start()
        let path = world.daemon.address.split(separator: "=")[1]
        let script = "ln -s \(path) bus && XDG_RUNTIME_DIR=$PWD exec \"$0\" profile"
        let run = try Program.run(
            command: ["sh", "-c", script, Program.path], in: world.folder,
            setting: ["DBUS_SYSTEM_BUS_ADDRESS": World.nowhere], beside: world.loop)
        #expect(run == ProgramRun(status: 0, output: "* tapping\n  desktop\n", errors: ""))
    }

    @Test("A socket that a session left behind is no session: the system's driver is asked")
    func staleSocket() throws {
        let world = try World()
        try world.start()
        try systemCall("make a socket") { mknod(world.folder.file("bus"), S_IFSOCK | 0o600, 0) }
        let run = try Program.run(
            ["profile"], in: world.folder,
            setting: [
                "XDG_RUNTIME_DIR": world.folder.path,
                "DBUS_SYSTEM_BUS_ADDRESS": world.daemon.address,
            ], beside: world.loop)
        #expect(run == ProgramRun(status: 0, output: "* tapping\n  desktop\n", errors: ""))
    }

    @Test("Of two users each asks the driver of the own session")
    func twoUsers() throws {
        for profile in ["media", "kiosk"] {
            let (own, other) = (try World(profile: profile), try World(profile: "another"))
            try own.start()
            try other.start()
            let bus = String(own.daemon.address.split(separator: "=")[1])
            try systemCall("link the bus") { symlink(bus, own.folder.file("bus")) }
            let run = try Program.run(
                ["profile"], in: own.folder,
                setting: [
                    "XDG_RUNTIME_DIR": own.folder.path, "DBUS_SYSTEM_BUS_ADDRESS": World.nowhere,
                ], beside: own.loop)
            #expect(run.output.hasPrefix("* \(profile)\n"))
            #expect(run.errors == "")
        }
    }

    @Test("Names of profiles are told printable, and the one that holds once and first")
    func lines() {
        let cases: [(ControlState, [String])] = [
            (ControlState(profile: "a", profiles: ["a"]), ["* a"]),
            (ControlState(profile: "b", profiles: ["a", "b", "c"]), ["* b", "  a", "  c"]),
            (ControlState(profile: "gone", profiles: ["a"]), ["* gone", "  a"]),
            (ControlState(profile: "a\u{1b}", profiles: ["\n"]), ["* a?", "  ?"]),
        ]
        for (state, lines) in cases { #expect(ProfileCommand.lines(of: state) == lines) }
    }

    @Test("That another driver is asked is a warning, that none can be asked is told, no more")
    func reports() throws {
        #expect(ControlReport.available.message == nil)
        let cases: [(ControlReport, Priority)] = [
            (.taken, .warning), (.refused("why"), .info), (.noBus("why"), .info),
        ]
        for (report, expected) in cases {
            let (priority, text) = try #require(report.message)
            #expect(priority == expected)
            #expect(text.contains("commands such as `tapinput status`"))
            #expect(report == .taken || text.hasSuffix(": why"))
        }
    }

    @Test("How each failure of a question is told")
    func failures() {
        let cases: [(ControlCallError, tapinput.ExitStatus, String)] = [
            (.noAnswer, .unavailable, "the driver does not answer: stop it and start it again"),
            (.failed("why (a.B)"), .unavailable, "the driver cannot be asked: why (a.B)"),
            (.refused(.unknownProfile("no x")), .usage, "no x"),
            (
                .notPermitted, .noPermission,
                "the system's bus lets only root and the group \"input\" do this: use sudo, or "
                    + "`sudo usermod -aG input $USER` and log in again"
            ),
        ]
        for (error, status, message) in cases {
            let failure = Failure(error)
            #expect(failure.status == status)
            #expect(failure.message == message)
        }
    }
}
