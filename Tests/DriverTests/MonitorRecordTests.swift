import Driver
import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@Suite("Records for a monitor, and their text")
struct MonitorRecordTests {
    private static let address = "A0:B1:C2:D3:E4:F5"

    private static func record(
        _ microseconds: Int64, _ content: MonitorRecord.Content, device: String = address
    ) -> MonitorRecord {
        MonitorRecord(
            time: Timestamp(nanoseconds: microseconds * 1000), device: device, content: content)
    }

    private static func input(
        _ device: OutputDevice, _ type: UInt16, _ code: UInt16, _ value: Int32
    ) -> MonitorRecord {
        let time = Timestamp(nanoseconds: 1_000_000_000)
        let event = InputEvent(time: time, device: device, type: type, code: code, value: value)
        return MonitorRecord(time: time, device: address, content: .input(event))
    }

    @Test(
        "Each kind has its line, which reads as the same record",
        arguments: [
            (
                "12.034500 \(address) motion 4 -3 12.5",
                record(12_034_500, .motion(dx: 4, dy: -3, roll: 12.5))
            ),
            ("0.000000 - motion 0 0 0", record(0, .motion(dx: 0, dy: 0, roll: 0), device: "-")),
            (
                "0.000001 - dpad direction up",
                record(1, .gesture(.dpad(.direction(.up))), device: "-")
            ),
            (
                "1.000000 \(address) dpad pinch 0",
                record(1_000_000, .gesture(.dpad(.pinch(.index))))
            ),
            ("1.000000 \(address) dpad hold 3", record(1_000_000, .gesture(.dpad(.hold(.little))))),
            (
                "1.000000 \(address) dpad mode drag",
                record(1_000_000, .gesture(.dpad(.mode(.drag))))
            ),
            (
                "1.000000 \(address) dpad rotate -7.5",
                record(1_000_000, .gesture(.dpad(.rotate(degrees: -7.5))))
            ),
            (
                "1.000000 \(address) dpad drag -4 70",
                record(1_000_000, .gesture(.dpad(.drag(dx: -4, dy: 70))))
            ),
            (
                "1.000000 \(address) dpad release 1",
                record(1_000_000, .gesture(.dpad(.release(.middle))))
            ),
            ("1.000000 \(address) dpad hide", record(1_000_000, .gesture(.dpad(.hide)))),
            ("1.000000 \(address) dpad show", record(1_000_000, .gesture(.dpad(.show)))),
            (
                "1.000000 \(address) dpad tap thumb+little double",
                record(1_000_000, .gesture(.tap(TapGesture([.thumb, .little], count: 2))))
            ),
            (
                "1.000000 \(address) dpad tap index",
                record(1_000_000, .gesture(.tap(TapGesture(.index))))
            ),
            ("1.000000 \(address) input pointer EV_KEY BTN_LEFT 1", input(.pointer, 1, 0x110, 1)),
            ("1.000000 \(address) input keyboard EV_KEY KEY_RIGHT 0", input(.keyboard, 1, 106, 0)),
            (
                "1.000000 \(address) input pointer EV_REL REL_WHEEL_HI_RES -15",
                input(.pointer, 2, 11, -15)
            ),
            ("1.000000 \(address) input pointer EV_KEY 752 1", input(.pointer, 1, 752, 1)),
            ("1.000000 \(address) packet 183000", record(1_000_000, .packet(latency: 183_000))),
            ("1.000000 - packet -", record(1_000_000, .packet(latency: nil), device: "-")),
            ("1.000000 - dropped 12", record(1_000_000, .dropped(12), device: "-")),
        ] as [(String, MonitorRecord)])
    func text(line: String, record: MonitorRecord) {
        #expect(record.text == line)
        #expect(MonitorRecord(parsing: line.utf8) == record)
    }

