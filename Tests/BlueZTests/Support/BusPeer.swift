import CDBus
import EventLoop
import Testing

@testable import BlueZ

/// A plain client of the bus: sends anything, answers calls as it is told, keeps what comes.
final class BusPeer {
    private(set) var bus: BusConnection?
    private(set) var isOpen = false
    private(set) var isClosed = false
    private(set) var received: [BusMessage] = []
    /// Answers a call; nil is no answer.
    var answer: (BusMessage) -> BusMessage? = { _ in nil }
    /// Whom its signals are for; nil is everybody who subscribed to them.
    var destination: String?

    private let loop: EventLoop
    private(set) var name = ""

    /// A client that the bus knows.
    init(_ daemon: BusDaemon, _ loop: EventLoop) throws {
        self.loop = loop
        let box = WeakBox<BusPeer>()
        bus = try BusConnection(
            address: daemon.address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { box.object?.isOpen = true },
                received: { box.object?.take($0) },
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

    func forget() { received = [] }

    func close() {
        bus?.close()
        bus = nil
    }

    /// Calls a method and runs until its answer has come.
    func call(
        _ message: BusMessage?, timeout: Int32 = 5000
    ) throws -> Result<BusMessage, BusError> {
        var result: Result<BusMessage, BusError>?
        bus?.call(message, timeout: timeout) { result = $0 }
        try loop.expect("the call is answered") { result != nil }
        return try #require(result)
    }

    /// Returns once the bus has dealt with everything that was sent so far.
    func roundTrip() throws {
        _ = try call(
            .call(BusConnection.busName, "/org/freedesktop/DBus", BusConnection.busName, "GetId"))
    }

    func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
        let signal = BusMessage.signal(path, interface, member, arguments)
        if let signal, let destination { dbus_message_set_destination(signal.raw, destination) }
        bus?.send(signal)
    }
}
