import BusTestSupport
import EventLoop
import Glibc
import Testing

@testable import Bus

@Suite("A connection to a bus")
struct BusConnectionTests {
    /// Two clients on a bus.
    private struct Pair {
        let loop: EventLoop
        let daemon: BusDaemon
        let caller: BusPeer
        let other: BusPeer

        init() throws {
            loop = try EventLoop()
            daemon = try BusDaemon()
            caller = try BusPeer(daemon, loop)
            other = try BusPeer(daemon, loop)
        }

        var call: BusMessage? { .call(other.name, "/", "org.example.Test", "Method") }
    }

    @Test("A call that is not answered ends at its time-out, once")
    func timeout() throws {
        let pair = try Pair()
        var results: [Result<BusMessage, BusError>] = []
        let start = EventLoop.monotonicNow()
        pair.caller.bus?.call(pair.call, timeout: 200) { results.append($0) }
        try pair.loop.expect("it ends") { !results.isEmpty }
        #expect(EventLoop.monotonicNow() - start >= .milliseconds(195))
        #expect(throws: BusError.bus("NoReply").named) { try results[0].named() }
        // The late answer is of no interest any more.
        let late = try #require(pair.other.received.first { $0.isCall })
        pair.other.bus?.send(late.reply())
        try pair.other.roundTrip()
        try pair.caller.roundTrip()
        #expect(results.count == 1)
    }

    @Test("Each of many calls has its own answer and its own time-out")
    func manyCalls() throws {
        let pair = try Pair()
        pair.other.answer = { message in
            let number = (try? message.arguments().first?.canonical) ?? ""
            return number.last == "3" ? nil : message.reply([.string(number)])
        }
        var answers: [Int: String] = [:]
        for number in 0..<40 {
            let call = BusMessage.call(
                pair.other.name, "/", "org.example.Test", "Method", [.int32(Int32(number))])
            pair.caller.bus?.call(call, timeout: 300) { result in
                answers[number] = (try? result.get().arguments().first?.text) ?? "none"
            }
        }
        try pair.loop.expect("all are answered") { answers.count == 40 }
        for (number, answer) in answers {
            #expect(answer == (number % 10 == 3 ? "none" : "i\(number)"))
        }
    }

    @Test("A call that is cancelled is not answered")
    func cancel() throws {
        let pair = try Pair()
        pair.other.answer = { $0.reply() }
        var answers = 0
        let call = pair.caller.bus?.call(pair.call, timeout: 50) { _ in answers += 1 }
        call?.cancel()
        call?.cancel()
        try pair.loop.run(milliseconds: 100)
        #expect(pair.other.received.contains { $0.isCall })
        #expect(answers == 0)
    }

    @Test("An error is an error with its name and words")
    func error() throws {
        let pair = try Pair()
        let error = BusError(name: "org.bluez.Error.Failed", message: "le-connection-abort")
        pair.other.answer = { $0.reply(error) }
        #expect(throws: error) { try pair.caller.call(pair.call).get() }
    }

    @Test("A call to nobody is an error")
    func nobody() throws {
        let pair = try Pair()
        let call = BusMessage.call("org.example.Nobody", "/", "org.example.Test", "Method")
        #expect(throws: BusError.bus("ServiceUnknown").named) { try pair.caller.call(call).named() }
    }

    @Test("A callee that goes away answers with an error at once")
    func calleeGoes() throws {
        let pair = try Pair()
        var result: Result<BusMessage, BusError>?
        // The time-out is not what ends it.
        pair.caller.bus?.call(pair.call, timeout: 3_600_000) { result = $0 }
        try pair.loop.expect("it is called") { pair.other.received.contains { $0.isCall } }
        pair.other.close()
        try pair.loop.expect("it is answered") { result != nil }
        #expect(throws: BusError.self) { try result?.get() }
    }

    @Test("A message that could not be made is an error of the call, at once")
    func noMessage() throws {
        let pair = try Pair()
        var error: BusError?
        pair.caller.bus?.call(nil) { if case .failure(let failure) = $0 { error = failure } }
        #expect(error == .notSent)
        #expect(pair.caller.bus?.send(nil) == false)
    }

