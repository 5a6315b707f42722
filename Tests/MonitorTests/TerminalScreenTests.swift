import Driver
import Testing

@testable import Monitor

@Suite("Escape sequences for a terminal")
struct TerminalScreenTests {
    private static func line(_ text: String, _ style: MonitorStyle = .plain) -> MonitorLine {
        MonitorLine(spans: [MonitorLine.Span(text: text, style: style)])
    }

    private static let clear = "\u{1b}[0m\u{1b}[2J"

    @Test("The first picture clears the screen; after it only lines that are other ones are drawn")
    func changes() {
        var screen = TerminalScreen(usesColor: true)
        let first = screen.text(
            showing: [Self.line("one"), Self.line("two", .active)], rows: 24, columns: 80)
        #expect(
            first == Self.clear + "\u{1b}[1;1H\u{1b}[0mone\u{1b}[0m\u{1b}[K"
                + "\u{1b}[2;1H\u{1b}[0;1;32mtwo\u{1b}[0m\u{1b}[K")
        let same = screen.text(
            showing: [Self.line("one"), Self.line("two", .active)], rows: 24, columns: 80)
        #expect(same == "")
        let other = screen.text(
            showing: [Self.line("one"), Self.line("2", .dim)], rows: 24, columns: 80)
        #expect(other == "\u{1b}[2;1H\u{1b}[0;2m2\u{1b}[0m\u{1b}[K")
        let shorter = screen.text(showing: [Self.line("one")], rows: 24, columns: 80)
        #expect(shorter == "\u{1b}[2;1H\u{1b}[0m\u{1b}[K")
    }

    @Test("After another size, or when somebody else drew, everything is drawn again")
    func again() {
        var screen = TerminalScreen(usesColor: true)
        let lines = [Self.line("one")]
        let first = screen.text(showing: lines, rows: 24, columns: 80)
        #expect(screen.text(showing: lines, rows: 25, columns: 80) == first)
        screen.forget()
        #expect(screen.text(showing: lines, rows: 25, columns: 80) == first)
    }

    @Test(
        "Of a smaller terminal nothing outside is written to, and a full line is not cut at its end"
    )
    func small() {
        var screen = TerminalScreen(usesColor: true)
        let text = screen.text(
            showing: [Self.line("abcdef"), Self.line("x")], rows: 1, columns: 4)
        #expect(text == Self.clear + "\u{1b}[1;1H\u{1b}[0mabcd\u{1b}[0m")
        for (rows, columns) in [(0, 0), (-1, -1), (1, 0)] {
            screen.forget()
            let nothing = screen.text(showing: [Self.line("abc")], rows: rows, columns: columns)
            #expect(!nothing.contains("a"))
        }
    }

    @Test(
        "Without colours none is used",
        arguments: [MonitorStyle.plain, .strong, .dim, .active, .alert])
    func noColor(style: MonitorStyle) {
        var screen = TerminalScreen(usesColor: false)
        let text = screen.text(showing: [Self.line("x", style)], rows: 24, columns: 80)
        #expect(!text.contains(";3"))
    }

    @Test(
        "What the environment says of a terminal",
        arguments: [
            ([:], false, false, true),
            (["TERM": "dumb", "LANG": "C.UTF-8"], false, true, true),
            (["TERM": ""], false, false, true),
            (["TERM": "xterm", "LANG": "de_DE.utf8"], true, true, true),
            (["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C"], true, false, true),
            (["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": ""], true, true, true),
            (["TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.UTF-8"], true, true, true),
            (["TERM": "linux", "LANG": "de_DE.ISO-8859-1", "NO_COLOR": "1"], true, false, false),
            (["TERM": "linux", "NO_COLOR": ""], true, false, true),
        ] as [([String: String], Bool, Bool, Bool)])
    func use(environment: [String: String], screen: Bool, unicode: Bool, color: Bool) {
        let use = TerminalUse { environment[$0] }
        #expect(use.hasScreen == screen)
        #expect(use.isUnicode == unicode)
        #expect(use.usesColor == color)
    }
}

@Suite("Lines of records as they are read")
struct MonitorLinesTests {
    private static let text = "1.000000 - packet 5\n1.000001 - dpad hide\n"

    @Test("Lines may come in parts of any size", arguments: 1...45)
    func parts(size: Int) {
        var lines = MonitorLines()
        var rest = Array(Self.text.utf8)[...]
        var texts: [String] = []
        while !rest.isEmpty {
            texts += lines.take(rest.prefix(size)).map(\.text)
            rest = rest.dropFirst(size)
        }
        #expect(texts.joined(separator: "\n") + "\n" == Self.text)
        #expect(lines.malformed == 0)
    }

    @Test("A line that is no record is counted, and the next one read")
    func malformed() {
        var lines = MonitorLines()
        let long = String(repeating: "1", count: 1_000_000)
        let records = lines.take("\n\(long)\nrubbish\n\(Self.text)1.000002 - packet 5".utf8)
        #expect(records.map(\.text) == ["1.000000 - packet 5", "1.000001 - dpad hide"])
        #expect(lines.malformed == 3)
        #expect(lines.take(" 6\n".utf8).isEmpty)
        #expect(lines.malformed == 4)
    }
}
