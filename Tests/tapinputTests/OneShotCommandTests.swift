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
        (["pair", "Tap", "--help"], .help),
        (["devices"], .devices),
        (["devices", "-h"], .help),
    ])
    func understood(arguments: [String], command: Command) throws {
        #expect(try Command(arguments: arguments) == command)
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
        ])
    func refused(arguments: [String], message: String) throws {
        let failure = try #require(throws: Failure.self) { try Command(arguments: arguments) }
        #expect(failure.status == .usage)
        #expect(failure.message.hasPrefix(message))
    }
}
