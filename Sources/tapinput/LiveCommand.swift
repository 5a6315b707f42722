import BlueZ
import Driver
import EventLoop
import Glibc
import Mapping
import TapProtocol
import VirtualInput

/// What `run` and `capture` share: the loop, the signals that end it, and what is told meanwhile.
final class LiveCommand {
    let loop: EventLoop
    let messages: Messages
    private var stopWork: ((@escaping () -> Void) -> Void)?
    private var failure: Failure?
    private var isStopping = false

    init(messages: Messages) throws(Failure) {
        self.messages = messages
        loop = try Failure.rethrow { () throws(SystemError) in try EventLoop() }
        // A reader of our messages that goes away is no reason to end.
        signal(SIGPIPE, SIG_IGN)
    }

    /// The address of the system bus.
    static var busAddress: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
            ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Starts, then runs until a signal to end or a failure, which call `stop`; a second signal ends
    /// at once.
    ///
    /// When the terminal stops the program, `release` is called before.
    func run(
        start: () throws(BusError) -> Void,
        stop: @escaping (@escaping () -> Void) -> Void,
        release: @escaping () -> Void = {}
    ) throws(Failure) {
        do {
            try start()
        } catch {
            throw Self.noBus(error)
        }
        if let failure { throw failure }
        stopWork = stop
        let signals = try Failure.rethrow { () throws(SystemError) in
            try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGTSTP], on: loop) { [unowned self] in
                guard $0 == SIGTSTP else { return end() }
                release()
                raise(SIGSTOP)
            }
        }
        try withExtendedLifetime(signals) { () throws(Failure) in
            try Failure.rethrow { () throws(SystemError) in try loop.run() }
        }
        stopWork = nil
        if let failure { throw failure }
    }

    /// Ends with a failure, in good order.
    func fail(_ failure: Failure) {
        guard self.failure == nil else { return }
        self.failure = failure
        if stopWork != nil { end() }
    }

    /// Puts everything back and ends; at once if that is under way already.
    private func end() {
        guard let stopWork, !isStopping else { return loop.stop() }
        isStopping = true
        stopWork { [loop] in loop.stop() }
    }

    /// The failure of a bus that is not there.
    private static func noBus(_ error: BusError) -> Failure {
        Failure(
            .unavailable,
            "no connection to the system bus: \(error.message.isEmpty ? error.name : error.message)"
                + "; is dbus running? (`sudo systemctl start dbus`)")
    }

    func say(_ situation: BlueZSituation) {
        if let text = situation.text { messages.say(.warning, text) }
    }

    func say(_ report: TapReport, of name: String) {
        let (priority, text) = report.message
        messages.say(priority, "\(name): \(text)")
    }
}

extension BlueZSituation {
    /// What a person is told, with what to do about it; nil where there is nothing to tell.
    var text: String? {
        switch self {
        case .ready: nil
        case .noBus: "the system bus is gone; waiting for it"
        case .noService:
            "bluetoothd is not running; waiting for it (`sudo systemctl start bluetooth`)"
        case .noAdapter:
            "there is no Bluetooth adapter; waiting for one (plug one in, or `rfkill list`)"
        case .adapterOff:
            "the Bluetooth adapter is off; waiting for it (`bluetoothctl power on`, and if it is "
                + "blocked `rfkill unblock bluetooth`)"
        case .noBondedTap:
            "no Tap is bonded; waiting for one (`bluetoothctl`: `scan le`, then `pair` and `trust` "
                + "with the Tap's address)"
        case .failing(let error):
            "BlueZ does not answer as it should; asking again (\(error))"
        case .refused:
            "BlueZ refuses this user: D-Bus policy allows the group \"bluetooth\" or the user at "
                + "the seat (`sudo usermod -aG bluetooth $USER`, then log in again); trying again"
        }
    }
}

extension TapReport {
    /// How much it matters, and what a person is told.
    var message: (Priority, String) {
        switch self {
        case .connected: (.notice, "connected")
        case .lost: (.notice, "connection lost; reconnecting as soon as it is back")
        case .unreachable(let error):
            (.notice, "not reachable, is it on and near? trying again by itself (\(error))")
        case .refused(let error):
            (
                .warning,
                "BlueZ refuses to connect it for this user: join the group \"bluetooth\" "
                    + "(`sudo usermod -aG bluetooth $USER`, then log in again); trying again (\(error))"
            )
        case .notBonded:
            (
                .warning,
                "connected but not bonded, so it is not listened to (`bluetoothctl pair ADDRESS`)"
            )
        case .failing(let error) where Self.isTaken(error):
            (
                .warning,
                "another program listens to it, perhaps a second `tapinput`; trying again by "
                    + "itself (\(error))"
            )
        case .failing(let error):
            (.warning, "does not answer as it should, trying again by itself (\(error))")
        case .characteristicsMissing:
            (
                .warning,
                "its Tap service is missing, perhaps since BlueZ remembers an older firmware's: "
                    + "`bluetoothctl remove ADDRESS`, then pair it again; trying again"
            )
        case .silent:
            (
                .warning,
                "connected, but it sends nothing: switch it off and on; still listening"
            )
        case .motionless:
            (
                .warning,
                "sends gestures but no motion: switch it off and on, and see that BlueZ is 5.62 "
                    + "or later; still listening"
            )
        case .standby(true): (.notice, "in standby")
        case .standby(false): (.notice, "awake")
        case .batteryLow(let percent):
            (.warning, "battery at \(percent) %: charge it soon")
        case .modelSwitched(.tapping): (.info, "looks for taps")
        case .modelSwitched(.airGesture): (.info, "looks for air gestures")
        case .imuSensitivity(let ranges?): (.info, "IMU sensitivity \(ranges.text)")
        case .imuSensitivity(nil): (.warning, "IMU sensitivity: no answer")
        case .rawModeGivenUp:
            (
                .warning,
                "was lost again and again with raw sensors on, so they are left off; on some Taps "
                    + "Developer mode must be on in the vendor's TapManager"
            )
        }
    }

    /// Whether BlueZ lets only one program at a time do this, and another one does.
    private static func isTaken(_ error: BusError) -> Bool {
        ["org.bluez.Error.NotPermitted", "org.bluez.Error.InProgress"].contains(error.name)
    }
}
