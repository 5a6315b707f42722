import Configuration
import Doctor
import EventLoop
import Glibc
import Mapping
import VirtualInput

/// An error that ends a command.
protocol FailureReason: Error {
    /// The status, and the words for it.
    var failure: Failure { get }
}

extension VirtualInputError: FailureReason {
    var failure: Failure { Failure(self) }
}

extension SystemError: FailureReason {
    var failure: Failure { Failure(.system(self)) }
}

extension Failure {
    /// Does something whose error ends the command.
    static func rethrow<Result, Reason: FailureReason>(
        _ body: () throws(Reason) -> Result
    ) throws(Failure) -> Result {
        do {
            return try body()
        } catch {
            throw error.failure
        }
    }

    init(_ error: VirtualInputError, in sandbox: Sandbox? = .current) {
        if let sandbox, !error.isSystem {
            self.init(.cannotCreate, "\(error.description); \(sandbox.finding.line)")
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
            try UinputSink(capabilities, bus: bus)
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
