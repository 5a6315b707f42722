internal import BlueZ
internal import Bus
internal import Control
internal import EventLoop

extension ServiceFacts.Unit {
    /// What the systemd on a bus tells of the unit; nil where there is none.
    ///
    /// Wraps `org.freedesktop.systemd1`, org.freedesktop.systemd1(5).
    static func gather(_ bus: BusInquiry) -> ServiceFacts.Unit? {
        guard let hasOwner = bus.hasOwner(service) else { return nil }
        guard hasOwner else { return nil }
        do {
            let fileState = try ask(bus, "GetUnitFileState")
            // A unit that does not run, and has not failed, need not be loaded.
            var activeState: String? = "inactive"
            if let path = try ask(bus, "GetUnit") {
                let question = BusMessage.call(
                    service, path, BusObject.propertiesInterface, "Get",
                    [.string("\(service).Unit"), .string("ActiveState")])
                activeState = try text(bus.ask(question)) ?? activeState
            }
            return ServiceFacts.Unit(
                fileState: fileState.flatMap { $0.isEmpty ? nil : $0 }, activeState: activeState)
        } catch {
            return ServiceFacts.Unit(fileState: nil, activeState: nil)
        }
    }

    private static let service = "org.freedesktop.systemd1"

    private static func ask(_ bus: BusInquiry, _ member: String) throws(BusError) -> String? {
        try text(
            bus.ask(
                .call(
                    service, "/org/freedesktop/systemd1", "\(service).Manager", member,
                    [.string("tapinput.service")])))
    }

    /// The text of an answer, or nil for one that is an error; no answer at all is thrown.
    private static func text(_ answer: Result<BusMessage, BusError>) throws(BusError) -> String? {
        if case .failure(let error) = answer, error.isNoReply { throw error }
        return try? answer.get().arguments().first?.text
    }
}

extension ServiceFacts.Driver {
    /// Whether a driver is on a bus, which is that at an address, and what it tells.
    static func gather(
        _ bus: BusInquiry?, at address: String?, on loop: EventLoop, _ patience: DoctorPatience
    ) -> ServiceFacts.Driver {
        guard let bus, let address, let hasOwner = bus.hasOwner(name) else { return .unknown }
        guard hasOwner else { return .none }
        var result: Result<ControlState, ControlCallError>?
        let client = ControlClient(addresses: [address], loop: loop)
        client.ask(.state, timeout: patience.service) { result = $0 }
        while result == nil {
            guard (try? loop.runOnce()) != nil else { return .unknown }
        }
        switch result {
        case .failure(.noDriver): return .none
        case .failure(.noBus), nil: return .unknown
        case .failure(.noAnswer): return .silent
        case .success(let state): return .answers(state)
        // Whatever it says, it speaks.
        case .failure(.refused), .failure(.notPermitted), .failure(.failed): return .answers(nil)
        }
    }

    /// The driver's name on a bus.
    static let name = "io.github.tapinput"
}

extension ServiceFacts {
    /// The groups of the driver on a bus, with its user's own one.
    ///
    /// Source: proc_pid_status(5).
    static func groups(ofDriverOn bus: BusInquiry?, _ roots: SystemRoots) -> Set<UInt32>? {
        guard let process = bus?.process(of: Driver.name) else { return nil }
        let lines = roots.lines("\(roots.proc)/\(process)/status")
        let numbers = { (name: String) in
            lines.first { $0.hasPrefix(name) }?.dropFirst(name.count)
                .split { $0 == "\t" || $0 == " " }.compactMap { UInt32($0) }
        }
        guard let groups = numbers("Groups:") else { return nil }
        return Set(groups + (numbers("Gid:") ?? []))
    }
}
