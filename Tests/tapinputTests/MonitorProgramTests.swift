import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("The monitor of the built program")
struct MonitorProgramTests {
    private let folder: TemporaryFolder

    private static let enter = "\u{1b}[?1049h\u{1b}[?25l"
    private static let leave = "\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"
    private static let short = """
        tapcap 1
        device v2 Tap
        m 0.000000 20 10 0
        g 0.010000 1
        c 0.2

        """
    /// It goes on for longer than any test.
    private static let long = short + "c 600\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.short, to: "short")
        try folder.write(Self.long, to: "long")
    }

    /// The monitor of the long capture, when its first picture is there.
    private func start(setting variables: [String: String] = [:]) throws -> TerminalProgram {
        let program = try TerminalProgram(
            ["monitor", "long", "--profile", "desktop"], in: folder, setting: variables)
        try program.expect("the picture is there") {
            $0.contains("q quit") && $0.contains("BTN_LEFT down, up")
        }
        return program
    }

    private func expectRestored(_ program: TerminalProgram) {
        #expect(program.mode.waitsForLines)
        #expect(program.mode.echoes)
        // The terminal itself makes a carriage return of the end of a line.
        #expect(program.output.hasSuffix(Self.leave))
    }

    /// What ends a monitor.
    enum Ending: CaseIterable, Sendable {
        case key, interrupt, quit, terminate, hangUp
    }

    @Test("It takes the terminal, and gives it back however it ends", arguments: Ending.allCases)
    func ends(ending: Ending) throws {
        let program = try start()
        #expect(program.output.hasPrefix(Self.enter))
        #expect(!program.mode.waitsForLines)
        #expect(!program.mode.echoes)
        switch ending {
        case .key: try program.type("xq")
        case .interrupt: try program.type("\u{3}")
        case .quit: try program.type("\u{1c}")
        case .terminate: kill(program.process, SIGTERM)
        case .hangUp: kill(program.process, SIGHUP)
        }
        #expect(try program.end() == 0)
        expectRestored(program)
    }

    @Test("An arrow and other keys end nothing")
    func otherKeys() throws {
        let program = try start()
        try program.type("\u{1b}[A")
        try program.type("n \n")
        kill(program.process, SIGWINCH)
        program.forget()
        try program.expect("it draws again") { $0.contains("q quit") }
        try program.type("q")
        #expect(try program.end() == 0)
        expectRestored(program)
    }

    /// How a job comes into the background.
    enum Background: CaseIterable, Sendable {
        case stopped, started
    }

    @Test(
        "As a shell's job it leaves the terminal to the shell while it is in the background",
        arguments: Background.allCases)
    func jobs(background: Background) throws {
        let shell = try TerminalProgram(
            command: ["bash", "--norc", "--noprofile", "-i"], in: folder,
            setting: ["PS1": "ready>", "HISTFILE": ""])
        func say(_ line: String, _ what: Comment, _ fits: (String) -> Bool) throws {
            shell.forget()
            try shell.type(line)
            try shell.expect(what, fits)
        }
        try shell.expect("the shell is there") { $0.contains("ready>") }
        // It tells at once what becomes of its jobs.
        try say("set -b\n", "it is told") { $0.contains("ready>") }
        let command = "'\(Program.path)' monitor long --profile desktop"
        switch background {
        case .stopped:
            try say("\(command)\n", "the picture is there") { $0.contains("q quit") }
            try say("\u{1a}", "it is stopped") {
                $0.contains(Self.leave) && $0.contains("Stopped") && $0.contains("ready>")
            }
            try say("bg\n", "it is stopped again") { $0.contains("Stopped") }
        case .started:
            try say("\(command) &\n", "it is stopped") { $0.contains("Stopped") }
        }
        #expect(!shell.output.contains(Self.enter))
        var job: pid_t?
        try say("jobs -p\n", "it tells the job") {
            job = $0.split(whereSeparator: \.isNewline).compactMap { pid_t($0) }.first
            return job != nil
        }
        // The shell has set the terminal for itself by now: that is not what it was like.
        try shell.expect("the shell reads a line") { _ in !shell.mode.waitsForLines }
        shell.forget()
        kill(try #require(job), SIGCONT)
        try shell.expect("it is stopped again") { $0.contains("Stopped") }
        try say("fg\n", "the picture is there") {
            $0.contains(Self.enter) && $0.contains("q quit")
        }
        #expect(!shell.mode.waitsForLines)
        try say("q", "the shell has the terminal") {
            $0.contains(Self.leave) && $0.contains("ready>")
        }
        try say("stty -a\n", "it tells the terminal's mode") {
            $0.contains("icanon") && $0.contains("echo ") && $0.contains("ready>")
        }
        #expect(!shell.output.contains("-icanon"))
        #expect(!shell.output.contains("-echo "))
        try shell.type("exit\n")
        #expect(try shell.end() == 0)
    }

    @Test("It gives the terminal back as it was at first, whatever the shell made of it meanwhile")
    func firstMode() throws {
        // A shell that sets nothing by itself.
        let shell = try TerminalProgram(
            command: ["dash", "-i"], in: folder, setting: ["PS1": "ready>", "ENV": ""])
        func say(_ line: String, _ what: Comment, _ fits: (String) -> Bool) throws {
            shell.forget()
            try shell.type(line)
            try shell.expect(what, fits)
        }
        try shell.expect("the shell is there") { $0.contains("ready>") }
        try say("'\(Program.path)' monitor long --profile desktop\n", "the picture is there") {
            $0.contains("q quit")
        }
        try say("\u{1a}", "it is stopped") { $0.contains(Self.leave) && $0.contains("ready>") }
        try say("stty -icanon -echo\n", "it is set") { _ in
            !shell.mode.waitsForLines && !shell.mode.echoes
        }
        try say("fg\n", "the picture is there") {
            $0.contains(Self.enter) && $0.contains("q quit")
        }
        try say("q", "the shell has the terminal") { $0.contains(Self.leave) }
        try shell.expect("it is as it was") { _ in
            shell.mode.waitsForLines && shell.mode.echoes
        }
        try shell.type("exit\n")
        #expect(try shell.end() == 0)
    }

    @Test("Where nobody could let it go on Ctrl+Z does not stop it")
    func orphaned() throws {
        // The leader of a session, whose parent is in another one, as under `ssh -t`.
        let program = try start()
        program.forget()
        try program.type("\u{1a}")
        try program.expect("it draws again") {
            $0.contains(Self.leave + Self.enter) && $0.contains("q quit")
        }
        #expect(!program.mode.waitsForLines)
        try program.type("q")
        #expect(try program.end() == 0)
        expectRestored(program)
    }

    @Test("At the end of the capture it says so, when the terminal is as it was")
    func captureEnds() throws {
        let program = try TerminalProgram(["monitor", "short"], in: folder)
        #expect(try program.end() == 0)
        #expect(
            program.output.hasSuffix(Self.leave + "tapinput: the capture is over\r\n"))
        #expect(program.output.hasPrefix(Self.enter))
        #expect(program.mode.waitsForLines)
    }

    @Test("A terminal that is stopped keeps nobody from ending it")
    func stoppedTerminal() throws {
        let program = try start()
        try program.type("\u{13}")
        program.isReading = false
        for _ in 0..<3 { kill(program.process, SIGWINCH) }
        kill(program.process, SIGTERM)
        #expect(try program.end() == 0)
        #expect(program.mode.waitsForLines)
    }

    @Test("On a smaller terminal it shows what there is room for")
    func resizes() throws {
        let program = try start()
        program.forget()
        let command = ["stty", "-F", program.path, "rows", "10", "cols", "40"]
        let run = try Program.run(command: command, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        try program.expect("it draws again") { $0.contains("\u{1b}[10;1H") }
        try program.type("q")
        #expect(try program.end() == 0)
        let rows = program.output.split(separator: "\u{1b}[2J").last.map {
            $0.split(separator: ";1H").dropFirst()
        }
        let drawn = try #require(rows)
        #expect(drawn.count == 10)
        for row in drawn {
            // Without the styles, and without what follows the line.
            let line = row.split(separator: "\u{1b}[").map { part in
                part.drop { $0 != "m" && $0 != "K" && !$0.isNewline }.dropFirst()
            }.joined()
            #expect(line.count <= 40, "\(line)")
        }
        expectRestored(program)
    }

    @Test("Without a UTF-8 locale all is ASCII, and with NO_COLOR nothing has a colour")
    func plain() throws {
        let program = try start(setting: ["LC_ALL": "C", "NO_COLOR": "1"])
        try program.type("q")
        #expect(try program.end() == 0)
        #expect(program.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(!program.output.contains(";32m"))
        let colored = try start()
        try colored.type("q")
        #expect(try colored.end() == 0)
        #expect(colored.output.utf8.contains { $0 >= 0x80 })
        #expect(colored.output.contains(";32m"))
    }

    private static let lines = [
        "0.000000 - motion 20 10 0",
        "0.000000 - input pointer EV_REL REL_X 9",
        "0.000000 - input pointer EV_REL REL_Y 4",
        "0.010000 - dpad pinch 0",
        "0.010000 - input pointer EV_KEY BTN_LEFT 1",
        "0.030000 - input pointer EV_KEY BTN_LEFT 0",
    ]

    @Test("Where there is no terminal, or one without a screen, there are lines and nothing else")
    func lines() throws {
        let run = try Program.run(["monitor", "short", "--profile", "desktop"], in: folder)
        let text = Self.lines.map { $0 + "\n" }.joined()
        #expect(run == ProgramRun(status: 0, output: text, errors: ""))
        let dumb = try TerminalProgram(
            ["monitor", "short", "--profile", "desktop"], in: folder, setting: ["TERM": "dumb"])
        #expect(try dumb.end() == 0)
        #expect(dumb.output == text.replacing("\n", with: "\r\n"))
    }

    @Test("Output that nothing can take is an error")
    func fullDisk() throws {
        let run = try Program.run(["monitor", "short"], in: folder, output: "/dev/full")
        #expect(run.status == 73)
        #expect(run.errors == "tapinput: cannot write: No space left on device\n")
    }

    @Test(
        "What is wrong is told, and the terminal is left alone",
        arguments: [
            (["monitor", "missing"], 65, "missing: No such file or directory"),
            (["monitor", "bad"], 65, "bad:1: the first line must be \"tapcap 1\""),
            (
                ["monitor", "short", "--profile", "no"], 78,
                "unknown profile \"no\", available: desktop, media, kiosk, tapping"
            ),
            (["monitor", "short", "--config", "no"], 78, "no: No such file or directory"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, message: String) throws {
        try folder.write("rubbish\n", to: "bad")
        let program = try TerminalProgram(arguments, in: folder)
        #expect(try program.end() == status)
        #expect(program.output == "tapinput: \(message)\r\n")
    }
}
