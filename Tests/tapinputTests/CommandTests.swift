import TapProtocol
import Testing

@testable import tapinput

@Suite("What the arguments ask for")
struct CommandTests {
    @Test(arguments: [
        (["demo"], Command.demo),
        (["help"], .help(of: nil)),
        (["help", "--help"], .help(of: "help")),
        (["help", "-h"], .help(of: "help")),
        (["help", "run"], .help(of: "run")),
        (["--help"], .help(of: nil)),
        (["-h"], .help(of: nil)),
        (["run", "--help"], .help(of: "run")),
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
        (["check", "--help"], .help(of: "check")),
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
        (["profile", "a", "--help"], .help(of: "profile")),
        (["monitor"], .monitor(MonitorOptions())),
        (["monitor", "--device", "Tap"], .monitor(MonitorOptions(device: "Tap"))),
        (
            ["monitor", "a", "--profile=media", "--config", "b"],
            .monitor(MonitorOptions(input: .capture("a"), profile: "media", config: "b"))
        ),
        (["monitor", "a", "--help"], .help(of: "monitor")),
        (["reload"], .reload),
        (["reload", "-h"], .help(of: "reload")),
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
                "a command is missing: run, check, doctor, status, monitor, profile, pause, "
            ),
            (["rply"], 64, "unknown \"rply\", did you mean \"replay\"?"),
            (
                ["qqqqqqqq"], 64,
                "unknown \"qqqqqqqq\", expected run, check, doctor, status, monitor, "
            ),
            (["help", "rnu"], 64, "unknown \"rnu\", did you mean \"run\"?"),
            (["help", "run", "now"], 64, "unexpected \"now\""),
            (["demo", "now"], 64, "unexpected \"now\""),
            (["profil"], 64, "unknown \"profil\", did you mean \"profile\"?"),
            (["profile", ""], 64, "profile: the name is empty"),
            (["profile", "a", "b"], 64, "unexpected \"b\""),
            (["profile", "--device", "Tap"], 64, "profile: --device needs the profile's name"),
            (["profile", "a", "--device"], 64, "--device: the value is missing"),
            (["profile", "a", "--device="], 64, "--device: the value is missing"),
            (["profile", "--devise"], 64, "unknown \"--devise\", did you mean \"--device\"?"),
            (["monitor", "a", "b"], 64, "unexpected \"b\""),
            (["monitor", ""], 64, "unknown \"\", expected --device, --profile, --config"),
            (["monitor", "--devise"], 64, "unknown \"--devise\", did you mean \"--device\"?"),
            (
                ["monitor", "--config", "a"], 64,
                "monitor: --profile and --config are for a capture"
            ),
            (["monitor", "a", "--device", "b"], 64, "monitor: a capture is of one Tap"),
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
}
