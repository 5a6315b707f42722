public import EventLoop
internal import Mapping

/// What came of reading a configuration file.
public struct LoadedConfiguration: Sendable {
    /// The configuration, or nil where something is wrong.
    public let configuration: Configuration?
    /// All mistakes and warnings, by files in the order in which they were read, and by lines.
    public let diagnostics: [Diagnostic]
    /// Every file that was read or tried to be, the first one first, those that it includes too: to
    /// be watched.
    public let files: [String]
    /// Why the file itself cannot be read; `diagnostics` tells it too.
    public let failure: SystemError?
}

extension Configuration {
    /// Reads a configuration file and all that it includes.
    public static func load(path: String) -> LoadedConfiguration {
        load(path: path, builtIn: Profile.builtIn)
    }

    /// Reads a file as if only some profiles were built in.
    static func load(path: String, builtIn: [Profile]) -> LoadedConfiguration {
        load(SourceReader(path: path), path: path, builtIn: builtIn)
    }

    /// Reads a file, and those that it includes, from somewhere else than the disk.
    package static func load(
        path: String, files: @escaping SourceReader.Files
    ) -> LoadedConfiguration {
        load(SourceReader(path: path, files: files), path: path, builtIn: Profile.builtIn)
    }

    private static func load(
        _ source: SourceReader, path: String, builtIn: [Profile]
    ) -> LoadedConfiguration {
        let loader = ConfigurationLoader(SettingTree(source, file: path), builtIn: builtIn)
        return LoadedConfiguration(
            configuration: source.failure == nil ? loader.configuration : nil,
            diagnostics: loader.diagnostics, files: source.files, failure: source.failure)
    }
}
