/// How a part of the screen stands out.
public enum MonitorStyle: Equatable, Sendable {
    /// Not at all.
    case plain
    /// What is more important than the rest.
    case strong
    /// What is less important.
    case dim
    /// What the hand is doing.
    case active
    /// What the user should look at.
    case alert
}

/// A line of the screen: its text, and how the parts of it stand out.
public struct MonitorLine: Equatable, Sendable {
    /// A part: so many characters in one style.
    public struct Span: Equatable, Sendable {
        /// The characters, each as wide as one column.
        public var text: String
        /// Their style.
        public var style: MonitorStyle
    }

    /// The parts, from the left.
    public var spans: [Span]

    /// The text of all parts.
    public var text: String { spans.map(\.text).joined() }

    /// The same line with so many columns at most.
    public func prefix(_ columns: Int) -> MonitorLine {
        var rest = max(0, columns)
        var parts: [Span] = []
        for span in spans where rest > 0 {
            let text = span.text.unicodeScalars.prefix(rest)
            rest -= text.count
            parts.append(Span(text: String(String.UnicodeScalarView(text)), style: span.style))
        }
        return MonitorLine(spans: parts)
    }
}

/// A grid of characters that are one column wide each.
struct Canvas {
    private struct Cell {
        var scalar: Unicode.Scalar = " "
        var style = MonitorStyle.plain
    }

    let width: Int
    let height: Int
    private var cells: [Cell]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        cells = Array(repeating: Cell(), count: width * height)
    }

    /// Puts a character; outside of the grid nothing happens.
    mutating func put(_ scalar: Unicode.Scalar, _ x: Int, _ y: Int, _ style: MonitorStyle) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        cells[y * width + x] = Cell(scalar: scalar, style: style)
    }

    /// Puts a text, of which so many columns at most; returns the column after it.
    @discardableResult
    mutating func put(
        _ text: String, _ x: Int, _ y: Int, _ style: MonitorStyle = .plain, columns: Int = .max
    ) -> Int {
        var x = x
        for scalar in text.unicodeScalars.prefix(max(0, columns)) {
            put(Self.isNarrow(scalar) ? scalar : "?", x, y, style)
            x += 1
        }
        return x
    }

    /// Puts the rows of a drawing, whose spaces are not drawn.
    mutating func draw(_ rows: [String], _ x: Int, _ y: Int, _ style: MonitorStyle) {
        for (row, text) in rows.enumerated() {
            for (column, scalar) in text.unicodeScalars.enumerated() where scalar != " " {
                put(scalar, x + column, y + row, style)
            }
        }
    }

    /// The lines, without what is empty at their ends; without Unicode each character becomes the
    /// nearest one of ASCII.
    func lines(unicode: Bool) -> [MonitorLine] {
        (0..<height).map { row in
            let line = cells[(row * width)..<((row + 1) * width)]
            let end = line.lastIndex { $0.scalar != " " }.map { $0 + 1 } ?? line.startIndex
            var spans: [MonitorLine.Span] = []
            for cell in line[..<end] {
                let scalar = unicode || cell.scalar.isASCII ? cell.scalar : Self.ascii(cell.scalar)
                // The style of a space is not seen.
                if let last = spans.last, last.style == cell.style || cell.scalar == " " {
                    spans[spans.count - 1].text.unicodeScalars.append(scalar)
                } else {
                    spans.append(MonitorLine.Span(text: String(scalar), style: cell.style))
                }
            }
            return MonitorLine(spans: spans)
        }
    }

    /// Whether a character is printed in one column by every terminal, and left to right: of
    /// letters those of the Latin, Greek and Cyrillic scripts, and what pictures are made of.
    static func isNarrow(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7e: return true
        case 0xa0..<0x530:
            switch scalar.properties.generalCategory {
            case .control, .format, .nonspacingMark, .spacingMark, .enclosingMark, .unassigned:
                return false
            default: return true
            }
        default: return asciiOfDrawings[scalar] != nil || (0x2800...0x28ff).contains(scalar.value)
        }
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if (0x2801...0x28ff).contains(scalar.value) { return "*" }
        return asciiOfDrawings[scalar] ?? (scalar == "µ" ? "u" : "?")
    }

    private static let asciiOfDrawings: [Unicode.Scalar: Unicode.Scalar] = [
        "─": "-", "━": "=", "│": "|", "┃": "|", "╭": ".", "╮": ".", "╰": "'", "╯": "'",
        "┬": "+", "┴": "+", "├": "|", "┤": "|", "●": "@", "◀": "<", "▶": ">", "▲": "^",
        "▼": "v", "…": ".", "\u{2800}": " ",
    ]
}