    @Test("Only signals that were subscribed to arrive, and none after that")
    func matches() throws {
        let pair = try Pair()
        let rule = "type='signal',interface='org.example.Test',path='/a'"
        let noise = pair.caller.received.count
        pair.caller.bus?.addMatch(rule)
        try pair.caller.roundTrip()
        for path in ["/a", "/b"] { pair.other.emit(path, "org.example.Test", "Signal", []) }
        try pair.other.roundTrip()
        try pair.caller.roundTrip()
        #expect(pair.caller.received.dropFirst(noise).map(\.path) == ["/a"])
        #expect(pair.caller.received.last?.sender == pair.other.name)
        pair.caller.bus?.removeMatch(rule)
        try pair.caller.roundTrip()
        pair.other.emit("/a", "org.example.Test", "Signal", [])
        try pair.other.roundTrip()
        try pair.caller.roundTrip()
        #expect(pair.caller.received.dropFirst(noise).count == 1)
    }

    @Test("The end of the bus is told, and nothing can be sent any more")
    func busEnds() throws {
        let pair = try Pair()
        pair.caller.bus?.call(pair.call) { _ in }
        try pair.loop.expect("it is called") { pair.other.received.contains { $0.isCall } }
        pair.daemon.stop()
        try pair.loop.expect("it is told") { pair.caller.isClosed && pair.other.isClosed }
        #expect(pair.caller.bus?.send(pair.call) == false)
        var error: BusError?
        pair.caller.bus?.call(pair.call) { if case .failure(let failure) = $0 { error = failure } }
        #expect(error != nil)
    }

    @Test("The end of the bus is told also where a message is sent into it first")
    func busEndsAtSend() throws {
        let pair = try Pair()
        pair.daemon.stop()
        for _ in 0..<3 { pair.caller.bus?.send(pair.call) }
        pair.caller.bus?.call(pair.call) { _ in }
        try pair.loop.expect("it is told") { pair.caller.isClosed }
    }

    @Test("A connection that is closed tells nothing more and leaves nothing behind")
    func close() throws {
        let pair = try Pair()
        var answers = 0
        weak let pending = pair.caller.bus?.call(pair.call, timeout: 50) { _ in answers += 1 }
        weak let bus = pair.caller.bus
        pair.caller.close()
        try pair.loop.run(milliseconds: 100)
        #expect(answers == 0)
        #expect(!pair.caller.isClosed)
        #expect(bus == nil)
        #expect(pending == nil)
    }

    @Test("A loop with an idle connection does not wake up")
    func idle() throws {
        let pair = try Pair()
        try pair.loop.run(milliseconds: 50)
        var wakeUps = 0
        let limit = EventLoop.monotonicNow() + .milliseconds(300)
        while EventLoop.monotonicNow() < limit {
            try pair.loop.runOnce(until: limit)
            wakeUps += 1
        }
        #expect(wakeUps <= 2)
    }

    @Test("A bus that never says a word is given up, also where its owner lets go of it then")
    func silentBus() throws {
        let loop = try EventLoop()
        let listener = try SilentListener()
        var (opened, keptClosed, droppedClosed) = (0, 0, 0)
        let kept = try BusConnection(
            address: listener.address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { opened += 1 }, received: { _ in }, closed: { keptClosed += 1 }))
        var dropped: BusConnection?
        dropped = try BusConnection(
            address: listener.address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { opened += 1 }, received: { _ in },
                closed: {
                    droppedClosed += 1
                    dropped = nil
                }))
        try loop.expect("both are given up", within: 15) { keptClosed > 0 && droppedClosed > 0 }
        #expect(!kept.send(.call(BusConnection.busName, "/", BusConnection.busName, "GetId")))
        #expect(dropped == nil)
        try loop.run(milliseconds: 50)
        #expect((opened, keptClosed, droppedClosed) == (0, 1, 1))
    }

    @Test(
        "An address at which nobody listens, or that is none, is an error",
        arguments: [
            "unix:path=/nonexistent/socket", "", "nonsense", "unix:", "tcp:host=,port=0",
        ])
    func noBus(address: String) throws {
        let loop = try EventLoop()
        #expect(throws: BusError.self) {
            _ = try BusConnection(
                address: address, loop: loop,
                handlers: BusConnection.Handlers(
                    opened: {}, received: { _ in }, closed: {}))
        }
    }
}

extension BusError {
    /// The error without its words, which are libdbus's own.
    fileprivate var named: BusError { BusError(name: name) }
}

extension Result<BusMessage, BusError> {
    /// The message, or the error without its words.
    fileprivate func named() throws -> BusMessage {
        try mapError(\.named).get()
    }
}
