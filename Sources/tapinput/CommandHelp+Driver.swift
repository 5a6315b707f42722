import Configuration
import Mapping
import TapProtocol

extension OptionHelp {
    /// `--device`, where one Tap is meant.
    static func device(_ meaning: String, repeats: Bool = false) -> OptionHelp {
        OptionHelp(name: "--device", value: "DEVICE", repeats: repeats, meaning: meaning)
    }

    /// `--config`, where profiles come from a file.
    static let config = OptionHelp(
        name: "--config", value: "FILE", completion: .files,
        meaning: "the configuration file, see tapinput.conf(5)")

    /// `--profile`, where gestures are mapped.
    static let profile = OptionHelp(
        name: "--profile", value: "NAME", completion: .profiles,
        meaning: "what the gestures do: \(profileNames), or a profile of the configuration (its "
            + "own choice, or else \(Profile.desktop.name))")

    /// `--swipes`, where swipes of protocol v1 are read.
    static let swipes = OptionHelp(
        name: "--swipes", value: "TABLE",
        completion: .words(SwipeTable.allCases.map(\.rawValue)),
        meaning: "what the swipes of protocol v1 mean: "
            + SwipeTable.allCases.map(\.rawValue).joined(separator: " or ")
            + " (\(SwipeTable.swift.rawValue))")

    private static let profileNames = Profile.builtIn.map(\.name).joined(separator: ", ")
}

extension CommandHelp {
    /// The driver, and what speaks to the one that runs.
    static let driver = [
        CommandHelp(
            name: "run", group: .driver,
            summary: "the driver: bonded Taps as virtual mouse and keyboard",
            details: [
                "It waits for BlueZ, an adapter and a bonded Tap where they are missing, and "
                    + "connects again by itself. Ctrl+C ends it: everything comes up, and the Tap "
                    + "is put back as it was. `SIGHUP` lets it read its configuration again."
            ],
            options: [
                .profile, .config,
                OptionHelp(
                    name: "--profile-for", value: "D=P", repeats: true,
                    meaning: "the Tap of name or address D has profile P of its own"),
                .device("only the Tap of this name or address", repeats: true),
                OptionHelp(
                    name: "--merge",
                    meaning: "all Taps as one mouse and keyboard, not one of each for each"),
                OptionHelp(
                    name: "--no-grab",
                    meaning: "what a Tap types by itself, as a Bluetooth keyboard, counts too"),
                .swipes,
            ],
            examples: [
                ExampleHelp("run"),
                ExampleHelp(
                    "run --profile desktop --profile-for Left=media",
                    "The Tap named Left is a remote control, every other one a mouse."),
            ]),
        CommandHelp(
            name: "check", group: .driver, arguments: "[FILE]", completion: .files,
            summary: "tells all mistakes of a configuration file",
            details: ["Without a file it checks the one that `tapinput run` would use."],
            options: [
                OptionHelp(
                    name: "--config", value: "FILE", completion: .files,
                    meaning: "the same as FILE")
            ],
            examples: [ExampleHelp("check ~/.config/tapinput/tapinput.conf")]),
        CommandHelp(
            name: "doctor", group: .driver,
            summary: "checks all that the driver needs, and tells what mends it",
            details: [
                "Each line is ok, a warning or a problem, and each problem has the command that "
                    + "mends it. The exit status is 1 where there is a problem, or else 0."
            ],
            options: [.config],
            examples: [ExampleHelp("doctor")]),
        CommandHelp(
            name: "status", group: .driver,
            summary: "what the driver that runs is doing",
            details: [
                "It tells of Bluetooth and of each Tap: connection, protocol, battery, profile, "
                    + "mode, the finger that is held, whether it is paused, packets and the time "
                    + "between them, and latency. The exit status is 69 where no driver runs."
            ],
            options: [OptionHelp(name: "--json", meaning: "the same as JSON, for programs")],
            examples: [ExampleHelp("status")]),
        CommandHelp(
            name: "monitor", group: .driver, arguments: "[FILE]", completion: .files,
            summary: "shows the hand live, in the terminal",
            details: [
                "It shows what the driver that runs sees and sends, or, with a file, what it makes "
                    + "of a capture; for that no Tap is needed. The key q quits, n shows the next "
                    + "Tap. Where it does not write to a terminal it prints lines."
            ],
            options: [
                .device("only the Tap of this name or address"),
                OptionHelp(
                    name: "--profile", value: "NAME", completion: .profiles,
                    meaning: "for a capture: what the gestures do, as for run"),
                OptionHelp(
                    name: "--config", value: "FILE", completion: .files,
                    meaning: "for a capture: the configuration file, as for run"),
            ],
            examples: [ExampleHelp("monitor"), ExampleHelp("monitor evening.tapcap")]),
        CommandHelp(
            name: "profile", group: .driver, arguments: "[NAME]", completion: .profiles,
            summary: "shows or sets what the gestures do",
            details: [
                "Without a name it prints the profiles of the driver that runs, the one that holds "
                    + "first and marked. With a name, that one holds from the next gesture on."
            ],
            options: [.device("for the Tap of this name or address alone")],
            examples: [ExampleHelp("profile"), ExampleHelp("profile tapping")]),
        CommandHelp(
            name: "pause", group: .driver,
            summary: "lets the Taps send nothing until resume",
            details: [
                "Everything that is down comes up. The Taps stay connected, and no gesture ends it."
            ],
            options: [.device("the Tap of this name or address alone")],
            examples: [ExampleHelp("pause")]),
        CommandHelp(
            name: "resume", group: .driver,
            summary: "lets paused Taps send again",
            options: [.device("the Tap of this name or address alone")],
            examples: [ExampleHelp("resume")]),
        CommandHelp(
            name: "reload", group: .driver,
            summary: "lets the driver that runs read its configuration again",
            details: [
                "It does so by itself when the file changes. One with mistakes changes nothing."
            ],
            examples: [ExampleHelp("reload")]),
    ]
}
