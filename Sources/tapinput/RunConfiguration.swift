import Configuration
import Driver
import EventLoop
import Glibc
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
    /// The file that was read, or nil where the built-in values hold.
    private var file: String?
    /// The files on which it depends, whether they exist or not.
    private var files: [String]
    private var watch: FileWatch?
    private var loop: EventLoop?
    private var patience: LoopTimer?
    /// What was wrong when it was read last, or nothing.
    private var lastMistakes = ""
    /// Whether that was something else than the time before.
    private(set) var hasNewMistakes = false
    /// Whether what was read last could not hold, though it is right: devices could not be made.
    private var needsDevices = false

    /// How long a file that is gone or empty is waited for, in nanoseconds: somebody may be about to
    /// write it.
    private static let longestPause: Int64 = 2_000_000_000

    /// Reads the configuration; its mistakes are told, and end the command.
    init(_ options: RunOptions, _ messages: Messages) throws(Failure) {
        self.options = options
        self.messages = messages
        let loaded = ConfigurationFile.read(options.config)
        ConfigurationFile.tell(loaded.diagnostics, messages)
        guard let configuration = loaded.configuration else { throw Failure(.configuration) }
        current = configuration
        choice = try Self.choice(configuration, options)
        file = loaded.file
        files = loaded.files
    }

    deinit {
        if let patience { loop?.remove(patience) }
    }

    /// Whether all Taps are one mouse and one keyboard.
    var merges: Bool { options.merges || current.merges }
    /// Whether a Tap's own keyboard and mouse are kept from everybody.
    var grabs: Bool { options.grabs && current.grabs }

    /// Calls `changed` from now on whenever a file on which the configuration depends has changed,
    /// and once now, since it may have before.
    ///
    /// Where the file is gone or empty it waits for a moment until somebody has written it.
    func follow(on loop: EventLoop, changed: @escaping () -> Void) {
        self.loop = loop
        let patience = loop.makeTimer(changed)
        self.patience = patience
        do {
            watch = try FileWatch(on: loop) { [unowned self] in
                guard isBeingWritten else { return changed() }
                patience.deadline = EventLoop.monotonicNow() + Self.longestPause
            }
        } catch {
            messages.say(
                .warning,
                "the configuration is not watched, `tapinput reload` reads it again: \(error)")
        }
        watch?.watch(files)
        changed()
    }

    /// Whether the file that was read is gone or empty.
    private var isBeingWritten: Bool {
        guard let file else { return false }
        var status = stat()
        return stat(file, &status) != 0 || status.st_size == 0
    }

    /// Reads the configuration again and lets `apply` make it hold; returns whether it is another one.
    ///
    /// Throws all mistakes, a line for each, or why it cannot hold, and keeps what held before.
    func reload(_ apply: (ProfileChoice) throws(Failure) -> Void) throws(Failure) -> Bool {
        patience?.deadline = nil
        do throws(Failure) {
            let isAnother = try readAgain(apply)
            if !isAnother, !lastMistakes.isEmpty {
                messages.say(.notice, "the configuration is right again, and as it was before")
            }
            lastMistakes = ""
            needsDevices = false
            return isAnother
        } catch {
            hasNewMistakes = error.message != lastMistakes
            lastMistakes = error.message
            needsDevices = error.status != .configuration
            throw error
        }
    }

    /// Devices can be made again: what could not hold without them is tried soon.
    func devicesMade() {
        if needsDevices { patience?.deadline = EventLoop.monotonicNow() }
    }

    private func readAgain(
        _ apply: (ProfileChoice) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var loaded = ConfigurationFile.read(options.config)
        // What is read before it is watched may have changed meanwhile; includes lead to others.
        for _ in 0..<3 where loaded.files != files {
            files = loaded.files
            watch?.watch(files)
            loaded = ConfigurationFile.read(options.config)
        }
        guard let configuration = loaded.configuration else {
            throw Failure(
                .configuration,
                ConfigurationFile.lines(of: loaded.diagnostics.filter { $0.severity == .error })
                    .joined(separator: "\n"))
        }
        let choice = try Self.choice(configuration, options)
        file = loaded.file
        guard configuration != current else { return false }
        try apply(choice)
        ConfigurationFile.tell(loaded.diagnostics, messages)
        tellOfRestart(configuration)
        (current, self.choice) = (configuration, choice)
        messages.say(
            .notice,
            file.map { "the configuration was read again, and holds: \($0)" }
                ?? "the configuration is gone, and what is built in holds")
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

    private static func choice(
        _ configuration: Configuration, _ options: RunOptions
    ) throws(Failure) -> ProfileChoice {
        let known = configuration.profiles
        let standard = try known.named(options.profile ?? configuration.profile)
        var choice = ProfileChoice(known, standard: standard.name)
        for own in options.ownProfiles {
            choice.own.append(
                DeviceProfile(device: own[0], profile: try known.named(own[1]).name))
        }
        choice.own += configuration.devices
        choice.swipes = options.swipes ?? configuration.swipes
        choice.vibrates = configuration.vibrates
        return choice
    }
}
