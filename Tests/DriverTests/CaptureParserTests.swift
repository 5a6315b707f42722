import Driver
import Gestures
import TapProtocol
import Testing

@Suite("Reading a capture")
struct CaptureParserTests {
    private static func lines(_ text: String) throws(CaptureError) -> [Capture.Line] {
        try Capture([text]).lines
    }

    private static func content(_ line: String) throws -> Capture.Content {
        try #require(try lines(line).first).content
    }

    private static func nanoseconds(_ time: String) throws -> Int64 {
        try #require(try lines("c \(time)").first).time.nanoseconds
    }

    @Test("A capture may be empty but for its first line")
    func empty() throws {
        for text in ["tapcap 1", "tapcap 1\n", "tapcap 1\r\n"] {
            let capture = try Capture(parsing: Array(text.utf8), file: "a")
            #expect(capture.lines.isEmpty)
            #expect(capture.protocolVersion == .v2)
            #expect(capture.deviceName == "")
        }
    }

    @Test("Each kind of line is read")
    func kinds() throws {
        let capture = try Capture([
            "device v2 TapXR_A1B2", "n 0 c3ff000e 0103000065", "g 0.1 17", "m 0.2 3 -4 12.5",
            "c 0.3", "x 0.4",
        ])
        #expect(capture.protocolVersion == .v2)
        #expect(capture.deviceName == "TapXR_A1B2")
        #expect(
            capture.lines.map(\.content) == [
                .notification(characteristic: 0xc3ff_000e, bytes: [1, 3, 0, 0, 0x65]),
                .gesture(17), .motion(dx: 3, dy: -4, roll: 12.5), .clock, .connectionLost,
            ])
        #expect(
            capture.lines.map(\.time.nanoseconds) == [
                0, 100_000_000, 200_000_000, 300_000_000, 400_000_000,
            ])
    }

    @Test("Blank lines and lines that begin with # are ignored")
    func ignored() throws {
        let capture = try Capture(["", "# a comment", "#", "   ", "#g 0 99", "c 1", ""])
        #expect(capture.lines.map(\.content) == [.clock])
    }

    @Test("Lines may end as on other systems, and the last one need not end at all")
    func lineEnds() throws {
        let text = "tapcap 1\r\ndevice v1 A B\r\nc 1\r\nx 2"
        let capture = try Capture(parsing: Array(text.utf8), file: "a")
        #expect(capture.protocolVersion == .v1)
        #expect(capture.deviceName == "A B")
        #expect(capture.lines.map(\.content) == [.clock, .connectionLost])
    }

    @Test("A name goes on to the end of its line", arguments: ["A", "A B", "Tap #1 (v2)", "Tüp ✋"])
    func name(name: String) throws {
        #expect(try Capture(["device v2 \(name)"]).deviceName == name)
        #expect(try Capture(["c 0", "device v2 \(name)", "c 1"]).deviceName == name)
    }

    @Test("Times are exact to the nanosecond")
    func times() throws {
        #expect(try Self.nanoseconds("0") == 0)
        #expect(try Self.nanoseconds("007") == 7_000_000_000)
        #expect(try Self.nanoseconds("0.1") == 100_000_000)
        #expect(try Self.nanoseconds("1.000000001") == 1_000_000_001)
        #expect(try Self.nanoseconds("1.0000000019") == 1_000_000_001)
        #expect(try Self.nanoseconds("0.039999999") == 39_999_999)
        #expect(try Self.nanoseconds("123456789.987654321") == 123_456_789_987_654_321)
        #expect(try Self.nanoseconds("1000000000") == 1_000_000_000_000_000_000)
    }

    @Test("Times may repeat")
    func equalTimes() throws {
        #expect(try Self.lines("c 1\nc 1\nc 1.0\nc 1.000000000").count == 4)
    }

    @Test("Fields may be separated by several spaces")
    func spaces() throws {
        #expect(try Self.content("g   0    5 ") == .gesture(5))
    }

    @Test("All numbers of gestures are read", arguments: UInt8(1)...20)
    func gestures(number: UInt8) throws {
        #expect(try Self.content("g 0 \(number)") == .gesture(number))
    }

    @Test("Motion is whole numbers, and the roll a decimal one")
    func motion() throws {
        #expect(try Self.content("m 0 0 0 0") == .motion(dx: 0, dy: 0, roll: 0))
        #expect(
            try Self.content("m 0 -32768 32767 -179.75")
                == .motion(dx: -32768, dy: 32767, roll: -179.75))
    }

    @Test("Bytes are read in either case, up to the 512 of a characteristic")
    func bytes() throws {
        #expect(
            try Self.content("n 0 C3FF000E aBcD09")
                == .notification(characteristic: 0xc3ff_000e, bytes: [0xab, 0xcd, 0x09]))
        let long = String(repeating: "7f", count: 512)
        #expect(
            try Self.content("n 0 00002a19 \(long)")
                == .notification(
                    characteristic: 0x2a19, bytes: Array(repeating: 0x7f, count: 512)))
    }
}
