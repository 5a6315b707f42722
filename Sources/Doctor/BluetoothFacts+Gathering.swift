internal import BlueZ
internal import Bus
internal import TapProtocol

extension BluetoothFacts {
    /// What BlueZ tells, and the Taps that it knows.
    static func gather(
        _ bus: BusInquiry, _ roots: SystemRoots
    ) -> (facts: BluetoothFacts, taps: [TapFact]) {
        let (service, survey) = ask(bus, roots)
        let facts = BluetoothFacts(
            service: service, version: survey?.version, adapters: survey?.adapterCount ?? 0,
            isPowered: survey?.isPowered ?? false, block: RadioBlock(roots),
            hasRadio: roots.exists("\(roots.sys)/class/bluetooth"))
        return (facts, survey?.taps.map { TapFact($0) } ?? [])
    }

    private static func ask(
        _ bus: BusInquiry, _ roots: SystemRoots
    ) -> (Service, BlueZSurvey?) {
        guard let hasOwner = bus.hasOwner(BlueZSurvey.service) else { return (.unknown, nil) }
        guard hasOwner else {
            let isInstalled = programs.contains { roots.exists(roots.files + $0) }
            return (isInstalled ? .notRunning : .notInstalled, nil)
        }
        do {
            guard let survey = BlueZSurvey(try bus.ask(BlueZSurvey.question).get()) else {
                throw BusError.malformedReply
            }
            return (.running, survey)
        } catch {
            let error = error as? BusError ?? .malformedReply
            return (error.isRefusal ? .refused : .failing(error.description), nil)
        }
    }
}

extension TapFact {
    init(_ tap: BlueZSurvey.Tap) {
        self.init(
            name: tap.snapshot.name, address: tap.snapshot.address, isPaired: tap.isPaired,
            isBonded: tap.snapshot.isBonded, isConnected: tap.snapshot.isConnected,
            servicesResolved: tap.snapshot.servicesResolved,
            protocolVersion: tap.snapshot.protocolVersion?.rawValue,
            isListenedTo: tap.isListenedTo)
    }
}
