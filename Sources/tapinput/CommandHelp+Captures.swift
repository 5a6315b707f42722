import Configuration
import TapProtocol

extension CommandHelp {
    /// What needs no Tap, and what writes down what one sends.
    static let captures = [
        CommandHelp(
            name: "demo", group: .captures,
            summary: "a bundled capture through the whole driver, as text",
            details: ["No Tap, no Bluetooth and no /dev/uinput are needed."],
            examples: [ExampleHelp("demo")]),
        CommandHelp(
            name: "replay", group: .captures, arguments: "FILE", completion: .files,
            summary: "what the driver makes of a capture",
            options: [
                OptionHelp(
                    name: "--sink", value: "SINK",
                    completion: .words(SinkKind.allCases.map(\.rawValue)),
                    meaning: "where it goes: "
                        + SinkKind.allCases.map { "`\($0.rawValue)`, \($0.meaning)" }
                        .joined(separator: "; ")),
                .profile, .config,
                OptionHelp(name: "--realtime", meaning: "at the capture's own pace"),
                .swipes,
            ],
            examples: [
                ExampleHelp("replay evening.tapcap --sink text"),
                ExampleHelp(
                    "replay evening.tapcap --sink uinput --realtime",
                    "It moves, clicks and types, as if the Tap were there."),
            ]),
        CommandHelp(
            name: "capture", group: .captures, arguments: "FILE", completion: .files,
            summary: "writes what a connected Tap sends into a new file, until Ctrl+C",
            options: [.device("only the Tap of this name or address", repeats: true)],
            examples: [ExampleHelp("capture evening.tapcap")]),
        CommandHelp(
            name: "sensors", group: .captures,
            summary: "the raw sensor records of a connected Tap, as lines",
            details: [
                "A line is address,timestamp,imu|accl,x,y,z,... in mdps and mg. A line such as "
                    + "gyro=dps250,accel=g4 typed meanwhile changes the ranges of a v2 Tap."
            ],
            options: [
                OptionHelp(
                    name: "--csv", value: "FILE", completion: .files,
                    meaning: "into a new file instead of standard output"),
                OptionHelp(
                    name: "--sensitivity", value: "S",
                    meaning: "the ranges: finger=g2,gyro=dps125,accel=g2, or any of them"),
                OptionHelp(
                    name: "--seconds", value: "N",
                    meaning: "how long, from the connection on; else until Ctrl+C"),
                OptionHelp(
                    name: "--debug",
                    meaning: "with gestures and motion on as well (v2), which are counted"),
                .device("only the Tap of this name or address", repeats: true),
            ],
            examples: [ExampleHelp("sensors --csv raw.csv --seconds 10")]),
        CommandHelp(
            name: "help", group: .captures, arguments: "[COMMAND]", completion: .commands,
            summary: "this text, or the help on a command",
            examples: [ExampleHelp("help replay")]),
    ]
}

extension SinkKind {
    /// What comes of a replay.
    fileprivate var meaning: String {
        switch self {
        case .uinput: "into the kernel's virtual devices, for real"
        case .text: "a line for each input event (default)"
        case .dpad: "a line for each gesture"
        }
    }
}
