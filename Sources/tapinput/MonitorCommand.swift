import BlueZ
import Configuration
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import Monitor
import VirtualInput

/// What a monitor reads.
enum MonitorInput: Equatable {
    /// A capture, as the Tap sent it.
    case capture(String)
    /// The driver at work.
    case driver
}

/// The options of `monitor`.
struct MonitorOptions: Equatable {
    var input = MonitorInput.driver
    /// The name or the address of the only Tap to be shown.
    var device: String?
    /// The profile of a capture; nil for that of the configuration.
    var profile: String?
    /// The configuration file for a capture; nil for the one that is found.
    var config: String?
}

/// `monitor`: what the hand does and what is sent, as it happens.
struct MonitorCommand {
    var options: MonitorOptions
    var messages: Messages

    func run() throws(Failure) {
        let loop = try Failure.rethrow { () throws(SystemError) in try EventLoop() }
        switch options.input {
        case .driver:
            let link = try MonitorLink.driver(on: loop)
            if let device = options.device, let taps = link.facts()?.taps,
                !taps.contains(where: {
                    TapChoice.names(device, address: $0.address, name: $0.name)
                })
            {
                messages.say(
                    .warning, "no Tap is here that is called \"\(device)\"; waiting for it")
            }
            try show(on: loop, clock: EventLoop.monotonicNow) {
                (display, ended) throws(SystemError) in
                try LiveMonitorSource(link, loop: loop, display: display, ended: ended)
            }
        case .capture(let file):
            let replay = ReplayCommand(
                options: ReplayOptions(
                    file: file, profile: options.profile, config: options.config),
                messages: messages)
            let (capture, setup) = try replay.prepared()
            let start = EventLoop.monotonicNow()
            try show(on: loop, clock: { EventLoop.monotonicNow() - start }) { (display, ended) in
                ReplayMonitorSource(
                    capture, setup, start: start, loop: loop, display: display, ended: ended)
            }
        }
    }

    /// Shows what a source tells until something ends it.
    ///
    /// `clock` is that of its records, in nanoseconds.
    private func show(
        on loop: EventLoop, clock: @escaping () -> Int64,
        _ makeSource: (any MonitorDisplay, @escaping (MonitorEnd) -> Void) throws(SystemError) ->
            AnyObject
    ) throws(Failure) {
        var end: MonitorEnd?
        let ended = { (reason: MonitorEnd) in
            if end == nil { end = reason }
            loop.stop()
        }
        let use = TerminalUse(environmentVariable)
        let usesScreen = use.hasScreen && isatty(STDOUT_FILENO) == 1
        do throws(SystemError) {
            let display: any MonitorDisplay =
                usesScreen
                ? try screen(use, on: loop, clock, ended)
                : MonitorTextDisplay(
                    TextOutput(FileDescriptor(owning: STDOUT_FILENO)), only: options.device,
                    ended: ended)
            defer { display.close() }
            let source = try makeSource(display, ended)
            try withExtendedLifetime(source) { () throws(SystemError) in
                // What ended before it began has stopped nothing.
                if end == nil { try loop.run() }
            }
        } catch {
            throw Failure(.cannotCreate, error.description)
        }
        try tell(end, usesScreen: usesScreen)
    }

    private func screen(
        _ use: TerminalUse, on loop: EventLoop, _ clock: @escaping () -> Int64,
        _ ended: @escaping (MonitorEnd) -> Void
    ) throws(SystemError) -> MonitorScreen {
        // A terminal that goes away is told by an error.
        signal(SIGPIPE, SIG_IGN)
        return try MonitorScreen(
            use, only: options.device, loop: loop,
            start: options.input == .driver ? Timestamp(nanoseconds: clock()) : .zero,
            clock: { Timestamp(nanoseconds: clock()) }, ended: ended)
    }

    /// Says why it ended, on a terminal that is as it was.
    private func tell(_ end: MonitorEnd?, usesScreen: Bool) throws(Failure) {
        switch end {
        case .driverGone: throw Failure(.unavailable, "the driver has ended")
        // Who read the lines has had enough.
        case .cannotWrite(let error) where error.code == EPIPE: break
        case .cannotWrite(let error): throw Failure(.cannotCreate, error.description)
        case .captureEnded:
            if usesScreen { messages.say(.notice, "the capture is over") }
        case .asked, .terminalGone, nil: break
        }
    }
}
