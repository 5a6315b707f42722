import BlueZ

/// `forget`: throws away the keys of a Tap.
struct ForgetCommand {
    var device: String
    var messages: Messages

    func run() throws(Failure) {
        let command = try OneShotCommand(messages: messages)
        let tap = try command.perform(hint: "tapinput forget ADDRESS") { address, loop, handlers in
            BlueZTask(forgetting: device, address: address, loop: loop, handlers: handlers)
        }
        command.write(line: "forgot \(tap.text)")
        try command.finish()
    }
}
