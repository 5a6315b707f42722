import BlueZ
import Bus
import Configuration
import Driver
import Mapping
import TapProtocol
import VirtualInput

/// The options of `run`.
struct RunOptions: Equatable {
    /// The profile; nil for that of the configuration.
    var profile: String?
    /// The configuration file; nil for the one that is found.
    var config: String?
    /// Profiles of single Taps: the Tap's name or address, and the profile's name.
    var ownProfiles: [[String]] = []
    var devices: [String] = []
    /// What the swipes of v1 mean; nil for what the configuration says.
    var swipes: SwipeTable?
    var merges = false
    var grabs = true
}

/// `run`: the driver.
struct RunCommand {
    var options: RunOptions
    var messages: Messages

    func run() throws(Failure) {
        let configuration = try ConfigurationFile.load(options.config, messages)
        let known = configuration.profiles
        let standard = try known.named(options.profile ?? configuration.profile)
        var profiles = ProfileChoice(known, standard: standard.name)
        for own in options.ownProfiles {
            profiles.own.append(
                ProfileChoice.Own(device: own[0], profile: try known.named(own[1]).name))
        }
        profiles.own += configuration.devices.map {
            ProfileChoice.Own(device: $0.device, profile: $0.profile)
        }
        profiles.swipes = options.swipes ?? configuration.swipes
        var driverOptions = TapDriver<UinputSink>.Options(profiles: profiles)
        driverOptions.choice = TapChoice(options.devices)
        driverOptions.sharesDevices = options.merges || configuration.merges
        driverOptions.grabs = options.grabs && configuration.grabs
        let live = try LiveCommand(messages: messages, devices: options.devices)
        let driver = try Failure.rethrow { () throws(VirtualInputError) in
            try TapDriver(
                options: driverOptions, busAddress: LiveCommand.busAddress, loop: live.loop,
                make: { (capabilities, number) throws(VirtualInputError) in
                    try UinputSink(capabilities, number: number)
                },
                handlers: DriverHandlers(
                    tapReport: { live.say($1, of: $0) },
                    situation: { live.say($0) },
                    failed: { live.fail(Failure(.cannotCreate, "the virtual devices: \($0)")) },
                    grabReport: { live.say($0) }
                ))
        }
        try live.run(
            start: { () throws(BusError) in try driver.start() },
            stop: { driver.stop(done: $0) },
            release: { driver.release() })
    }
}
