import Control
import EventLoop
import Glibc

/// What the commands share that ask the driver which runs: where it is, and how failures are told.
struct ControlCommand {
    /// The buses on which a driver may be.
    static var addresses: [String] {
        ControlBus.addresses(
            environment: environmentVariable, isSocket: isSocket)
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Asks one question and waits for its answer.
    func ask<Output>(_ request: ControlRequest<Output>) throws(ControlCallError) -> Output {
        var result: Result<Output, ControlCallError>?
        do {
            let loop = try EventLoop()
            let client = ControlClient(addresses: Self.addresses, loop: loop)
            client.ask(request) { result = $0 }
            while result == nil { try loop.runOnce() }
        } catch {
            throw .failed(error.description)
        }
        return try (result ?? .failure(.noAnswer)).get()
    }
}

extension Failure {
    /// The failure of a question to the driver.
    init(_ error: ControlCallError) {
        switch error {
        case .noBus(let words):
            self.init(
                .unavailable,
                "no connection to the session bus or the system bus: \(words); is dbus running? "
                    + "(`sudo systemctl start dbus`)")
        case .noDriver:
            self.init(.unavailable, "no driver is running (`tapinput run` starts it)")
        case .noAnswer:
            self.init(.unavailable, "the driver does not answer: stop it and start it again")
        case .notPermitted:
            self.init(
                .noPermission,
                "the system's bus lets only root and the group \"input\" do this: use sudo, or "
                    + "`sudo usermod -aG input $USER` and log in again")
        case .refused(.badConfiguration(let words)): self.init(.configuration, words)
        case .refused(.noDevices(let words)): self.init(.cannotCreate, words)
        case .refused(.unknownDevice(let words)), .refused(.unavailable(let words)):
            self.init(.unavailable, words)
        case .refused(.unknownProfile(let words)), .refused(.invalidArgument(let words)):
            self.init(.usage, words)
        case .failed(let words):
            self.init(.unavailable, "the driver cannot be asked: \(words)")
        }
    }
}

extension ControlCallError: FailureReason {
    var failure: Failure { Failure(self) }
}
