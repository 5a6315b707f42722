public import BlueZ
public import Bus
internal import Evdev
public import EventLoop
internal import Gestures
public import Mapping
internal import TapProtocol
public import VirtualInput

/// The driver at work: bonded Taps in, virtual devices out.
///
/// Each Tap has its own gestures, its own virtual devices and its own profile.
public final class TapDriver<Base: SlowSink> {
    /// What a driver is told to do.
    public struct Options {
        /// Which profile each Tap has.
        public var profiles: ProfileChoice
        /// Which Taps are listened to.
        public var choice = TapChoice.all
        /// Whether all Taps are one mouse and one keyboard.
        public var sharesDevices = false
        /// Whether a Tap's own keyboard and mouse are kept from everybody while it streams.
        public var grabs = true
        /// Where the kernel's input devices are.
        public var inputDirectory = "/dev/input"

        /// The profiles of all Taps, each with its own devices.
        public init(profiles: ProfileChoice) {
            self.profiles = profiles
        }
    }

    private let loop: EventLoop
    private let handlers: DriverHandlers
    let pool: DevicePool<Base>
    var profiles: TapProfiles
    /// The session of each Tap, by its address.
    var sessions: [String: WeakBox<TapSession<DevicePool<Base>.Sink>>] = [:]
    private let grabber: DeviceGrabber?
    let isShared: Bool
    /// Whether Taps that come send nothing until they are told to.
    public internal(set) var pausesTaps = false
    private var client: BlueZClient?

    /// The links of the Taps that were here.
    var links: [TapLink] { client?.allLinks ?? [] }
    /// The situation of Bluetooth as it was told last; nil before that.
    public var situation: BlueZSituation? { client?.toldSituation }

    /// A driver on the bus at a D-Bus address, with the first pair of virtual devices, which `make`
    /// makes: able to send so much, as those of the Tap of a number, from 1.
    public init(
        options: Options, busAddress: String, loop: EventLoop,
        make: @escaping (Capabilities, Int) throws(VirtualInputError) -> Base,
        handlers: DriverHandlers
    ) throws(VirtualInputError) {
        self.loop = loop
        self.handlers = handlers
        profiles = TapProfiles(options.profiles)
        pool = try DevicePool(
            Self.capabilities(options.profiles, isShared: options.sharesDevices),
            isShared: options.sharesDevices, loop: loop, make: make, failed: handlers.failed)
        isShared = options.sharesDevices
        grabber =
            options.grabs
            ? DeviceGrabber(
                directory: options.inputDirectory, loop: loop, report: handlers.grabReport)
            : nil
        client = BlueZClient(
            address: busAddress, loop: loop, choice: options.choice,
            handlers: BlueZClient.Handlers(
                receiver: { [unowned self] in receiver(of: $0) },
                tapReport: { handlers.tapReport($0.name, $1) },
                situation: handlers.situation,
                changed: handlers.changed
            ))
    }

    /// Begins; throws if there is no bus.
    public func start() throws(BusError) {
        try client?.start()
    }

    /// Lets everything come up, puts the Taps back as they were and calls `done` after that.
    public func stop(done: @escaping () -> Void) {
        client?.leave(done: done)
    }

    /// Lets everything come up, and goes on with what the Taps do then.
    public func release() {
        client?.release()
    }

    private func receiver(of link: TapLink) -> TapReceiver {
        var session: TapSession<DevicePool<Base>.Sink>?
        return TapReceiver(
            notification: { session?.receive($1, from: $0, at: $2) },
            release: { session?.release(at: $0) },
            prepare: { [unowned self, weak link] in
                guard let link, session == nil else { return }
                session = makeSession(of: link)
            },
            streams: { [unowned self, weak link] isInMode in
                guard let link else { return }
                if isInMode {
                    grabber?.grab(address: link.address)
                } else {
                    grabber?.release(address: link.address)
                    session?.interrupt()
                }
            })
    }

    private func makeSession(of link: TapLink) -> TapSession<DevicePool<Base>.Sink>? {
        let address = link.address
        let setup = profiles.begin(address: address, name: link.name)
        do {
            let session = TapSession(
                setup, sink: try pool.sink(of: address, setup.capabilities), loop: loop,
                handlers: TapSession.Handlers(
                    vibrate: { [unowned self, weak link] in
                        if profiles.choice.vibrates { link?.vibrate(.pulse) }
                    },
                    switchModel: { [weak link] in link?.switchModel() },
                    profileChanged: { [unowned self, weak link] in
                        profiles.note($0, of: address)
                        if profiles.choice.vibrates { link?.vibrate(.doublePulse) }
                        if let link { leadBack(link) }
                        handlers.profileChanged(link?.name ?? address, $0)
                    },
                    setupChanged: { [unowned self, weak link] in
                        if let link { leadBack(link) }
                        commit(of: address)
                    },
                    rested: { [unowned self] in commit(of: address) },
                    handChanged: handlers.changed,
                    failed: handlers.failed))
            sessions[address] = WeakBox(session)
            if pausesTaps { session.setPaused(true) }
            commit(of: address)
            return session
        } catch {
            handlers.failed(error)
            return nil
        }
    }

    /// Lets a Tap that looks for taps look for air gestures again, if no tap of its profile could.
    private func leadBack(_ link: TapLink) {
        guard link.isTapping, let profile = sessions[link.address]?.object?.profile,
            !profile.taps.values.contains(.switchModel)
        else { return }
        link.switchModel()
    }
}
