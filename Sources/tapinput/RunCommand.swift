import BlueZ
import Bus
import Driver
import Mapping
import TapProtocol
import VirtualInput

/// The options of `run`.
struct RunOptions: Equatable {
    var profile = Profile.desktop.name
    /// Profiles of single Taps: the Tap's name or address, and the profile's name.
    var ownProfiles: [[String]] = []
    var devices: [String] = []
    var swipes = SwipeTable.swift
    var merges = false
    var grabs = true
}

/// `run`: the driver.
struct RunCommand {
    var options: RunOptions
    var messages: Messages

    func run() throws(Failure) {
        var profiles = ProfileChoice(standard: try Profile.named(options.profile).name)
        for own in options.ownProfiles {
            profiles.own.append(
                ProfileChoice.Own(device: own[0], profile: try Profile.named(own[1]).name))
        }
        profiles.swipes = options.swipes
        var driverOptions = TapDriver<UinputSink>.Options(profiles: profiles)
        driverOptions.choice = TapChoice(options.devices)
        driverOptions.sharesDevices = options.merges
        driverOptions.grabs = options.grabs
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
