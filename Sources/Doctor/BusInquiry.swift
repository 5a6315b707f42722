internal import Bus
internal import EventLoop

/// Questions to who is on a message bus, one after the other, each with a time limit.
///
/// Nobody is started by them.
final class BusInquiry {
    let state: BusState
    private let loop: EventLoop
    private let deadline: Int64
    private var bus: BusConnection?

    /// Goes to the bus at an address; whether that worked is its state.
    ///
    /// `limit` is in nanoseconds, for all questions together.
    init(_ address: String, on loop: EventLoop, limit: Int64) {
        self.loop = loop
        deadline = EventLoop.monotonicNow() + limit
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
        Self.run(loop, until: deadline) { isOpen || isClosed }
        state =
            isOpen ? .reachable : isClosed ? .unreachable("it lets nobody in") : .silent
        if !isOpen {
            bus?.close()
            bus = nil
        }
    }

    deinit {
        bus?.close()
    }

    /// The values of the answer; at the latest when the time for all questions is over, the answer
    /// is the error `NoReply`.
    func ask(_ call: BusMessage?) -> Result<BusMessage, BusError> {
        var result: Result<BusMessage, BusError>?
        let pending = bus?.call(call?.notStartingService(), timeout: .max) { result = $0 }
        Self.run(loop, until: bus == nil ? 0 : deadline) { result != nil }
        pending?.cancel()
        return result ?? .failure(Self.noReply)
    }

    /// Whether a name has an owner.
    func hasOwner(_ name: String) -> Bool {
        let answer = ask(
            .call(
                BusConnection.busName, BusConnection.busPath, BusConnection.busName,
                "NameHasOwner", [.string(name)]))
        return (try? answer.get().arguments().first?.truth) ?? false
    }

    private static let noReply = BusError(name: "org.freedesktop.DBus.Error.NoReply")

    private static func run(_ loop: EventLoop, until deadline: Int64, _ isDone: () -> Bool) {
        while !isDone(), EventLoop.monotonicNow() < deadline {
            // A loop that fails is as good as nobody who answers.
            guard (try? loop.runOnce(until: deadline)) != nil else { return }
        }
    }
}
