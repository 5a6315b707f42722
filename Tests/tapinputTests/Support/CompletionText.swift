import Mapping

@testable import tapinput

extension OptionHelp {
    /// What it does, as short as a list of options has it.
    var briefly: String {
        var text = meaning
        for mark in [": ", "; ", " ("] {
            text = text.split(separator: mark, maxSplits: 1).first.map(String.init) ?? text
        }
        return text
    }
}

/// What the completions of all shells have.
enum CompletionText {
    static let origin = "# Written by `make docs` from the table of commands."
    /// The profiles where no driver runs.
    static let builtIn = Profile.builtIn.map(\.name).joined(separator: " ")
    /// The driver's profiles, one a line; a name that the configuration cannot give is left out.
    static let driver =
        "command timeout 1 tapinput profile 2>/dev/null | sed -n 's/^[* ] \\([[:alnum:]_*-]*\\)$/\\1/p'"
    static let commands = CommandHelp.all.map(\.name)
}
