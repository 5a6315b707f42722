import EventLoop
import TestSupport
import Testing

@testable import Configuration

@Suite("Files that are no configurations")
struct HostileTests {
    /// Whether each place that is told is in its file.
    private func expectPlaces(
        _ loaded: LoadedConfiguration, _ files: [String: [UInt8]], _ desk: ConfigurationDesk,
        _ comment: String
    ) {
        let hasErrors = loaded.diagnostics.contains { $0.severity == .error }
        #expect((loaded.configuration == nil) == hasErrors, "\(comment)")
        for diagnostic in loaded.diagnostics {
            let name = diagnostic.file.replacing("\(desk.folder.path)/", with: "")
            let lines = (files[name] ?? []).count { $0 == UInt8(ascii: "\n") } + 1
            #expect((1...lines).contains(diagnostic.line), "\(comment): \(diagnostic)")
            #expect(loaded.files.contains(diagnostic.file), "\(comment): \(diagnostic)")
            #expect(!diagnostic.message.isEmpty)
        }
    }

    private func load(
        _ files: [String: [UInt8]], _ desk: ConfigurationDesk
    ) throws -> LoadedConfiguration {
        for (name, bytes) in files { try desk.folder.write(bytes: bytes, to: name) }
        return Configuration.load(path: desk.folder.file("main.conf"))
    }

    @Test("Any bytes are read without harm")
    func bytes() throws {
        var random = SplitMix64(seed: 1)
        let desk = try ConfigurationDesk()
        let marks = Array("{}()[]=:;,\"\\/*#@\n\r\t -+.0x9Le\0".utf8) + [0xC3, 0xBC, 0xFF, 0xEF]
        for number in 0..<1500 {
            let count = Int.random(in: 0...200, using: &random)
            let isAny = number % 2 == 0
            let bytes = (0..<count).map { _ in
                isAny
                    ? UInt8.random(in: 0...255, using: &random)
                    : marks.randomElement(using: &random) ?? 0
            }
            let files = ["main.conf": bytes]
            expectPlaces(try load(files, desk), files, desk, "\(number)")
        }
    }

