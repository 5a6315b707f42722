internal import EventLoop
internal import Gestures
internal import Mapping
internal import VirtualInput

/// The virtual devices of all Taps: a pair each, or one pair for all.
///
/// The first pair is there before any Tap is, and every pair stays over all reconnects: a desktop
/// needs a moment to open new devices. A pair is made anew only if it must be able to send something
/// else.
final class DevicePool<Base: SlowSink> {
    /// What a Tap's frames go to.
    typealias Sink = MergingSink<SettlingSink<Base>>
    /// Makes devices that can send so much, as those of the Tap of a number, from 1.
    typealias Maker = (Capabilities, Int) throws(VirtualInputError) -> Base

    private final class Pair {
        let number: Int
        let sink: Sink
        var settling: SettlingSink<Base>
        var capabilities: Capabilities
        /// The Tap that it belongs to, once there is one.
        var address: String?
        var timer: LoopTimer?

        init(_ base: Base, _ capabilities: Capabilities, number: Int) {
            self.number = number
            self.capabilities = capabilities
            settling = Self.settling(base)
            sink = Sink(settling)
        }

        func replace(_ base: Base, _ capabilities: Capabilities) {
            self.capabilities = capabilities
            settling = Self.settling(base)
            sink.replace(settling)
        }

        private static func settling(_ base: Base) -> SettlingSink<Base> {
            SettlingSink(base, created: Timestamp(nanoseconds: EventLoop.monotonicNow()))
        }
    }

    /// What a Tap must be able to send that has nothing of its own.
    private var standard: Capabilities
    /// What each Tap that was here must be able to send.
    private var needs: [String: Capabilities] = [:]
    /// Whether all Taps share the first pair.
    private let isShared: Bool
    private let make: Maker
    private let loop: EventLoop
    private let failed: (VirtualInputError) -> Void
    private var pairs: [Pair] = []

    /// A pool with its first pair.
    init(
        _ standard: Capabilities, isShared: Bool, loop: EventLoop, make: @escaping Maker,
        failed: @escaping (VirtualInputError) -> Void
    ) throws(VirtualInputError) {
        self.standard = standard
        self.isShared = isShared
        self.loop = loop
        self.make = make
        self.failed = failed
        try add(standard)
    }

    deinit {
        for case let timer? in pairs.map(\.timer) { loop.remove(timer) }
    }

    /// The devices of the Tap of an address, able to send so much from now on.
    ///
    /// They stay the same object, and are made where there are none to spare.
    @discardableResult
    func sink(
        of address: String, _ capabilities: Capabilities
    ) throws(VirtualInputError) -> Sink {
        needs[address] = capabilities
        if isShared {
            try update(pairs[0])
            return pairs[0].sink
        }
        let own = pairs.first { $0.address == address }
        let spare = pairs.first { $0.address == nil && $0.capabilities == capabilities }
        let pair = if let pair = own ?? spare { pair } else { try add(capabilities) }
        pair.address = address
        try update(pair)
        return pair.sink
    }

    /// Lets the devices that belong to no Tap yet be able to send so much from now on.
    func change(_ standard: Capabilities) throws(VirtualInputError) {
        self.standard = standard
        for pair in pairs where pair.address == nil { try update(pair) }
    }

    /// Makes a pair anew if it must be able to send something else.
    private func update(_ pair: Pair) throws(VirtualInputError) {
        let needed =
            isShared
            ? needs.values.reduce(standard) { $0.union($1) }
            : pair.address.flatMap { needs[$0] } ?? standard
        guard needed != pair.capabilities else { return }
        pair.replace(try make(needed, pair.number), needed)
        settle(pair)
    }

    @discardableResult
    private func add(_ capabilities: Capabilities) throws(VirtualInputError) -> Pair {
        let number = pairs.count + 1
        let pair = Pair(try make(capabilities, number), capabilities, number: number)
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
