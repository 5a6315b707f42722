@testable import tapinput

/// The completion for bash.
enum BashCompletion {
    static var text: String {
        """
        # Completion of tapinput for bash.
        \(CompletionText.origin)

        _tapinput_words() {
            mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
        }

        _tapinput_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        }

        _tapinput_profiles() {
            local names
            names=$(\(CompletionText.driver))
            _tapinput_words "${names:-\(CompletionText.builtIn)}"
        }

        _tapinput() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                _tapinput_words '\((CompletionText.commands + ["--version", "--help"]).joined(separator: " "))'
                return
            fi
            # In --option=value the mark is a word of its own.
            if [ "$word" = = ]; then
                word=
            elif [ "$before" = = ]; then
                before=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            case ${COMP_WORDS[1]} in
        \(CommandHelp.all.map(branch).joined(separator: "\n"))
            esac
        }

        complete -F _tapinput tapinput

        """
    }

    private static func branch(of command: CommandHelp) -> String {
        let options = (command.options.map(\.name) + ["--help"]).joined(separator: " ")
        var lines = ["    \(command.name))"]
        let values = command.options.filter { $0.value != nil }
        if !values.isEmpty {
            lines.append("        case $before in")
            lines += values.map { option in
                "        \(option.name))\n            \(action(option.completion))\n"
                    + "            return\n            ;;"
            }
            lines.append("        esac")
        }
        lines.append("        case $word in")
        lines.append("        -*) _tapinput_words '\(options)' ;;")
        lines.append("        *) \(action(command.completion)) ;;")
        lines += ["        esac", "        ;;"]
        return lines.joined(separator: "\n")
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .files: "_tapinput_files"
        case .words(let words): "_tapinput_words '\(words.joined(separator: " "))'"
        case .profiles: "_tapinput_profiles"
        case .commands: "_tapinput_words '\(CompletionText.commands.joined(separator: " "))'"
        }
    }
}
