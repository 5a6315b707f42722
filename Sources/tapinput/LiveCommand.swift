import BlueZ
import Bus
import Control
import Driver
import Evdev
import EventLoop
import Glibc
import Mapping
import ServiceManager
import VirtualInput

/// What `run` and `capture` share: the loop, the signals that end it, and what is told meanwhile.
final class LiveCommand {
    let loop: EventLoop
    let messages: Messages
    let manager: ServiceManager
    /// The names and addresses of the Taps that are meant; empty for all.
    private let devices: [String]
    private var stopWork: ((@escaping () -> Void) -> Void)?
    private var failure: Failure?
    private var isStopping = false
    /// The terminals among standard input, output and error.
    private let terminals = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }

    init(messages: Messages, devices: [String] = []) throws(Failure) {
        self.messages = messages
        self.devices = devices
        loop = try Failure.rethrow { () throws(SystemError) in try EventLoop() }
        manager = ServiceManager(loop: loop)
        // A reader of our messages that goes away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The address of the system bus.
    static var busAddress: String {
        ControlBus.systemAddress(environment: environmentVariable)
    }

    /// Starts, then runs until a signal to end or a failure, which call `stop`; a second signal ends
    /// at once.
    ///
    /// When the terminal stops the program, `release` is called before, and `resume` when it goes on
    /// after whatever stopped it. `reload` is called for a
    /// SIGHUP; one of a terminal that went away ends the program, and so does any where there is
    /// nothing to read again.
    func run(
        start: () throws(BusError) -> Void,
        stop: @escaping (@escaping () -> Void) -> Void,
        release: @escaping () -> Void = {},
        resume: @escaping () -> Void = {},
        reload: (() -> Void)? = nil
    ) throws(Failure) {
        do {
            try start()
        } catch {
            throw Self.noBus(error)
        }
        if let failure { throw failure }
        stopWork = stop
        let signals = try Failure.rethrow { () throws(SystemError) in
            try SignalSource(Self.signals, on: loop) {
                [unowned self] in
                switch $0 {
                case SIGTSTP:
                    release()
                    stopProgram()
                case SIGCONT:
                    resume()
                case SIGHUP:
                    guard let reload, !isStopping, !terminals.contains(where: isHungUp) else {
                        return end()
                    }
                    reload()
                default: end()
                }
            }
        }
        manager.ready()
        try withExtendedLifetime(signals) { () throws(Failure) in
            try Failure.rethrow { () throws(SystemError) in try loop.run() }
        }
        stopWork = nil
        if let failure { throw failure }
    }

    /// The signals that are listened to; one of a terminal that goes away is not where whoever
    /// started the program wants that, as `nohup` does.
    private static var signals: [Int32] {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        let isIgnored =
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
        return [SIGINT, SIGTERM, SIGQUIT, SIGTSTP, SIGCONT] + (isIgnored ? [] : [SIGHUP])
    }

    /// Ends with a failure, in good order.
    func fail(_ failure: Failure) {
        guard self.failure == nil else { return }
        self.failure = failure
        if stopWork != nil { end() }
    }

    /// Ends in good order.
    func finish() {
        if stopWork != nil, !isStopping { end() }
    }

    /// Puts everything back and ends; at once if that is under way already.
    private func end() {
        guard let stopWork, !isStopping else { return loop.stop() }
        isStopping = true
        manager.stopping()
        stopWork { [loop] in loop.stop() }
    }

    /// The failure of a bus that is not there.
    static func noBus(_ error: BusError) -> Failure {
        Failure(
            .unavailable,
            "no connection to the system bus: \(error.message.isEmpty ? error.name : error.message)"
                + "; is dbus running? (`sudo systemctl start dbus`)")
    }

    func say(_ situation: BlueZSituation) {
        manager.say(situation.text ?? "running")
        if situation == .noBondedTap, !devices.isEmpty {
            let words = devices.map { "\"\($0)\"" }.joined(separator: " or ")
            return messages.say(
                .warning,
                "no bonded Tap is called \(words); waiting for it (`tapinput devices` lists those "
                    + "that are known, `tapinput pair` adds one)")
        }
        if let text = situation.text { messages.say(.warning, text) }
    }

    /// Says where things stand while something is recorded: before anything came there is no use in
    /// waiting for `bluetoothd`; later it is a loss like any.
    func say(_ situation: BlueZSituation, hasBegun: Bool) {
        guard situation == .noService, !hasBegun else { return say(situation) }
        fail(Failure(.unavailable, SharedWords.noService))
    }

    func say(_ report: DeviceReport) {
        let (priority, text) = report.message()
        messages.say(priority, text)
    }

    func say(_ report: GrabReport) {
        let (priority, text) = report.message
        messages.say(priority, text)
    }

    func say(_ report: TapReport, of name: String) {
        let (priority, text) = report.message
        messages.say(priority, "\(name): \(text)")
    }
}
