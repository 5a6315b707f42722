internal import EventLoop
internal import Gestures
internal import Mapping
internal import VirtualInput

/// The virtual devices of all Taps: a pair each, or one pair for all.
///
/// The first pair is there before any Tap is, and every pair stays over all reconnects: a desktop
/// needs a moment to open new devices.
final class DevicePool<Base: SlowSink> {
    /// What a Tap's frames go to.
    typealias Sink = MergingSink<SettlingSink<Base>>
    /// Makes the devices for some profiles, as those of the Tap of a number, from 1.
    typealias Maker = ([Profile], Int) throws(VirtualInputError) -> Base

    private final class Pair {
        let settling: SettlingSink<Base>
        let sink: Sink
        let profile: Profile
        /// The Tap that it belongs to, once there is one.
        var address: String?
        var timer: LoopTimer?

        init(_ base: Base, profile: Profile) {
            settling = SettlingSink(
                base, created: Timestamp(nanoseconds: EventLoop.monotonicNow()))
            sink = MergingSink(settling)
            self.profile = profile
        }
    }

    private let profiles: ProfileChoice
    /// Whether all Taps share the first pair.
    private let isShared: Bool
    private let make: Maker
    private let loop: EventLoop
    private let failed: (VirtualInputError) -> Void
    private var pairs: [Pair] = []

    /// A pool with its first pair.
    init(
        profiles: ProfileChoice, isShared: Bool, loop: EventLoop, make: @escaping Maker,
        failed: @escaping (VirtualInputError) -> Void
    ) throws(VirtualInputError) {
        self.profiles = profiles
        self.isShared = isShared
        self.loop = loop
        self.make = make
        self.failed = failed
        try add(profiles.standard)
    }

    deinit {
        for case let timer? in pairs.map(\.timer) { loop.remove(timer) }
    }

    /// The devices of the Tap of an address, which are made where there are none to spare.
    func sink(of address: String, profile: Profile) throws(VirtualInputError) -> Sink {
        if isShared, let shared = pairs.first { return shared.sink }
        let own = pairs.first { $0.address == address && $0.profile == profile }
        let spare = pairs.first { $0.address == nil && $0.profile == profile }
        let pair = if let pair = own ?? spare { pair } else { try add(profile) }
        pair.address = address
        return pair.sink
    }

    @discardableResult
    private func add(_ profile: Profile) throws(VirtualInputError) -> Pair {
        let base = try make(isShared ? profiles.all : [profile], pairs.count + 1)
        let pair = Pair(base, profile: profile)
        pairs.append(pair)
        pair.timer = loop.makeTimer { [weak self, weak pair] in
            if let pair { self?.settle(pair) }
        }
        settle(pair)
        return pair
    }

    private func settle(_ pair: Pair) {
        do {
            let next = try pair.settling.settle(
                at: Timestamp(nanoseconds: EventLoop.monotonicNow()))
            pair.timer?.deadline = next?.nanoseconds
        } catch {
            failed(error)
        }
    }
}
