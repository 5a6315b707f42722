import Configuration

/// The configuration file of a command.
enum ConfigurationFile {
    /// The most lines in which mistakes are told at once.
    static let mostLines = 50

    /// What came of reading a file, or of looking for one.
    struct Reading {
        /// The configuration, or nil where something is wrong.
        var configuration: Configuration?
        var diagnostics: [Diagnostic] = []
        /// The file, or nil where none was found and the built-in values hold.
        var file: String?
        /// Every file on which it depends, whether it exists or not.
        var files: [String]
    }

    /// Reads a file, or the one that is found; without any the built-in values hold.
    static func read(_ path: String?) -> Reading {
        let searched = path == nil ? Configuration.searchPaths() : []
        guard let path = path ?? Configuration.search() else {
            return Reading(configuration: .builtIn, files: searched)
        }
        let loaded = Configuration.load(path: path)
        let others = searched.filter { !loaded.files.contains($0) }
        return Reading(
            configuration: loaded.configuration, diagnostics: loaded.diagnostics, file: path,
            files: loaded.files + others)
    }

    /// Reads as above, and tells what is wrong; mistakes end the command.
    static func load(_ path: String?, _ messages: Messages) throws(Failure) -> Configuration {
        let reading = read(path)
        tell(reading.diagnostics, messages)
        guard let configuration = reading.configuration else { throw Failure(.configuration) }
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
