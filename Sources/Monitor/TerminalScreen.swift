/// What a terminal shows, and the text that makes it show something else: the escape sequences of
/// ECMA-48 that every terminal has, and no line that is there already.
public struct TerminalScreen {
    /// The alternate screen, without a cursor, and nothing on it.
    public static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J"
    /// The main screen as it was, with its cursor.
    public static let leave = "\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

    private let usesColor: Bool
    private var shown: [MonitorLine] = []
    private var size = (rows: 0, columns: 0)

    /// An empty screen; without colour what is important is bold.
    public init(usesColor: Bool) {
        self.usesColor = usesColor
    }

    /// Nobody knows what the terminal shows any more.
    public mutating func forget() {
        size = (0, 0)
    }

    /// The text that shows these lines on a terminal of a size, as far as there is room; empty where
    /// they are there already.
    public mutating func text(showing lines: [MonitorLine], rows: Int, columns: Int) -> String {
        var text = ""
        if size != (rows, columns) {
            text = "\u{1b}[0m\u{1b}[2J"
            size = (rows, columns)
            shown = []
        }
        let visible = lines.prefix(max(0, rows)).map { $0.prefix(columns) }
        let empty = MonitorLine(spans: [])
        for row in 0..<max(visible.count, shown.count) {
            let line = row < visible.count ? visible[row] : empty
            guard line != (row < shown.count ? shown[row] : empty) else { continue }
            text += "\u{1b}[\(row + 1);1H" + rendered(line, columns)
        }
        shown = visible
        return text
    }

    private func rendered(_ line: MonitorLine, _ columns: Int) -> String {
        var text = ""
        for span in line.spans {
            text += "\u{1b}[0\(code(of: span.style))m\(span.text)"
        }
        text += "\u{1b}[0m"
        // Behind a full line the cursor may still be on its last character.
        let isFull = line.text.unicodeScalars.count >= columns
        return isFull ? text : text + "\u{1b}[K"
    }

    private func code(of style: MonitorStyle) -> String {
        switch style {
        case .plain: ""
        case .strong: ";1"
        case .dim: ";2"
        case .active: usesColor ? ";1;32" : ";1"
        case .alert: usesColor ? ";1;33" : ";1"
        }
    }
}

/// How a terminal is to be used, by the environment.
public struct TerminalUse: Equatable, Sendable {
    /// Whether it has a screen on which a cursor can be moved.
    public var hasScreen: Bool
    /// Whether it shows other characters than those of ASCII.
    public var isUnicode: Bool
    /// Whether colours are wanted.
    public var usesColor: Bool

    /// What the variables of an environment say: `TERM`, the locale's, and `NO_COLOR`
    /// (https://no-color.org).
    public init(_ variable: (String) -> String?) {
        func value(_ name: String) -> String? {
            variable(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        hasScreen = value("TERM").map { $0 != "dumb" } ?? false
        let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? ""
        let charset = locale.lowercased().filter { $0.isLetter || $0.isNumber }
        isUnicode = charset.contains("utf8")
        usesColor = value("NO_COLOR") == nil
    }
}
