internal import EventLoop
internal import Gestures
internal import Mapping
internal import VirtualInput

/// The virtual devices of all Taps: a pair each, or one pair for all.
///
/// The first pair is there before any Tap is, and every pair stays over all reconnects: a desktop
/// needs a moment to open new devices. A pair is made anew only if it must be able to send something
/// else, or can send nothing any more.
final class DevicePool<Base: SlowSink> {
    /// What a Tap's frames go to.
    typealias Sink = MergingSink<SettlingSink<Base>>
    /// Makes devices that can send so much, as those of the Tap of a number, from 1.
    typealias Maker = (Capabilities, Int) throws(VirtualInputError) -> Base

    /// Devices, and what they can send.
    private struct Devices {
        let settling: SettlingSink<Base>
        let capabilities: Capabilities

        init(_ base: Base, _ capabilities: Capabilities) {
            settling = SettlingSink(
                base, created: Timestamp(nanoseconds: EventLoop.monotonicNow()))
            self.capabilities = capabilities
        }
    }

    private final class Pair {
        let number: Int
        let sink: Sink
        var current: Devices
        /// What takes their place when nobody is in a gesture.
        var next: Devices?
        /// The Tap that it belongs to, once there is one.
        var address: String?
        var timer: LoopTimer?

        init(_ devices: Devices, number: Int) {
            self.number = number
            current = devices
            sink = Sink(devices.settling)
        }
    }

    /// What Taps must be able to send.
    struct Needs: Equatable {
        /// A Tap that was not here yet.
        var standard: Capabilities
        /// The Taps that were here, by their addresses.
        var taps: [String: Capabilities] = [:]
    }

    /// What is needed, and made or about to be.
    private(set) var needs: Needs
    /// Whether all Taps share the first pair.
    private let isShared: Bool
    private let make: Maker
    private let loop: EventLoop
    private let failed: (VirtualInputError) -> Void
    private var pairs: [Pair] = []
    /// Whether the devices can be written to no more.
    private var hasFailed = false

    /// A pool without devices, until `open`; `failed` is called when some can be written to no more.
    init(
        _ standard: Capabilities, isShared: Bool, loop: EventLoop, make: @escaping Maker,
        failed: @escaping (VirtualInputError) -> Void
    ) {
        needs = Needs(standard: standard)
        self.isShared = isShared
        self.loop = loop
        self.make = make
        self.failed = failed
    }

    deinit {
        for case let timer? in pairs.map(\.timer) { loop.remove(timer) }
    }

    /// Whether there are devices.
    var isOpen: Bool { !pairs.isEmpty }

    /// Makes the first pair, or all pairs anew; where one cannot be made, nothing changes.
    func open() throws(VirtualInputError) {
        guard !pairs.isEmpty else {
            try add(needs.standard)
            return
        }
        var made: [(pair: Pair, devices: Devices)] = []
        for pair in pairs {
            let needed = needed(of: pair, needs)
            made.append((pair, Devices(try make(needed, pair.number), needed)))
        }
        for (pair, devices) in made {
            pair.next = nil
            put(devices, in: pair)
            settle(pair)
        }
        hasFailed = false
    }

    /// The devices can be written to no more: none are made until all are, with `open`.
    func fail() {
        hasFailed = isOpen
        for pair in pairs { pair.next = nil }
    }

    /// Drops what waits until the desktop has opened the devices, those of a Tap or all; nothing of
    /// it is down.
    func dropWaiting(of address: String? = nil) {
        for pair in pairs where address == nil || !isShared && pair.address == address {
            pair.current.settling.dropWaiting()
            pair.next?.settling.dropWaiting()
        }
    }

    /// The devices of a Tap of an address that begins; they stay the same object.
    ///
    /// They are the ones that it had, or some that no Tap has yet, or new ones; `commit` then makes
    /// them what it needs.
    func sink(
        of address: String, _ capabilities: Capabilities
    ) throws(VirtualInputError) -> Sink {
        var needs = needs
        needs.taps[address] = capabilities
        if isShared {
            let pair = if let pair = pairs.first { pair } else { try add(capabilities) }
            try prepare(needs)
            return pair.sink
        }
        let own = pairs.first { $0.address == address }
        let spare =
            pairs.first { $0.address == nil && $0.current.capabilities == capabilities }
            ?? pairs.first { $0.address == nil }
        let pair = if let pair = own ?? spare { pair } else { try add(capabilities) }
        pair.address = address
        try prepare(needs)
        return pair.sink
    }

    /// Makes the devices that are needed from now on and are not there, to take the places of others
    /// with `commit`; where one cannot be made, nothing changes.
    ///
    /// Instead of devices that failed none are made before all are, with `open`.
    func prepare(_ needs: Needs) throws(VirtualInputError) {
        guard !hasFailed else {
            self.needs = needs
            return
        }
        var made: [(pair: Pair, devices: Devices?)] = []
        for pair in pairs {
            let needed = needed(of: pair, needs)
            if needed == pair.current.capabilities {
                made.append((pair, nil))
            } else if needed != pair.next?.capabilities {
                made.append((pair, Devices(try make(needed, pair.number), needed)))
            }
        }
        self.needs = needs
        for (pair, devices) in made {
            pair.next = devices
            settle(pair)
        }
    }

    /// Lets the devices of a Tap that were prepared take their place, and those that no Tap has; its
    /// hand is at rest, and where all share them the hands of all.
    func commit(of address: String) {
        for pair in pairs where isShared || pair.address == nil || pair.address == address {
            guard let next = pair.next else { continue }
            pair.next = nil
            put(next, in: pair)
        }
    }

    private func put(_ devices: Devices, in pair: Pair) {
        pair.current = devices
        pair.sink.replace(devices.settling)
    }

    private func needed(of pair: Pair, _ needs: Needs) -> Capabilities {
        if isShared { return needs.taps.values.reduce(needs.standard) { $0.union($1) } }
        return pair.address.flatMap { needs.taps[$0] } ?? needs.standard
    }

    @discardableResult
    private func add(_ capabilities: Capabilities) throws(VirtualInputError) -> Pair {
        let number = pairs.count + 1
        let pair = Pair(Devices(try make(capabilities, number), capabilities), number: number)
        pairs.append(pair)
        pair.timer = loop.makeTimer { [weak self, weak pair] in
            if let pair { self?.settle(pair) }
        }
        settle(pair)
        return pair
    }

    /// Looks whether the desktop has had the time to open a pair's devices, and the next ones.
    private func settle(_ pair: Pair) {
        do {
            let now = Timestamp(nanoseconds: EventLoop.monotonicNow())
            let current = try pair.current.settling.settle(at: now)
            let next = try pair.next?.settling.settle(at: now)
            pair.timer?.deadline = Timestamp.earlier(current, next ?? nil)?.nanoseconds
        } catch {
            failed(error)
        }
    }
}
