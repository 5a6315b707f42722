import BusTestSupport
import Doctor
import TestSupport
import Testing

@testable import tapinput

@Suite("doctor")
struct DoctorCommandTests {
    @Test(
        "What the arguments ask for",
        arguments: [
            (["doctor"], .doctor(config: nil)),
            (["doctor", "--config", "a"], .doctor(config: "a")),
            (["doctor", "--config=a"], .doctor(config: "a")),
            (["doctor", "--help"], .help(of: "doctor")),
        ] as [([String], Command)])
    func understood(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    @Test("Wrong arguments", arguments: [["doctor", "a"], ["doctor", "--config"]])
    func misunderstood(arguments: [String]) throws {
        let failure = try #require(throws: Failure.self) { try Command(arguments: arguments) }
        #expect(failure.status == .usage)
    }

    @Test("A line is a level, what was found, and what mends it, in columns and printable")
    func lines() {
        let findings = [
            Finding(level: .ok, text: "a\u{1b}b"),
            Finding(level: .warning, text: "c", command: "d"),
            Finding(level: .problem, text: "e", command: "f", advice: "g"),
            Finding(level: .problem, text: "h", advice: "i"),
        ]
        #expect(
            DoctorCommand.lines(of: findings, inColour: false)
                == ["ok       a?b", "warning  c: `d`", "problem  e: `f`, g", "problem  h: i"])
        #expect(
            DoctorCommand.lines(of: findings, inColour: true) == [
                "\u{1b}[32mok\u{1b}[0m       a?b", "\u{1b}[33mwarning\u{1b}[0m  c: `d`",
                "\u{1b}[31mproblem\u{1b}[0m  e: `f`, g", "\u{1b}[31mproblem\u{1b}[0m  h: i",
            ])
    }

    private static let noBus = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]

    @Test("A problem is on standard output, and is the exit status")
    func problem() throws {
        let folder = try TemporaryFolder()
        try folder.write("a = ;\n", to: "bad.conf")
        let run = try Program.run(
            ["doctor", "--config", "bad.conf"], in: folder, setting: Self.noBus)
        #expect(run.status == 1)
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n")
        #expect(
            lines.contains { $0.hasPrefix("problem  system bus: ") }
                && lines.contains { $0.hasPrefix("problem  bad.conf:1: ") }
                && lines.contains { $0.hasSuffix(": `${EDITOR:-nano} bad.conf`") })
        #expect(!run.output.contains("\u{1b}"))
    }

    @Test("A bus that does not answer holds nobody up for long")
    func silent() throws {
        let bus = try SilentListener()
        let run = try Program.run(
            ["doctor"], in: try TemporaryFolder(),
            setting: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address,
            ])
        #expect(run.status == 1)
        #expect(run.output.contains("problem  system bus: it does not answer: "))
    }

    @Test(
        "In a Flatpak or Snap, that comes first",
        arguments: [("SNAP_NAME", true), ("OTHER_NAME", false)])
    func sandbox(name: String, isTold: Bool) throws {
        let run = try Program.run(
            ["doctor"], in: try TemporaryFolder(),
            setting: Self.noBus.merging(["SNAP": "/snap/x/1", name: "x"]) { $1 })
        #expect(run.output.hasPrefix("problem  this is a Snap, ") == isTold)
    }

    @Test(
        "Colours are for terminals alone, and for whoever wants them",
        arguments: [
            (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "dumb", "NO_COLOR": ""], false),
            (["TERM": "xterm", "NO_COLOR": "1"], false),
        ])
    func colours(variables: [String: String], isColourful: Bool) throws {
        let run = try Program.run(
            command: ["script", "-qec", "\(Program.path) doctor", "/dev/null"],
            in: try TemporaryFolder(), setting: Self.noBus.merging(variables) { $1 })
        #expect(run.status == 1)
        #expect(run.output.contains("system bus"))
        #expect(run.output.contains("\u{1b}[31mproblem\u{1b}[0m  ") == isColourful)
    }
}
