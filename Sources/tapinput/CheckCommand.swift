import Configuration
import EventLoop
import Glibc

/// `check`: tells what is wrong with a configuration file.
struct CheckCommand {
    /// The file, or nil for the one that `run` would use.
    var file: String?
    var messages: Messages

    func run() throws(Failure) {
        guard let file = file ?? Configuration.search() else {
            return try show(
                "there is no configuration file, the built-in values hold; looked for: "
                    + Configuration.searchPaths().joined(separator: ", "))
        }
        let loaded = Configuration.load(path: file)
        ConfigurationFile.tell(loaded.diagnostics, messages)
        if let failure = loaded.failure {
            throw Failure(failure.code == EACCES ? .noPermission : .data)
        }
        guard loaded.configuration != nil else { throw Failure(.configuration) }
        try show("\(file): no mistakes")
    }
}
