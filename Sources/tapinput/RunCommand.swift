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
            handlers: DriverHandlers(
                tapReport: { live.say($1, of: $0) },
                situation: { live.say($0) },
                failed: { live.fail(Failure(.cannotCreate, "the virtual devices: \($0)")) }
            ))
        try live.run(
            start: { () throws(BusError) in try driver.start() },
            stop: { driver.stop(done: $0) },
            release: { driver.release() })
    }
}
