public import Driver
public import Gestures

/// What a monitor shows: several Taps, of which it shows one.
///
/// A value without a clock: records bring their own times, and the present one is passed in.
public struct MonitorModel: Equatable, Sendable {
    /// How many lines or records are known to be missing or were not understood.
    public private(set) var missing = 0
    /// When it looks different if nothing comes, or nil.
    public var deadline: Timestamp? { shown?.deadline }

    /// The Taps that sent something or of which facts are known, by their devices.
    private(set) var scenes: [TapScene] = []
    /// From when the times of events are counted.
    let start: Timestamp
    private let wanted: String?
    private var now: Timestamp
    /// The device that the user chose.
    private var chosen: String?
    /// The device that is shown, as the one that sent last.
    private var latest: String?

    /// More are not told apart.
    private static let mostTaps = 16
    /// How long another Tap waits for the one that is shown: two that send at once do not change
    /// places all the time.
    private static let stay = Interval.milliseconds(1000)

    /// Nothing known at a time; `wanted` is the name or the address of the only Tap to be shown.
    public init(at now: Timestamp, only wanted: String? = nil) {
        self.now = now
        self.wanted = wanted
        start = now
    }

    /// The Tap that is shown: the chosen one, or else the one that sent last.
    var shown: TapScene? {
        let candidates = self.candidates
        return candidates.first { $0.device == chosen } ?? candidates.first { $0.device == latest }
            ?? candidates.first
    }

    /// Those that can be shown.
    var candidates: [TapScene] {
        guard let wanted else { return scenes }
        return scenes.filter {
            $0.device.uppercased() == wanted.uppercased() || $0.facts?.name == wanted
        }
    }

    /// The shown one's place among those that can be, from 1.
    var place: Int {
        (candidates.firstIndex { $0.device == shown?.device } ?? 0) + 1
    }

    /// Takes a record.
    public mutating func take(_ record: MonitorRecord) {
        if case .dropped(let count) = record.content {
            miss(count)
            for index in scenes.indices { scenes[index].forgetHand() }
            return
        }
        guard let index = index(of: record.device, at: record.time) else { return miss(1) }
        scenes[index].take(record)
        follow(record)
    }

    /// Counts lines that are missing or were not understood.
    public mutating func miss(_ count: Int) {
        let (sum, overflow) = missing.addingReportingOverflow(max(0, count))
        missing = overflow ? .max : sum
    }

    /// Takes what changes slowly.
    public mutating func take(_ facts: MonitorFacts) {
        for index in scenes.indices {
            scenes[index].facts = facts.taps.first { $0.address == scenes[index].device }
        }
        for tap in facts.taps {
            guard let index = index(of: tap.address, at: now) else { continue }
            scenes[index].facts = tap
        }
    }

    /// Lets time pass.
    public mutating func advance(to now: Timestamp) {
        self.now = max(self.now, now)
        for index in scenes.indices { scenes[index].advance(to: self.now) }
    }

    /// Shows the next Tap, and that one from now on; after the last one again the one that sends.
    public mutating func next() {
        let devices = candidates.map(\.device)
        guard devices.count > 1 else { return }
        let following = chosen.flatMap(devices.firstIndex).map { $0 + 1 } ?? 0
        chosen = following < devices.count ? devices[following] : nil
    }

    /// Whether the user chose the Tap that is shown.
    var isChosen: Bool { chosen != nil }

    private mutating func index(of device: String, at time: Timestamp) -> Int? {
        if let index = scenes.firstIndex(where: { $0.device == device }) { return index }
        guard scenes.count < Self.mostTaps else { return nil }
        scenes.append(TapScene(device: device, at: time))
        scenes.sort { $0.device < $1.device }
        return scenes.firstIndex { $0.device == device }
    }

    private mutating func follow(_ record: MonitorRecord) {
        guard record.device != latest else { return }
        guard candidates.contains(where: { $0.device == record.device }) else { return }
        let former = scenes.first { $0.device == latest }
        if let former, record.time - former.lastHeard < Self.stay { return }
        latest = record.device
    }
}
