import TapProtocol
import Testing

@testable import tapinput

@Suite("What the arguments of the short commands ask for")
struct OneShotCommandTests {
    @Test(arguments: [
        (["pair"], Command.pair(PairOptions())),
        (["pair", "Tap"], .pair(PairOptions(device: "Tap"))),
        (["pair", "My Tap"], .pair(PairOptions(device: "My Tap"))),
        (["pair", "A0:B1:C2:D3:E4:F5"], .pair(PairOptions(device: "A0:B1:C2:D3:E4:F5"))),
        (["pair", "--seconds", "5"], .pair(PairOptions(seconds: 5))),
        (["pair", "--seconds=3600", "Tap"], .pair(PairOptions(device: "Tap", seconds: 3600))),
        (["pair", "Tap", "--seconds", "1"], .pair(PairOptions(device: "Tap", seconds: 1))),
        (["pair", "Tap", "--help"], .help(of: "pair")),
        (["devices"], .devices),
        (["devices", "-h"], .help(of: "devices")),
        (["forget", "My Tap"], .forget("My Tap")),
        (["forget", "--help"], .help(of: "forget")),
        (["info"], .info(device: nil)),
        (["info", "--device", "Tap"], .info(device: "Tap")),
        (["info", "--device=A=B"], .info(device: "A=B")),
        (["vibrate", "40"], .vibrate(VibrateOptions(pattern: .pulse))),
        (
            ["vibrate", "--device", "Tap", "49"],
            .vibrate(VibrateOptions(pattern: .pulse, device: "Tap"))
        ),
    ])
    func understood(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
    }

    @Test("As many durations as a Tap takes, and each as long as it may be")
    func longest() throws {
        let words = Array(repeating: "2550", count: 18)
        let pattern = try #require(HapticPattern(milliseconds: words.compactMap { Int($0) }))
        #expect(
            try Command(arguments: ["vibrate"] + words)
                == .vibrate(VibrateOptions(pattern: pattern)))
    }

    @Test(
        arguments: [
            (["pair", "--seconds"], "--seconds: the value is missing"),
            (["pair", "--seconds", "0"], "--seconds: expected 1 to 3600, not \"0\""),
            (["pair", "--seconds", "3601"], "--seconds: expected 1 to 3600, not \"3601\""),
            (["pair", "--seconds", "-1"], "--seconds: expected 1 to 3600, not \"-1\""),
            (["pair", "--seconds", "soon"], "--seconds: expected 1 to 3600, not \"soon\""),
            (["pair", "--second", "5"], "unknown \"--second\", did you mean \"--seconds\"?"),
            (["pair", "My", "Tap"], "pair: more than one Tap: My, Tap; a name with spaces"),
            (["pair", ""], "pair: the name is empty"),
            (["pairs"], "unknown \"pairs\", did you mean \"pair\"?"),
            (["devices", "all"], "unexpected \"all\""),
            (["forget"], "forget: the Tap's name or address is missing"),
            (["forget", ""], "forget: the Tap's name or address is missing"),
            (["forget", "--all"], "forget: the Tap's name or address is missing"),
            (["forget", "My", "Tap"], "forget: more than one Tap: My, Tap; a name with spaces"),
            (["info", "Tap"], "unknown \"Tap\", expected --device"),
            (["info", "--device"], "--device: the value is missing"),
            (["info", "--device="], "--device: the value is missing"),
            (["vibrate"], "vibrate: the milliseconds are missing"),
            (["vibrate", "--device", "Tap"], "vibrate: the milliseconds are missing"),
            (["vibrate", "9"], "vibrate: expected 10 to 2550 milliseconds, not \"9\""),
            (["vibrate", "2551"], "vibrate: expected 10 to 2550 milliseconds, not \"2551\""),
            (["vibrate", "-5"], "vibrate: expected 10 to 2550 milliseconds, not \"-5\""),
            (["vibrate", "40", "x"], "vibrate: expected 10 to 2550 milliseconds, not \"x\""),
            (
                ["vibrate"] + Array(repeating: "40", count: 19),
                "vibrate: at most 18 durations, not 19"
            ),
            (["vibrate", "40", "--devise", "x"], "unknown \"--devise\", did you mean"),
        ])
    func refused(arguments: [String], message: String) throws {
        let failure = try #require(throws: Failure.self) { try Command(arguments: arguments) }
        #expect(failure.status == .usage)
        #expect(failure.message.hasPrefix(message))
    }
}
