import Gestures
import TapProtocol
import Testing

@testable import Driver

@Suite("Writing a capture")
struct CaptureTextTests {
    /// The capture that a program reads from a header and lines that were written.
    private static func capture(
        name: String, lines: [String] = []
    ) throws -> Capture {
        let text = ([CaptureText.header(version: .v2, name: name)] + lines).joined(separator: "\n")
        return try Capture(parsing: Array(text.utf8), file: "a.tapcap")
    }

    @Test(
        "A header that was written can be read, whatever a device calls itself",
        arguments: [
            ("TapXR_A1B2", "TapXR_A1B2"), ("My Tap", "My Tap"), ("Tüp ✋", "Tüp ✋"),
            ("#1", "#1"), ("a\nb\rc\u{0}d\u{7f}e\u{85}f", "a?b?c?d?e?f"), ("", "Tap"),
        ])
    func header(name: String, expected: String) throws {
        let capture = try Self.capture(name: name)
        #expect(capture.protocolVersion == .v2)
        #expect(capture.deviceName == expected)
    }

    @Test("So can one of a name of spaces, or with spaces around it", arguments: [" ", "  A  "])
    func spaces(name: String) throws {
        _ = try Self.capture(name: name)
    }

    @Test("Notifications and the loss of the connection are read as they were written")
    func lines() throws {
        let bytes: [UInt8] = [0, 1, 0x0a, 0xff]
        let written = CaptureText.notification(bytes.span, from: 0x2a19, at: 1_500_000_000)
        let notification = try #require(written)
        #expect(notification == "n 1.500000 00002a19 00010aff")
        let lost = CaptureText.connectionLost(at: 2_000_001_000)
        #expect(lost == "x 2.000001")
        let lines = try Self.capture(name: "A", lines: [notification, lost]).lines
        #expect(
            lines.map(\.content) == [
                .notification(characteristic: 0x2a19, bytes: bytes), .connectionLost,
            ])
        #expect(lines.map(\.time.nanoseconds) == [1_500_000_000, 2_000_001_000])
    }

    @Test("An empty notification has no line")
    func empty() {
        let none: [UInt8] = []
        let line = CaptureText.notification(none.span, from: 0xc3ff_000e, at: 0)
        #expect(line == nil)
    }
}
