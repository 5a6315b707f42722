/// Something that is wrong in a configuration file, or looks so.
public struct Diagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: Sendable {
        /// The file cannot be used.
        case error
        /// The file can be used; something in it may not do what is expected.
        case warning
    }

    /// The file as it was named, by the user or by the file that includes it.
    public let file: String
    /// The line, from 1 on; 0 where the whole file is meant.
    public let line: Int
    /// How much it matters.
    public let severity: Severity
    /// What is wrong, in one line without the place.
    public let message: String

    /// The most letters of a message: what stands in a file can be as long as the file.
    private static let longest = 500

    init(_ place: Place, _ message: String, _ severity: Severity = .error) {
        file = place.file
        line = place.line
        self.severity = severity
        self.message = message.cut(to: Self.longest)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `FILE:LINE: message`, or `FILE: message` where the whole file is meant.
    public var description: String {
        line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
    }
}

/// A line of a file.
struct Place: Hashable, Sendable {
    /// The file as it was named.
    var file: String
    /// From 1 on; 0 for the whole file.
    var line: Int

    /// The line as another message of a file names it: the file too only where it is another one.
    func seen(from other: Place) -> String {
        file == other.file ? "line \(line)" : "\(file):\(line)"
    }
}
