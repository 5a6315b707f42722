import BlueZ
import Bus
import Doctor
import EventLoop
import Glibc
import VirtualInput

/// What the commands share that do a few things with a Tap and end: the loop, the signals, what is
/// written, and how failures are told.
final class OneShotCommand {
    let messages: Messages
    private let loop: EventLoop
    private let output: TextOutput
    private var failure: Failure?

    init(messages: Messages) throws(Failure) {
        self.messages = messages
        loop = try Failure.rethrow { () throws(SystemError) in try EventLoop() }
        output = TextOutput(FileDescriptor(owning: STDOUT_FILENO))
        // A reader that goes away is an error of the write, and the task is ended in order.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes one line of a result, at once; a failure ends the task.
    func write(line: String) {
        guard failure == nil else { return }
        do {
            try output.write(line: line)
            try output.flush()
        } catch {
            failure = Failure(.cannotCreate, error.description)
        }
    }

    /// Runs a task to its end, which a signal or a failed write brings about in order; a second
    /// signal ends it at once.
    ///
    /// `hint` is how to say which of several Taps is meant.
    func perform<Report, Output>(
        hint: String, report: @escaping (Report) -> Void = { _ in },
        _ make: (String, EventLoop, BlueZTask<Report, Output>.Handlers)
            -> BlueZTask<Report, Output>
    ) throws(Failure) -> Output {
        var result: Result<Output, TapTaskError>?
        var signals = 0
        let box = WeakBox<BlueZTask<Report, Output>>()
        let task = make(
            LiveCommand.busAddress, loop,
            .init(
                report: { [unowned self] in
                    report($0)
                    if failure != nil { box.object?.stop() }
                },
                done: { result = $0 }))
        box.object = task
        let source = try Failure.rethrow { () throws(SystemError) in
            try SignalSource([SIGINT, SIGTERM, SIGHUP], on: loop) { _ in
                signals += 1
                box.object?.stop()
            }
        }
        do {
            try task.start()
        } catch {
            throw LiveCommand.noBus(error)
        }
        try withExtendedLifetime((task, source)) { () throws(Failure) in
            try Failure.rethrow { () throws(SystemError) in
                while result == nil, signals < 2 { try loop.runOnce() }
            }
        }
        if let failure { throw failure }
        switch result ?? .failure(.interrupted) {
        case .success(let output): return output
        case .failure(let error): throw Failure(error, hint: hint, block: RadioBlock.current)
        }
    }

    /// Fails if what was written last could not be.
    func finish() throws(Failure) {
        if let failure { throw failure }
    }
}
