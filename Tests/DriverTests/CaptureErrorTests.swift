import Driver
import TestSupport
import Testing

@Suite("Malformed captures")
struct CaptureErrorTests {
    /// The error of a file, in its text form.
    private static func error(_ bytes: [UInt8]) -> String? {
        do throws(CaptureError) {
            _ = try Capture(parsing: bytes, file: "a.tapcap")
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "The first line is always the same",
        arguments: [
            "", "\n", "tapcap", "tapcap 2", "tapcap 10", " tapcap 1", "tapcap 1 ", "TAPCAP 1",
            "# a comment\ntapcap 1", "\ntapcap 1", "device v2 A", "\u{feff}tapcap 1",
        ])
    func firstLine(text: String) {
        #expect(
            Self.error(Array(text.utf8))
                == "a.tapcap:1: the first line must be \"tapcap 1\"")
    }

    static let forms: [(String, String)] = [
        ("q 0", "unknown line \"q\", expected one of device, n, g, m, c, x"),
        ("tapcap 1", "unknown line \"tapcap\", expected one of device, n, g, m, c, x"),
        ("N 0 c3ff000e 00", "unknown line \"N\", expected one of device, n, g, m, c, x"),
        (" # no comment", "unknown line \"#\", expected one of device, n, g, m, c, x"),
        ("c", "missing fields, expected \"c <t>\""),
        ("c 0 1", "too many fields, expected \"c <t>\""),
        ("x", "missing fields, expected \"x <t>\""),
        ("x 0 1", "too many fields, expected \"x <t>\""),
        ("g 0", "missing fields, expected \"g <t> <gesture>\""),
        ("g 0 1 2", "too many fields, expected \"g <t> <gesture>\""),
        ("m 0 1 2", "missing fields, expected \"m <t> <dx> <dy> <roll>\""),
        ("m 0 1 2 3 4", "too many fields, expected \"m <t> <dx> <dy> <roll>\""),
        ("n 0 c3ff000e", "missing fields, expected \"n <t> <characteristic> <hex>\""),
        ("n 0 c3ff000e 00 00", "too many fields, expected \"n <t> <characteristic> <hex>\""),
        ("device", "device: the protocol is missing, v1 or v2"),
        ("device v2", "device: the name is missing"),
        ("device v2 ", "device: the name is missing"),
        ("device v3 Tap", "device: unknown protocol \"v3\", expected v1 or v2"),
        ("device Tap", "device: unknown protocol \"Tap\", expected v1 or v2"),
    ]

    static let values: [(String, String)] =
        ["-1", "1,5", "1e3", ".5", "5.", "nan", "1.2.3", "+1", "0x1", "١", "1s", "--", "."].map {
            ("c \($0)", "time \"\($0)\" is not a decimal number of seconds")
        }
        + ["99999999999", "-2147483649"].map { ("m 0 \($0) 0 0", "dx \($0) is too large") }
        + [("m 0 0 0 1000000.5", "roll 1000000.5 is too large")]
        + ["1000000001", "99999999999999999999999"].map { ("c \($0)", "time \($0) is too large") }
        + ["0", "21", "-1", "x", "1.5", "256", "swipe"].map {
            ("g 0 \($0)", "gesture \"\($0)\" is not one of 1 to 20")
        }
        + ["a", "1.5", "", "1e3", "-", "+-1"].filter { !$0.isEmpty }.map {
            ("m 0 \($0) 0 0", "dx \"\($0)\" is not a whole number")
        }
        + [("m 0 0 0.5 0", "dy \"0.5\" is not a whole number")]
        + ["x", "nan", "inf", "1e3", "0x10", "--1", "."].map {
            ("m 0 0 0 \($0)", "roll \"\($0)\" is not a number of degrees")
        }
        + ["c3ff000", "c3ff000e0", "c3ff000g", "0xc3ff00", "-3ff000e"].map {
            ("n 0 \($0) 00", "\"\($0)\" is not the eight hex digits that begin a UUID")
        }
        + [
            ("n 0 c3ff000e 012", "an odd number of hex digits"),
            ("n 0 c3ff000e 0g", "\"0g\" is not hexadecimal"),
            ("n 0 c3ff000e +1", "\"+1\" is not hexadecimal"),
            (
                "n 0 c3ff000e " + String(repeating: "00", count: 513),
                "513 bytes are more than a characteristic can have (512)"
            ),
        ]

    @Test("A malformed line is told with file, line and what is wrong", arguments: forms + values)
    func malformed(line: String, problem: String) {
        let text = "tapcap 1\n# a comment\n\(line)\nc 9\n"
        #expect(Self.error(Array(text.utf8)) == "a.tapcap:3: \(problem)")
        // The same at the end of a file without a last line end, and with other line ends.
        let last = "tapcap 1\r\n\r\nc 0\r\n\(line)"
        #expect(Self.error(Array(last.utf8)) == "a.tapcap:4: \(problem)")
    }

    @Test("Time never decreases, not even behind lines that are ignored")
    func decreasingTime() {
        let text = "tapcap 1\nc 2\n# a comment\n\nc 1.999999999\n"
        #expect(
            Self.error(Array(text.utf8))
                == "a.tapcap:5: time 1.999999999 is before the line above")
    }

    @Test("There is one device line at most")
    func secondDevice() {
        let text = "tapcap 1\ndevice v2 A\nc 0\ndevice v2 A\n"
        #expect(Self.error(Array(text.utf8)) == "a.tapcap:4: a second device line")
    }

    @Test("What is no UTF-8 is told, wherever it is")
    func notUTF8() {
        let first: [UInt8] = [0xff]
        #expect(Self.error(first) == "a.tapcap:1: not UTF-8")
        let comment = Array("tapcap 1\n# ".utf8) + [0xc3, 0x28]
        #expect(Self.error(comment) == "a.tapcap:2: not UTF-8")
    }

    @Test("Random bytes behind a good beginning are never fatal")
    func random() {
        var random = SplitMix64(seed: 8)
        let alphabet = Array("ngmcxdevice v2 0123456789.-abcdef\n\r#\t ".utf8) + [0xff, 0]
        var accepted = 0
        for _ in 0..<3000 {
            let length = Int.random(in: 0...60, using: &random)
            let noise = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            guard let error = Self.error(Array("tapcap 1\n".utf8) + noise) else {
                accepted += 1
                continue
            }
            if !error.hasPrefix("a.tapcap:") || error.contains("\n") {
                Issue.record("\(noise) gives the error \(error)")
                return
            }
        }
        #expect(accepted > 10)
    }
}
