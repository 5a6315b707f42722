import EventLoop
import Glibc
import TestSupport
import Testing

@testable import tapinput

@Suite("The program as it is built")
struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let good = """
        tapcap 1
        device v2 Tap
        # a motion, a click, a swipe and a pinch that is held
        m 0.000000 20 10 0
        g 0.010000 2
        n 0.100000 c3ff000e 0103000066
        g 0.2 7
        c 0.3

        """

    private static let goodText = """
        0.000000 pointer EV_REL REL_X 9
        0.000000 pointer EV_REL REL_Y 4
        0.000000 pointer EV_SYN SYN_REPORT 0
        0.010000 pointer EV_KEY BTN_RIGHT 1
        0.010000 pointer EV_SYN SYN_REPORT 0
        0.030000 pointer EV_KEY BTN_RIGHT 0
        0.030000 pointer EV_SYN SYN_REPORT 0
        0.100000 keyboard EV_KEY KEY_RIGHT 1
        0.100000 keyboard EV_SYN SYN_REPORT 0
        0.120000 keyboard EV_KEY KEY_RIGHT 0
        0.120000 keyboard EV_SYN SYN_REPORT 0

        """

    private static let goodDpad = """
        0.010000 pinch 1
        0.100000 direction right
        0.200000 hold 2

        """

    private static let commands =
        "run, check, doctor, status, monitor, profile, pause, resume, reload, pair, devices, info, "
        + "vibrate, forget, demo, replay, capture, sensors, help"
    private static let lists = " (`tapinput help` lists the commands)\n"

    @Test(
        "What is wrong with the arguments is told in one line",
        arguments: [
            (
                [], 64,
                "a command is missing: \(commands)\(lists)"
            ),
            (["rply"], 64, "unknown \"rply\", did you mean \"replay\"?\(lists)"),
            (
                ["qqqqqqqq"], 64,
                "unknown \"qqqqqqqq\", expected \(commands), --version, --help\(lists)"
            ),
            (["capture"], 64, "capture: the file to write is missing\(lists)"),
            (
                ["replay", "good", "--sink", "txt"], 64,
                "unknown \"txt\", did you mean \"text\"?\(lists)"
            ),
            (["replay", "missing"], 65, "missing: No such file or directory\n"),
            (["replay", "."], 65, ".: Is a directory\n"),
            (
                ["replay", "good", "--profile", "desktp", "--sink", "text"], 78,
                "unknown profile \"desktp\", did you mean \"desktop\"?\n"
            ),
            (
                ["run", "--profile", "qqqqqqqq"], 78,
                "unknown profile \"qqqqqqqq\", available: desktop, media, kiosk, tapping\n"
            ),
            (
                ["replay", "good", "--config", "x"], 78, "x: No such file or directory\n"
            ),
            (["capture", "missing/new"], 73, "missing/new: No such file or directory\n"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, message: String) throws {
        try folder.write(Self.good, to: "good")
        let run = try Program.run(arguments, in: folder)
        #expect(run == ProgramRun(status: status, output: "", errors: "tapinput: \(message)"))
        #expect(try names(in: folder.path) == ["good"])
    }

    @Test(
        "The help and the version",
        arguments: [
            (["help"], Help.overview), (["--help"], Help.overview),
            (["replay", "x", "-h"], CommandHelp.named("replay").map(Help.text) ?? ""),
            (["help", "run"], CommandHelp.named("run").map(Help.text) ?? ""),
            (["--version"], "tapinput \(version)"),
        ])
    func told(arguments: [String], text: String) throws {
        let run = try Program.run(arguments, in: folder)
        #expect(run == ProgramRun(status: 0, output: text + "\n", errors: ""))
    }

    @Test(
        "A malformed capture: file, line and what is wrong, and nothing of what stands above",
        arguments: [
            ("", "1: the first line must be \"tapcap 1\""),
            ("\(good)g 0.3 21\n", "9: gesture \"21\" is not one of 1 to 20"),
            ("\(good)c 0.299999\n", "9: time 0.299999 is before the line above"),
            ("\(good)n 0.3 c3ff000e 0\n", "9: an odd number of hex digits"),
        ])
    func malformed(capture: String, problem: String) throws {
        try folder.write(capture, to: "bad.tapcap")
        for sink in ["text", "dpad", "uinput"] {
            let run = try Program.run(["replay", "bad.tapcap", "--sink", sink], in: folder)
            let errors = "tapinput: bad.tapcap:\(problem)\n"
            #expect(run == ProgramRun(status: 65, output: "", errors: errors))
        }
    }

    @Test(
        "A replay",
        arguments: [("text", goodText), ("dpad", goodDpad), (nil, goodText)] as [(String?, String)])
    func replay(sink: String?, text: String) throws {
        try folder.write(Self.good, to: "good")
        let sinkWords = sink.map { ["--sink", $0] } ?? []
        let run = try Program.run(["replay", "good"] + sinkWords, in: folder)
        #expect(run == ProgramRun(status: 0, output: text, errors: ""))
    }

    @Test("A replay at the capture's own pace writes the same, in its time")
    func realtime() throws {
        try folder.write(Self.good, to: "good")
        let start = EventLoop.monotonicNow()
        let run = try Program.run(["replay", "--realtime", "--sink", "text", "good"], in: folder)
        #expect(run == ProgramRun(status: 0, output: Self.goodText, errors: ""))
        #expect(EventLoop.monotonicNow() - start >= 300_000_000)
    }

    @Test("Notifications that mean nothing are counted and do no harm")
    func notUnderstood() throws {
        try folder.write(Self.good + "n 0.3 c3ff000e ff\nn 0.3 00002a19 64\n", to: "odd")
        let run = try Program.run(["replay", "odd", "--sink", "text"], in: folder)
        let errors = "tapinput: 2 of 3 notifications were not understood\n"
        #expect(run == ProgramRun(status: 0, output: Self.goodText, errors: errors))
    }

    @Test(
        "Output that nothing can take is an error",
        arguments: [
            ["replay", "good", "--sink", "text"], ["replay", "good", "--sink", "dpad"],
            ["replay", "good", "--sink", "text", "--realtime"], ["demo"], ["help"], ["--version"],
        ])
    func fullDisk(arguments: [String]) throws {
        try folder.write(Self.good, to: "good")
        let run = try Program.run(arguments, in: folder, output: "/dev/full")
        #expect(run.status == 73)
        #expect(run.errors == "tapinput: cannot write: No space left on device\n")
    }

    @Test(
        "Without uinput and a bus the driver waits, says what mends it, and ends when it is told to",
        .enabled(if: access("/dev/uinput", F_OK) != 0))
    func waits() throws {
        let script = """
            "$0" run 2>said &
            until grep -q "system bus" said && grep -q uinput said; do sleep 0.1; done
            kill -TERM $!
            wait $!
            """
        let run = try Program.run(
            command: ["sh", "-c", script, Program.path], in: folder, setting: Self.noBus)
        #expect(run.status == 0)
        let lines = try text(of: folder.file("said")).split(separator: "\n")
        let ofDevices = lines.filter { $0.contains("/dev/uinput") }
        #expect(ofDevices.count == 1)
        #expect(ofDevices.first?.contains("sudo modprobe uinput") == true)
        #expect(ofDevices.first?.contains("; waiting for them") == true)
        let ofBus = lines.filter { $0.contains("there is no system bus; waiting for it") }
        #expect(ofBus.count == 1)
    }

    @Test(
        "Without uinput nothing is replayed into it, and what loads it is told",
        .enabled(if: access("/dev/uinput", F_OK) != 0))
    func noUinput() throws {
        try folder.write(Self.good, to: "good")
        let run = try Program.run(["replay", "good", "--sink", "uinput"], in: folder)
        #expect(run.status == 73)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("tapinput: /dev/uinput is missing: load the kernel's module"))
        #expect(run.errors.contains("sudo modprobe uinput"))
    }
}

// MARK: - capture

extension ProgramTests {
    private static let noBus = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/tapinput/bus"]

    /// The commands that record into a file.
    private static let recording = [["capture"], ["sensors", "--csv"]]

    @Test("Without a bus nothing is recorded, and no file is left", arguments: recording)
    func recordWithoutBus(command: [String]) throws {
        let run = try Program.run(command + ["new"], in: folder, setting: Self.noBus)
        #expect(run.status == 69)
        #expect(run.output == "")
        #expect(run.errors.contains("tapinput: no connection to the system bus: "))
        #expect(run.errors.hasSuffix("; is dbus running? (`sudo systemctl start dbus`)\n"))
        #expect(try names(in: folder.path) == [])
    }

    @Test("What was recorded before is not overwritten", arguments: ["", good], recording)
    func recordOntoFile(text before: String, command: [String]) throws {
        let old = try folder.write(before, to: "old")
        let run = try Program.run(command + ["old"], in: folder, setting: Self.noBus)
        #expect(
            run
                == ProgramRun(
                    status: 73, output: "",
                    errors: "tapinput: old: File exists; choose another name\n"))
        #expect(try text(of: old) == before)
    }

    @Test("On a bus without BlueZ nothing is recorded, and no file is left", arguments: recording)
    func recordWithoutBlueZ(command: [String]) throws {
        let words = command.joined(separator: " ")
        let script =
            "DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS exec \"$0\" \(words) new"
        let command = ["dbus-run-session", "--", "sh", "-c", script, Program.path]
        let run = try Program.run(command: command, in: folder)
        #expect(run.status == 69)
        #expect(run.output == "")
        // The bus may have something to say as well.
        let errors = run.errors.split(separator: "\n").filter { $0.hasPrefix("tapinput") }
        #expect(
            errors.last
                == "tapinput: bluetoothd is not running (`sudo systemctl enable --now bluetooth`)"
        )
        #expect(try names(in: folder.path) == [])
    }
}

