@testable import Monitor

/// A monitor's screens as an SVG that shows one after the other, as a terminal would.
struct ScreenPicture {
    /// The screens, in their order.
    var screens: [[MonitorLine]]
    /// How long each is shown, in seconds.
    var seconds: Int

    /// The size of a character, in the picture's units.
    private static let (width, height) = (9, 18)
    private static let margin = 12

    /// The picture.
    var text: String {
        let (columns, rows) = (MonitorView.width, MonitorView.height)
        let size = (
            columns * Self.width + 2 * Self.margin, rows * Self.height + 2 * Self.margin
        )
        // What all screens have is there once.
        let common = (0..<rows).filter { row in
            screens.allSatisfy { $0[row] == screens[0][row] }
        }
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.0) \(size.1)">
            <!-- Written by `make docs`: the program's own screens. -->
            <title>tapinput monitor, in a terminal</title>
            <style>
            text { font: 15px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d4d4d4; \
            white-space: pre; }
            .strong { font-weight: bold; fill: #ffffff; } .dim { fill: #808080; }
            .active { font-weight: bold; fill: #8ae234; } \
            .alert { font-weight: bold; fill: #fcaf3e; }
            .screen { visibility: hidden; } .first { visibility: visible; }
            @media (prefers-reduced-motion: no-preference) {
            .screen { animation: show \(seconds * screens.count)s step-end infinite both; }
            @keyframes show { 0% { visibility: visible; } \(percent(of: 1)) { visibility: hidden; } }
            }
            </style>
            <rect width="100%" height="100%" rx="8" fill="#1b1d1e"/>

            """
        text += group("", common.map { ($0, screens[0][$0]) })
        for (number, screen) in screens.enumerated() {
            let name = number == 0 ? "screen first" : "screen"
            // The first one begins at once, and each of the others a period early: hidden until then.
            let delay = number == 0 ? 0 : (number - screens.count) * seconds
            text += group(
                " class=\"\(name)\" style=\"animation-delay: \(delay)s\"",
                (0..<rows).filter { !common.contains($0) }.map { ($0, screen[$0]) })
        }
        return text + "</svg>\n"
    }

    /// A share of the period, with two decimals.
    private func percent(of count: Int) -> String {
        let hundredths = 10_000 * count / screens.count
        let fraction = String(hundredths % 100)
        return "\(hundredths / 100).\(fraction.count < 2 ? "0" : "")\(fraction)%"
    }

    private func group(_ attributes: String, _ rows: [(Int, MonitorLine)]) -> String {
        "<g\(attributes)>\n" + rows.map { line($0.1, row: $0.0) }.joined() + "</g>\n"
    }

    /// Each run of a line at its own place, and as wide as its columns, whatever font there is.
    private func line(_ line: MonitorLine, row: Int) -> String {
        let y = Self.margin + row * Self.height + 14
        var (column, text) = (0, "")
        for span in line.spans {
            for run in Self.runs(of: span.text) {
                let x = Self.margin + (column + run.start) * Self.width
                let style = span.style == .plain ? "" : " class=\"\(span.style)\""
                let length = run.text.unicodeScalars.count * Self.width
                text +=
                    "<text x=\"\(x)\" y=\"\(y)\" textLength=\"\(length)\""
                    + " lengthAdjust=\"spacingAndGlyphs\"\(style)>\(Self.escaped(run.text))</text>\n"
            }
            column += span.text.unicodeScalars.count
        }
        return text
    }

    /// What stands between two or more spaces, and where it begins.
    private static func runs(of text: String) -> [(start: Int, text: String)] {
        var runs: [(start: Int, text: String)] = []
        var spaces = 2
        for (column, scalar) in text.unicodeScalars.enumerated() {
            if scalar == " " {
                spaces += 1
            } else if spaces >= 2 || runs.isEmpty {
                runs.append((column, String(scalar)))
                spaces = 0
            } else {
                runs[runs.count - 1].text += String(repeating: " ", count: spaces) + String(scalar)
                spaces = 0
            }
        }
        return runs
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
