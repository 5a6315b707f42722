import Control
import TapProtocol
import Testing

@testable import tapinput

@Suite("What `status` prints")
struct StatusTests {
    private static let streaming: ControlTap = {
        var tap = ControlTap(address: "A0:B1:C2:D3:E4:F5")
        tap.name = "Left\u{1b}[31m"
        tap.connection = "active"
        tap.protocolVersion = "v2"
        tap.battery = 80
        tap.profile = "desktop"
        tap.mode = "drag"
        tap.held = "index"
        tap.counters = ["notifications": 1200, "unknown-frames": 2, "foreign-notifications": 0]
        tap.timing = [
            "age": 12_345, "interval-p50": 5_000, "interval-p95": 7_129, "interval-p99": 20_000,
            "latency-p50": 40, "latency-p95": 105, "latency-p99": 1_000,
        ]
        return tap
    }()

    private static func state(_ change: (inout ControlState) -> Void = { _ in }) -> ControlState {
        var state = ControlState(profile: "desktop", profiles: ["desktop", "media"])
        state.version = "1.2.3"
        state.state = "working"
        state.bluetooth = "ready"
        change(&state)
        return state
    }

    @Test("For a person: the driver, then each Tap; nothing of a name moves the cursor")
    func text() {
        let text = StatusCommand.text(of: Self.state { $0.taps = [Self.streaming] })
        #expect(
            text == """
                tapinput    1.2.3
                state       working
                Bluetooth   ready
                profile     desktop

                Left?[31m A0:B1:C2:D3:E4:F5
                connection  active, v2, battery 80 %
                profile     desktop
                hand        drags with the index finger
                packets     1200, 2 not understood, the last 12.34 ms ago
                interval    p50 5.00 ms, p95 7.12 ms, p99 20.00 ms
                latency     p50 0.04 ms, p95 0.10 ms, p99 1.00 ms
                """)
    }

    @Test("What is not known is left out, and a word of a later driver is shown as it is")
    func unknown() {
        var tap = ControlTap(address: "B")
        tap.name = "Right"
        tap.connection = "levitating"
        tap.mode = "swimming"
        tap.profile = "media"
        let text = StatusCommand.text(
            of: Self.state {
                $0.bluetooth = "asleep"
                $0.isPaused = true
                $0.taps = [tap]
            })
        #expect(
            text == """
                tapinput    1.2.3
                state       working
                Bluetooth   asleep
                profile     desktop
                paused      yes (`tapinput resume`)

                Right B
                connection  levitating
                profile     media
                hand        swimming
                """)
    }

    @Test(
        "What is wrong is told with what to do",
        arguments: [
            ("no-service", "systemctl enable --now bluetooth"),
            ("adapter-off", "bluetoothctl power on"),
            ("no-bonded-tap", "tapinput pair"), ("refused", "usermod -aG bluetooth"),
            ("no-bus", "systemctl start dbus"),
        ])
    func remedies(word: String, remedy: String) {
        #expect(StatusCommand.text(of: Self.state { $0.bluetooth = word }).contains(remedy))
    }

    @Test(
        "The hand, in words",
        arguments: [
            ("pointer", nil, false, false, "points"),
            ("hold", "ring", false, false, "holds with the ring finger"),
            ("rotate", "little", false, false, "twists with the little finger"),
            ("pointer", nil, true, false, "a fist: everything rests"),
            ("pointer", nil, false, true, "points; paused (`tapinput resume`)"),
        ] as [(String, String?, Bool, Bool, String)])
    func hand(mode: String, held: String?, isHidden: Bool, isPaused: Bool, words: String) {
        var tap = ControlTap(address: "B")
        tap.mode = mode
        tap.held = held
        tap.isHidden = isHidden
        tap.isPaused = isPaused
        let lines = StatusCommand.text(of: Self.state { $0.taps = [tap] }).split(separator: "\n")
        #expect(lines.last == "hand        \(words)")
    }

    @Test("For programs: JSON in one line, with null for what is not known")
    func json() {
        var unknown = ControlTap(address: "B")
        unknown.name = "\"\\\n"
        let text = StatusCommand.json(of: Self.state { $0.taps = [Self.streaming, unknown] }).text
        #expect(
            text
                == #"{"version": "1.2.3", "state": "working", "bluetooth": "ready", "profile": "desktop", "#
                + #""profiles": ["desktop", "media"], "paused": false, "devices": ["#
                + #"{"address": "A0:B1:C2:D3:E4:F5", "name": "Left\u001b[31m", "#
                + #""connection": "active", "protocol": "v2", "battery": 80, "#
                + #""profile": "desktop", "mode": "drag", "held": "index", "hidden": false, "#
                + #""paused": false, "tapping": false, "counters": {"foreign-notifications": 0, "#
                + #""notifications": 1200, "unknown-frames": 2}, "timing": {"age": 12345, "#
                + #""interval-p50": 5000, "interval-p95": 7129, "interval-p99": 20000, "#
                + #""latency-p50": 40, "latency-p95": 105, "latency-p99": 1000}}, "#
                + #"{"address": "B", "name": "\"\\\u000a", "connection": "", "protocol": null, "#
                + #""battery": null, "profile": "", "mode": "", "held": null, "hidden": false, "#
                + #""paused": false, "tapping": false, "counters": {}, "timing": {}}]}"#)
    }

    @Test("The Tap that is to vibrate is the one that the driver has set up, if it is clear which")
    func vibrating() throws {
        var other = ControlTap(address: "B")
        other.name = "Right"
        other.connection = "away"
        let pattern = try #require(VibrateOptions(milliseconds: [100], device: nil))
        let both = Self.state { $0.taps = [Self.streaming, other] }
        #expect(VibrateCommand.device(pattern, in: both) == Self.streaming.address)
        other.connection = "standby"
        let several = Self.state { $0.taps = [Self.streaming, other] }
        #expect(VibrateCommand.device(pattern, in: several) == nil)
        let named = try #require(VibrateOptions(milliseconds: [100], device: "Right"))
        #expect(VibrateCommand.device(named, in: several) == "B")
        #expect(VibrateCommand.device(named, in: both) == nil)
    }
}

extension VibrateOptions {
    fileprivate init?(milliseconds: [Int], device: String?) {
        guard let pattern = HapticPattern(milliseconds: milliseconds) else { return nil }
        self.init(pattern: pattern, device: device)
    }
}
