import Glibc

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
        isJournal = getenv("JOURNAL_STREAM") != nil
    }

    /// Writes one line; control characters in it, as a device's name may have them, become "?".
    func say(_ priority: Priority, _ text: String) {
        let clean = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
        let line = (isJournal ? "<\(priority.rawValue)>" : "") + "tapinput: \(clean)\n"
        // There is nobody left to tell that standard error is gone.
        _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
