internal import BlueZ
internal import Bus
internal import TapProtocol

extension BluetoothFacts {
    /// What BlueZ tells, and the Taps that it knows.
    static func gather(
        _ bus: BusInquiry, _ roots: SystemRoots, block: Block?
    ) -> (facts: BluetoothFacts, taps: [TapFact]) {
        guard bus.hasOwner(BlueZSurvey.service) else {
            let isInstalled = programs.contains { roots.exists(roots.files + $0) }
            return (BluetoothFacts(isInstalled ? .notRunning : .notInstalled, block: block), [])
        }
        do {
            guard let survey = BlueZSurvey(try bus.ask(BlueZSurvey.question).get()) else {
                throw BusError.malformedReply
            }
            let facts = BluetoothFacts(
                service: .running, version: survey.version, adapters: survey.adapterCount,
                isPowered: survey.isPowered, block: block)
            return (facts, survey.taps.map { TapFact($0) })
        } catch {
            let error = error as? BusError ?? .malformedReply
            let service = error.isRefusal ? Service.refused : .failing(error.description)
            return (BluetoothFacts(service, block: block), [])
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
