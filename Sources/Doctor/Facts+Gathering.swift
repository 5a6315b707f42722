public import EventLoop

extension Facts {
    /// What this machine tells when it is looked at, which changes nothing.
    ///
    /// `system` and `session` are the addresses of the buses; there need not be a session.
    public static func gather(
        _ roots: SystemRoots = SystemRoots(), system: String, session: String?,
        on loop: EventLoop, sandbox: Sandbox?, configuration: ConfigurationFacts,
        systemConfiguration: ConfigurationFacts, patience: DoctorPatience = DoctorPatience()
    ) -> Facts {
        let module = ModuleFacts.gather(roots)
        let systemBus = BusInquiry(system, on: loop, patience)
        let sessionBus = session.map { BusInquiry($0, on: loop, patience) }
        let bluetooth = BluetoothFacts.gather(systemBus, roots)
        let services = ServiceFacts(
            user: sessionBus.flatMap { .gather($0) },
            system: .gather(systemBus),
            sessionDriver: .gather(sessionBus, at: session, on: loop, patience),
            systemDriver: .gather(systemBus, at: system, on: loop, patience),
            sessionGroups: ServiceFacts.groups(ofDriverOn: sessionBus, roots))
        return Facts(
            sandbox: sandbox,
            hasApt: roots.exists("\(roots.files)/usr/bin/apt"),
            user: .gather(roots),
            module: module,
            node: .gather(roots, opens: module.state != .notLoaded),
            rules: .gather(roots),
            // A bus may have stopped to answer meanwhile.
            systemBus: systemBus.state,
            sessionBus: sessionBus?.state,
            session: .gather(roots),
            bluetooth: bluetooth.facts,
            taps: bluetooth.taps.map { $0.lookingForDevices(roots) },
            services: services,
            configuration: configuration,
            systemConfiguration: systemConfiguration)
    }
}
