import Control
import TapProtocol

/// `status`: what the driver that runs is doing.
struct StatusCommand {
    /// Whether for programs, as JSON.
    var isJSON: Bool

    func run() throws(Failure) {
        let state = try Failure.rethrow { () throws(ControlCallError) in
            try ControlCommand().ask(.state)
        }
        try show(isJSON ? Self.json(of: state).text : Self.text(of: state))
    }

    /// The state for a person: some lines for the driver, and some for each Tap.
    static func text(of state: ControlState) -> String {
        var lines = [
            line("tapinput", state.version),
            line("state", words(ofState: state.state)),
            line("Bluetooth", words(ofBluetooth: state.bluetooth)),
            line("profile", state.profile),
        ]
        if state.isPaused { lines.append(line("paused", "yes (`tapinput resume`)")) }
        for tap in state.taps { lines += ["", "\(tap.name) \(tap.address)"] + self.lines(of: tap) }
        return lines.map(\.printable).joined(separator: "\n")
    }

    private static func line(_ name: String, _ value: String) -> String {
        name + String(repeating: " ", count: max(1, 12 - name.count)) + value
    }

    private static func lines(of tap: ControlTap) -> [String] {
        let battery = tap.battery.map { "battery \($0) %" }
        let connection = [words(ofConnection: tap.connection), tap.protocolVersion, battery]
        var lines = [
            line("connection", connection.compactMap(\.self).joined(separator: ", ")),
            line("profile", tap.profile + (tap.isTapping ? ", looks for taps" : "")),
            line("hand", words(ofHand: tap)),
        ]
        if let count = tap.counters["notifications"], count > 0 {
            let unknown = tap.counters["unknown-frames"] ?? 0
            let age = tap.timing["age"].map { ", the last \(milliseconds($0)) ago" } ?? ""
            lines.append(line("packets", "\(count), \(unknown) not understood\(age)"))
        }
        for (name, word) in [("interval", "interval"), ("latency", "latency")] {
            let percentiles = ["p50", "p95", "p99"].compactMap { percentile in
                tap.timing["\(word)-\(percentile)"].map { "\(percentile) \(milliseconds($0))" }
            }
            if !percentiles.isEmpty {
                lines.append(line(name, percentiles.joined(separator: ", ")))
            }
        }
        return lines
    }

    /// Microseconds as milliseconds with two decimals, or as whole seconds where they are many.
    private static func milliseconds(_ microseconds: UInt64) -> String {
        guard microseconds < 10_000_000 else { return "\(microseconds / 1_000_000) s" }
        let hundredths = microseconds / 10
        let decimals = hundredths % 100
        return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) ms"
    }

    private static func words(ofHand tap: ControlTap) -> String {
        let held = tap.held.map { " with the \($0) finger" } ?? ""
        let hand =
            switch tap.mode {
            case _ where tap.isHidden: "a fist: everything rests"
            case "hold": "holds\(held)"
            case "drag": "drags\(held)"
            case "rotate": "twists\(held)"
            case "pointer": "points"
            default: tap.mode
            }
        return tap.isPaused ? "\(hand); paused (`tapinput resume`)" : hand
    }

    private static func words(ofConnection word: String) -> String {
        switch word {
        case "away": "not here: off, out of reach, or its adapter is off"
        case "not-bonded": "not bonded, so not listened to (`tapinput pair`)"
        case "waiting": "not reachable; tried again by itself"
        case "setting-up": "being set up"
        case "stale": "connected, but it sends nothing"
        case "standby": "in standby"
        case "no-devices": "waits for its virtual devices (`tapinput doctor` tells why)"
        case "leaving": "left alone: the driver rests or ends"
        case "taken": "connected, but another program listens to it; tried again by itself"
        case "failing": "connected, but something fails; tried again by itself"
        default: word
        }
    }

    private static func words(ofState word: String) -> String {
        switch word {
        case "no-devices": "waits for the virtual devices (`tapinput doctor` tells why)"
        case "background": "rests, since somebody else is at the screen"
        default: word
        }
    }

    private static func words(ofBluetooth word: String) -> String {
        switch word {
        case "": "being asked"
        case "no-bus": "no system bus (`sudo systemctl start dbus`)"
        case "no-service": SharedWords.noService
        case "no-adapter": "no adapter"
        case "adapter-off": "the adapter is off (`bluetoothctl power on`)"
        case "no-bonded-tap": "no Tap is bonded (`tapinput pair`)"
        case "refused": SharedWords.refused
        case "failing": "BlueZ does not answer as it should"
        default: word
        }
    }

    /// The state for programs: the names and words of the interface on the bus.
    static func json(of state: ControlState) -> JSONValue {
        .object([
            ("version", .string(state.version)),
            ("state", .string(state.state)),
            ("bluetooth", .string(state.bluetooth)),
            ("profile", .string(state.profile)),
            ("profiles", .array(state.profiles.map { .string($0) })),
            ("paused", .bool(state.isPaused)),
            ("devices", .array(state.taps.map(json))),
        ])
    }

    private static func json(of tap: ControlTap) -> JSONValue {
        .object([
            ("address", .string(tap.address)),
            ("name", .string(tap.name)),
            ("connection", .string(tap.connection)),
            ("protocol", tap.protocolVersion.map { .string($0) } ?? .null),
            ("battery", tap.battery.map { .number(UInt64(clamping: $0)) } ?? .null),
            ("profile", .string(tap.profile)),
            ("mode", .string(tap.mode)),
            ("held", tap.held.map { .string($0) } ?? .null),
            ("hidden", .bool(tap.isHidden)),
            ("paused", .bool(tap.isPaused)),
            ("tapping", .bool(tap.isTapping)),
            ("counters", .object(numbers: tap.counters)),
            ("timing", .object(numbers: tap.timing)),
        ])
    }
}
