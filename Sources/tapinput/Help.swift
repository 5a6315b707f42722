/// The version of this program.
let version = "0.1.0"

/// What the program says of itself; all of it comes from the table of commands.
enum Help {
    /// What the program is, in a line.
    static let purpose = "A Tap on the wrist as mouse, arrow keys and rotate control."

    /// The width of a terminal for which the lines are made.
    static let width = 80

    /// The exit statuses and what each means, lowest first.
    static let statuses: [(status: Int32, meaning: String)] =
        [(0, "done")]
        + ExitStatus.allCases.map { ($0.rawValue, $0.meaning) }.sorted { $0.0 < $1.0 }

    /// What `tapinput help` prints: a line for each command.
    static var overview: String {
        var lines = ["usage: tapinput COMMAND [OPTION ...]", "", purpose]
        for group in CommandGroup.allCases {
            lines += ["", group.title]
            lines += CommandHelp.all.filter { $0.group == group }.map { command in
                "  " + column(command.name, 10) + command.summary
            }
        }
        lines += ["  --version the version", ""]
        lines.append("`tapinput help COMMAND` tells its options, with an example.")
        let told = statuses.map { "\($0.status) \($0.meaning)" }.joined(separator: ", ")
        return (lines + wrapped("Exit status: \(told).", indent: 0)).joined(separator: "\n")
    }

    /// What `tapinput help COMMAND` prints.
    static func text(of command: CommandHelp) -> String {
        var lines = ["usage: \(command.usage)", ""]
        lines += wrapped(command.summary.capitalizedSentence, indent: 0)
        for paragraph in command.details { lines += [""] + wrapped(paragraph, indent: 0) }
        if !command.options.isEmpty {
            lines += ["", "Options:"]
            for option in command.options {
                let meaning = wrapped(option.meaning, indent: 22)
                let first = meaning.first?.dropFirst(22) ?? ""
                lines.append("  " + column(option.usage, 20) + first)
                lines += meaning.dropFirst()
            }
        }
        lines += ["", command.examples.count == 1 ? "Example:" : "Examples:"]
        for example in command.examples {
            lines.append("  \(example.command)")
            if let meaning = example.meaning { lines += wrapped(meaning, indent: 6) }
        }
        return lines.joined(separator: "\n")
    }

    /// A word with so much room after it that the next one begins in a column.
    private static func column(_ word: String, _ width: Int) -> String {
        word + String(repeating: " ", count: max(width - word.count, 1))
    }

    /// A text in lines that fit, all set in by so many spaces.
    private static func wrapped(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = margin + word
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = margin + word
            }
        }
        return lines + [line]
    }
}

extension String {
    /// The text as a sentence: its first letter is a capital one, and a full stop ends it.
    var capitalizedSentence: String {
        prefix(1).uppercased() + dropFirst() + "."
    }
}
