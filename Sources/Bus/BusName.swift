/// What becomes of a well-known name that a connection asked for.
public enum BusNameEvent: Equatable, Sendable {
    /// It is ours: who calls it calls us.
    case owned
    /// Somebody else has it; it becomes ours once they are gone.
    case taken
    /// It was ours and is no longer.
    case lost
    /// The bus does not let us have it, or did not answer.
    case refused(BusError)
}

extension BusConnection {
    /// Asks for a well-known name; `told` is called now and whenever the answer changes.
    ///
    /// Where somebody else has it we wait in the bus's own queue. A connection has one name at
    /// most: what is asked for later takes its place. Source: the D-Bus specification's
    /// `RequestName`, `NameAcquired` and `NameLost`.
    public func own(_ name: String, told: @escaping (BusNameEvent) -> Void) {
        let wish = BusNameWish(name, told)
        self.wish = wish
        let request = BusMessage.call(
            Self.busName, Self.busPath, Self.busName, "RequestName",
            [.string(name), .uint32(0)])
        call(request) { [weak self] result in
            guard self?.wish === wish else { return }
            wish.answered(result)
        }
    }
}

/// A name that was asked for, and what is known of it.
final class BusNameWish {
    private let name: String
    private let told: (BusNameEvent) -> Void
    private var isOwned = false

    init(_ name: String, _ told: @escaping (BusNameEvent) -> Void) {
        self.name = name
        self.told = told
    }

    /// The bus answers the request: 1 is ours, 2 waits in the queue, 4 was ours already.
    func answered(_ result: Result<BusMessage, BusError>) {
        switch result.map({ (try? $0.arguments())?.first?.number }) {
        case .success(1), .success(4): owned(true)
        case .success(2), .success(3): told(.taken)
        case .success: told(.refused(.malformedReply))
        case .failure(let error): told(.refused(error))
        }
    }

    /// A signal came; the bus's own ones about the name are believed.
    func heard(_ signal: BusMessage) {
        guard signal.sender == BusConnection.busName, signal.interface == BusConnection.busName,
            let isAcquired = ["NameAcquired": true, "NameLost": false][signal.member ?? ""],
            (try? signal.arguments())?.first?.text == name
        else { return }
        owned(isAcquired)
    }

    private func owned(_ isOwned: Bool) {
        guard isOwned != self.isOwned else { return }
        self.isOwned = isOwned
        told(isOwned ? .owned : .lost)
    }
}
