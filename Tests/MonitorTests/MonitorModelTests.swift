import Driver
import Gestures
import Mapping
import TapProtocol
import Testing

@testable import Monitor

@Suite("What a monitor knows")
struct MonitorModelTests {
    private static let left = "00:00:00:00:00:01"
    private static let right = "00:00:00:00:00:02"

    private func model(_ records: MonitorRecord..., only device: String? = nil) -> MonitorModel {
        var model = MonitorModel(at: .zero, only: device)
        for record in records {
            model.take(record)
            model.advance(to: record.time)
        }
        return model
    }

    private func texts(_ list: EventList?) -> [String] { (list?.entries ?? []).map(\.text) }

    @Test("A key that goes down and comes up is one entry, one that others follow two")
    func keys() {
        let enter = KeyCode.enter.rawValue
        let control: UInt16 = 29
        let model = model(
            MonitorRecord(1, EventType.key, enter, 1, .keyboard),
            MonitorRecord(2, EventType.key, enter, 0, .keyboard),
            MonitorRecord(3, EventType.key, control, 1, .keyboard),
            MonitorRecord(4, EventType.key, enter, 1, .keyboard),
            MonitorRecord(5, EventType.key, enter, 0, .keyboard))
        #expect(
            texts(model.shown?.sent) == [
                "KEY_ENTER down, up", "KEY_LEFTCTRL down", "KEY_ENTER down, up",
            ])
        #expect(model.shown?.down == ["KEY_LEFTCTRL"])
    }

    @Test("A wheel adds up while nothing else comes, its notches apart from its parts are not told")
    func wheel() {
        let (parts, notches) = (RelativeAxis.wheelHiRes, RelativeAxis.wheel)
        let model = model(
            MonitorRecord(1, EventType.rel, parts, 60), MonitorRecord(2, EventType.rel, parts, 60),
            MonitorRecord(2, EventType.rel, notches, 1),
            MonitorRecord(3, EventType.rel, parts, -15),
            MonitorRecord(4, EventType.key, KeyCode.leftButton.rawValue, 1),
            MonitorRecord(5, EventType.rel, RelativeAxis.hwheel, 1),
            MonitorRecord(6, EventType.rel, RelativeAxis.hwheel, 1))
        #expect(
            texts(model.shown?.sent) == [
                "REL_WHEEL_HI_RES 105", "BTN_LEFT down", "REL_HWHEEL 2",
            ])
    }

    @Test("A drag adds up, a twist has its latest angle, and the list keeps the latest")
    func gestures() {
        let model = model(
            MonitorRecord(0, .pinch(.index)), MonitorRecord(1, .hold(.ring)),
            MonitorRecord(2, .rotate(degrees: 1)), MonitorRecord(3, .rotate(degrees: -12.34)),
            MonitorRecord(4, .mode(.drag)), MonitorRecord(5, .drag(dx: 3, dy: -4)),
            MonitorRecord(6, .drag(dx: 3, dy: 1)), MonitorRecord(7, .release(.ring)))
        #expect(
            texts(model.shown?.gestures) == [
                "hold ring", "rotate -12.3", "mode drag", "drag 6 -3", "release ring",
            ])
    }

    @Test(
        "Degrees have one decimal",
        arguments: [
            (0.0, "0.0"), (0.04, "0.0"), (0.05, "0.1"), (-0.05, "-0.1"), (12.34, "12.3"),
            (-90, "-90.0"), (.nan, "0.0"), (.infinity, "1000000000000.0"),
        ])
    func degrees(value: Double, text: String) {
        #expect(TapScene.degrees(value) == text)
    }

    @Test("A tap is told, and shown as tapping for a moment")
    func tap() {
        let tap = TapGesture([.thumb, .ring], count: 2)
        var model = model(MonitorRecord(10, "-", .gesture(.tap(tap))))
        #expect(texts(model.shown?.gestures) == ["tap thumb+ring twice"])
        #expect(model.shown?.mode == .tapping)
        model.advance(to: Timestamp(nanoseconds: 700_000_000))
        #expect(model.shown?.mode == .pointer)
    }

    @Test("Whoever joins in the middle of a hold sees its mode all the same")
    func lateHold() {
        #expect(model(MonitorRecord(1, .drag(dx: 1, dy: 1))).shown?.mode == .drag)
        #expect(model(MonitorRecord(1, .rotate(degrees: 1))).shown?.mode == .rotate)
    }

    @Test("After missing lines nothing is taken for held or down, and they are counted")
    func dropped() {
        let model = model(
            MonitorRecord(1, .hold(.index)), MonitorRecord(2, .mode(.drag)),
            MonitorRecord(2, EventType.key, KeyCode.leftButton.rawValue, 1),
            MonitorRecord(3, "-", .dropped(7)), MonitorRecord(4, "-", .dropped(.max)))
        #expect(model.shown?.mode == .pointer)
        #expect(model.shown?.held == nil)
        #expect(model.shown?.down == [])
        #expect(model.missing == .max)
    }

    @Test("The facts of a pause are shown before all else")
    func paused() {
        var model = model(MonitorRecord(1, .hide))
        #expect(model.shown?.mode == .hidden)
        model.take(
            MonitorFacts(taps: [
                .init(address: "-", name: "", profile: "", connection: "", isPaused: true)
            ]))
        #expect(model.shown?.mode == .paused)
    }

    @Test("Packets a second, and none once it is over")
    func rate() {
        var model = MonitorModel(at: .zero)
        // 50 a second, for two seconds.
        for packet in Int64(0)..<100 {
            model.take(MonitorRecord(packet * 20, "-", .packet(latency: nil)))
        }
        model.advance(to: Timestamp(nanoseconds: 2_000_000_000))
        #expect(model.shown?.rate.perSecond == 50)
        var changes = 0
        while let deadline = model.deadline, changes < 10 {
            model.advance(to: deadline)
            changes += 1
        }
        #expect(model.shown?.rate.perSecond == 0)
        // A second in quarters, and the one that was not over.
        #expect(changes == 4)
    }

    // MARK: - Several Taps

    private static func motion(_ milliseconds: Int64, _ device: String) -> MonitorRecord {
        MonitorRecord(milliseconds, device, .motion(dx: 1, dy: 0, roll: 0))
    }

    @Test("Of several Taps the one that sent last is shown, but none for less than a second")
    func latest() {
        var model = model(Self.motion(0, Self.right))
        model.take(Self.motion(100, Self.left))
        #expect(model.shown?.device == Self.right)
        model.take(Self.motion(900, Self.right))
        model.take(Self.motion(1800, Self.left))
        #expect(model.shown?.device == Self.right)
        model.take(Self.motion(1900, Self.left))
        #expect(model.shown?.device == Self.left)
    }

    @Test("The key shows one after the other, and then again the one that sends")
    func next() {
        var model = model(Self.motion(0, Self.right), Self.motion(1, Self.left))
        var seen: [String?] = [model.shown?.device]
        for _ in 0..<4 {
            model.next()
            seen.append(model.shown?.device)
        }
        #expect(seen == [Self.right, Self.left, Self.right, Self.right, Self.left])
        #expect(model.place == 1)
        #expect(model.isChosen)
    }

    @Test(
        "Only the Tap that is asked for is shown, by its address or its name",
        arguments: [
            left, "Left hand",
        ])
    func only(device: String) {
        var model = MonitorModel(at: .zero, only: device)
        model.take(
            MonitorFacts(taps: [
                .init(address: Self.left, name: "Left hand", profile: "", connection: ""),
                .init(address: Self.right, name: "Right hand", profile: "", connection: ""),
            ]))
        model.take(Self.motion(0, Self.right))
        #expect(model.shown?.device == Self.left)
        model.next()
        #expect(model.shown?.device == Self.left)
        #expect(model.candidates.count == 1)
    }

    @Test("Of more Taps than there can be the later ones are counted as missing")
    func tooMany() {
        var model = MonitorModel(at: .zero)
        for number in 0..<20 { model.take(Self.motion(0, "00:00:00:00:00:\(10 + number)")) }
        #expect(model.scenes.count == 16)
        #expect(model.missing == 4)
    }

    @Test("Facts of a Tap that is not known any more are forgotten")
    func factsGone() {
        var model = model(Self.motion(0, Self.left))
        model.take(
            MonitorFacts(taps: [
                .init(address: Self.left, name: "Tap", profile: "media", connection: "connected")
            ]))
        #expect(model.shown?.facts?.profile == "media")
        model.take(MonitorFacts())
        #expect(model.shown?.facts == nil)
    }
}
