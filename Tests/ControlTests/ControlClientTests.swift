import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Control

@Suite("Asking the driver that runs")
struct ControlClientTests {
    private static let nowhere = "unix:path=/nonexistent/bus"

    /// Asks on the buses at these addresses and runs until it is answered.
    private func ask<Output>(
        _ request: ControlRequest<Output>, at addresses: [String], _ loop: EventLoop,
        timeout: Int64 = .seconds(5)
    ) throws -> Result<Output, ControlCallError> {
        var results: [Result<Output, ControlCallError>] = []
        let client = ControlClient(addresses: addresses, loop: loop)
        client.ask(request, timeout: timeout) { results.append($0) }
        try loop.expect("it is answered") { !results.isEmpty }
        try loop.run(milliseconds: 20)
        #expect(results.count == 1)
        return try #require(results.first)
    }

    private func error<Output>(
        of request: ControlRequest<Output>, at addresses: [String], _ loop: EventLoop,
        timeout: Int64 = .seconds(5)
    ) throws -> ControlCallError? {
        let result = try ask(request, at: addresses, loop, timeout: timeout)
        guard case .failure(let error) = result else { return nil }
        return error
    }

    @Test("Each question arrives, and its answer comes back")
    func answers() throws {
        let world = try ControlWorld()
        let address = [world.daemon.address]
        #expect(try ask(.state, at: address, world.loop) == .success(world.state))
        #expect(try error(of: .setProfile("tapping", of: ""), at: address, world.loop) == nil)
        #expect(try error(of: .setProfile("x", of: "Tap"), at: address, world.loop) == nil)
        #expect(try error(of: .reload, at: address, world.loop) == nil)
        #expect(world.asked == ["set :tapping", "set Tap:x", "reload"])
        #expect(world.state.profile == "tapping")
    }

    @Test(
        "Each error comes back with its words",
        arguments: [
            ControlError.unknownProfile("a"), .unknownDevice("b"), .badConfiguration("c: ü"),
            .noDevices("d"),
        ])
    func errors(refusal: ControlError) throws {
        let world = try ControlWorld()
        world.refusal = refusal
        #expect(
            try error(of: .reload, at: [world.daemon.address], world.loop) == .refused(refusal))
    }

    @Test("The bus is taken on which the driver is")
    func secondBus() throws {
        let world = try ControlWorld()
        let other = try BusDaemon()
        for first in [other.address, Self.nowhere] {
            #expect(
                try ask(.state, at: [first, world.daemon.address], world.loop)
                    == .success(world.state))
        }
        #expect(
            try ask(.state, at: [world.daemon.address, other.address], world.loop)
                == .success(world.state))
    }

    @Test("Without a driver, and without any bus")
    func nobody() throws {
        let loop = try EventLoop()
        let daemons = (try BusDaemon(), try BusDaemon())
        #expect(
            try error(of: .state, at: [daemons.0.address, daemons.1.address], loop) == .noDriver)
        #expect(try error(of: .state, at: [Self.nowhere, daemons.1.address], loop) == .noDriver)
        #expect(try error(of: .state, at: [daemons.0.address, Self.nowhere], loop) == .noDriver)
        for addresses in [[], [Self.nowhere], [Self.nowhere, "nonsense"]] {
            guard case .noBus? = try error(of: .reload, at: addresses, loop) else {
                Issue.record("a bus at \(addresses)")
                continue
            }
        }
    }

    /// A world in which somebody else has the name, and answers as told.
    private func impostor(
        _ answer: @escaping (BusMessage) -> BusMessage?
    ) throws -> (ControlWorld, BusPeer) {
        let world = try ControlWorld(starting: false)
        let peer = try BusPeer(world.daemon, world.loop)
        peer.answer = answer
        var isOwned = false
        peer.bus?.own(ControlInterface.service) { isOwned = $0 == .owned }
        try world.loop.expect("it has the name") { isOwned }
        return (world, peer)
    }

    @Test("A driver that never answers is given up at the time-out")
    func silent() throws {
        let (world, peer) = try impostor { _ in nil }
        let start = EventLoop.monotonicNow()
        #expect(
            try error(
                of: .state, at: [world.daemon.address], world.loop, timeout: .milliseconds(200))
                == .noAnswer)
        #expect(EventLoop.monotonicNow() - start >= .milliseconds(195))
        #expect(peer.received.contains { $0.member == "GetAll" })
    }

    @Test("A bus that never says a word is given up at the time-out, too")
    func silentBus() throws {
        let loop = try EventLoop()
        let listener = try SilentListener()
        #expect(
            try error(
                of: .reload, at: [listener.address], loop, timeout: .milliseconds(200))
                == .noAnswer)
    }

    @Test("A driver, or a bus, that ends in the middle")
    func ends() throws {
        let (world, peer) = try impostor { _ in nil }
        var isAsked: Bool { peer.received.contains(where: \.isCall) }
        for end in [{ peer.close() }, { world.daemon.stop() }] {
            peer.forget()
            var result: Result<ControlState, ControlCallError>?
            let client = ControlClient(addresses: [world.daemon.address], loop: world.loop)
            client.ask(.state) { result = $0 }
            try world.loop.expect("it is asked, or refused") { isAsked || result != nil }
            end()
            try world.loop.expect("it is answered") { result != nil }
            #expect([.failure(.noAnswer), .failure(.noDriver)].contains(result))
        }
    }

    @Test("An answer that is not what the interface promises is a failure")
    func nonsense() throws {
        let answers: [[BusValue]] = [
            [], [.string("x")], [.properties([])], [.properties([("Profile", .string("a"))])],
            [.properties([("Profile", .byte(1)), ("Profiles", .list())])],
            [.properties([("Profile", .string("a")), ("Profiles", .string("b"))])],
        ]
        for values in answers {
            guard case .failed? = try failure(of: .state, with: { $0.reply(values) }) else {
                Issue.record("\(values) is a state")
                continue
            }
        }
        let error = BusError.unknownMethod("an older driver")
        #expect(try failure(of: .reload, with: { $0.reply(error) }) == .failed("\(error)"))
    }

    /// The error of a question that an impostor answers.
    private func failure<Output>(
        of request: ControlRequest<Output>, with answer: @escaping (BusMessage) -> BusMessage?
    ) throws -> ControlCallError? {
        let (world, peer) = try impostor(answer)
        defer { peer.close() }
        return try error(of: request, at: [world.daemon.address], world.loop)
    }

    @Test("A client asks again, and gives up for it what is still under way")
    func again() throws {
        let world = try ControlWorld()
        let other = try BusDaemon()
        let client = ControlClient(
            addresses: [other.address, world.daemon.address], loop: world.loop)
        var answers: [String] = []
        client.ask(.state) { _ in answers.append("given up") }
        client.ask(.setProfile("a", of: "b")) { _ in
            answers.append("set")
            client.ask(.reload) { _ in answers.append("reloaded") }
        }
        try world.loop.expect("all is answered") { answers.last == "reloaded" }
        #expect(answers == ["set", "reloaded"])
        #expect(world.asked == ["set b:a", "reload"])
    }

    @Test("A client that is let go of is not answered")
    func release() throws {
        let world = try ControlWorld()
        var client: ControlClient? = ControlClient(
            addresses: [world.daemon.address], loop: world.loop)
        weak let weakClient = client
        var answers = 0
        client?.ask(.state) { _ in answers += 1 }
        client = nil
        #expect(weakClient == nil)
        try world.loop.run(milliseconds: 100)
        #expect(answers == 0)
    }
}
