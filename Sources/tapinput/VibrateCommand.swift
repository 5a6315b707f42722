import BlueZ
import Control
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
        if isDoneByDriver() { return }
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

    /// Lets the driver do it, if one runs and has set up the Tap that is meant: so the link stays its
    /// own.
    private func isDoneByDriver() -> Bool {
        let control = ControlCommand()
        guard let state = try? control.ask(.state), let device = Self.device(options, in: state)
        else { return false }
        let milliseconds = options.pattern.units.map { Int($0) * 10 }
        return (try? control.ask(.vibrate(milliseconds, of: device))) != nil
    }

    /// The Tap that is meant, among those that a driver has set up; nil where it is not there, or
    /// where it is not clear which it is.
    static func device(_ options: VibrateOptions, in state: ControlState) -> String? {
        let present = state.taps.filter {
            LinkPhase(rawValue: $0.connection)?.isSetUp == true
                && (options.device.map { [name = $0.name, address = $0.address] word in
                    TapChoice.names(word, address: address, name: name)
                } ?? true)
        }
        return present.count == 1 ? present.first?.address : nil
    }
}