    @Test(
        "What is not exactly a record's line is none",
        arguments: [
            "", " ", "\n", "1.000000", "1.000000 -", "1.000000 - ", "1.000000 - packet",
            "1.000000 - packet  5", " 1.000000 - packet 5", "1.000000 - packet 5 ",
            "1.000000 - packet 5\r", "1.000000 - packet +5", "1.000000 - packet 05",
            "1.000000 - packet -5", "1.000000 - packet 9223372036854775808",
            "1.0 - packet 5", "1 - packet 5", "-1.000000 - packet 5", ".000000 - packet 5",
            "01.000000 - packet 5", "9999999999.000000 - packet 5", "1.00000x - packet 5",
            "1.000000 * packet 5", "1.000000 A0:B1:C2:D3:E4 packet 5",
            "1.000000 A0:B1:C2:D3:E4:F5:F6 packet 5", "1.000000 A0:B1:C2:D3:E4:G5 packet 5",
            "1.000000 A0:B1:C2:D3:E4:\u{ff11}\u{ff11} packet 5", "1.000000 - pocket 5",
            "1.000000 - dropped 0", "1.000000 - dropped -1", "1.000000 - motion 1 2",
            "1.000000 - motion 1 2 3 4", "1.000000 - motion 1 2 nan", "1.000000 - motion 1 2 inf",
            "1.000000 - motion 1 2 1e3", "1.000000 - motion 1 2 .5", "1.000000 - motion 1 2 5.",
            "1.000000 - motion 1 2 -0", "1.000000 - motion 1 2 1.50",
            "1.000000 - motion 3000000000 2 1", "1.000000 - motion 1 2 99999999999999999999",
            "1.000000 - dpad", "1.000000 - dpad pinch", "1.000000 - dpad pinch 4",
            "1.000000 - dpad pinch 1 2", "1.000000 - dpad hide 1", "1.000000 - dpad jump",
            "1.000000 - dpad mode hold", "1.000000 - dpad direction north",
            "1.000000 - dpad rotate x", "1.000000 - dpad drag 1", "1.000000 - dpad tap",
            "1.000000 - dpad tap index+thumb", "1.000000 - dpad tap thumb single",
            "1.000000 - dpad tap thumb double double", "1.000000 - dpad tap nose",
            "1.000000 - input", "1.000000 - input pointer EV_KEY BTN_LEFT",
            "1.000000 - input mouse EV_KEY BTN_LEFT 1", "1.000000 - input pointer EV_NO BTN_LEFT 1",
            "1.000000 - input pointer EV_KEY BTN_MOUSE 1", "1.000000 - input pointer 1 BTN_LEFT 1",
            "1.000000 - input pointer EV_KEY 272 1", "1.000000 - input pointer EV_KEY BTN_LEFT +1",
            "1.000000 - input pointer EV_KEY KEY_NO_SUCH 1",
            "1.000000 - input pointer EV_KEY BTN_LEFT\u{0} 1",
            "1.000000 - input pointer EV_KEY 70000 1",
            "1.000000 - input pointer EV_REL REL_X 2147483648",
            "1.000000 - packet 5\u{1b}[2J", "é", String(repeating: "1", count: 100_000),
        ])
    func malformed(line: String) {
        #expect(MonitorRecord(parsing: line.utf8) == nil)
    }

    @Test("Bytes of any kind are no trap", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let good = Array("12.034500 A0:B1:C2:D3:E4:F5 input pointer EV_KEY BTN_LEFT 1".utf8)
        var read = 0
        for _ in 0..<500 {
            var bytes = good
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            guard let record = MonitorRecord(parsing: bytes) else { continue }
            read += 1
            #expect(Array(record.text.utf8) == bytes)
        }
        #expect(read > 0)
    }

    @Test("Every record of every gesture reads as itself")
    func demo() throws {
        let capture = try Capture(parsing: Capture.demoFile, file: "demo.tapcap")
        var player = ReplayPlayer(capture, PipelineSetup(.desktop))
        var output = PipelineOutput()
        var records: [MonitorRecord] = []
        while player.nextTime != nil { records += player.records(ofNextStepInto: &output) }
        #expect(records.count > 1000)
        for record in records {
            #expect(record.text.utf8.count <= MonitorRecord.longestLine)
            #expect(MonitorRecord(parsing: record.text.utf8)?.text == record.text)
        }
    }

    @Test("The records of a step: motion, gestures, events without the ends of frames, the packet")
    func order() throws {
        let capture = try Capture([
            "n 0.1 c3ff000e 0103000066", "n 0.2 c3ff000e 0000000000140000000000000001000000000000",
        ])
        var player = ReplayPlayer(capture, PipelineSetup(.desktop))
        var output = PipelineOutput()
        var lines: [String] = []
        while player.nextTime != nil {
            lines += player.records(ofNextStepInto: &output).map(\.text)
        }
        #expect(
            lines == [
                "0.100000 - dpad direction right",
                "0.100000 - input keyboard EV_KEY KEY_RIGHT 1", "0.100000 - packet -",
                "0.120000 - input keyboard EV_KEY KEY_RIGHT 0",
                "0.200000 - motion 20 0 0", "0.200000 - input pointer EV_REL REL_X 9",
                "0.200000 - packet -",
            ])
    }
}
