import TapProtocol
import Testing

@Suite("Text from outside on a terminal")
struct PrintableTextTests {
    @Test(
        "What breaks the line, moves a cursor or is not seen is a question mark",
        arguments: [
            ("", ""), ("TapXR 2.7", "TapXR 2.7"), ("Zoë 🖐 日本", "Zoë 🖐 日本"),
            ("a\u{301}", "a\u{301}"), ("a\u{1b}[2Jb", "a?[2Jb"), ("a\nb\rc\td", "a?b?c?d"),
            ("a\r\nb", "a??b"), ("\0\u{7f}\u{85}\u{9b}", "????"), ("a\u{2028}b\u{2029}c", "a?b?c"),
            ("\u{202e}a\u{202c}", "?a?"), ("\u{2066}a\u{2069}", "?a?"),
            ("\u{200e}\u{200f}\u{61c}", "???"), ("a\u{200b}b\u{200d}c\u{feff}", "a?b?c?"),
            ("\u{ad}", "?"), ("\u{e0041}", "?"), ("a\u{a0}b", "a\u{a0}b"),
        ])
    func printable(text: String, expected: String) {
        // By scalars: two strings are also equal where only their canonical forms are.
        #expect(Array(text.printable.unicodeScalars) == Array(expected.unicodeScalars))
    }
}
