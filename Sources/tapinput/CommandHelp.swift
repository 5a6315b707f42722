/// A command, as the help, the manual page, the completions of the shells and the parser know it.
struct CommandHelp: Sendable {
    /// Its word.
    var name: String
    /// What belongs together in the help.
    var group: CommandGroup
    /// What follows the options, as a usage line has it.
    var arguments = ""
    /// What a shell completes for an argument.
    var completion = Completion.nothing
    /// What it does, in a line that begins with a small letter and has no full stop.
    var summary: String
    /// More about it: paragraphs of sentences, code between grave accents.
    var details: [String] = []
    /// Its options.
    var options: [OptionHelp] = []
    /// How it is used.
    var examples: [ExampleHelp]

    /// The usage line, without the word "usage".
    var usage: String {
        let words = [
            "tapinput", name, options.isEmpty ? "" : "[OPTION ...]", arguments,
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The command of a name, or nil.
    static func named(_ name: String) -> CommandHelp? {
        all.first { $0.name == name }
    }

    /// All commands, in the order in which the help tells them.
    static let all = driver + taps + captures
}

/// Commands that belong together.
enum CommandGroup: CaseIterable {
    case driver
    case taps
    case captures

    /// What stands above them.
    var title: String {
        switch self {
        case .driver: "The driver:"
        case .taps: "The Taps:"
        case .captures: "Without a Tap, and what one sends:"
        }
    }
}

/// An option of a command.
struct OptionHelp: Equatable, Sendable {
    /// Its name, with the two dashes.
    var name: String
    /// What its value is called; nil where it takes none.
    var value: String?
    /// What a shell completes for its value.
    var completion = Completion.nothing
    /// Whether it may be given more than once.
    var repeats = false
    /// What it does, code between grave accents.
    var meaning: String

    /// Its name and its value.
    var usage: String { value.map { "\(name) \($0)" } ?? name }
}

/// How a command is used.
struct ExampleHelp: Equatable, Sendable {
    /// The words after the program's name, separated by single spaces.
    var arguments: String
    /// What comes of it; nil where the words say it.
    var meaning: String?

    init(_ arguments: String, _ meaning: String? = nil) {
        self.arguments = arguments
        self.meaning = meaning
    }

    /// The whole command.
    var command: String { "tapinput \(arguments)" }
}

/// What a shell completes.
enum Completion: Equatable, Sendable {
    /// Nothing that it could know.
    case nothing
    /// Files.
    case files
    /// Some words.
    case words([String])
    /// The profiles of the driver that runs, or else those that are built in.
    case profiles
    /// The commands.
    case commands
}
