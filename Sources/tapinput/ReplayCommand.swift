import Configuration
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import VirtualInput

/// `replay` and `demo`: a capture through the pipeline into a sink.
struct ReplayCommand {
    var options: ReplayOptions
    var messages: Messages

    /// How long a virtual device outlives its last event, so that readers can still fetch it.
    private static let linger: Int64 = 200_000_000

    func run() throws(Failure) {
        let bytes = try Self.contents(of: options.file)
        let configuration = try ConfigurationFile.load(options.config, messages)
        try play(bytes, name: options.file, configuration)
    }

    /// Plays the bundled capture, whatever configuration there is.
    func demo() throws(Failure) {
        try play(Capture.demoFile, name: "demo.tapcap", .builtIn)
    }

    /// The capture of the file, and what tells what its gestures do.
    func prepared() throws(Failure) -> (Capture, PipelineSetup) {
        let bytes = try Self.contents(of: options.file)
        let configuration = try ConfigurationFile.load(options.config, messages)
        return try prepared(bytes, name: options.file, configuration)
    }

    private func prepared(
        _ bytes: [UInt8], name: String, _ configuration: Configuration
    ) throws(Failure) -> (Capture, PipelineSetup) {
        let capture: Capture
        do {
            capture = try Capture(parsing: bytes, file: name)
        } catch {
            throw Failure(.data, error.description)
        }
        let profiles = configuration.profiles
        let profile = try profiles.named(options.profile ?? configuration.profile)
        let setup = PipelineSetup(
            profiles, profile: profile.name, swipes: options.swipes ?? configuration.swipes)
        return (capture, setup)
    }

    private func play(
        _ bytes: [UInt8], name: String, _ configuration: Configuration
    ) throws(Failure) {
        let (capture, setup) = try prepared(bytes, name: name, configuration)
        var player = ReplayPlayer(capture, setup)
        let loop = try Failure.rethrow { () throws(SystemError) in try EventLoop() }
        switch options.sink {
        case .uinput:
            try playToKernel(&player, setup.capabilities, configuration.bus, on: loop)
        case .text:
            let output = TextOutput(FileDescriptor(owning: STDOUT_FILENO))
            let sink = TextSink(output)
            try play(&player, on: loop) { (moment) throws(Failure) in
                try Failure.rethrow { () throws(VirtualInputError) in
                    try sink.write(moment.frames)
                }
                if options.realtime { try Self.flush(output) }
            }
            try Self.flush(output)
        case .dpad:
            let output = TextOutput(FileDescriptor(owning: STDOUT_FILENO))
            try play(&player, on: loop) { (moment) throws(Failure) in
                for timed in moment.dpadEvents {
                    try Failure.rethrow { () throws(SystemError) in
                        try output.write(line: "\(timed.time.text) \(timed.event)")
                    }
                }
                if options.realtime { try Self.flush(output) }
            }
            try Self.flush(output)
        }
        let counters = player.counters
        let unread = counters.unknownFrames + counters.foreignNotifications
        if unread > 0 {
            messages.say(
                .warning, "\(unread) of \(counters.notifications) notifications were not understood"
            )
        }
    }

    private func playToKernel(
        _ player: inout ReplayPlayer, _ capabilities: Capabilities, _ bus: DeviceBus,
        on loop: EventLoop
    ) throws(Failure) {
        let sink = try UinputSink.created(capabilities, bus)
        let settling = SettlingSink(
            sink, created: Timestamp(nanoseconds: EventLoop.monotonicNow()))
        while true {
            let next = try Failure.rethrow { () throws(VirtualInputError) in
                try settling.settle(at: Timestamp(nanoseconds: EventLoop.monotonicNow()))
            }
            guard let next else { break }
            try Self.wait(until: next.nanoseconds, loop)
        }
        try play(&player, on: loop) { (moment) throws(Failure) in
            try Failure.rethrow { () throws(VirtualInputError) in
                try settling.write(moment.frames)
            }
        }
        try Self.wait(until: EventLoop.monotonicNow() + Self.linger, loop)
    }

    /// Plays to the end, at the capture's pace if that is asked for.
    private func play(
        _ player: inout ReplayPlayer, on loop: EventLoop,
        _ send: (borrowing PipelineOutput) throws(Failure) -> Void
    ) throws(Failure) {
        let start = EventLoop.monotonicNow()
        var output = PipelineOutput()
        while let time = player.nextTime {
            if options.realtime { try Self.wait(until: start + time.nanoseconds, loop) }
            output.removeAll()
            player.step(into: &output)
            try send(output)
        }
    }

    private static func wait(until moment: Int64, _ loop: EventLoop) throws(Failure) {
        try Failure.rethrow { () throws(SystemError) in
            while EventLoop.monotonicNow() < moment { try loop.runOnce(until: moment) }
        }
    }

    private static func flush(_ output: TextOutput) throws(Failure) {
        try Failure.rethrow { () throws(SystemError) in try output.flush() }
    }

    private static func contents(of file: String) throws(Failure) -> [UInt8] {
        do {
            let descriptor = try FileDescriptor.open(file, flags: O_RDONLY)
            return try descriptor.readToEnd()
        } catch {
            let status = error.code == EACCES ? ExitStatus.noPermission : .data
            throw Failure(status, "\(file): \(error.reason)")
        }
    }
}
