import BusTestSupport
import EventLoop
import TapProtocol
import Testing

@testable import BlueZ

/// A bus, a scripted BlueZ and the client that is tested, on one loop.
final class BlueZWorld {
    /// What the client told.
    enum Event: Equatable {
        case notified(String, [UInt8])
        case released(String)
        case resumed(String)
        case reported(String, TapReport)
        case situation(BlueZSituation)
    }

    let loop: EventLoop
    let daemon: BusDaemon
    private(set) var client: BlueZClient?
    private(set) var events: [Event] = []
    private(set) var links: [TapLink] = []
    /// Whether each Tap was in its mode, in order, by name.
    private(set) var modes: [String: [Bool]] = [:]
    /// Kept alive as daemons are.
    private var fakes: [FakeBlueZ] = []

    init() throws {
        loop = try EventLoop()
        daemon = try BusDaemon()
    }

    /// A BlueZ that owns its name already.
    @discardableResult
    func startBlueZ(
        _ tree: FakeBlueZ.Tree = FakeBlueZ.tree(FakeTap()),
        script: @escaping (FakeBlueZ.Call) -> FakeBlueZ.Answer? = { _ in nil }
    ) throws -> FakeBlueZ {
        let fake = try FakeBlueZ(tree, address: daemon.address, loop: loop)
        fake.script = script
        fakes.append(fake)
        try loop.expect("the fake owns its name") { fake.ownsName }
        return fake
    }

    func startClient() throws {
        let client = BlueZClient(
            address: daemon.address, loop: loop,
            handlers: BlueZClient.Handlers(
                receiver: { [unowned self] in receiver(of: $0) },
                tapReport: { [unowned self] in events.append(.reported($0.name, $1)) },
                situation: { [unowned self] in events.append(.situation($0)) }))
        try client.start()
        self.client = client
    }

    private func receiver(of link: TapLink) -> TapReceiver {
        links.append(link)
        return TapReceiver(
            notification: { [unowned self, weak link] _, bytes, _ in
                let copy = (0..<bytes.count).map { bytes[$0] }
                events.append(.notified(link?.name ?? "", copy))
            },
            release: { [unowned self, weak link] _ in
                events.append(.released(link?.name ?? ""))
            },
            resume: { [unowned self, weak link] _ in
                events.append(.resumed(link?.name ?? ""))
            },
            streams: { [unowned self, weak link] isInMode in
                modes[link?.name ?? "", default: []].append(isInMode)
            })
    }

    func forgetEvents() { events = [] }

    /// The bytes of all notifications of a Tap, in order.
    func notified(_ name: String = "Tap") -> [[UInt8]] {
        events.compactMap {
            guard case .notified(name, let bytes) = $0 else { return nil }
            return bytes
        }
    }

    /// All situations that were told, in order.
    var situations: [BlueZSituation] {
        events.compactMap {
            guard case .situation(let situation) = $0 else { return nil }
            return situation
        }
    }

    /// How often something was told.
    func count(_ event: Event) -> Int { events.count { $0 == event } }

    /// Runs until a Tap was told to be connected since the last `forgetEvents`.
    func expectConnected(
        _ name: String = "Tap", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try loop.expect("\(name) is connected", sourceLocation: sourceLocation) {
            events.contains(.reported(name, .connected))
        }
    }

    /// Notifies something of its own and runs until it has come.
    func expectStream(
        of tap: FakeTap = FakeTap(), by fake: FakeBlueZ, _ byte: UInt8 = 100,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let frame = TapFrames.gesture(byte)
        let before = notified(tap.name).count { $0 == frame }
        #expect(fake.notify(tap.readPath, frame), sourceLocation: sourceLocation)
        try loop.expect("data flows", sourceLocation: sourceLocation) {
            notified(tap.name).count { $0 == frame } == before + 1
        }
        // A pointer stutters while its adapter looks for other devices.
        #expect(fake.calls("StartDiscovery") == [], sourceLocation: sourceLocation)
    }
}
