internal import BlueZ
internal import EventLoop
internal import VirtualInput

/// What keeps a driver from listening to Taps.
struct Hindrances: OptionSet {
    let rawValue: Int

    /// There are no virtual devices, or they can be written to no more.
    static let noDevices = Hindrances(rawValue: 1)
    /// Somebody else is at the screen.
    static let background = Hindrances(rawValue: 2)
}

/// Whether a driver listens to Taps; the value is the word of the interface on the bus.
public enum DriverPhase: String, Sendable {
    /// It does, as far as there are any.
    case working
    /// There are no virtual devices yet, or they failed, or there are none for one of the Taps.
    case noDevices = "no-devices"
    /// Somebody else is at the screen.
    case background
}

/// When Taps are listened to, and when they are left to themselves.
extension TapDriver {
    /// Whether it listens to Taps.
    public var phase: DriverPhase {
        if hindrances.contains(.noDevices) { return .noDevices }
        if hindrances.contains(.background) { return .background }
        return homeless.contains { $0.object?.state.isBonded ?? false } ? .noDevices : .working
    }

    /// Whether no devices could be made for a Tap.
    func isHomeless(_ link: TapLink) -> Bool {
        homeless.contains { $0.object === link }
    }

    /// Whether the user of this driver is at the screen.
    ///
    /// While somebody else is, everything is up, and the Taps are put back as they were and free for
    /// the driver of that user.
    public func setForeground(_ isInForeground: Bool) {
        if isInForeground { end(.background) } else { begin(.background) }
    }

    /// Lets everything come up, and hears nothing of the Taps until `wake`: the machine is about to
    /// sleep.
    public func sleep() {
        client?.sleep()
        pool.dropWaiting()
    }

    /// Hears the Taps again after a sleep, and sees whether they are still there.
    public func wake() {
        deviceWait?.hurry()
        client?.wake()
    }

    /// Lets everything come up, since the program was stopped and goes on: what the hands did
    /// meanwhile counts for nothing.
    public func resume() {
        client?.resume()
        pool.dropWaiting()
    }

    private func begin(_ hindrance: Hindrances) {
        guard !hindrances.contains(hindrance) else { return }
        hindrances.insert(hindrance)
        client?.park()
        pool.dropWaiting()
        if hindrance == .noDevices { pool.fail() }
        handlers.changed()
    }

    private func end(_ hindrance: Hindrances) {
        hindrances.remove(hindrance)
        if hindrances.isEmpty { client?.unpark() }
        handlers.changed()
    }
}

/// The virtual devices, which may not be there yet, or fail.
extension TapDriver {
    /// Makes what is missing.
    func makeDevices() throws(VirtualInputError) {
        if hindrances.contains(.noDevices) || !pool.isOpen { try pool.open() }
        for case let link? in homeless.map(\.object) {
            let setup = profiles.begin(address: link.address, name: link.name)
            _ = try pool.sink(of: link.address, setup.capabilities)
        }
        let isNews = hindrances.contains(.noDevices) || !homeless.isEmpty
        homeless = []
        if isNews { end(.noDevices) }
    }

    /// Devices can be written to no more: they are let go and made anew.
    func devicesFailed(_ error: VirtualInputError) {
        guard !hindrances.contains(.noDevices) else { return }
        begin(.noDevices)
        deviceWait?.lost(error)
    }

    /// Takes note of what became of the devices.
    func devicesChanged(_ report: DeviceReport) {
        if case .waiting = report, !pool.isOpen { begin(.noDevices) }
        handlers.deviceReport(report)
    }
}
