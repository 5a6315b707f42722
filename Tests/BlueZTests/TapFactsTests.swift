import TapProtocol
import Testing

@testable import BlueZ

@Suite("What a Tap says of itself")
struct TapFactsTests {
    @Test(
        "Bytes that came over the radio are one printable line",
        arguments: [
            (Array("TapXR".utf8), "TapXR"),
            (Array("2.7.1\0".utf8), "2.7.1"),
            (Array("2.7.1\0\0\0\0".utf8), "2.7.1"),
            (Array("\0 2.7 1 \0".utf8), "2.7 1"),
            (Array("Zoë 🖐".utf8), "Zoë 🖐"),
            ([0x41, 0xff, 0x42], "A\u{fffd}B"),
            ([0x41, 0xc3], "A\u{fffd}"),
            (Array("a\u{1b}[2Jb\nc\rd\u{85}e\u{2028}f\u{202e}g".utf8), "a?[2Jb?c?d?e?f?g"),
            (Array("a\0b".utf8), "a?b"),
            ([], nil),
            ([0, 0], nil),
            (Array("  ".utf8), nil),
        ] as [([UInt8], String?)])
    func text(bytes: [UInt8], expected: String?) {
        #expect(TapFacts.text(bytes) == expected)
    }

    @Test(
        "The battery's charge is its first byte, and at most 100",
        arguments: [([], nil), ([0], 0), ([87], 87), ([87, 1], 87), ([255], 100)]
            as [([UInt8], Int?)])
    func battery(bytes: [UInt8], expected: Int?) {
        var facts = TapFacts(identity: FakeTap().identity, protocolVersion: .v2)
        facts.take(bytes, of: TapUUID.batteryLevel)
        #expect(facts.battery == expected)
        #expect(facts.texts == [:])
    }

    @Test("Which Tap is meant", arguments: Choice.all)
    func choice(choice: Choice) {
        let objects = BlueZObjects(
            choice.taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } })
        let result = Result { () throws(TapTaskError) in
            try objects.knownTaps.bonded(choice.word).identity
        }
        #expect(result == choice.expected)
    }

    /// Taps, and which of them a word means.
    struct Choice: Sendable, CustomStringConvertible {
        var description: String
        var taps: [FakeTap]
        var word: String?
        var expected: Result<TapIdentity, TapTaskError>

        static let near = FakeTap(address: "00:00:00:00:00:01", name: "Near")
        static let far = FakeTap(address: "00:00:00:00:00:0A", name: "Far", isConnected: false)
        static let away = FakeTap(address: "00:00:00:00:00:03", name: "Away", isConnected: false)
        static let also = FakeTap(address: "00:00:00:00:00:04", name: "Near")
        static let new = FakeTap.new(5)
        static let stranger = FakeTap(
            address: "00:00:00:00:00:06", name: "Stranger", isBonded: false)
        static let again = FakeTap(
            adapter: "/org/bluez/hci1", address: near.address, name: "Near", isConnected: false)

        static let all = [
            Choice(
                description: "the only connected one", taps: [near, far, new],
                expected: .success(near.identity)),
            Choice(
                description: "the only bonded one", taps: [far, new, stranger],
                expected: .success(far.identity)),
            Choice(
                description: "several bonded", taps: [far, away],
                expected: .failure(.several([away.identity, far.identity]))),
            Choice(
                description: "several connected", taps: [near, also, far],
                expected: .failure(.several([near.identity, also.identity]))),
            Choice(
                description: "none bonded", taps: [new, stranger], expected: .failure(.noBondedTap)
            ),
            Choice(description: "none", taps: [], expected: .failure(.noBondedTap)),
            Choice(
                description: "one that two adapters know", taps: [again, near],
                expected: .success(near.identity)),
            Choice(
                description: "by name", taps: [near, far], word: "Far",
                expected: .success(far.identity)),
            Choice(
                description: "by address", taps: [near, far], word: "00:00:00:00:00:0a",
                expected: .success(far.identity)),
            Choice(
                description: "a name that several have", taps: [near, also], word: "Near",
                expected: .failure(.several([near.identity, also.identity]))),
            Choice(
                description: "by the address of one whose name several have",
                taps: [near, also], word: also.address, expected: .success(also.identity)),
            Choice(
                description: "one without keys", taps: [near, stranger], word: "Stranger",
                expected: .failure(.notBonded(stranger.identity))),
            Choice(
                description: "an unknown one", taps: [near, new], word: "near",
                expected: .failure(.unknown("near", known: [near.identity, new.identity]))),
        ]
    }
}
