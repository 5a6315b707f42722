import EventLoop
import Testing

@testable import Configuration

@Suite("Files of thousands of mistakes")
struct FloodTests {
    private let desk: ConfigurationDesk

    init() throws {
        desk = try ConfigurationDesk()
    }

    /// Profiles that say the same.
    private static func profiles(_ count: Int, _ body: String) -> String {
        "profiles = {\n" + (0..<count).map { "p\($0) = { \(body) };\n" }.joined() + "};\n"
    }

    private static func list(_ count: Int, _ element: String) -> String {
        Array(repeating: element, count: count).joined(separator: ",")
    }

    /// A file, and how many mistakes it has.
    struct Flood: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var count: Int
    }

    private static let floods = [
        Flood(
            testDescription: "misspelt keys",
            text: profiles(145, "fist = { begin = (\(list(64, "\"KEY_LEFTATL\""))); };"),
            count: 9280),
        Flood(
            testDescription: "words that are like nothing",
            text: profiles(
                145,
                "fist = { begin = (\(list(64, "\"\(String(repeating: "qz", count: 32))\""))); };"),
            count: 9280),
        Flood(
            testDescription: "misspelt taps",
            text: profiles(
                11,
                "taps = { \((0..<900).map { "thumb-index-middle-rng-\($0) = 1; " }.joined()) };"),
            count: 9900),
        Flood(
            testDescription: "unknown profiles",
            text: "cycle = [\((0..<9900).map { "\"deskto\($0)\"" }.joined(separator: ","))];",
            count: 9900),
        Flood(
            testDescription: "settings set twice",
            text: String(repeating: "merge = true;\n", count: 24_990), count: 24_989),
    ]

    @Test("All mistakes are found, soon, and few words are looked for", arguments: floods)
    func flood(_ flood: Flood) throws {
        let start = EventLoop.monotonicNow()
        let loaded = try desk.load(flood.text)
        // Many times what it takes on a slow computer without optimization.
        #expect(EventLoop.monotonicNow() - start < 10_000_000_000)
        #expect(loaded.diagnostics.count == flood.count)
        let hints = loaded.diagnostics.count { $0.message.contains("did you mean") }
        #expect(hints <= Speller.mostFound)
    }

    @Test("Twenty nearest words are told, and the mistakes after them without one")
    func hints() throws {
        let text = (1...25).map { "profil\($0) = 1;\n" }.joined()
        let mistakes = try desk.mistakes(text)
        for (index, mistake) in mistakes.enumerated() {
            let unknown = "main.conf:\(index + 1): unknown setting \"profil\(index + 1)\""
            #expect(
                mistake
                    == (index < 20
                        ? "\(unknown), did you mean \"profile\"?"
                        : "\(unknown) in the file: it has profile, cycle, merge, grab, vibrate, "
                            + "swipes, bus, devices, profiles"))
        }
        #expect(mistakes.count == 25)
    }

    @Test("After a hundred words that are like nothing no more are looked for")
    func searches() {
        var speller = Speller()
        for _ in 0..<100 {
            #expect(speller.nearest(to: "abcdefgh", among: ["stuvwxyz"]) == nil)
        }
        #expect(speller.nearest(to: "abcdefgh", among: ["abcdefgi"]) == nil)
        speller = Speller()
        #expect(speller.nearest(to: "abcdefgh", among: ["abcdefgi"]) == "abcdefgi")
        let long = String(repeating: "a", count: 65)
        #expect(speller.nearest(to: long, among: [long]) == nil)
    }

    @Test("No message is longer than a few lines")
    func long() throws {
        let path = String(repeating: "x", count: 100_000)
        let names = (0..<100).map { "profile-\($0)" }
        let loop = (0..<100).map { "\(names[$0]) = { extends = \"\(names[($0 + 1) % 100])\"; };\n" }
        let texts = [
            "@include \"\(path)\"\n", "profile = \"\(path)\";", "swipes = \"\(path)\";",
            "profiles = { a = { fist = { begin = \"\(path)\"; }; }; };",
            "profiles = { a = { fist = { begin = \"scroll-\(path)\"; }; }; };",
            "profiles = { \(path) = { }; };", "profiles = { \(loop.joined()) };",
        ]
        for text in texts {
            let loaded = try desk.load(text)
            #expect(loaded.diagnostics.count == 1)
            for diagnostic in loaded.diagnostics {
                #expect(diagnostic.message.unicodeScalars.count <= 501)
            }
        }
        #expect(
            try desk.mistakes("profiles = { a = { index = { drag = \"\(path)\"; }; }; };") == [
                "main.conf:1: \"\(String(repeating: "x", count: 60))…\" is too long for an action"
            ])
    }

    @Test("What is told of a name that no profile has")
    func unknown() {
        #expect(
            unknownProfile("medai", among: ["desktop", "media"])
                == "unknown profile \"medai\", did you mean \"media\"?")
        #expect(
            unknownProfile("x", among: ["desktop", "media"])
                == "unknown profile \"x\", available: desktop, media")
        let many = (1...17).map { "profile-\($0)" }
        #expect(unknownProfile("x", among: many) == "unknown profile \"x\"")
    }
}
