internal import Bus
internal import EventLoop

/// For how long somebody is waited for, in nanoseconds.
public struct DoctorPatience: Equatable, Sendable {
    /// A message bus: until it lets us in, and for each question to itself.
    public var bus: Int64
    /// Who is on it: for each question.
    public var service: Int64

    /// Five seconds each, unless it is told otherwise.
    public init(bus: Int64 = 5_000_000_000, service: Int64 = 5_000_000_000) {
        self.bus = bus
        self.service = service
    }
}

/// Questions to a message bus and to who is on it, one after the other, each with a time limit.
///
/// Nobody is started by them.
final class BusInquiry {
    /// How it stands with the bus: one that stops to answer is silent from then on.
    private(set) var state: BusState
    private let loop: EventLoop
    private let patience: DoctorPatience
    private var bus: BusConnection?

    /// Goes to the bus at an address; whether that worked is its state.
    init(_ address: String, on loop: EventLoop, _ patience: DoctorPatience) {
        self.loop = loop
        self.patience = patience
        var isOpen = false
        var isClosed = false
        do {
            bus = try BusConnection(
                address: address, loop: loop,
                handlers: BusConnection.Handlers(
                    opened: { isOpen = true }, closed: { isClosed = true }))
        } catch {
            state = .unreachable(error.message.isEmpty ? error.name : error.message)
            return
        }
        Self.run(loop, for: patience.bus) { isOpen || isClosed }
        state = isOpen ? .reachable : isClosed ? .unreachable("it lets nobody in") : .silent
        if !isOpen { leave() }
    }

    deinit {
        bus?.close()
    }

    /// The answer of who is on the bus; where there is none in time it is the error `NoReply`.
    func ask(_ call: BusMessage?) -> Result<BusMessage, BusError> {
        ask(call, for: patience.service)
    }

    /// Whether a name has an owner; nil where the bus does not tell.
    func hasOwner(_ name: String) -> Bool? {
        askBus("NameHasOwner", name)?.truth
    }

    /// The process that has a name; nil where the bus does not tell.
    func process(of name: String) -> Int? {
        askBus("GetConnectionUnixProcessID", name)?.number
    }

    private func askBus(_ member: String, _ name: String) -> BusValue? {
        let answer = ask(
            .call(
                BusConnection.busName, BusConnection.busPath, BusConnection.busName, member,
                [.string(name)]),
            for: patience.bus)
        if case .failure(let error) = answer, error.isNoReply, bus != nil {
            // It has stopped: nobody else is to be waited for.
            state = .silent
            leave()
        }
        return (try? answer.get().arguments())?.first
    }

    private func ask(_ call: BusMessage?, for limit: Int64) -> Result<BusMessage, BusError> {
        var result: Result<BusMessage, BusError>?
        let pending = bus?.call(call?.notStartingService(), timeout: .max) { result = $0 }
        Self.run(loop, for: bus == nil ? 0 : limit) { result != nil }
        pending?.cancel()
        return result ?? .failure(.noReply)
    }

    private func leave() {
        bus?.close()
        bus = nil
    }

    private static func run(_ loop: EventLoop, for limit: Int64, _ isDone: () -> Bool) {
        let deadline = EventLoop.monotonicNow() + limit
        while !isDone(), EventLoop.monotonicNow() < deadline {
            // A loop that fails is as good as nobody who answers.
            guard (try? loop.runOnce(until: deadline)) != nil else { return }
        }
    }
}
