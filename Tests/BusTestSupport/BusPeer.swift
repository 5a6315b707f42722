package import Bus
package import EventLoop
internal import Testing

/// A plain client of the bus: sends anything, answers calls as it is told, keeps what comes.
package final class BusPeer {
    package private(set) var bus: BusConnection?
    package private(set) var isOpen = false
    package private(set) var isClosed = false
    package private(set) var received: [BusMessage] = []
    /// Answers a call; nil is no answer.
    package var answer: (BusMessage) -> BusMessage? = { _ in nil }
    /// Whom its signals are for; nil is everybody who subscribed to them.
    package var destination: String?

    private let loop: EventLoop
    package private(set) var name = ""

    /// A client that the bus knows.
    package init(_ daemon: BusDaemon, _ loop: EventLoop) throws {
        self.loop = loop
        let box = WeakBox<BusPeer>()
        bus = try BusConnection(
            address: daemon.address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { box.object?.isOpen = true },
                received: { box.object?.take($0) },
                called: { message in
                    box.object?.take(message)
                    return .later
                },
                closed: { box.object?.isClosed = true }))
        box.object = self
        try loop.expect("the bus knows the peer") { isOpen }
        // The bus tells each client its name, and says so in each message of it.
        try loop.expect("the peer knows its name") { name != "" }
    }

    private func take(_ message: BusMessage) {
        if message.isSignal, message.member == "NameAcquired", name == "" {
            name = (try? message.arguments().first?.text) ?? ""
            return
        }
        received.append(message)
        if message.isCall, let reply = answer(message) { bus?.send(reply) }
    }

    package func forget() { received = [] }

    package func close() {
        bus?.close()
        bus = nil
    }

    /// Calls a method and runs until its answer has come.
    package func call(
        _ message: BusMessage?, timeout: Int32 = 5000
    ) throws -> Result<BusMessage, BusError> {
        var result: Result<BusMessage, BusError>?
        bus?.call(message, timeout: timeout) { result = $0 }
        try loop.expect("the call is answered") { result != nil }
        return try #require(result)
    }

    /// Returns once the bus has dealt with everything that was sent so far.
    package func roundTrip() throws {
        _ = try call(
            .call(BusConnection.busName, "/org/freedesktop/DBus", BusConnection.busName, "GetId"))
    }

    package func emit(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) {
        bus?.send(.signal(path, interface, member, arguments, to: destination))
    }
}
