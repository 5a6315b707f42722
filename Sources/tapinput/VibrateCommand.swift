import BlueZ
import TapProtocol

/// The options of `vibrate`.
struct VibrateOptions: Equatable {
    var pattern: HapticPattern
    /// The Tap's name or address; nil for the only one.
    var device: String?
}

/// `vibrate`: lets a Tap vibrate.
struct VibrateCommand {
    var options: VibrateOptions
    var messages: Messages

    func run() throws(Failure) {
        let command = try OneShotCommand(messages: messages)
        _ = try command.perform(
            hint: "tapinput vibrate MS --device ADDRESS",
            report: { messages.say(.info, $0.words) },
            { address, loop, handlers in
                BlueZTask(
                    vibrating: options.pattern, options.device, address: address, loop: loop,
                    handlers: handlers)
            })
    }
}
