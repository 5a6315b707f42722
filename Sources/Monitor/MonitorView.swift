internal import Driver
internal import Gestures
internal import TapProtocol

/// A monitor's screen: 24 lines of at most 80 columns.
public struct MonitorView {
    /// How many columns there are.
    public static let width = 80
    /// How many lines there are.
    public static let height = 24

    /// Whether other characters than those of ASCII may be used.
    public var isUnicode: Bool

    /// A view with or without other characters than those of ASCII.
    public init(isUnicode: Bool) {
        self.isUnicode = isUnicode
    }

    /// The lines for what is known.
    public func lines(of model: MonitorModel) -> [MonitorLine] {
        var canvas = Canvas(width: Self.width, height: Self.height)
        let scene = model.shown
        drawFrame(&canvas)
        drawHeader(model, &canvas)
        HandPicture.draw(scene, on: &canvas, 1, 2)
        if let scene {
            TrailPicture.draw(
                scene.trail, on: &canvas, x: 32, y: 2, width: 47, height: 11,
                unicode: isUnicode)
        }
        drawMode(scene, &canvas)
        drawRoll(scene?.roll, &canvas)
        drawEvents(scene?.gestures, model.start, 1, 28, &canvas)
        drawEvents(scene?.sent, model.start, 32, 48, &canvas)
        drawFooter(model, &canvas)
        return canvas.lines(unicode: isUnicode)
    }

    /// The column of the line that divides the screen.
    private static let divide = 30

    private func drawFrame(_ canvas: inout Canvas) {
        let rules: [(row: Int, left: String, right: String, joint: Unicode.Scalar)] = [
            (1, "hand", "pointer", "┬"), (13, "", "", "┴"), (16, "gestures", "sent", "┬"),
            (22, "", "", "┴"),
        ]
        for rule in rules {
            for column in 0..<Self.width { canvas.put("─", column, rule.row, .dim) }
            canvas.put(rule.joint, Self.divide, rule.row, .dim)
            for (title, column) in [(rule.left, 1), (rule.right, 32)] where !title.isEmpty {
                canvas.put(" \(title) ", column, rule.row, .dim)
            }
        }
        for row in [2...12, 17...21].joined() { canvas.put("│", Self.divide, row, .dim) }
    }

    private func drawHeader(_ model: MonitorModel, _ canvas: inout Canvas) {
        guard let scene = model.shown else {
            canvas.put("waiting for a Tap", 1, 0, .dim)
            return
        }
        let count = model.candidates.count
        let place = "Tap \(model.place) of \(count)\(model.isChosen ? ", chosen" : "")"
        let end = count > 1 ? Self.width - place.count - 3 : Self.width - 1
        if count > 1 { canvas.put(place, Self.width - place.count - 1, 0, .dim) }
        var column = 1
        func put(_ text: String, _ style: MonitorStyle, _ most: Int = .max) {
            let room = min(most, max(0, end - column))
            column = canvas.put(text.printable, column, 0, style, columns: room) + 2
        }
        guard let facts = scene.facts else { return put(scene.device, .strong) }
        put(facts.name.isEmpty ? facts.address : facts.name, .strong, 24)
        if let name = facts.protocolName { put(name, .plain, 4) }
        put(facts.connection, .plain, 14)
        put("profile \(facts.profile)", .plain, 22)
        if let battery = facts.battery {
            put("battery \(battery)%", battery <= 15 ? .alert : .plain, 14)
        }
    }

    private func drawMode(_ scene: TapScene?, _ canvas: inout Canvas) {
        guard let scene else { return }
        let mode = scene.mode
        let isAtRest = mode == .pointer
        let end = canvas.put(
            mode.rawValue, 1, 14, mode == .paused ? .alert : isAtRest ? .strong : .active)
        if let held = scene.held {
            canvas.put("thumb + \(held.name)", end + 2, 14, .active)
        }
        var right = Self.width - 1
        if let packets = scene.facts?.packets {
            let text = "\(min(max(packets, 0), 999_999_999)) packets"
            right -= text.count
            canvas.put(text, right, 15, .dim)
        }
        if !scene.down.isEmpty {
            let end = canvas.put("down", 1, 15, .dim) + 2
            canvas.put(
                scene.down.joined(separator: " "), end, 15, .active, columns: right - end - 2)
        }
    }

    private func drawRoll(_ roll: Double?, _ canvas: inout Canvas) {
        let (left, width) = (41, 25)
        canvas.put("roll -90", 32, 14, .dim)
        canvas.put("├", left, 14, .dim)
        for column in 1..<(width - 1) { canvas.put("─", left + column, 14, .dim) }
        canvas.put("┤", left + width - 1, 14, .dim)
        canvas.put("+90", left + width + 1, 14, .dim)
        guard let roll else { return }
        // No number, whatever it is, leaves the gauge.
        let part = (min(max(roll.isNaN ? 0 : roll, -90), 90) + 90) / 180
        let place = left + Int((part * Double(width - 1)).rounded())
        let outside: Unicode.Scalar? = roll < -90 ? "◀" : roll > 90 ? "▶" : nil
        canvas.put(outside ?? "●", place, 14, .active)
        let text = TapScene.degrees(roll)
        canvas.put(text, Self.width - 1 - min(text.count, 8), 14, .plain, columns: 8)
    }

    private func drawEvents(
        _ list: EventList?, _ start: Timestamp, _ column: Int, _ width: Int,
        _ canvas: inout Canvas
    ) {
        for (row, entry) in (list?.entries ?? []).reversed().enumerated() {
            let style = row == 0 ? MonitorStyle.strong : .plain
            let time = Self.seconds(entry.time - start)
            let pad = String(repeating: " ", count: max(0, 8 - time.count))
            let end = canvas.put(pad + time, column, 17 + row, .dim, columns: 10)
            canvas.put(
                entry.text, end + 2, 17 + row, style, columns: max(0, column + width - end - 2))
        }
    }

    /// Seconds with two decimals.
    private static func seconds(_ interval: Interval) -> String {
        let hundredths = interval.nanoseconds / 10_000_000
        let fraction = String((hundredths % 100).magnitude)
        let sign = hundredths < 0 ? "-" : ""
        return sign + "\((hundredths / 100).magnitude)."
            + (fraction.count < 2 ? "0" : "") + fraction
    }

    private func drawFooter(_ model: MonitorModel, _ canvas: inout Canvas) {
        let keys = model.candidates.count > 1 ? "n next  q quit" : "q quit"
        canvas.put(keys, Self.width - keys.count - 1, 23, .dim)
        var column = 1
        let end = Self.width - keys.count - 3
        func put(_ text: String, _ style: MonitorStyle = .plain) {
            column = canvas.put(text, column, 23, style, columns: max(0, end - column)) + 2
        }
        if let scene = model.shown {
            put("\(min(scene.rate.perSecond, 99_999)) packets/s")
            let times = scene.latencies.percentiles([50, 95, 99]).map(Self.microseconds)
            if times.count == 3 {
                put("latency p50 \(times[0]) p95 \(times[1]) p99 \(times[2]) \u{b5}s")
            }
            if let unknown = scene.facts?.unknownPackets, unknown > 0 {
                put("unread \(min(unknown, 999_999))", .alert)
            }
        }
        if model.missing > 0 { put("missing \(min(model.missing, 999_999))", .alert) }
    }

    private static func microseconds(_ value: UInt32) -> String {
        value > 999_999 ? ">999999" : String(value)
    }
}
