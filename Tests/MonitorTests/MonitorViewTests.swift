import CLinux
import Driver
import Gestures
import Glibc
import Mapping
import TapProtocol
import TestSupport
import Testing

@testable import Monitor

@Suite("A monitor's screen")
struct MonitorViewTests {
    @Test("Without a Tap there is a hand at rest")
    func empty() {
        let lines = MonitorView(isUnicode: false).lines(of: MonitorModel(at: .zero))
        #expect(lines.count == 24)
        #expect(lines[0].text == " waiting for a Tap")
        #expect(lines[23].text.hasSuffix(" q quit"))
    }

    @Test(
        "The roll is in its place on the gauge",
        arguments: [
            (0.0, "├───────────●───────────┤ +90      0.0"),
            (-90, "●───────────────────────┤ +90    -90.0"),
            (90, "├───────────────────────● +90     90.0"),
            (45, "├─────────────────●─────┤ +90     45.0"),
            (-134.5, "◀───────────────────────┤ +90   -134.5"),
            (1e300, "├───────────────────────▶ +90 10000000"),
        ])
    func roll(roll: Double, gauge: String) {
        var model = MonitorModel(at: .zero)
        model.take(MonitorRecord(0, "-", .motion(dx: 0, dy: 0, roll: roll)))
        let row = MonitorView(isUnicode: true).lines(of: model)[14].text
        #expect(row == " pointer" + String(repeating: " ", count: 24) + "roll -90 " + gauge)
    }

