import BlueZ
import Bus
import Driver
import EventLoop
import Glibc
import VirtualInput

/// `capture`: what a connected Tap sends, into a file.
struct CaptureCommand {
    var file: String
    var devices: [String] = []
    var messages: Messages

    func run() throws(Failure) {
        let live = try LiveCommand(messages: messages, devices: devices)
        let output = TextOutput(try .newFile(file))
        let box = WeakBox<TapRecorder>()
        let recorder = TapRecorder(
            output: output, busAddress: LiveCommand.busAddress, choice: TapChoice(devices),
            loop: live.loop,
            handlers: DriverHandlers(
                tapReport: { live.say($1, of: $0) },
                situation: { live.say($0, hasBegun: box.object?.count != 0) },
                failed: { live.fail(Failure(.cannotCreate, "\(file): \($0)")) }
            ))
        box.object = recorder
        defer {
            recorder.flush()
            if recorder.count == 0 { unlink(file) }
        }
        try live.run(
            start: { () throws(BusError) in try recorder.start() },
            stop: { recorder.stop(done: $0) })
        messages.say(
            .info,
            recorder.count == 0
                ? "nothing came; \(file) was not kept"
                : "\(recorder.count) notifications written to \(file)")
    }
}
