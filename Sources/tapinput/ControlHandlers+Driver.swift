import BlueZ
import Control
import Driver
import EventLoop
import Gestures
import TapProtocol
import VirtualInput

extension ControlHandlers {
    /// What a driver does when it is asked over the bus; `reload` reads its configuration again.
    init<Base: SlowSink>(
        _ driver: TapDriver<Base>, reload: @escaping () throws(ControlError) -> Void
    ) {
        self.init(
            setProfile: { (device, profile) throws(ControlError) in
                do throws(ProfileError) {
                    try driver.setProfile(profile, device: device.isEmpty ? nil : device)
                } catch {
                    throw ControlError(error)
                }
            },
            setPaused: { (device, isPaused) throws(ControlError) in
                do throws(TapError) {
                    try driver.setPaused(isPaused, device: device.isEmpty ? nil : device)
                } catch {
                    throw ControlError(error)
                }
            },
            reload: reload,
            vibrate: { (device, milliseconds) throws(ControlError) in
                guard let pattern = HapticPattern(milliseconds: milliseconds) else {
                    throw .invalidArgument(
                        "expected 1 to \(HapticPattern.maximumCount) durations of "
                            + "\(HapticPattern.milliseconds.lowerBound) to "
                            + "\(HapticPattern.milliseconds.upperBound) ms")
                }
                do throws(TapError) {
                    try driver.vibrate(pattern, device: device.isEmpty ? nil : device)
                } catch {
                    throw ControlError(error)
                }
            },
            monitor: { () throws(ControlError) in
                do throws(MonitorError) {
                    return try driver.monitor()
                } catch {
                    throw ControlError(error)
                }
            },
            state: { ControlState(driver, version: version, withTiming: $0) })
    }
}

extension ControlState {
    /// What can be read of a driver.
    init<Base: SlowSink>(_ driver: TapDriver<Base>, version: String, withTiming: Bool) {
        self.init(profile: driver.currentProfile, profiles: driver.profileNames)
        self.version = version
        state = driver.phase.rawValue
        bluetooth = driver.situation?.word ?? ""
        isPaused = driver.pausesTaps
        taps = driver.tapStates(withTiming: withTiming).map { ControlTap($0) }
    }
}

extension ControlTap {
    /// What can be read of a Tap of the driver.
    init(_ tap: TapState) {
        self.init(address: tap.link.address)
        name = tap.link.name
        connection = tap.link.phase.rawValue
        protocolVersion = tap.link.protocolVersion?.rawValue
        battery = tap.link.battery
        profile = tap.profile
        mode = tap.hand.mode.rawValue
        held = tap.hand.held.map { String(describing: $0) }
        isHidden = tap.hand.isHidden
        isPaused = tap.hand.isPaused
        isTapping = tap.link.isTapping
        counters = [
            "notifications": UInt64(clamping: tap.counters.notifications),
            "unknown-frames": UInt64(clamping: tap.counters.unknownFrames),
            "foreign-notifications": UInt64(clamping: tap.counters.foreignNotifications),
            "coalesced-notifications": UInt64(clamping: tap.counters.coalescedNotifications),
        ]
        timing["age"] = tap.timing.age
        add(tap.timing.intervals, "interval")
        add(tap.timing.latencies, "latency")
    }

    private mutating func add(_ percentiles: PacketTiming.Percentiles?, _ name: String) {
        guard let percentiles else { return }
        timing["\(name)-p50"] = UInt64(percentiles.p50)
        timing["\(name)-p95"] = UInt64(percentiles.p95)
        timing["\(name)-p99"] = UInt64(percentiles.p99)
    }
}

extension BlueZSituation {
    /// The word of the interface on the bus.
    var word: String {
        switch self {
        case .noBus: "no-bus"
        case .noService: "no-service"
        case .noAdapter: "no-adapter"
        case .adapterOff: "adapter-off"
        case .noBondedTap: "no-bonded-tap"
        case .refused: "refused"
        case .failing: "failing"
        case .ready: "ready"
        }
    }
}

extension ControlError {
    /// What is told over the bus of a profile that cannot be set.
    init(_ error: ProfileError) {
        switch error {
        case .unknownProfile(let name): self = .unknownProfile("no profile is called \"\(name)\"")
        case .unknownDevice(let name): self = .unknownDevice(Self.noTap(name))
        case .noDevices(let error):
            self = .noDevices("the virtual devices: \(error)")
        }
    }

    /// What is told over the bus of Taps that do not do what they are told.
    init(_ error: TapError) {
        switch error {
        case .unknown(let name): self = .unknownDevice(Self.noTap(name))
        case .notThere: self = .unavailable("no Tap is connected")
        }
    }

    /// What is told over the bus of a driver that nobody more can watch.
    init(_ error: MonitorError) {
        switch error {
        case .tooMany: self = .unavailable("as many watch the driver as may")
        case .system(let error): self = .unavailable("the driver cannot be watched: \(error)")
        }
    }

    private static func noTap(_ name: String) -> String {
        "no Tap is here that is called \"\(name)\""
    }
}
