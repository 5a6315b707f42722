import Configuration
import Driver
import EventLoop
import Mapping

/// The configuration of the driver at work, which is read again when its files change.
///
/// What cannot be read, or has mistakes, changes nothing.
final class RunConfiguration {
    private let options: RunOptions
    private let messages: Messages
    /// What holds.
    private(set) var current: Configuration
    /// Which profile each Tap has, options included.
    private(set) var choice: ProfileChoice
    /// The files on which it depends, whether they exist or not.
    private var files: [String]
    private var watch: FileWatch?

    /// Reads the configuration; its mistakes are told, and end the command.
    init(_ options: RunOptions, _ messages: Messages) throws(Failure) {
        self.options = options
        self.messages = messages
        let loaded = Self.load(options)
        ConfigurationFile.tell(loaded.diagnostics, messages)
        guard let configuration = loaded.configuration else { throw Failure(.configuration) }
        current = configuration
        choice = try Self.choice(configuration, options)
        files = loaded.files
    }

    /// Whether all Taps are one mouse and one keyboard.
    var merges: Bool { options.merges || current.merges }
    /// Whether a Tap's own keyboard and mouse are kept from everybody.
    var grabs: Bool { options.grabs && current.grabs }

    /// Calls `changed` from now on whenever a file on which the configuration depends has changed.
    func follow(on loop: EventLoop, changed: @escaping () -> Void) {
        do {
            watch = try FileWatch(on: loop, changed: changed)
        } catch {
            messages.say(
                .warning,
                "the configuration is not watched, `tapinput reload` reads it again: \(error)")
        }
        watch?.watch(files)
    }

    /// Reads the configuration again; returns whether it is another one now.
    ///
    /// Throws all mistakes, a line for each, and keeps what held before.
    func reload() throws(Failure) -> Bool {
        var loaded = Self.load(options)
        // What is read before it is watched may have changed meanwhile; includes lead to others.
        for _ in 0..<3 where loaded.files != files {
            files = loaded.files
            watch?.watch(files)
            loaded = Self.load(options)
        }
        guard let configuration = loaded.configuration else {
            throw Failure(
                .configuration,
                loaded.diagnostics.filter { $0.severity == .error }.map(\.description)
                    .joined(separator: "\n"))
        }
        let choice = try Self.choice(configuration, options)
        guard configuration != current else { return false }
        ConfigurationFile.tell(loaded.diagnostics, messages)
        tellOfRestart(configuration)
        (current, self.choice) = (configuration, choice)
        return true
    }

    /// Tells of changes that need a new start.
    private func tellOfRestart(_ next: Configuration) {
        var settings: [String] = []
        if next.merges != current.merges { settings.append("merge") }
        if next.grabs != current.grabs { settings.append("grab") }
        if next.bus != current.bus { settings.append("bus") }
        guard !settings.isEmpty else { return }
        messages.say(
            .warning,
            "what changed in \(settings.joined(separator: ", ")) holds from the next start on")
    }

    /// What is read: the file of the options, or the one that is found, or what is built in.
    private static func load(
        _ options: RunOptions
    ) -> (configuration: Configuration?, diagnostics: [Diagnostic], files: [String]) {
        let searched = options.config == nil ? Configuration.searchPaths() : []
        guard let path = options.config ?? Configuration.search() else {
            return (.builtIn, [], searched)
        }
        let loaded = Configuration.load(path: path)
        let others = searched.filter { !loaded.files.contains($0) }
        return (loaded.configuration, loaded.diagnostics, loaded.files + others)
    }

    private static func choice(
        _ configuration: Configuration, _ options: RunOptions
    ) throws(Failure) -> ProfileChoice {
        let known = configuration.profiles
        let standard = try known.named(options.profile ?? configuration.profile)
        var choice = ProfileChoice(known, standard: standard.name)
        for own in options.ownProfiles {
            choice.own.append(
                ProfileChoice.Own(device: own[0], profile: try known.named(own[1]).name))
        }
        choice.own += configuration.devices.map {
            ProfileChoice.Own(device: $0.device, profile: $0.profile)
        }
        choice.swipes = options.swipes ?? configuration.swipes
        return choice
    }
}
