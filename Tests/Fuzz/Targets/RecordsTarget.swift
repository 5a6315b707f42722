import Driver
import Gestures
import Monitor

/// What a monitor reads of a driver, as lines that come in parts, and the screen that it becomes.
enum RecordsTarget {
    static func check(_ bytes: [UInt8]) -> String? {
        var whole = MonitorLines()
        let records = whole.take(bytes)
        var parts = MonitorLines()
        let middle = bytes.count / 2
        let inParts = parts.take(bytes[..<middle]) + parts.take(bytes[middle...])
        if records != inParts || whole.malformed != parts.malformed {
            return "lines that come in parts are others"
        }
        var model = MonitorModel(at: .zero)
        for record in records {
            if MonitorRecord(parsing: record.text.utf8) != record { return "lost: \(record.text)" }
            model.take(record)
        }
        model.miss(whole.malformed)
        if let due = model.deadline { model.advance(to: due) }
        let lines = MonitorView(isUnicode: records.count.isMultiple(of: 2)).lines(of: model)
        return lines.count == MonitorView.height ? nil : "a screen of \(lines.count) lines"
    }
}
