import TapProtocol

extension CommandHelp {
    private static let pairSeconds = PairOptions.secondsRange
    private static let pulse = HapticPattern.milliseconds

    /// What is done with a Tap, and ends.
    static let taps = [
        CommandHelp(
            name: "pair", group: .taps, arguments: "[NAME|ADDRESS]",
            summary: "looks for a Tap, exchanges keys with it and connects it",
            details: [
                "Switch the Tap on and put it into pairing mode before. It shows each Tap that it "
                    + "finds; where there are several, say which."
            ],
            options: [
                OptionHelp(
                    name: "--seconds", value: "N",
                    meaning: "how long to look for it, \(pairSeconds.lowerBound) to "
                        + "\(pairSeconds.upperBound) (\(PairOptions().seconds))")
            ],
            examples: [ExampleHelp("pair")]),
        CommandHelp(
            name: "devices", group: .taps,
            summary: "the Taps that are known here, as a table",
            examples: [ExampleHelp("devices")]),
        CommandHelp(
            name: "info", group: .taps,
            summary: "what a paired Tap says of itself: model, versions, battery",
            options: [.device("the Tap of this name or address")],
            examples: [ExampleHelp("info")]),
        CommandHelp(
            name: "vibrate", group: .taps, arguments: "MS [MS ...]",
            summary: "lets a Tap vibrate",
            details: [
                "The durations are on and off in turn: up to \(HapticPattern.maximumCount) of "
                    + "\(pulse.lowerBound) to \(pulse.upperBound) milliseconds."
            ],
            options: [.device("the Tap of this name or address")],
            examples: [ExampleHelp("vibrate 200 100 200")]),
        CommandHelp(
            name: "forget", group: .taps, arguments: "NAME|ADDRESS",
            summary: "throws away the keys of a Tap, to pair it anew",
            examples: [ExampleHelp("forget A0:B1:C2:D3:E4:F5")]),
    ]
}
