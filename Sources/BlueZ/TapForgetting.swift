internal import Bus

/// Makes every adapter that knows a Tap forget it.
struct TapForgetting: TapTask {
    typealias Report = Never
    typealias Output = TapIdentity

    /// Where it stands.
    private enum State: Sendable {
        case looking
        /// The first of these objects is being removed.
        case removing(ArraySlice<KnownTap>)
        case ended
    }

    private let word: String
    private var state = State.looking

    /// Forgets the Tap of a name or an address.
    init(_ word: String) {
        self.word = word
    }

    mutating func changed(
        _ objects: BlueZObjects, _ now: Int64
    ) -> [TapTaskAction<Report, Output>] {
        guard case .looking = state else { return [] }
        return look(objects.knownTaps)
    }

    private mutating func look(_ taps: [KnownTap]) -> [TapTaskAction<Report, Output>] {
        let named = taps.filter { $0.isNamed(word) }
        guard !named.isEmpty else {
            return end(.failure(.unknown(word, known: taps.identities)))
        }
        guard named.distinct.count == 1 else { return end(.failure(.several(named.identities))) }
        return remove(named[...])
    }

    private mutating func remove(
        _ objects: ArraySlice<KnownTap>
    ) -> [TapTaskAction<Report, Output>] {
        guard let first = objects.first else { return [] }
        state = .removing(objects)
        return [.call(.remove(first.path, adapter: first.adapter))]
    }

    mutating func answered(
        _ result: Result<[UInt8], BusError>, _ now: Int64
    ) -> [TapTaskAction<Report, Output>] {
        guard case .removing(let objects) = state, let first = objects.first else { return [] }
        // What is gone already need not be removed.
        if let error = result.error, !error.isBlueZ("DoesNotExist") {
            let isOff = error.isBlueZ("NotReady")
            return end(.failure(isOff ? .adapterOff : .step(.forget, first.identity, error)))
        }
        let rest = objects.dropFirst()
        return rest.isEmpty ? end(.success(first.identity)) : remove(rest)
    }

    mutating func end(
        _ result: Result<Output, TapTaskError>
    ) -> [TapTaskAction<Report, Output>] {
        if case .ended = state { return [] }
        state = .ended
        return [.cancelCall, .done(result)]
    }
}
