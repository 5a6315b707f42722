public import BlueZ
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
        /// The file by which the virtual devices are made.
        public var devicePath = UinputDevice.defaultPath

        /// The profiles of all Taps, each with its own devices.
        public init(profiles: ProfileChoice) {
            self.profiles = profiles
        }
    }

    private let loop: EventLoop
    let handlers: DriverHandlers
    let pool: DevicePool<Base>
    var profiles: TapProfiles
    /// The session of each Tap, by its address.
    var sessions: [String: WeakBox<TapSession<DevicePool<Base>.Sink>>] = [:]
    private let grabber: DeviceGrabber?
    /// Who watches the Taps.
    let monitors: MonitorHub
    let isShared: Bool
    /// Whether Taps that come send nothing until they are told to.
    public internal(set) var pausesTaps = false
    private(set) var client: BlueZClient?
    private(set) var deviceWait: DeviceWait?
    /// What keeps the driver from listening to Taps.
    var hindrances: Hindrances = []
    /// The Taps for which no devices could be made.
    var homeless: [WeakBox<TapLink>] = []

    /// The links of the Taps that were here.
    var links: [TapLink] { client?.allLinks ?? [] }
    /// The situation of Bluetooth as it was told last; nil before that.
    public var situation: BlueZSituation? { client?.toldSituation }

    /// A driver on the bus at a D-Bus address; `make` makes virtual devices: able to send so much, as
    /// those of the Tap of a number, from 1.
    public init(
        options: Options, busAddress: String, loop: EventLoop,
        make: @escaping (Capabilities, Int) throws(VirtualInputError) -> Base,
        handlers: DriverHandlers
    ) {
        self.loop = loop
        self.handlers = handlers
        monitors = MonitorHub(loop: loop)
        profiles = TapProfiles(options.profiles)
        let box = WeakBox<TapDriver>()
        pool = DevicePool(
            Self.capabilities(options.profiles, isShared: options.sharesDevices),
            isShared: options.sharesDevices, loop: loop, make: make,
            failed: { box.object?.devicesFailed($0) })
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
        deviceWait = DeviceWait(
            path: options.devicePath, loop: loop,
            make: { () throws(VirtualInputError) in try box.object?.makeDevices() },
            report: { box.object?.devicesChanged($0) })
        box.object = self
    }

    /// Begins: makes the virtual devices and listens to Taps, both as soon as that is possible.
    public func start() {
        deviceWait?.begin()
        client?.startWaiting()
    }

    /// Lets everything come up, puts the Taps back as they were and calls `done` after that.
    public func stop(done: @escaping () -> Void) {
        client?.leave(done: done)
        pool.dropWaiting()
    }

    /// Lets everything come up, and goes on with what the Taps do then.
    public func release() {
        client?.release()
        pool.dropWaiting()
    }

    private func receiver(of link: TapLink) -> TapReceiver {
        var session: TapSession<DevicePool<Base>.Sink>?
        return TapReceiver(
            notification: { session?.receive($1, from: $0, at: $2) },
            release: { session?.release(at: $0) },
            completed: { session?.complete() },
            resume: { session?.resume(at: $0) },
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
                monitor: MonitorFeed(hub: monitors, device: address),
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
                    failed: { [unowned self] in devicesFailed($0) }))
            sessions[address] = WeakBox(session)
            if pausesTaps { session.setPaused(true) }
            commit(of: address)
            return session
        } catch {
            // The others go on; this one is left to itself until there are devices for it.
            homeless.append(WeakBox(link))
            link.leave()
            deviceWait?.lost(error)
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
