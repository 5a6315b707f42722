import Configuration
import EventLoop
import Glibc
import Mapping
import VirtualInput

extension Failure {
    /// Does something with the virtual devices; its error becomes the status and the words for it.
    static func rethrow<Result>(
        _ body: () throws(VirtualInputError) -> Result
    ) throws(Failure) -> Result {
        do {
            return try body()
        } catch {
            throw Failure(error)
        }
    }

    /// Does something with the system; its error becomes the status and the words for it.
    static func rethrow<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(Failure) -> Result {
        do {
            return try body()
        } catch {
            throw Failure(.system(error))
        }
    }

    init(_ error: VirtualInputError, in sandbox: Sandbox? = .current) {
        if let sandbox, !error.isSystem {
            self.init(.cannotCreate, "\(error.description); \(sandbox.advice)")
            return
        }
        switch error {
        case .notPermitted:
            self.init(.noPermission, error.description)
        case .system(let system) where system.code == EACCES || system.code == EPERM:
            self.init(.noPermission, error.description)
        case .moduleMissing, .noDevice, .notUinput, .system:
            self.init(.cannotCreate, error.description)
        }
    }
}

extension VirtualInputError {
    /// Whether it is a failure of the system that has to do with no place.
    fileprivate var isSystem: Bool {
        if case .system = self { true } else { false }
    }
}

extension UinputSink {
    /// The virtual devices that can send so much and tell a bus.
    static func created(
        _ capabilities: Capabilities, _ bus: DeviceBus
    ) throws(Failure) -> UinputSink {
        try Failure.rethrow { () throws(VirtualInputError) in
            try UinputSink(capabilities, bus: bus.number)
        }
    }
}

extension ProfileSet {
    /// The profile of a name.
    func named(_ name: String) throws(Failure) -> Profile {
        if let profile = self[name] { return profile }
        throw Failure(.configuration, unknownProfile(name, among: profiles.map(\.name)))
    }
}
