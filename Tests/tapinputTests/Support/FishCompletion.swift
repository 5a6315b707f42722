@testable import tapinput

/// The completion for fish.
enum FishCompletion {
    static var text: String {
        """
        # Completion of tapinput for fish.
        \(CompletionText.origin)

        function __tapinput_needs_command
            test (count (commandline -opc)) -eq 1
        end

        function __tapinput_is
            set -l words (commandline -opc)
            test (count $words) -ge 2; and test $words[2] = $argv[1]
        end

        function __tapinput_profiles
            set -l names (\(CompletionText.driver))
            test (count $names) -gt 0; or set names \(CompletionText.builtIn)
            string join \\n $names
        end

        complete -c tapinput -f
        complete -c tapinput -n __tapinput_needs_command -l version -d 'the version'
        complete -c tapinput -l help -d 'the help'
        \(CommandHelp.all.map(lines).joined(separator: "\n"))

        """
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private static func lines(of command: CommandHelp) -> String {
        let here = "complete -c tapinput -n '__tapinput_is \(command.name)'"
        var lines = [
            "",
            "complete -c tapinput -n __tapinput_needs_command -a \(command.name)"
                + " -d \(quoted(command.summary))",
        ]
        if command.completion != .nothing { lines.append("\(here) \(words(command.completion))") }
        lines += command.options.map { option in
            let value = option.value.map { _ in " -r " + words(option.completion) } ?? ""
            return "\(here) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.briefly))"
        }
        return lines.joined(separator: "\n")
    }

    private static func words(_ completion: Completion) -> String {
        switch completion {
        case .nothing: "-f"
        case .files: "-F"
        case .words(let words): "-f -a \(quoted(words.joined(separator: " ")))"
        case .profiles: "-f -a '(__tapinput_profiles)'"
        case .commands: "-f -a \(quoted(CompletionText.commands.joined(separator: " ")))"
        }
    }
}
