import BlueZ
import Bus
import Driver
import EventLoop
import Glibc
import TapProtocol

/// The options of `sensors`.
struct SensorsOptions: Equatable {
    /// The file to write; nil for standard output.
    var file: String?
    var sensitivity = SensorSensitivity()
    var seconds: Int?
    var isDebug = false
    var devices: [String] = []
}

/// `sensors`: the raw sensor records of a connected Tap, as lines of comma-separated values.
struct SensorsCommand {
    var options: SensorsOptions
    var messages: Messages

    func run() throws(Failure) {
        let live = try LiveCommand(messages: messages, devices: options.devices)
        let name = options.file ?? "standard output"
        let file = try create()
        let writer: BackgroundWriter
        do throws(SystemError) {
            writer = try BackgroundWriter(file: file, name: name, loop: live.loop) {
                live.fail(Failure(.cannotCreate, $0.description))
            }
        } catch {
            if let file = options.file { unlink(file) }
            throw Failure(.cannotCreate, error.description)
        }
        let timer = live.loop.makeTimer { live.finish() }
        let mode: TapMode =
            options.isDebug ? .debug(options.sensitivity) : .rawSensors(options.sensitivity)
        let box = WeakBox<SensorRecorder>()
        let recorder = SensorRecorder(
            writer: writer, mode: mode, choice: TapChoice(options.devices),
            busAddress: LiveCommand.busAddress, loop: live.loop,
            handlers: DriverHandlers(
                tapReport: { tap, report in
                    let isOver = box.object?.isGivenUp ?? true
                    reported(report, of: tap, isOver: isOver, timer, live)
                },
                situation: { live.say($0, hasBegun: box.object?.count != 0) },
                failed: { _ in }
            ))
        box.object = recorder
        let input = SensitivityInput(options.sensitivity, live: live) {
            recorder.setSensitivity($0)
        }
        defer {
            if recorder.count == 0, let file = options.file { unlink(file) }
            if !recorder.tallies.isEmpty { summarize(recorder) }
        }
        try withExtendedLifetime(input) { () throws(Failure) in
            try live.run(
                start: { () throws(BusError) in try recorder.start() },
                stop: { recorder.stop(done: $0) })
        }
        if recorder.count == 0 { messages.say(.info, "no record came") }
    }

    private func reported(
        _ report: TapReport, of tap: String, isOver: Bool, _ timer: LoopTimer,
        _ live: LiveCommand
    ) {
        switch report {
        case .connected:
            if let seconds = options.seconds, timer.deadline == nil {
                timer.deadline = EventLoop.monotonicNow() + Int64(seconds) * 1_000_000_000
            }
            live.say(report, of: tap)
        case .silent:
            live.messages.say(
                .warning,
                "\(tap): connected, but it sends no raw sensors: on some Taps Developer mode must "
                    + "be on in the vendor's TapManager; still listening")
        case .rawModeGivenUp where isOver:
            live.fail(Failure(.unavailable, "\(tap): \(report.message.1)"))
        default:
            live.say(report, of: tap)
        }
    }

    /// What came and how fast, for each Tap; and what did not reach the file.
    private func summarize(_ recorder: SensorRecorder) {
        for (address, tally) in recorder.tallies.sorted(by: { $0.key < $1.key }) {
            let tap = recorder.name(of: address)
            for (kind, records) in [("imu", tally.imu), ("accl", tally.fingers)]
            where records.count > 0 {
                let rate = records.rate.map { ", \(Self.rounded($0)) a second by its clock" } ?? ""
                messages.say(.info, "\(tap): \(records.count) \(kind) records\(rate)")
            }
            if tally.truncated > 0 {
                messages.say(.warning, "\(tap): \(tally.truncated) records were cut short")
            }
            if options.isDebug {
                messages.say(.info, "\(tap): \(tally.others) other notifications")
            }
        }
        let dropped = recorder.dropped
        messages.say(
            dropped > 0 ? .warning : .info,
            "\(dropped) records dropped since the file was too slow")
    }

    /// A number with one decimal.
    private static func rounded(_ rate: Double) -> String {
        let tenths = Int64((min(rate, 1e9) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func create() throws(Failure) -> FileDescriptor {
        guard let file = options.file else { return FileDescriptor(owning: STDOUT_FILENO) }
        return try .newFile(file)
    }
}

/// Standard input while raw sensors are read: a line changes their ranges.
private final class SensitivityInput {
    private var ranges: SensorSensitivity
    private let live: LiveCommand
    private let change: (SensorSensitivity) -> Void
    private let descriptor = FileDescriptor(owning: dup(STDIN_FILENO))
    private var watch: EventLoop.WatchID?
    private var line: [UInt8] = []

    /// The longest line.
    private static let longest = 200
    /// How often a file is read, 256 bytes each time.
    private static let mostReads = 256

    init(
        _ ranges: SensorSensitivity, live: LiveCommand,
        change: @escaping (SensorSensitivity) -> Void
    ) {
        self.ranges = ranges
        self.live = live
        self.change = change
        do {
            watch = try live.loop.watch(descriptor.raw, for: .readable) { [unowned self] _ in
                if !read() { end() }
            }
        } catch {
            // A file, which cannot be waited for, is there as a whole.
            guard error.code == EPERM else { return }
            for _ in 0..<Self.mostReads where !read() { break }
            end()
        }
    }

    deinit {
        if let watch { live.loop.unwatch(watch) }
    }

    /// Reads once; false at the end.
    private func read() -> Bool {
        // A terminal stops whoever reads from it in the background.
        guard isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) == getpgrp() else {
            return false
        }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { try? descriptor.read(into: $0) }
        guard let count, count > 0 else { return false }
        for byte in bytes.prefix(count) {
            if byte == UInt8(ascii: "\n") {
                take()
            } else if line.count < Self.longest {
                line.append(byte)
            }
        }
        return true
    }

    /// Nothing more comes; the last line need not end as one.
    private func end() {
        take()
        if let watch { live.loop.unwatch(watch) }
        watch = nil
    }

    private func take() {
        let text = String(decoding: line, as: UTF8.self)
        line = []
        guard !text.isEmpty else { return }
        do throws(SensitivityError) {
            try ranges.change(by: text)
            change(ranges)
        } catch {
            live.messages.say(.warning, error.problem)
        }
    }
}
