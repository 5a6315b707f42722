import Configuration

/// The configuration file of a command.
enum ConfigurationFile {
    /// Reads a file, or the one that is found, and tells what is wrong with it; without any the
    /// built-in values hold.
    static func load(_ path: String?, _ messages: Messages) throws(Failure) -> Configuration {
        guard let path = path ?? Configuration.search() else { return .builtIn }
        let loaded = Configuration.load(path: path)
        tell(loaded.diagnostics, messages)
        guard let configuration = loaded.configuration else { throw Failure(.configuration) }
        return configuration
    }

    /// Tells mistakes and warnings, a line for each.
    static func tell(_ diagnostics: [Diagnostic], _ messages: Messages) {
        for diagnostic in diagnostics {
            messages.say(
                diagnostic.severity == .error ? .error : .warning, diagnostic.description)
        }
    }
}
