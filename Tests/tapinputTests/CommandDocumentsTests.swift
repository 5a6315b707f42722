import TestSupport
import Testing

@testable import tapinput

/// What comes from the table of commands; `make docs` writes the documents.
@Suite("Documents of the commands")
struct CommandDocumentsTests {
    /// What a document has to be.
    private static func text(of place: String) -> String {
        switch place {
        case "man/tapinput.1": ProgramManual.text
        case "completions/tapinput.bash": BashCompletion.text
        case "completions/_tapinput": ZshCompletion.text
        case "completions/tapinput.fish": FishCompletion.text
        default: ""
        }
    }

    @Test(
        "The manual page and the completions are what the table of commands says",
        arguments: [
            "man/tapinput.1", "completions/tapinput.bash", "completions/_tapinput",
            "completions/tapinput.fish",
        ])
    func documents(place: String) throws {
        let text = Self.text(of: place)
        #expect(try Project.document(place, is: text) == text, "\(Project.stale(place))")
    }

    @Test("The manual page is well formed", .enabled(if: Roff.hasJudge))
    func manualIsClean() {
        let judged = Roff.judged("man/tapinput.1")
        #expect(judged.status == 0)
        #expect(judged.warnings == "")
    }

    /// The commands of the table.
    private static let commands = CommandHelp.all

    /// All options of the table.
    private static let options = Set(CommandHelp.all.flatMap { $0.options.map(\.name) })

