import Testing

@testable import tapinput

@Suite("What the arguments ask for")
struct CommandTests {
    @Test(arguments: [
        (["demo"], Command.demo),
        (["help"], .help),
        (["--help"], .help),
        (["run", "--help"], .help),
        (["--version"], .version),
        (["run"], .run(profile: "desktop")),
        (["run", "--profile", "media"], .run(profile: "media")),
        (["capture", "a.tapcap"], .capture(file: "a.tapcap")),
        (["replay", "a"], .replay(ReplayOptions(file: "a"))),
        (["replay", "a", "--sink", "text"], .replay(ReplayOptions(file: "a", sink: .text))),
        (["replay", "--sink", "dpad", "a"], .replay(ReplayOptions(file: "a", sink: .dpad))),
        (["replay", "a", "--realtime"], .replay(ReplayOptions(file: "a", realtime: true))),
    ])
    func understood(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    @Test(
        arguments: [
            ([], 64, "a command is missing: run, demo, replay, capture, help"),
            (["rply"], 64, "unknown \"rply\", did you mean \"replay\"?"),
            (["qqqqqqqq"], 64, "unknown \"qqqqqqqq\", expected run, demo, replay, capture, help"),
            (["demo", "now"], 64, "unexpected \"now\""),
            (["replay"], 64, "replay: the file to play is missing"),
            (["replay", "a", "b"], 64, "replay: more than one file: a, b"),
            (["replay", "a", "--sink"], 64, "--sink: the value is missing"),
            (["replay", "a", "--sink", "txt"], 64, "unknown \"txt\", did you mean \"text\"?"),
            (
                ["replay", "a", "--realtine"], 64,
                "unknown \"--realtine\", did you mean \"--realtime\"?"
            ),
            (["capture"], 64, "capture: the file to write is missing"),
            (["run", "--config", "x"], 78, "--config: this version has no configuration file"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, message: String) throws {
        let failure = try #require(throws: Failure.self) { try Command(arguments: arguments) }
        #expect(failure.status.rawValue == status)
        #expect(failure.message.hasPrefix(message))
    }

    @Test("The help names every command and every sink")
    func helpIsComplete() {
        for name in Command.names + SinkKind.allCases.map(\.rawValue) {
            #expect(helpText.contains(name))
        }
    }
}
