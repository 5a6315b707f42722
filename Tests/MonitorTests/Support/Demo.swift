import Driver
import EventLoop
import Gestures
import Mapping
import TapProtocol
import Testing

@testable import Monitor

/// The bundled capture as a monitor sees it.
struct Demo {
    private var player: ReplayPlayer
    private var output = PipelineOutput()
    private(set) var model = MonitorModel(at: .zero)
    /// What is known of the Tap besides.
    var facts: MonitorFacts.Tap

    init(profile: Profile = .desktop) throws {
        let capture = try Capture(parsing: Capture.demoFile, file: "demo.tapcap")
        player = ReplayPlayer(capture, PipelineSetup(profile))
        facts = MonitorFacts.Tap(
            address: MonitorRecord.noDevice, name: capture.deviceName, profile: profile.name,
            connection: "replay")
        facts.protocolName = capture.protocolVersion.rawValue
    }

    /// Plays up to a time in seconds.
    mutating func play(to seconds: Double) {
        let end = Timestamp(nanoseconds: Int64(seconds * 1000) * 1_000_000)
        while let time = player.nextTime, time <= end {
            for record in player.records(ofNextStepInto: &output) { model.take(record) }
        }
        model.take(MonitorFacts(taps: [facts]))
        model.advance(to: end)
    }

    /// The screen's text.
    func text(isUnicode: Bool = true) -> [String] {
        MonitorView(isUnicode: isUnicode).lines(of: model).map(\.text)
    }
}

extension MonitorRecord {
    /// A record at a time in milliseconds.
    init(_ milliseconds: Int64, _ device: String = "-", _ content: Content) {
        self.init(
            time: Timestamp(nanoseconds: milliseconds * 1_000_000), device: device,
            content: content)
    }

    /// A gesture at a time in milliseconds.
    init(_ milliseconds: Int64, _ event: DpadEvent) {
        self.init(milliseconds, "-", .gesture(.dpad(event)))
    }

    /// An event of an axis or a key at a time in milliseconds.
    init(
        _ milliseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32,
        _ device: OutputDevice = .pointer
    ) {
        let time = Timestamp(nanoseconds: milliseconds * 1_000_000)
        let event = InputEvent(time: time, device: device, type: type, code: code, value: value)
        self.init(milliseconds, "-", .input(event))
    }
}
