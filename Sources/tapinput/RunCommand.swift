import BlueZ
import Bus
import Configuration
import Control
import Driver
import EventLoop
import Glibc
import Logind
import Mapping
import ServiceManager
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
        let configuration = try RunConfiguration(options, messages)
        let live = try LiveCommand(messages: messages, devices: options.devices)
        let control = WeakBox<ControlService>()
        let driver = driver(configuration, live, control)
        let logins = logins(driver, live)
        let reload = { (isAsked: Bool) throws(Failure) in
            live.manager.reloading()
            defer { live.manager.ready() }
            let isAnother = try configuration.reload { (choice) throws(Failure) in
                do throws(VirtualInputError) {
                    try driver.configure(choice)
                } catch {
                    throw Self.failure(error)
                }
            }
            if isAnother {
                control.object?.update()
            } else if isAsked {
                messages.say(.notice, "the configuration has not changed")
            }
        }
        let service = service(driver, live) { () throws(Failure) in try reload(true) }
        control.object = service
        configuration.follow(on: live.loop) {
            do throws(Failure) {
                try reload(false)
            } catch {
                guard configuration.hasNewMistakes else { return }
                sayMistakes(error)
                // Whoever saved the file may look at no terminal.
                service.notify("The configuration of tapinput has mistakes", error.message)
            }
        }
        try withExtendedLifetime((service, logins)) { () throws(Failure) in
            try live.run(
                start: { () throws(BusError) in
                    // Until it is known who is at the screen.
                    driver.setForeground(false)
                    driver.start()
                    logins.start()
                    service.start()
                },
                stop: { driver.stop(done: $0) },
                release: { driver.release() },
                resume: { driver.resume() },
                reload: {
                    do throws(Failure) {
                        try reload(true)
                    } catch {
                        sayMistakes(error)
                    }
                })
        }
    }

    private func driver(
        _ configuration: RunConfiguration, _ live: LiveCommand, _ control: WeakBox<ControlService>
    ) -> TapDriver<UinputSink> {
        var driverOptions = TapDriver<UinputSink>.Options(profiles: configuration.choice)
        driverOptions.choice = TapChoice(options.devices)
        driverOptions.sharesDevices = configuration.merges
        driverOptions.grabs = configuration.grabs
        let bus = configuration.current.bus
        return TapDriver(
            options: driverOptions, busAddress: LiveCommand.busAddress, loop: live.loop,
            make: { (capabilities, number) throws(VirtualInputError) in
                try UinputSink(capabilities, number: number, bus: bus)
            },
            handlers: DriverHandlers(
                tapReport: { live.say($1, of: $0) },
                situation: {
                    live.say($0)
                    control.object?.updateSoon()
                },
                deviceReport: {
                    live.say($0)
                    if $0 == .made { configuration.devicesMade() }
                    control.object?.updateSoon()
                },
                grabReport: { live.say($0) },
                profileChanged: {
                    messages.say(.notice, "\($0): profile \($1)")
                    control.object?.updateSoon()
                },
                changed: { control.object?.updateSoon() }
            ))
    }

    /// What tells the driver that the machine sleeps, or that somebody else is at the screen.
    private func logins(_ driver: TapDriver<UinputSink>, _ live: LiveCommand) -> LoginWatcher {
        var isNews = false
        return LoginWatcher(
            user: geteuid(), address: LiveCommand.busAddress, loop: live.loop,
            handlers: LoginWatcher.Handlers(
                sleep: {
                    driver.sleep()
                    messages.say(.notice, "the machine goes to sleep: everything is up")
                },
                wake: {
                    driver.wake()
                    messages.say(.notice, "the machine is awake again")
                },
                foreground: { isInForeground in
                    if isNews || !isInForeground {
                        messages.say(
                            .notice,
                            isInForeground
                                ? "this user is at the screen again: listening to Taps"
                                : "somebody else is at the screen: Taps are left to them")
                    }
                    isNews = true
                    driver.setForeground(isInForeground)
                }))
    }

    /// The driver as others on the message bus see it.
    private func service(
        _ driver: TapDriver<UinputSink>, _ live: LiveCommand,
        reload: @escaping () throws(Failure) -> Void
    ) -> ControlService {
        ControlService(
            address: ControlCommand.addresses.first ?? LiveCommand.busAddress, loop: live.loop,
            handlers: ControlHandlers(driver) { () throws(ControlError) in
                do throws(Failure) {
                    try reload()
                } catch {
                    sayMistakes(error)
                    throw error.status == .configuration
                        ? .badConfiguration(error.message) : .noDevices(error.message)
                }
            },
            report: { report in
                if let (priority, text) = report.message { messages.say(priority, text) }
            })
    }

    private static func failure(_ error: VirtualInputError) -> Failure {
        Failure(.cannotCreate, "the virtual devices: \(error)")
    }

    private func sayMistakes(_ failure: Failure) {
        for line in failure.message.split(separator: "\n") {
            messages.say(.error, String(line))
        }
        messages.say(
            .warning,
            failure.status == .configuration
                ? "the configuration has mistakes: what held before goes on"
                : "the configuration cannot hold: what held before goes on")
    }
}
