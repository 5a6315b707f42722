import EventLoop
import Glibc
import Mapping
import TestSupport
import Testing

@testable import Configuration

/// The documents that come from the table of settings; `make docs` writes them.
@Suite("Documents of the configuration", .serialized)
struct DocumentsTests {
    /// The line of the guide after which the reference comes.
    private static let mark = "<!-- What follows is written by `make docs`. -->\n"

    private static func guide() throws -> String {
        let text = try text(of: Project.path("docs/configuration.md"))
        let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2, "the mark is missing")
        return String(parts[0]) + mark
    }

    private func expect(_ place: String, is text: String) throws {
        #expect(try Project.document(place, is: text) == text, "\(Project.stale(place))")
    }

    @Test("The example is written out from what is built in")
    func example() throws {
        try expect("examples/tapinput.conf", is: ExampleDocument.text)
    }

    @Test("The guide has the reference of every setting")
    func guide() throws {
        try expect("docs/configuration.md", is: try Self.guide() + "\n" + ReferenceDocument.text)
    }

    @Test("The manual page has the reference of every setting")
    func manual() throws {
        try expect("man/tapinput.conf.5", is: ManualDocument.text)
    }

    @Test("Without anything built in, the example is what is built in")
    func exampleIsBuiltIn() throws {
        let path = Project.path("examples/tapinput.conf")
        let loaded = Configuration.load(path: path, builtIn: [])
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration == .builtIn)
        #expect(Configuration.load(path: path).configuration == .builtIn)
        #expect(loaded.files == [path])
    }

    @Test(
        "Everything that can stand in a file is documented",
        arguments: ["docs/configuration.md", "man/tapinput.conf.5"])
    func complete(place: String) throws {
        let text = try text(of: Project.path(place)).replacing("\\-", with: "-")
            .replacing("\\(dq", with: "\"").replacing("\\fB", with: "").replacing("\\fP", with: "")
        let words = Set(
            text.split { !($0.isLetter || $0.isNumber || "_-".contains($0)) }.map(String.init))
        var specs = Schema.settings.map(\.spec) + [Schema.profiles, ProfileSchema.extends]
        specs += ProfileSchema.sections.flatMap { $0.settings.map(\.spec) }
        var names = specs.map(\.name) + ProfileSchema.sections.map(\.name)
        for spec in specs {
            switch spec.type {
            case .rows(let members, _): names += members.map(\.name)
            case .word(let known): names += known
            default: break
            }
        }
        names += ReferenceDocument.keyNames.keys + ReferenceDocument.keyNames.buttons
        names += ActionText.words.map(\.text)
        names += WheelStep.Direction.allCases.map { ActionText.wheel + $0.rawValue }
        names += DeviceBus.allCases.map(\.rawValue) + Profile.builtIn.map(\.name)
        let missing = names.filter { !words.contains($0) }
        #expect(missing == [])
    }

    @Test(
        "A setting that another document names is one",
        arguments: ["README.md", "CHANGELOG.md", "docs/captures.md", "docs/pointer.md"])
    func named(place: String) throws {
        var specs = Schema.settings.map(\.spec)
        specs += ProfileSchema.sections.flatMap { $0.settings.map(\.spec) }
        let known = Set(specs.map(\.name))
        let code = try text(of: Project.path(place))
            .split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        // Of all that is set in code these alone have such names.
        let words = code.flatMap { $0.split { !($0.isLowercase || $0 == "_") } }
            .filter { $0.dropFirst().dropLast().contains("_") }.map(String.init)
        #expect(words.filter { !known.contains($0) } == [])
        if place == "docs/pointer.md" { #expect(words.contains("min_cutoff")) }
    }

    @Test("The manual page is well formed", .enabled(if: Roff.hasJudge))
    func manualIsClean() {
        let judged = Roff.judged("man/tapinput.conf.5")
        #expect(judged.status == 0)
        #expect(judged.warnings == "")
    }

    @Test("The examples of the guide are right")
    func guideExamples() throws {
        let guide = try Self.guide()
        var blocks: [[Substring]] = [[]]
        for line in guide.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    ") {
                blocks[blocks.count - 1].append(line.dropFirst(4))
            } else if blocks[blocks.count - 1] != [] {
                blocks.append([])
            }
        }
        let sources = blocks.filter { $0.first.map { !$0.hasPrefix("$") } ?? false }
            .map { $0.joined(separator: "\n") }
        #expect(sources.count >= 6)
        for source in sources {
            let isWhole = source.hasPrefix("profile")
            let text = isWhole ? source : "profiles = { mine = {\n\(source)\n}; };"
            let mistakes = try ConfigurationDesk().mistakes(text, files: ["profiles.conf": ""])
            #expect(mistakes == [], "\(source)")
        }
    }
}
