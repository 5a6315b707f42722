import Bus
import BusTestSupport
import EventLoop
import Glibc
import TestSupport

@testable import Doctor

/// A machine of files below a folder, and two buses.
final class Machine {
    let folder: TemporaryFolder
    let loop: EventLoop
    let system: BusDaemon
    let session: BusDaemon
    /// Kept alive as daemons are.
    private var services: [FakeService] = []

    init() throws {
        folder = try TemporaryFolder()
        loop = try EventLoop()
        system = try BusDaemon()
        session = try BusDaemon()
    }

    var roots: SystemRoots { SystemRoots(below: folder.path) }

    /// Writes a file, and the folders above it.
    func write(_ text: String, to path: String) throws {
        try makeFolders(above: path)
        let name = String(path.dropFirst())
        unlink(folder.file(name))
        try folder.write(text, to: name)
    }

    /// Makes a link to a file of the real machine, and the folders above it.
    func link(_ path: String, to target: String) throws {
        try makeFolders(above: path)
        try systemCall("link \(path)") { symlink(target, folder.path + path) }
    }

    func remove(_ path: String) throws {
        try systemCall("remove \(path)") { unlink(folder.path + path) }
    }

    /// Makes a folder, and those above it.
    func makeFolders(above path: String) throws {
        var made = folder.path
        for name in path.split(separator: "/").dropLast() {
            made += "/\(name)"
            if access(made, F_OK) != 0 { try systemCall("make \(made)") { mkdir(made, 0o755) } }
        }
    }

    /// Starts a service on one of the buses.
    @discardableResult
    func start(_ name: String, on bus: BusDaemon) throws -> FakeService {
        let service = try FakeService(name, bus, loop)
        services.append(service)
        return service
    }

    /// Looks at it, and waits so long for a service, which takes all of it where it says nothing.
    ///
    /// The buses get all the time that a slow machine may need.
    func facts(service: Int64 = .seconds(60), session: Bool = true) -> Facts {
        facts(
            system: system.address, session: session ? self.session.address : nil,
            patience: DoctorPatience(bus: .seconds(60), service: service))
    }

    /// Looks at it, with the buses at these addresses.
    func facts(system: String, session: String?, patience: DoctorPatience) -> Facts {
        Facts.gather(
            roots, system: system, session: session, on: loop, sandbox: nil,
            configuration: ConfigurationFacts(file: nil, isUsable: true, mistakes: []),
            systemConfiguration: ConfigurationFacts(file: nil, isUsable: true, mistakes: []),
            patience: patience)
    }
}

/// Somebody on a bus who has a name, and answers as he is told: by the method's name.
final class FakeService {
    /// What a call is answered with.
    enum Answer {
        case values([BusValue])
        case error(BusError)
        case never
    }

    /// The answers, by a method's name, or for a property by its own.
    var answers: [String: Answer] = [:]
    private let peer: BusPeer

    init(_ name: String, _ daemon: BusDaemon, _ loop: EventLoop) throws {
        peer = try BusPeer(daemon, loop)
        peer.answer = { [unowned self] call in
            let name = call.member == "Get" ? (try? call.arguments().last?.text) : call.member
            switch name.flatMap({ answers[$0] }) {
            case .values(let values): return call.reply(values)
            case .error(let error): return call.reply(error)
            case .never: return nil
            case nil: return call.reply(.unknownMethod())
            }
        }
        let request = BusMessage.call(
            BusConnection.busName, BusConnection.busPath, BusConnection.busName, "RequestName",
            [.string(name), .uint32(0)])
        _ = try peer.call(request).get()
    }
}