// MARK: - The journal

extension ProgramTests {
    /// Device and inode of a file, as systemd names a stream.
    private static func stream(_ path: String) throws -> String {
        var status = stat()
        try systemCall("stat \(path)") { stat(path, &status) }
        return "\(status.st_dev):\(status.st_ino)"
    }

    @Test("In the journal each line has its priority in front")
    func journal() throws {
        let journal = try folder.write("", to: "journal")
        let variables = ["JOURNAL_STREAM": try Self.stream(journal)]
        let run = try Program.run([], in: folder, setting: variables, errors: journal)
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("<3>tapinput: a command is missing"))
        try folder.write(Self.good + "n 0.3 c3ff000e ff\n", to: "odd")
        let arguments = ["replay", "odd", "--sink", "text"]
        _ = try Program.run(arguments, in: folder, setting: variables, errors: journal)
        let lines = try text(of: journal).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last == "<4>tapinput: 1 of 2 notifications were not understood")
    }

    @Test("Somewhere else than in the journal no line has one")
    func noJournal() throws {
        let journal = try folder.write("", to: "journal")
        let streams = [try Self.stream(journal), "1:2", "", ":", "x", "1", "1:2:3"]
        for stream in streams {
            let run = try Program.run(["rply"], in: folder, setting: ["JOURNAL_STREAM": stream])
            #expect(run.errors.hasPrefix("tapinput: unknown \"rply\""), "\(stream)")
        }
    }
}