    /// What the parser says to some arguments; nil where it understands them.
    private static func refusal(of arguments: [String]) -> String? {
        do {
            _ = try Command(arguments: arguments)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("The parser understands each option of a command, and no other's", arguments: commands)
    func options(command: CommandHelp) {
        for name in Self.options {
            let refusal = Self.refusal(of: [command.name, name]) ?? ""
            let isKnown = command.options.contains { $0.name == name }
            // Commands that take no option at all say so in another way.
            let isRefused =
                refusal.hasPrefix("unknown \"\(name)\"")
                || refusal.hasPrefix("unexpected \"\(name)\"")
                || refusal.hasPrefix("forget: the Tap's name")
            #expect(isRefused != isKnown, "\(command.name) \(name): \(refusal)")
        }
    }

    @Test("An option takes a value where the table says so, and none elsewhere")
    func values() {
        for command in Self.commands {
            for option in command.options {
                let alone = Self.refusal(of: [command.name, option.name]) ?? ""
                let lacksValue = alone.hasPrefix("\(option.name): the value is missing")
                #expect(lacksValue == (option.value != nil), "\(command.name) \(option.name)")
            }
        }
    }

    @Test("No option is read that is not in the table")
    func literals() throws {
        let folder = Project.path("Sources/tapinput")
        let files = try names(in: folder).filter {
            $0.hasPrefix("Command") && !$0.hasPrefix("CommandHelp")
        }
        #expect(files.count >= 4)
        let known = Self.options.union(["--help", "--version", "--"])
        for file in files {
            let parts = try TestSupport.text(of: "\(folder)/\(file)").split(separator: "\"")
            let found = parts.filter { $0.hasPrefix("--") && !$0.contains(" ") }.map(String.init)
            #expect(found.filter { !known.contains($0) } == [], "\(file)")
        }
    }

    @Test("The examples are understood", arguments: commands)
    func examples(command: CommandHelp) {
        #expect(!command.examples.isEmpty)
        for example in command.examples {
            let words = example.arguments.split(separator: " ").map(String.init)
            #expect(words.first == command.name)
            #expect(Self.refusal(of: words) == nil, "\(example.command)")
        }
    }

    @Test("What a command completes is understood by it")
    func completions() {
        for command in Self.commands {
            for option in command.options {
                guard case .words(let words) = option.completion else { continue }
                for word in words {
                    let refusal = Self.refusal(of: [command.name, option.name, word, "x"]) ?? ""
                    #expect(!refusal.hasPrefix("unknown \"\(word)\""), "\(command.name) \(word)")
                }
            }
        }
    }

    @Test("Each command stands once in the table, in one line that fits the help")
    func table() {
        #expect(Set(CommandHelp.all.map(\.name)).count == CommandHelp.all.count)
        for command in CommandHelp.all {
            #expect(command.name.count < 10)
            #expect(!command.summary.hasSuffix("."), "\(command.name)")
            #expect(command.summary.count <= Help.width - 12, "\(command.name)")
            #expect(Set(command.options.map(\.name)).count == command.options.count)
        }
    }

    @Test("The help fits a terminal and leaves out no command, option or exit status")
    func help() {
        let overview = Help.overview.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(overview.allSatisfy { $0.count <= Help.width && $0.last != " " })
        for command in CommandHelp.all {
            let line = "  \(command.name) "
            #expect(overview.contains { $0.hasPrefix(line) && $0.hasSuffix(command.summary) })
            let text = Help.text(of: command)
            #expect(text.hasPrefix("usage: tapinput \(command.name)"))
            for option in command.options { #expect(text.contains("\n  \(option.usage) ")) }
            for example in command.examples { #expect(text.contains("\n  \(example.command)")) }
            for line in text.split(separator: "\n") {
                #expect(line.count <= Help.width && line.last != " ", "\(line)")
            }
        }
        for status in [0, 1] + ExitStatus.allCases.map(\.rawValue) {
            #expect(Help.statuses.filter { $0.status == status }.count == 1)
            #expect(Help.overview.replacing("\n", with: " ").contains(" \(status) "))
        }
    }

    /// What is written for people, and tells of commands.
    private static let guides = [
        "README.md", "contrib/kiosk/README.md", "contrib/kodi/README.md",
        "contrib/several-taps/README.md", "docs/captures.md", "docs/configuration.md",
        "docs/control.md", "docs/monitor.md", "docs/pointer.md", "docs/sensors.md",
    ]

    @Test("No guide is left out")
    func allGuides() throws {
        let documents = try names(in: Project.path("docs")).filter { $0.hasSuffix(".md") }
            .filter { Self.forDevelopers.contains($0) == false }.map { "docs/\($0)" }
        let examples = try names(in: Project.path("contrib")).map { "contrib/\($0)/README.md" }
        #expect(Self.guides.sorted() == (documents + examples + ["README.md"]).sorted())
    }

    /// What tells of the program from inside.
    private static let forDevelopers = [
        "design.md", "known-faults.md", "performance.md", "testing.md",
    ]

    @Test("The commands in a guide are understood", arguments: guides)
    func guideCommands(guide: String) throws {
        var count = 0
        for line in try TestSupport.text(of: Project.path(guide)).split(separator: "\n") {
            // A command is set in, and words of explanation stand apart from it or between marks.
            let parts = line.split(separator: line.hasPrefix("    ") ? "  " : "`")
            for part in parts {
                let words = part.split(separator: " ").map(String.init)
                let isCommand = words.count > 1 && words[0] == "tapinput"
                guard isCommand else { continue }
                // A word in capitals stands for one.
                let isPattern = words.contains("COMMAND")
                if !isPattern {
                    #expect(Self.refusal(of: Array(words.dropFirst())) == nil, "\(part)")
                }
                count += 1
            }
        }
        if guide == "README.md" { #expect(count > 20) }
    }

    @Test("What the README links to is there")
    func links() throws {
        let parts = try TestSupport.text(of: Project.path("README.md")).split(separator: "](")
        let places = parts.dropFirst().compactMap {
            $0.split(separator: ")").first.map(String.init)
        }
        .filter { !$0.hasPrefix("https:") }
        #expect(places.count > 8)
        for place in places {
            #expect(throws: Never.self, "\(place)") {
                try TestSupport.text(of: Project.path(place))
            }
        }
    }
}
