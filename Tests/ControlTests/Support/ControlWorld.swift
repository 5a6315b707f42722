import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Control

/// A bus, a service whose owner is scripted, and a client that calls it, on one loop.
final class ControlWorld {
    let loop: EventLoop
    let daemon: BusDaemon
    let caller: BusPeer
    private(set) var service: ControlService?
    private(set) var reports: [ControlReport] = []
    /// What the owner was asked for, in order.
    var asked: [String] = []
    /// The owner's state; what is set changes it.
    var state = ControlState(profile: "desktop", profiles: ["desktop", "tapping"])
    /// Why the owner does not do the next thing.
    var refusal: ControlError?

    /// A world with a service that owns its name, and a client that hears its signals.
    init(starting: Bool = true, allowsNames: Bool = true) throws {
        loop = try EventLoop()
        daemon = try BusDaemon(allowsNames: allowsNames)
        caller = try BusPeer(daemon, loop)
        guard starting else { return }
        try start()
        try expectAvailable()
        try subscribe(caller)
    }

    func start(address: String? = nil) throws {
        let service = ControlService(
            address: address ?? daemon.address, loop: loop, handlers: handlers
        ) { [unowned self] in reports.append($0) }
        service.start()
        self.service = service
    }

    private var handlers: ControlHandlers {
        ControlHandlers(
            setProfile: { [unowned self] (device, profile) throws(ControlError) in
                try does("set \(device):\(profile)")
                if device == "" { state.profile = profile }
            },
            setPaused: { [unowned self] (device, isPaused) throws(ControlError) in
                try does("\(isPaused ? "pause" : "resume") \(device)")
                if device == "" { state.isPaused = isPaused }
            },
            reload: { [unowned self] () throws(ControlError) in try does("reload") },
            vibrate: { [unowned self] (device, milliseconds) throws(ControlError) in
                try does("vibrate \(device) \(milliseconds)")
            },
            monitor: { [unowned self] () throws(ControlError) in
                try does("monitor")
                do throws(SystemError) {
                    return try FileDescriptor.open("/proc/self/cmdline", flags: 0)
                } catch {
                    throw .unavailable(error.description)
                }
            },
            state: { [unowned self] _ in state })
    }

    private func does(_ what: String) throws(ControlError) {
        asked.append(what)
        if let refusal { throw refusal }
    }

    func stop() {
        service?.stop()
        service = nil
    }

    func forgetReports() { reports = [] }

    func expectAvailable(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try loop.expect("the service is there", sourceLocation: sourceLocation) {
            reports.last == .available
        }
    }

    func subscribe(_ peer: BusPeer) throws {
        peer.bus?.addMatch("type='signal',path='\(ControlInterface.path)'")
        try peer.roundTrip()
        peer.forget()
    }

    /// Calls a method of the service and runs until its answer has come.
    func call(
        _ member: String, _ arguments: [BusValue] = [],
        interface: String? = ControlInterface.name, path: String = ControlInterface.path
    ) throws -> Result<[BusValue], BusError> {
        let call = BusMessage.call(ControlInterface.service, path, interface, member, arguments)
        return try caller.call(call).flatMap { reply in
            (try? reply.arguments()).map { .success($0) } ?? .failure(.malformedReply)
        }
    }

    /// Calls a method that fails; the name of its error.
    func error(
        of member: String, _ arguments: [BusValue] = [],
        interface: String? = ControlInterface.name, path: String = ControlInterface.path
    ) throws -> BusError? {
        let result = try call(member, arguments, interface: interface, path: path)
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// What was told to have changed, signal by signal, since it was asked last.
    func changes() throws -> [[String: BusValue]] {
        // What was sent before this answer came before it.
        _ = try call("Ping", interface: "org.freedesktop.DBus.Peer")
        defer { caller.forget() }
        return try caller.received.filter { $0.member == "PropertiesChanged" }.map { signal in
            let arguments = try signal.arguments()
            #expect(signal.interface == BusObject.propertiesInterface)
            #expect(signal.signature == "sa{sv}as")
            #expect(arguments.first == .string(ControlInterface.name))
            #expect(arguments.last == .array(of: "s", []))
            return try #require(arguments.dropFirst().first?.dictionary)
        }
    }
}

extension BusValue {
    /// A property of type `as`, as it is in a dictionary.
    static func list(_ texts: String...) -> BusValue {
        .array(of: "s", texts.map { .string($0) })
    }
}