    @Test("The footer has the packets, the latency, what is missing and the keys")
    func footer() {
        var model = MonitorModel(at: .zero)
        for packet in Int64(1)...4 {
            let latency = 100_000 * packet + 499
            model.take(MonitorRecord(packet, "00:00:00:00:00:01", .packet(latency: latency)))
        }
        model.advance(to: Timestamp(nanoseconds: 500_000_000))
        let view = MonitorView(isUnicode: false)
        #expect(
            view.lines(of: model)[23].text
                == " 4 packets/s  latency p50 200 p95 400 p99 400 us"
                + String(repeating: " ", count: 25)
                + "q quit")
        model.take(MonitorRecord(500, "-", .dropped(3)))
        model.take(MonitorRecord(501, "00:00:00:00:00:02", .packet(latency: nil)))
        #expect(
            view.lines(of: model)[23].text
                == " 4 packets/s  latency p50 200 p95 400 p99 400 us  missing 3      n next  q quit"
        )
        #expect(view.lines(of: model)[0].text.hasSuffix("Tap 1 of 2"))
    }

    @Test("What is down, and how many packets came, share a line")
    func down() {
        var model = MonitorModel(at: .zero)
        var tap = MonitorFacts.Tap(address: "-", name: "Tap", profile: "p", connection: "c")
        tap.packets = 12_345
        model.take(MonitorFacts(taps: [tap]))
        func row() -> String { MonitorView(isUnicode: false).lines(of: model)[15].text }
        #expect(row() == String(repeating: " ", count: 66) + "12345 packets")
        for code in [KeyCode.leftShift, .tab, .pageDown, .volumeDown, .playPause, .compose] {
            model.take(MonitorRecord(1, EventType.key, code.rawValue, 1, .keyboard))
        }
        #expect(
            row()
                == " down  KEY_LEFTSHIFT KEY_TAB KEY_PAGEDOWN KEY_VOLUMEDOWN KEY_PLA  12345 packets"
        )
    }

    @Test("A battery that is low is marked")
    func battery() {
        var tap = MonitorFacts.Tap(address: "-", name: "Tap", profile: "p", connection: "c")
        func style(_ percent: Int) -> MonitorStyle? {
            var model = MonitorModel(at: .zero)
            tap.battery = percent
            model.take(MonitorFacts(taps: [tap]))
            let line = MonitorView(isUnicode: false).lines(of: model)[0]
            return line.spans.first { $0.text.hasPrefix("battery \(percent)%") }?.style
        }
        #expect(style(16) == nil)
        #expect(style(15) == .alert)
    }

    @Test(
        "A name from the radio is printable, and as wide as it looks",
        arguments: [
            ("Tap\u{1b}[2J\n", "Tap?[2J?"), ("Zoë", "Zoë"), ("日本語", "???"), ("a\u{301}", "a?"),
            ("\u{202e}evil", "?evil"), ("🖐", "?"), ("", "-"), ("\u{ad}\u{200b}", "??"),
        ])
    func name(name: String, shown: String) {
        var model = MonitorModel(at: .zero)
        model.take(
            MonitorFacts(taps: [
                .init(address: "-", name: name, profile: "media", connection: "connected")
            ]))
        #expect(
            MonitorView(isUnicode: true).lines(of: model)[0].text
                == " \(shown)  connected  profile media")
    }

    // MARK: - Anything at all

    /// How many columns a terminal needs for a text, as the C library has it, or nil for what cannot
    /// be printed.
    private static func columns(_ text: String, _ locale: locale_t) -> Int? {
        let former = uselocale(locale)
        defer { uselocale(former) }
        var sum = 0
        for scalar in text.unicodeScalars {
            let width = wcwidth(wchar_t(scalar.value))
            guard width >= 0 else { return nil }
            sum += Int(width)
        }
        return sum
    }

    private static func text(_ random: inout SplitMix64) -> String {
        let kinds: [ClosedRange<UInt32>] = [
            0...0x7f, 0x80...0x52f, 0x300...0x36f, 0x590...0x6ff, 0x2000...0x206f,
            0x4e00...0x9fff, 0x1f000...0x1faff, 0...0x10ffff,
        ]
        let scalars = (0..<Int.random(in: 0...200, using: &random)).compactMap { _ in
            let kind = kinds.randomElement(using: &random) ?? 0...0x7f
            return Unicode.Scalar(UInt32.random(in: kind, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func record(_ random: inout SplitMix64) -> MonitorRecord {
        func whole() -> Int { Int(Int32.random(in: .min ... .max, using: &random)) }
        let limits: [Int64] = [1_000_000_000, 10_000_000_000, .max]
        let limit = limits.randomElement(using: &random) ?? 1
        let time = Timestamp(nanoseconds: Int64.random(in: -limit...limit, using: &random))
        let devices = ["-", "00:00:00:00:00:01", "00:00:00:00:00:02", text(&random)]
        let finger = Finger.allCases.randomElement(using: &random) ?? .index
        let doubles = [0.1, -90, 1e300, -Double.infinity, .nan]
        let contents: [MonitorRecord.Content] = [
            .motion(dx: whole(), dy: whole(), roll: doubles.randomElement(using: &random) ?? 0),
            .gesture(.dpad(.hold(finger))), .gesture(.dpad(.release(finger))),
            .gesture(.dpad(.rotate(degrees: doubles.randomElement(using: &random) ?? 0))),
            .gesture(.dpad(.drag(dx: whole(), dy: whole()))), .gesture(.dpad(.hide)),
            .gesture(.dpad(.show)), .gesture(.dpad(.direction(.up))),
            .gesture(.dpad(.pinch(finger))),
            .gesture(.tap(TapGesture(FingerMask(rawValue: UInt8(whole() & 0xff))))),
            .input(
                InputEvent(
                    time: time, device: .pointer,
                    type: UInt16.random(in: 0...4, using: &random),
                    code: UInt16.random(in: 0...0x2ff, using: &random), value: Int32(whole()))),
            .packet(latency: Int64.random(in: .min ... .max, using: &random)),
            .packet(latency: nil), .dropped(whole()),
        ]
        return MonitorRecord(
            time: time, device: devices.randomElement(using: &random) ?? "-",
            content: contents.randomElement(using: &random) ?? .packet(latency: nil))
    }

    @Test(
        "Whatever is told, there are 24 lines of at most 80 columns",
        arguments: 0..<20 as Range<UInt64>)
    func anything(seed: UInt64) throws {
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        defer { freelocale(locale) }
        #expect(Self.columns("日", locale) == 2)
        var random = SplitMix64(seed: seed)
        var model = MonitorModel(at: .zero)
        for _ in 0..<60 {
            for _ in 0..<10 { model.take(Self.record(&random)) }
            if Bool.random(using: &random) {
                var tap = MonitorFacts.Tap(
                    address: ["-", "00:00:00:00:00:01"].randomElement(using: &random) ?? "-",
                    name: Self.text(&random), profile: Self.text(&random),
                    connection: Self.text(&random), isPaused: Bool.random(using: &random))
                tap.protocolName = Self.text(&random)
                tap.battery = Int.random(in: .min ... .max, using: &random)
                tap.packets = Int.random(in: .min ... .max, using: &random)
                tap.unknownPackets = Int.random(in: .min ... .max, using: &random)
                model.take(MonitorFacts(taps: [tap]))
            }
            if Bool.random(using: &random) { model.next() }
            let moments: [Int64] = [0, 1_000_000, 2_000_000_000, .max]
            model.advance(to: Timestamp(nanoseconds: moments.randomElement(using: &random) ?? 0))
            for isUnicode in [true, false] {
                let lines = MonitorView(isUnicode: isUnicode).lines(of: model)
                #expect(lines.count == 24)
                for line in lines {
                    let columns = Self.columns(line.text, locale)
                    #expect(columns ?? .max <= 80, "\(line.text.debugDescription)")
                    if !isUnicode { #expect(line.text.utf8.allSatisfy { 0x20..<0x7f ~= $0 }) }
                }
            }
        }
    }
}
