import EventLoop
import Glibc
import TapProtocol

/// How much a message matters, as the journal counts it (`syslog.h`).
enum Priority: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
}

/// Messages for people, on standard error: one line each, with the journal's priority in front
/// where systemd reads them.
struct Messages {
    /// Whether standard error goes to the journal.
    private let isJournal: Bool

    init() {
        // Whoever is started by a service inherits the variable; it names the stream that it means.
        var status = stat()
        let stream = environmentVariable("JOURNAL_STREAM")
        isJournal =
            fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// The longest message, in characters: a malformed line may be of any length.
    private static let longest = 1000

    /// Writes one line of printable text.
    func say(_ priority: Priority, _ text: String) {
        let clean = text.printable
        let short = clean.count > Self.longest ? clean.prefix(Self.longest) + "…" : clean[...]
        let line = (isJournal ? "<\(priority.rawValue)>" : "") + "tapinput: \(short)\n"
        // There is nobody left to tell that standard error is gone.
        _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
