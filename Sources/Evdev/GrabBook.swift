/// Whose devices are wanted and what was told of them: all that is decided without looking.
///
/// Devices are known by their node's name, "event5". Times are passed in, in nanoseconds.
struct GrabBook {
    /// How long udev has to give permission before its lack is told.
    ///
    /// The kernel makes a node for root alone; udev opens it to others a little later.
    static let patience: Int64 = 2_000_000_000

    private struct Refusal {
        let address: String
        let due: Int64
    }

    private let patience: Int64
    /// The addresses as their owner writes them, by what they are compared by.
    private var wanted: [String: String] = [:]
    /// The devices of which a failure was told, and whose they are.
    private var troubles: [String: String] = [:]
    /// The devices that may not be opened, of whose addresses that is not told yet.
    private var refusals: [String: Refusal] = [:]
    /// The addresses of which it is told.
    private var refused: Set<String> = []

    init(patience: Int64 = patience) {
        self.patience = patience
    }

    /// Whether no device is wanted at all.
    var isEmpty: Bool { wanted.isEmpty }

    /// When the lack of a permission is to be told, unless it is given before.
    var deadline: Int64? { refusals.values.map(\.due).min() }

    /// From now on the devices of this address are wanted; an empty one is nobody's.
    mutating func want(_ address: String) {
        let key = address.lowercased()
        guard !address.isEmpty, wanted[key] == nil else { return }
        wanted[key] = address
    }

    /// They are wanted no longer; what was told of them is not told again when they are.
    mutating func forget(_ address: String) {
        let key = address.lowercased()
        guard let address = wanted.removeValue(forKey: key) else { return }
        refusals = refusals.filter { $0.value.address != address }
    }

    /// The address by which a device is wanted that calls itself this, or nil.
    func address(of unique: String) -> String? {
        wanted[unique.lowercased()]
    }

    /// A device is grabbed: a failure that follows is a new one.
    mutating func grabbed(_ name: String, of address: String) {
        forgetDevice(name)
        refused.remove(address)
    }

    /// A device is gone; the next of this name is another one.
    mutating func forgetDevice(_ name: String) {
        troubles[name] = nil
        refusals[name] = nil
    }

    /// A device cannot be grabbed; whether that is to be told.
    mutating func noteTrouble(_ name: String, of address: String) -> Bool {
        refusals[name] = nil
        return troubles.updateValue(address, forKey: name) == nil
    }

    /// A device may not be opened; it is told by `dueRefusals`.
    mutating func refuse(_ name: String, of address: String, at now: Int64) {
        guard !refused.contains(address), refusals[name] == nil else { return }
        refusals[name] = Refusal(address: address, due: now + patience)
    }

    /// The devices whose lack of a permission is to be told now: one for each address.
    mutating func dueRefusals(at now: Int64) -> [(name: String, address: String)] {
        var due: [(name: String, address: String)] = []
        for (name, refusal) in refusals.sorted(by: { $0.key < $1.key })
        where refusal.due <= now && refused.insert(refusal.address).inserted {
            due.append((name, refusal.address))
        }
        refusals = refusals.filter { !refused.contains($0.value.address) }
        return due
    }
}
