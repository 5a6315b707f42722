@testable import tapinput

/// The completion for zsh.
enum ZshCompletion {
    static var text: String {
        """
        #compdef tapinput
        # Completion of tapinput for zsh.
        \(CompletionText.origin)

        _tapinput_profiles() {
            local -a names
            names=(${(f)"$(\(CompletionText.driver))"})
            (( $#names )) || names=(\(CompletionText.builtIn))
            compadd -a names
        }

        _tapinput_commands() {
            local -a commands
            commands=(
        \(CommandHelp.all.map(command).joined(separator: "\n"))
            )
            _describe -t commands command commands
        }

        _tapinput() {
            local curcontext=$curcontext state line
            typeset -A opt_args
            _arguments -C \\
                '(- *)--version[the version]' \\
                '(- *)--help[the commands]' \\
                '1: :_tapinput_commands' \\
                '*:: :->arguments'
            [[ $state = arguments ]] || return
            case $words[1] in
        \(CommandHelp.all.map(branch).joined(separator: "\n"))
            esac
        }

        _tapinput "$@"

        """
    }

    /// A text between single quotes, in which the marks of `_arguments` stand for themselves.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "'\\''")
            .replacing(":", with: "\\:").replacing("[", with: "\\[").replacing("]", with: "\\]")
    }

    private static func command(_ command: CommandHelp) -> String {
        let summary = command.summary.replacing("'", with: "'\\''")
        return "        '\(command.name):\(summary)'"
    }

    private static func branch(of command: CommandHelp) -> String {
        var specs = command.options.map { option in
            let value = option.value.map { ":\(escaped($0)):\(action(option.completion))" } ?? ""
            return "\(option.repeats ? "*" : "")\(option.name)[\(escaped(option.briefly))]\(value)"
        }
        specs.append("(- *)--help[the help on this command]")
        if !command.arguments.isEmpty {
            let name = escaped(command.arguments.replacing("[", with: "").replacing("]", with: ""))
            let place = command.arguments.hasSuffix("...]") ? "*" : "1"
            specs.append("\(place):\(name):\(action(command.completion))")
        }
        let lines = specs.map { "            '\($0)'" }.joined(separator: " \\\n")
        return "    \(command.name))\n        _arguments \\\n\(lines)\n        ;;"
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " "
        case .files: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .profiles: "_tapinput_profiles"
        case .commands: "_tapinput_commands"
        }
    }
}
