import Gestures
import Mapping
import TapProtocol

/// The picture `docs/hand.svg`: the hand, its gestures, and what each does in each profile.
enum HandDocument {
    private static let width = 1000
    private static let tableTop = 520
    private static let rowHeight = 25
    /// Where the columns of the table begin: the finger, the gesture, and the profiles.
    private static let fingerX = 48
    private static let gestureX = 122
    private static let profileX = 278
    private static let profileWidth = 174
    /// The most letters of a cell, so that the widest usual font does not run into the next one.
    static let longestCell = 20

    /// A row of the table.
    struct Row {
        /// The group it belongs to, where it is the first of it.
        var group = ""
        var gesture: String
        /// What it does in each profile; nil for nothing.
        var cells: [String?]
    }

    /// The rows for some profiles; throws where there are no words for what a gesture does.
    static func rows(_ profiles: [Profile]) throws -> [Row] {
        func row(
            _ group: String = "", _ gesture: String, _ cell: (Profile) throws -> String?
        ) rethrows -> Row {
            Row(group: group, gesture: gesture, cells: try profiles.map(cell))
        }
        var rows = [row("hand", "move", { $0.pointer.isEnabled ? "moves the pointer" : nil })]
        for direction in Direction.allCases {
            rows.append(
                try row("", "swipe \(direction)") { profile in
                    let words = try GestureWords.action(profile.directions[direction])
                    let repeats = profile.directions.repeatRate > 0
                    return words.map { repeats ? "\($0), repeats" : $0 }
                })
        }
        for finger in Finger.allCases {
            rows += [
                try row("\(finger)", "pinch") { try GestureWords.action($0.fingers[finger].pinch) },
                try row("", "hold and move") { try GestureWords.drag($0.fingers[finger]) },
                try row("", "hold and twist") { try GestureWords.twist($0.fingers[finger]) },
                try row("", "tap") { try GestureWords.action($0[TapGesture(finger.alone)]) },
            ]
        }
        let all: FingerMask = [.thumb, .index, .middle, .ring, .little]
        rows.append(try row("all five", "tap") { try GestureWords.action($0[TapGesture(all)]) })
        return rows
    }

    /// The picture.
    static func text(_ profiles: [Profile]) throws -> String {
        let rows = try rows(profiles)
        let height = tableTop + 64 + rows.count * rowHeight + 44
        let colours = Dictionary(
            uniqueKeysWithValues: HandDrawing.fingers.map { ($0.name, $0.colour) })
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-size="15" fill="#24292f" \
            font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" role="img">
            <!-- Written by `make docs` from the built-in profiles. -->
            <title>The hand, its gestures, and what each does in each profile</title>
            \(HandDrawing.definitions)
            <rect x="1" y="1" width="\(width - 2)" height="\(height - 2)" rx="16" fill="#f6f8fa" \
            stroke="#d0d7de" stroke-width="2"/>
            <g transform="translate(30,18)" font-size="16">
            \(HandDrawing.hand)
            </g>
            \(cards)
            \(header(profiles, rows.count))
            \(rows.enumerated().map { line($1, $0, colours) }.joined(separator: "\n"))
            <text x="\(fingerX)" y="\(height - 18)" font-size="13" fill="\(HandDrawing.grey)">A \
            tap is one of a finger on a surface, where the Tap looks for taps instead of pinches.</text>
            </svg>

            """
    }

    /// The gestures, each with a small picture and how it is done.
    private static var cards: String {
        HandDrawing.Gesture.allCases.enumerated().map { index, gesture in
            let (name, how) = gesture.words
            let lines = how.enumerated().map { line, text in
                "<text x=\"74\" y=\"\(44 + line * 19)\" fill=\"\(HandDrawing.grey)\">\(text)</text>"
            }
            return """
                <g transform="translate(516,\(34 + index * 76))">
                \(HandDrawing.icon(gesture))
                <text x="74" y="23" font-size="17" font-weight="bold">\(name)</text>
                \(lines.joined(separator: "\n"))
                </g>
                """
        }.joined(separator: "\n")
    }

    private static func x(_ column: Int) -> Int { profileX + column * profileWidth }

    private static func header(_ profiles: [Profile], _ count: Int) -> String {
        let names = profiles.enumerated().map { column, profile in
            "<text x=\"\(x(column))\" y=\"\(tableTop + 32)\" font-size=\"17\" "
                + "font-weight=\"bold\">\(profile.name)</text>"
        }
        return """
            <rect x="28" y="\(tableTop)" width="\(width - 56)" \
            height="\(56 + count * rowHeight)" rx="10" fill="#ffffff" stroke="#d0d7de"/>
            \(names.joined(separator: "\n"))
            """
    }

    private static func line(_ row: Row, _ index: Int, _ colours: [String: String]) -> String {
        let y = tableTop + 66 + index * rowHeight
        var parts: [String] = []
        if !row.group.isEmpty {
            parts.append("<path d=\"M40,\(y - 18) H\(width - 40)\" stroke=\"#d0d7de\"/>")
            let colour = colours[row.group] ?? "#24292f"
            parts.append(
                "<text x=\"\(fingerX)\" y=\"\(y)\" font-weight=\"bold\" fill=\"\(colour)\">"
                    + "\(row.group)</text>")
        }
        parts.append(
            "<text x=\"\(gestureX)\" y=\"\(y)\" fill=\"\(HandDrawing.grey)\">\(row.gesture)</text>")
        for (column, cell) in row.cells.enumerated() {
            let (text, colour) = cell.map { ($0, "#24292f") } ?? ("–", "#8c959f")
            parts.append(
                "<text x=\"\(x(column))\" y=\"\(y)\" font-size=\"14\" fill=\"\(colour)\">\(text)</text>"
            )
        }
        return parts.joined(separator: "\n")
    }
}

extension Finger {
    /// The finger alone, as taps have it.
    fileprivate var alone: FingerMask {
        switch self {
        case .index: .index
        case .middle: .middle
        case .ring: .ring
        case .little: .little
        }
    }
}
