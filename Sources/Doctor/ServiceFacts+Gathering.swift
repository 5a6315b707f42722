internal import Bus
internal import Control
internal import EventLoop

extension ServiceFacts.Unit {
    /// What the systemd on a bus tells of the unit; nil where there is none.
    ///
    /// Wraps `org.freedesktop.systemd1`, org.freedesktop.systemd1(5).
    static func gather(_ bus: BusInquiry) -> ServiceFacts.Unit? {
        let service = "org.freedesktop.systemd1"
        guard bus.hasOwner(service) else { return nil }
        let ask = { (member: String) in
            bus.ask(
                .call(
                    service, "/org/freedesktop/systemd1", "\(service).Manager", member,
                    [.string("tapinput.service")]))
        }
        let fileState = try? ask("GetUnitFileState").get().arguments().first?.text
        // A unit that does not run, and has not failed, need not be loaded.
        var activeState: String?
        if let path = try? ask("GetUnit").get().arguments().first?.text {
            let question = BusMessage.call(
                service, path, BusObject.propertiesInterface, "Get",
                [.string("\(service).Unit"), .string("ActiveState")])
            activeState = try? bus.ask(question).get().arguments().first?.text
        }
        return ServiceFacts.Unit(
            fileState: fileState.flatMap { $0.isEmpty ? nil : $0 },
            activeState: activeState ?? "inactive")
    }
}

extension ServiceFacts.Driver {
    /// Whether a driver is on the bus at an address, and answers in so many nanoseconds.
    static func gather(
        _ address: String, on loop: EventLoop, limit: Int64
    ) -> ServiceFacts.Driver {
        var result: Result<ControlState, ControlCallError>?
        let client = ControlClient(addresses: [address], loop: loop)
        client.ask(.state, timeout: limit) { result = $0 }
        while result == nil {
            guard (try? loop.runOnce()) != nil else { return .none }
        }
        switch result {
        case .failure(.noBus), .failure(.noDriver), nil: return .none
        case .failure(.noAnswer): return .silent
        // Whatever it says, it speaks.
        case .success, .failure(.refused), .failure(.failed): return .answers
        }
    }
}
