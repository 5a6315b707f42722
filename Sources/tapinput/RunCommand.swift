import BlueZ
import Driver
import Mapping
import VirtualInput

/// `run`: the driver.
struct RunCommand {
    var profile: String
    var messages: Messages

    func run() throws(Failure) {
        let profile = try Profile.named(profile)
        let live = try LiveCommand(messages: messages)
        let sink = try UinputSink.created(for: profile)
        let driver = TapDriver(
            sink: sink, profile: profile, busAddress: LiveCommand.busAddress, loop: live.loop,
            handlers: TapDriver.Handlers(
                tapReport: { live.say($1, of: $0) },
                situation: { live.say($0) },
                failed: { live.fail(Failure(.cannotCreate, "the virtual devices: \($0)")) }
            ))
        do {
            try driver.start()
        } catch {
            throw LiveCommand.noBus(error)
        }
        try live.run { driver.stop(done: $0) }
    }
}
