import Configuration

/// The configuration file of a command.
enum ConfigurationFile {
    /// The most lines in which mistakes are told at once.
    static let mostLines = 50

    /// Reads a file, or the one that is found, and tells what is wrong with it; without any the
    /// built-in values hold.
    static func load(_ path: String?, _ messages: Messages) throws(Failure) -> Configuration {
        guard let path = path ?? Configuration.search() else { return .builtIn }
        let loaded = Configuration.load(path: path)
        tell(loaded.diagnostics, messages)
        guard let configuration = loaded.configuration else { throw Failure(.configuration) }
        return configuration
    }

    /// Tells mistakes and warnings, a line for each of so many as somebody reads.
    static func tell(_ diagnostics: [Diagnostic], _ messages: Messages) {
        for line in chosen(diagnostics) { messages.say(line.level, line.text) }
    }

    /// The lines in which mistakes and warnings are told.
    static func lines(of diagnostics: [Diagnostic]) -> [String] {
        chosen(diagnostics).map(\.text)
    }

    /// What is told: where it is too much mistakes come before warnings, and the last line says how
    /// many there are besides.
    private static func chosen(_ diagnostics: [Diagnostic]) -> [(level: Priority, text: String)] {
        func lines(_ diagnostics: some Sequence<Diagnostic>) -> [(level: Priority, text: String)] {
            diagnostics.map { ($0.severity == .error ? .error : .warning, $0.description) }
        }
        guard diagnostics.count > mostLines else { return lines(diagnostics) }
        let mistakes = diagnostics.filter { $0.severity == .error }
        let sorted = mistakes + diagnostics.filter { $0.severity != .error }
        let kept = sorted.prefix(mostLines - 1)
        let level = mistakes.isEmpty ? Priority.warning : .error
        return lines(kept) + [(level, "and \(sorted.count - kept.count) more")]
    }
}
