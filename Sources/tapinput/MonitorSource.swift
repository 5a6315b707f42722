import Control
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import Monitor
import TapProtocol

/// Records of a driver at work, as they come.
final class LiveMonitorSource {
    /// How often the facts are asked for, in nanoseconds.
    private static let factsInterval: Int64 = 1_000_000_000

    private let link: MonitorLink
    private let loop: EventLoop
    private let display: any MonitorDisplay
    private let ended: (MonitorEnd) -> Void
    private var lines = MonitorLines()
    private var watch: EventLoop.WatchID?
    private let timer: LoopTimer
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Reads from a driver into a display; `ended` is called when the driver is gone.
    init(
        _ link: MonitorLink, loop: EventLoop, display: any MonitorDisplay,
        ended: @escaping (MonitorEnd) -> Void
    ) throws(SystemError) {
        self.link = link
        self.loop = loop
        self.display = display
        self.ended = ended
        let box = WeakBox<LiveMonitorSource>()
        timer = loop.makeTimer { box.object?.askForFacts() }
        box.object = self
        watch = try loop.watch(link.records.raw, for: .readable) { _ in box.object?.read() }
        askForFacts()
    }

    deinit {
        if let watch { loop.unwatch(watch) }
        loop.remove(timer)
    }

    private func askForFacts() {
        if let facts = link.facts() { display.take(facts) }
        timer.deadline = EventLoop.monotonicNow() + Self.factsInterval
    }

    private func read() {
        let count = buffer.withUnsafeMutableBytes { (try? link.records.read(into: $0)) ?? 0 }
        guard count > 0 else { return ended(.driverGone) }
        let before = lines.malformed
        let records = lines.take(buffer[..<count])
        if !records.isEmpty { display.take(records) }
        if lines.malformed > before { display.miss(lines.malformed - before) }
    }
}

/// Records of a capture, at its own pace.
final class ReplayMonitorSource {
    private var player: ReplayPlayer
    private let start: Int64
    private let loop: EventLoop
    private let display: any MonitorDisplay
    private let ended: (MonitorEnd) -> Void
    private let timer: LoopTimer
    private var facts: MonitorFacts.Tap
    private var output = PipelineOutput()

    /// Plays into a display from a moment of the loop's clock on; `ended` is called at the end.
    init(
        _ capture: Capture, _ setup: PipelineSetup, start: Int64, loop: EventLoop,
        display: any MonitorDisplay, ended: @escaping (MonitorEnd) -> Void
    ) {
        player = ReplayPlayer(capture, setup)
        self.start = start
        self.loop = loop
        self.display = display
        self.ended = ended
        facts = MonitorFacts.Tap(capture)
        let box = WeakBox<ReplayMonitorSource>()
        timer = loop.makeTimer { box.object?.play() }
        box.object = self
        tellFacts()
        timer.deadline = player.nextTime.map { moment(of: $0) } ?? start
    }

    deinit {
        loop.remove(timer)
    }

    /// A moment of the capture by the loop's clock.
    private func moment(of time: Timestamp) -> Int64 {
        let (sum, overflow) = start.addingReportingOverflow(time.nanoseconds)
        return overflow ? .max : sum
    }

    /// Plays what is due.
    private func play() {
        var records: [MonitorRecord] = []
        while let time = player.nextTime, moment(of: time) <= loop.now {
            records += player.records(ofNextStepInto: &output)
        }
        if !records.isEmpty { display.take(records) }
        tellFacts()
        guard let next = player.nextTime else { return ended(.captureEnded) }
        timer.deadline = moment(of: next)
    }

    private func tellFacts() {
        facts.update(player)
        display.take(MonitorFacts(taps: [facts]))
    }
}

extension MonitorFacts.Tap {
    /// What a capture tells of its Tap.
    init(_ capture: Capture) {
        self.init(
            address: MonitorRecord.noDevice, name: capture.deviceName, profile: "",
            connection: "replay")
        protocolName = capture.protocolVersion.rawValue
    }

    /// Takes over what a player has come to.
    mutating func update(_ player: ReplayPlayer) {
        profile = player.profileName
        isPaused = player.isPaused
        packets = player.counters.notifications
        unknownPackets = player.counters.unknownFrames + player.counters.foreignNotifications
    }
}
