import EventLoop
import TestSupport
import Testing

@testable import Configuration

/// A folder of configuration files, and what is told of them.
struct ConfigurationDesk {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Loads a text, with the files that it may include beside it.
    func load(_ text: String, files: [String: String] = [:]) throws -> LoadedConfiguration {
        for (name, text) in files { try folder.write(bytes: text.utf8, to: name) }
        return Configuration.load(path: try folder.write(bytes: text.utf8, to: "main.conf"))
    }

    /// The mistakes of a text as `FILE:LINE: message`, without the folder's name.
    func mistakes(_ text: String, files: [String: String] = [:]) throws -> [String] {
        words(of: try load(text, files: files))
    }

    /// Checks the mistakes of a text; `FILE:` is left out where it is the main file.
    func check(
        _ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let mistakes = try mistakes(text).map { $0.replacing("main.conf:", with: "") }
        #expect(mistakes == expected, sourceLocation: sourceLocation)
    }

    func words(of loaded: LoadedConfiguration) -> [String] {
        loaded.diagnostics.map { $0.description.replacing("\(folder.path)/", with: "") }
    }
}