    @Test("A right file that was damaged is read without harm")
    func damaged() throws {
        for seed in 1...250 as ClosedRange<UInt64> {
            var configuration = RandomConfiguration(seed: seed)
            var random = SplitMix64(seed: seed)
            let writer = SourceWriter(configuration.items(), random: random)
            var files = writer.files.mapValues { Array($0.utf8) }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let name = files.keys.sorted().randomElement(using: &random) ?? ""
                files[name] = Self.damage(files[name] ?? [], &random)
            }
            let desk = try ConfigurationDesk()
            expectPlaces(try load(files, desk), files, desk, "seed \(seed)")
        }
    }

    private static func damage(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        guard !bytes.isEmpty else { return [UInt8.random(in: 0...255, using: &random)] }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(place + Int.random(in: 1...40, using: &random), bytes.count)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3: bytes.removeSubrange(place...)
        case 4:
            let marks = Array("{}()[]=;,\"\\@\n".utf8)
            bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
        default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        }
        return bytes
    }

    /// Too much of something; the text itself is too long for the name of a test.
    struct TooMuch: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var message: String

        init(_ name: String, _ text: String, _ message: String) {
            testDescription = name
            self.text = text
            self.message = message
        }
    }

    @Test(
        "What is too much is told, and soon",
        arguments: [
            TooMuch(
                "lists in lists", "a=" + String(repeating: "(", count: 50_000),
                "main.conf:1: groups and lists are nested more than 32 deep; what follows is not read"
            ),
            TooMuch(
                "groups in groups", "\n" + String(repeating: "a={", count: 30_000),
                "main.conf:2: groups and lists are nested more than 32 deep; what follows is not read"
            ),
            TooMuch(
                "settings", "\n" + (0..<20_000).map { "a\($0)=1;" }.joined(),
                "main.conf:2: there are more than 1000 settings in one group; what follows is not read"
            ),
            TooMuch(
                "values", "\na = (1" + String(repeating: ",1", count: 20_000) + ");",
                "main.conf:2: there are more than 10000 settings; what follows is not read"),
            TooMuch(
                "lines", String(repeating: "a=1;\n", count: 30_000),
                "main.conf:25001: the configuration is too long; what follows is not read"),
            TooMuch(
                "one string", "a = \"\(String(repeating: "x", count: 1_040_000))\"",
                "main.conf:1: unknown setting \"a\" in the file: it has profile, cycle, merge, grab, "
                    + "vibrate, swipes, bus, devices, profiles"),
            TooMuch(
                "one file", String(repeating: "#", count: 1 << 20) + "\n",
                "main.conf: the file is larger than 1048576 bytes"),
            TooMuch(
                "digits", "profile = \(String(repeating: "9", count: 10_000));",
                "main.conf:1: \"profile\" must be the name of a profile in quotes, not the whole "
                    + "number \(String(repeating: "9", count: 60))…"),
        ])
    func tooMuch(_ much: TooMuch) throws {
        let desk = try ConfigurationDesk()
        let loaded = try desk.load(much.text)
        #expect(loaded.configuration == nil)
        let isTold = desk.words(of: loaded).contains(much.message)
        #expect(isTold)
    }

    @Test("Thirty-two levels are not too deep")
    func deep() throws {
        let desk = try ConfigurationDesk()
        let text = "a = " + String(repeating: "(", count: 32) + String(repeating: ")", count: 32)
        #expect(try desk.mistakes(text).count == 1)
        #expect(try desk.mistakes(text)[0].hasPrefix("main.conf:1: unknown setting \"a\""))
    }

    @Test("Files that include each other many times over are too many")
    func manyIncludes() throws {
        let desk = try ConfigurationDesk()
        var files: [String: String] = [:]
        for depth in 0..<9 {
            files["a\(depth)"] = String(repeating: "@include \"a\(depth + 1)\"\n", count: 8)
        }
        files["a9"] = ""
        let mistakes = try desk.mistakes("@include \"a0\"\n", files: files)
        #expect(mistakes.count == 1)
        #expect(
            mistakes[0].hasSuffix(": more than 256 files are included; what follows is not read"))
    }

    @Test("Files that are too long together")
    func manyBytes() throws {
        let desk = try ConfigurationDesk()
        let half = String(repeating: "#", count: (1 << 19) - 17)
        let text = "@include \"half\"\n@include \"half\"\n"
        #expect(try desk.mistakes(text, files: ["half": half]) == [])
        #expect(
            try desk.mistakes(text + "#  ", files: ["half": half]) == [
                "main.conf:2: the configuration is too long; what follows is not read"
            ])
    }

    @Test("What the grammar lets through, libconfig reads; what it refuses, libconfig refuses")
    func grammar() {
        var random = SplitMix64(seed: 5)
        let tokens = [
            "a", "b", "c", "=", "=", "=", ":", ";", ",", "{", "}", "(", ")", "[", "]", "1", "2.5",
            "\"s\"", "true",
        ]
        var counts = (right: 0, wrong: 0)
        for _ in 0..<20_000 {
            // Half of them begin well.
            var words = Bool.random(using: &random) ? ["a", "=", "("] : []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                words.append(tokens.randomElement(using: &random) ?? "")
            }
            let text = words.joined(separator: " ")
            var lexer = Lexer(Array(text.utf8), file: "")
            var read: [Token] = []
            repeat { read.append(lexer.next()) } while read.last?.kind != .end
            let grammar = Grammar(read, file: "")
            let isRight = grammar.diagnostics.isEmpty
            let document = LibconfigDocument(text)
            #expect(isRight == (document.refusal == nil), "\(text)")
            // What is left of a wrong text can be read, too.
            let rest = LibconfigDocument(grammar.lines.joined(separator: "\n"))
            #expect(rest.refusal == nil, "\(text): \(grammar.lines)")
            #expect(rest.items.count == grammar.entries.count + 1, "\(text): \(grammar.lines)")
            if isRight { counts.right += 1 } else { counts.wrong += 1 }
        }
        #expect(counts.right > 500)
        #expect(counts.wrong > 500)
    }

    @Test("What libconfig reads of a text itself is what it reads of the tokens")
    func tokens() throws {
        var random = SplitMix64(seed: 6)
        let values = [
            "1", "-5", "+7", "007", "0x1F", "5L", "5LL", "1.5", "-.5", "5.", "1e5", "+1.E-3",
            "tRue",
            "FALSE", "\"\"", "\"a\\\"b\"", "\"\\\\\"", "\"\\q\\x41\\X4e\\n\"", "\"a#b//c/*d\"",
            "\"a\nb\"",
            "\"a\" \"b\"", "\"a\"/* \" */\"b\"", "\"@include \"", "{}", "()", "[]", "[1, 2]",
            "({}, 1, (\"x\"))",
        ]
        let gaps = [
            "", " ", "\t", "\n", "\r\n", "\u{0C}", "#c \"\n", "//c /*\n", "/*c\n \" // */", "/***/",
        ]
        for number in 0..<500 {
            var text = ""
            func gap() { text += gaps.randomElement(using: &random) ?? "" }
            for index in 0..<Int.random(in: 1...12, using: &random) {
                for word in [
                    "\nn*-_\(index)", "=", values.randomElement(using: &random) ?? "", ";",
                ] {
                    gap()
                    text += word
                    gap()
                }
            }
            let itself = LibconfigDocument(text)
            #expect(itself.refusal == nil, "\(text)")
            var lexer = Lexer(Array(text.utf8), file: "")
            var tokens: [Token] = []
            repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
            let grammar = Grammar(tokens, file: "")
            #expect(grammar.diagnostics == [], "\(text)")
            let document = LibconfigDocument(grammar.lines.joined(separator: "\n"))
            // An integer that asks for 64 bits is one of 32 in the tokens, which is all the same here.
            let found = document.items.map { "\($0)" }
            #expect(found == itself.items.map { "\($0)" }, "\(number): \(text)")
        }
    }
}
