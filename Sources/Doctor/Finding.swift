/// One thing that was looked at: how it stands, and what mends it.
public struct Finding: Equatable, Sendable {
    /// How it stands.
    public enum Level: String, CaseIterable, Sendable {
        /// As it should be.
        case ok
        /// It works, but not as well as it could, or not at every time.
        case warning
        /// The driver cannot do its work like this.
        case problem
    }

    /// How it stands.
    public var level: Level
    /// What was found, in one line without the remedy.
    public var text: String
    /// The command that mends it; nil where none does.
    public var command: String?
    /// What a person has to do, after the command if there is one.
    public var advice: String?

    /// A finding with what mends it, if anything does.
    public init(level: Level, text: String, command: String? = nil, advice: String? = nil) {
        self.level = level
        self.text = text
        self.command = command
        self.advice = advice
    }

    /// What was found and what mends it, in one line; a command stands between backticks.
    public var line: String {
        let remedies = [command.map { "`\($0)`" }, advice].compactMap(\.self)
        return remedies.isEmpty ? text : "\(text): \(remedies.joined(separator: ", "))"
    }

    static func ok(_ text: String) -> Finding { Finding(level: .ok, text: text) }

    static func warning(
        _ text: String, _ command: String? = nil, advice: String? = nil
    ) -> Finding {
        Finding(level: .warning, text: text, command: command, advice: advice)
    }

    static func problem(
        _ text: String, _ command: String? = nil, advice: String? = nil
    ) -> Finding {
        Finding(level: .problem, text: text, command: command, advice: advice)
    }
}
