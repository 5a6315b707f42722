import TapProtocol
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
        (["version"], .version),
        (["run"], .run(RunOptions())),
        (["run", "--profile", "media"], .run(RunOptions(profile: "media"))),
        (["run", "--config=a=b"], .run(RunOptions(config: "a=b"))),
        (["replay", "a", "--config", "b"], .replay(ReplayOptions(file: "a", config: "b"))),
        (["check"], .check(file: nil)),
        (["check", "a"], .check(file: "a")),
        (["check", "--config", "a"], .check(file: "a")),
        (["check", "--config=a"], .check(file: "a")),
        (["check", "--help"], .help),
        (
            ["capture", "--device", "Tap", "a.tapcap"],
            .capture(file: "a.tapcap", devices: ["Tap"])
        ),
        (
            [
                "run", "--profile-for", "Left=tapping", "--device=A0:B1:C2:D3:E4:F5", "--merge",
                "--no-grab", "--swipes", "web",
            ],
            .run(
                RunOptions(
                    ownProfiles: [["Left", "tapping"]], devices: ["A0:B1:C2:D3:E4:F5"],
                    swipes: .web, merges: true, grabs: false))
        ),
        (
            ["run", "--profile-for", "A=B=tapping"],
            .run(RunOptions(ownProfiles: [["A=B", "tapping"]]))
        ),
        (["profile"], .profile(.show)),
        (["profile", "media"], .profile(.set("media", device: nil))),
        (["profile", "--device=Tap", "media"], .profile(.set("media", device: "Tap"))),
        (["profile", "media", "--device", "Tap 2"], .profile(.set("media", device: "Tap 2"))),
        (["profile", "a", "--help"], .help),
        (["reload"], .reload),
        (["reload", "-h"], .help),
        (["sensors", "--csv", "-"], .sensors(SensorsOptions())),
        (["sensors"], .sensors(SensorsOptions())),
        (
            [
                "sensors", "--debug", "--sensitivity=gyro=dps250,accel=g4", "--csv", "a.csv",
                "--seconds", "3", "--device", "Tap",
            ],
            .sensors(
                SensorsOptions(
                    file: "a.csv",
                    sensitivity: SensorSensitivity(
                        imu: IMUSensitivity(gyro: .dps250, accelerometer: .g4)),
                    seconds: 3, isDebug: true, devices: ["Tap"]))
        ),
        (["capture", "a.tapcap"], .capture(file: "a.tapcap", devices: [])),
        (["replay", "a"], .replay(ReplayOptions(file: "a"))),
        (["replay", "a", "--sink", "text"], .replay(ReplayOptions(file: "a", sink: .text))),
        (["replay", "a", "--sink=uinput"], .replay(ReplayOptions(file: "a", sink: .uinput))),
        (["replay", "a=b"], .replay(ReplayOptions(file: "a=b"))),
        (["replay", "--sink", "dpad", "a"], .replay(ReplayOptions(file: "a", sink: .dpad))),
        (["replay", "a", "--realtime"], .replay(ReplayOptions(file: "a", realtime: true))),
    ])
    func understood(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    @Test(
        arguments: [
            (
                [], 64,
                "a command is missing: run, check, profile, reload, pair, devices, forget, info, "
            ),
            (["rply"], 64, "unknown \"rply\", did you mean \"replay\"?"),
            (
                ["qqqqqqqq"], 64,
                "unknown \"qqqqqqqq\", expected run, check, profile, reload, pair, devices, "
            ),
            (["demo", "now"], 64, "unexpected \"now\""),
            (["profil"], 64, "unknown \"profil\", did you mean \"profile\"?"),
            (["profile", ""], 64, "profile: the name is empty"),
            (["profile", "a", "b"], 64, "unexpected \"b\""),
            (["profile", "--device", "Tap"], 64, "profile: --device needs the profile's name"),
            (["profile", "a", "--device"], 64, "--device: the value is missing"),
            (["profile", "a", "--device="], 64, "--device: the value is missing"),
            (["profile", "--devise"], 64, "unknown \"--devise\", did you mean \"--device\"?"),
            (["reload", "now"], 64, "unexpected \"now\""),
            (["relaod"], 64, "unknown \"relaod\", did you mean \"reload\"?"),
            (
                ["run", "--profile-for", "x"], 64,
                "--profile-for: expected DEVICE=PROFILE, not \"x\""
            ),
            (["run", "--profile-for", "x="], 64, "--profile-for: expected DEVICE=PROFILE"),
            (["run", "--profile-for", "=x"], 64, "--profile-for: expected DEVICE=PROFILE"),
            (["run", "--device", ""], 64, "--device: the value is missing"),
            (["capture", ""], 64, "capture: the file to write is missing"),
            (["sensors", "--swipes", "web"], 64, "unknown \"--swipes\", expected --csv, "),
            (["run", "--swipes", "wep"], 64, "unknown \"wep\", did you mean \"web\"?"),
            (["run", "--nograb"], 64, "unknown \"--nograb\", did you mean \"--no-grab\"?"),
            (["capture", "a", "b"], 64, "unexpected \"b\""),
            (["sensors", "--seconds", "0"], 64, "--seconds: \"0\" is not a number of seconds"),
            (["sensors", "--sensitivity", "gyro=1g"], 64, "sensitivity gyro: unknown \"1g\""),
            (["sensors", "--cvs", "a"], 64, "unknown \"--cvs\", did you mean \"--csv\"?"),
            (["replay"], 64, "replay: the file to play is missing"),
            (["replay", "a", "b"], 64, "replay: more than one file: a, b"),
            (["replay", "a", "--sink"], 64, "--sink: the value is missing"),
            (["replay", "--sink=", "dpad", "a"], 64, "--sink: the value is missing"),
            (["replay", "a", "--realtime=yes"], 64, "unknown \"--realtime=yes\""),
            (["replay", "a", "--sink", "txt"], 64, "unknown \"txt\", did you mean \"text\"?"),
            (
                ["replay", "a", "--realtine"], 64,
                "unknown \"--realtine\", did you mean \"--realtime\"?"
            ),
            (["capture"], 64, "capture: the file to write is missing"),
            (["run", "--config"], 64, "--config: the value is missing"),
            (["run", "--confg", "x"], 64, "unknown \"--confg\", did you mean \"--config\"?"),
            (["check", "--config"], 64, "--config: the value is missing"),
            (["check", "--config", "a", "b"], 64, "unexpected \"b\""),
            (["check", "a", "b"], 64, "unexpected \"b\""),
            (["check", "--all"], 64, "unknown \"--all\", expected --config, --help"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, message: String) throws {
        let failure = try #require(throws: Failure.self) { try Command(arguments: arguments) }
        #expect(failure.status.rawValue == status)
        #expect(failure.message.hasPrefix(message))
    }

    /// The lines of the help.
    private static let help = helpText.split(separator: "\n").map(String.init)

    /// The lines of a command in the help, without the room that sets them in; its own is first.
    private static func help(on command: String) -> [Substring] {
        let name = "  " + command + String(repeating: " ", count: max(10 - command.count, 1))
        guard let first = help.firstIndex(where: { $0.hasPrefix(name) }) else { return [] }
        let rest = help[(first + 1)...].prefix { $0.hasPrefix("       ") }
        return [help[first].dropFirst(name.count)] + rest.map { $0.drop { $0 == " " } }
    }

    @Test(
        "The help has each command in a column of its own, with all its options and an example",
        arguments: [
            (
                "run", "the driver: ",
                [
                    "--profile NAME", "--config FILE", "--profile-for D=P", "--device DEVICE",
                    "--merge", "--no-grab", "--swipes TABLE",
                ], true
            ),
            ("check", "[FILE]: tells all mistakes", [], true),
            ("profile", "[NAME]: the profiles of ", ["--device DEVICE"], true),
            ("reload", "lets the driver that runs ", [], true),
            ("pair", "[NAME|ADDRESS]: looks for a Tap", ["--seconds N"], true),
            ("devices", "the Taps that are known", [], true),
            ("forget", "NAME|ADDRESS: throws away", [], true),
            ("info", "what a paired Tap says", ["--device DEVICE"], true),
            ("vibrate", "MS [MS ...]: up to 18 ", ["--device DEVICE"], true),
            ("demo", "a bundled capture ", [], true),
            (
                "replay", "FILE: a capture ",
                [
                    "--sink text", "--sink dpad", "--sink uinput", "--profile NAME",
                    "--config FILE", "--realtime", "--swipes TABLE",
                ], true
            ),
            ("capture", "FILE: writes ", ["--device DEVICE"], true),
            (
                "sensors", "raw sensor records ",
                [
                    "--csv FILE", "--sensitivity S", "--seconds N", "--debug",
                    "--device DEVICE",
                ], true
            ),
            ("help", "this text", [], false),
            ("--version", "the version", [], false),
        ] as [(String, String, [String], Bool)])
    func helpOn(command: String, words: String, options: [String], hasExample: Bool) {
        let lines = Self.help(on: command)
        #expect(lines.first?.hasPrefix(words) == true)
        // What an option does begins in a column, too.
        let told = lines.filter { $0.hasPrefix("--") }
        #expect(told.map { String($0.prefix(18)).trimmed } == options)
        #expect(told.allSatisfy { $0.dropFirst(17).first == " " && $0.dropFirst(18).first != " " })
        #expect(lines.contains { $0.hasPrefix("example: tapinput \(command)") } == hasExample)
    }

    @Test("The help leaves out no command, no sink and no exit status, and fits a terminal")
    func helpIsComplete() {
        for name in Command.names { #expect(!Self.help(on: name).isEmpty, "\(name)") }
        let replay = Self.help(on: "replay")
        for sink in SinkKind.allCases {
            #expect(replay.contains { $0.hasPrefix("--sink \(sink.rawValue) ") }, "\(sink)")
        }
        for status in [0, 64, 65, 69, 73, 77, 78] {
            #expect(helpText.contains(" \(status) ") || helpText.contains("\n\(status) "))
        }
        #expect(Self.help.allSatisfy { $0.count <= 100 })
        #expect(!helpText.contains("\t"))
    }

    @Test("The examples of the help are understood")
    func examples() throws {
        let examples = Self.help.compactMap { line in
            line.split(separator: "example: tapinput ").count == 2
                ? line.split(separator: "example: tapinput ")[1] : nil
        }
        let commands = try examples.map {
            try Command(arguments: $0.split(separator: " ").map(String.init))
        }
        #expect(
            commands == [
                .run(RunOptions()), .check(file: "~/.config/tapinput/tapinput.conf"),
                .profile(.set("tapping", device: nil)), .reload,
                .pair(PairOptions()), .devices,
                .forget("A0:B1:C2:D3:E4:F5"), .info(device: nil),
                .vibrate(
                    VibrateOptions(
                        pattern: try #require(HapticPattern(milliseconds: [200, 100, 200])))),
                .demo,
                .replay(ReplayOptions(file: "evening.tapcap", sink: .text)),
                .capture(file: "evening.tapcap", devices: []),
                .sensors(SensorsOptions(file: "raw.csv", seconds: 10)),
            ])
    }
}

extension String {
    /// The text without the spaces at its end.
    fileprivate var trimmed: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
