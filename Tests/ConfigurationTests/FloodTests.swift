import Glibc
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

    /// Files of any size, and how many mistakes they have.
    struct Flood: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The greatest size, of eights.
        var size: Int
        var text: @Sendable (Int) -> String
        var count: @Sendable (Int) -> Int
    }

    private static let floods = [
        Flood(
            testDescription: "misspelt keys",
            size: 144,
            text: { profiles($0, "fist = { begin = (\(list(64, "\"KEY_LEFTATL\""))); };") },
            count: { 64 * $0 }),
        Flood(
            testDescription: "words that are like nothing",
            size: 144,
            text: {
                let word = "\"\(String(repeating: "qz", count: 32))\""
                return profiles($0, "fist = { begin = (\(list(64, word))); };")
            },
            count: { 64 * $0 }),
        Flood(
            testDescription: "misspelt taps",
            size: 896,
            text: {
                let taps = (0..<$0).map { "thumb-index-middle-rng-\($0) = 1; " }.joined()
                return profiles(11, "taps = { \(taps) };")
            },
            count: { 11 * $0 }),
        Flood(
            testDescription: "unknown profiles",
            size: 9896,
            text: { "cycle = [\((0..<$0).map { "\"deskto\($0)\"" }.joined(separator: ","))];" },
            count: { $0 }),
        Flood(
            testDescription: "settings set twice",
            size: 24_984,
            text: { String(repeating: "merge = true;\n", count: $0) }, count: { $0 - 1 }),
    ]

    /// How long this thread was at work for what is done, in nanoseconds; what others do meanwhile
    /// does not count.
    private static func work(of act: () throws -> Void) rethrows -> Double {
        let start = threadTime()
        try act()
        return Double(threadTime() - start)
    }

    private static func threadTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test(
        "All mistakes are found, few words are looked for, and more mistakes take as much more work",
        arguments: floods)
    func flood(_ flood: Flood) throws {
        var work: [Double] = []
        for size in [flood.size / 8, flood.size] {
            let text = flood.text(size)
            work.append(
                try Self.work {
                    let loaded = try desk.load(text)
                    #expect(loaded.diagnostics.count == flood.count(size))
                    let hints = loaded.diagnostics.count { $0.message.contains("did you mean") }
                    #expect(hints <= Speller.mostFound)
                })
        }
        // Eight times as many take about eight times the work; with the square it would be 64 times.
        #expect(work[1] / work[0] < 32)
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
