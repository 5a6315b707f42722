public import EventLoop

extension Facts {
    /// What this machine tells when it is looked at, which changes nothing.
    ///
    /// `system` and `session` are the addresses of the buses; there need not be a session. For each
    /// bus, and each driver, it takes at the most `limit` nanoseconds.
    public static func gather(
        _ roots: SystemRoots = SystemRoots(), system: String, session: String?,
        on loop: EventLoop, sandbox: String?, block: BluetoothFacts.Block?,
        configuration: ConfigurationFacts, limit: Int64 = 5_000_000_000
    ) -> Facts {
        let module = ModuleFacts.gather(roots)
        let systemBus = BusInquiry(system, on: loop, limit: limit)
        let sessionBus = session.map { BusInquiry($0, on: loop, limit: limit) }
        let bluetooth = BluetoothFacts.gather(systemBus, roots, block: block)
        return Facts(
            sandbox: sandbox,
            user: .gather(roots),
            module: module,
            node: .gather(roots, opens: module.state != .notLoaded),
            rules: .gather(roots),
            systemBus: systemBus.state,
            sessionBus: sessionBus?.state,
            bluetooth: bluetooth.facts,
            taps: bluetooth.taps.map { $0.lookingForDevices(roots) },
            services: ServiceFacts(
                user: sessionBus.flatMap { .gather($0) },
                system: .gather(systemBus),
                sessionDriver: driver(session, sessionBus, loop, limit),
                systemDriver: driver(system, systemBus, loop, limit)),
            configuration: configuration)
    }

    /// The driver on a bus; none where that does not answer anyhow.
    private static func driver(
        _ address: String?, _ bus: BusInquiry?, _ loop: EventLoop, _ limit: Int64
    ) -> ServiceFacts.Driver {
        guard let address, bus?.state == .reachable else { return .none }
        return .gather(address, on: loop, limit: limit)
    }
}
