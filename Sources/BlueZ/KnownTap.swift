/// How a Tap is called: the name that its user gave it, and the address that identifies it.
public struct TapIdentity: Hashable, Sendable {
    /// The name; of no meaning and not always its own.
    public var name: String
    /// The Bluetooth address.
    public var address: String

    /// A Tap of a name and an address.
    public init(name: String, address: String) {
        self.name = name
        self.address = address
    }
}

/// A Tap that BlueZ knows, whether it is there or not.
public struct KnownTap: Equatable, Sendable {
    /// What BlueZ says of it.
    public var snapshot: TapSnapshot
    /// Its object's path.
    var path: String
    /// The path of the adapter that knows it.
    var adapter: String
    /// Whether its advertising is heard at the moment.
    var isHeard = false

    /// Its name and address.
    public var identity: TapIdentity {
        TapIdentity(name: snapshot.name, address: snapshot.address)
    }

    /// Whether a word is its address, in any case of letters, or its exact name.
    func isNamed(_ word: String) -> Bool {
        TapChoice.names(word, address: snapshot.address, name: snapshot.name)
    }

    /// By name, then by address.
    static func precedes(_ first: KnownTap, _ second: KnownTap) -> Bool {
        (first.snapshot.name, first.snapshot.address, first.path)
            < (second.snapshot.name, second.snapshot.address, second.path)
    }
}

extension BlueZObjects {
    /// All Taps, by name and address.
    package var knownTaps: [KnownTap] {
        tapPaths.compactMap { path in
            guard let snapshot = snapshot(of: path), let reception = reception(of: path) else {
                return nil
            }
            return KnownTap(
                snapshot: snapshot, path: path, adapter: reception.adapter,
                isHeard: reception.isHeard)
        }
        .sorted(by: KnownTap.precedes)
    }
}

extension [KnownTap] {
    /// Each Tap once, also where several adapters know it: where it is connected, or else bonded,
    /// or else where the adapter is on.
    var distinct: [KnownTap] {
        var chosen: [String: KnownTap] = [:]
        for tap in self {
            guard let other = chosen[tap.snapshot.address] else {
                chosen[tap.snapshot.address] = tap
                continue
            }
            if tap.rank > other.rank { chosen[tap.snapshot.address] = tap }
        }
        return chosen.values.sorted(by: KnownTap.precedes)
    }

    var identities: [TapIdentity] { distinct.map(\.identity) }

    /// The bonded Tap that is meant by a word, or else the only one that is connected, or else the
    /// only one.
    func bonded(_ word: String?) throws(TapTaskError) -> KnownTap {
        guard let word else {
            let bonded = filter(\.snapshot.isBonded).distinct
            let connected = bonded.filter(\.snapshot.isConnected)
            guard let first = connected.first ?? bonded.first else { throw .noBondedTap }
            let candidates = connected.isEmpty ? bonded : connected
            guard candidates.count == 1 else { throw .several(candidates.identities) }
            return first
        }
        let named = filter { $0.isNamed(word) }
        guard let any = named.first else { throw .unknown(word, known: identities) }
        let bonded = named.filter(\.snapshot.isBonded).distinct
        guard let first = bonded.first else { throw .notBonded(any.identity) }
        guard bonded.count == 1 else { throw .several(bonded.identities) }
        return first
    }
}

extension KnownTap {
    /// How much it speaks for an adapter's object of a Tap that others know as well.
    fileprivate var rank: Int {
        (snapshot.isConnected ? 4 : 0) + (snapshot.isBonded ? 2 : 0) + (snapshot.isPowered ? 1 : 0)
    }
}
