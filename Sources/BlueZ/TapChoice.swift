/// Which Taps are meant: all, or those of some names and addresses.
public struct TapChoice: Equatable, Sendable {
    /// Names, which their users give, and Bluetooth addresses; empty for all Taps.
    public var devices: [String]

    /// The Taps of these names and addresses; none given are all.
    public init(_ devices: [String]) {
        self.devices = devices
    }

    /// Every Tap.
    public static let all = TapChoice([])

    /// Whether a Tap is meant, by its address in any case of letters, or by its exact name.
    public func contains(_ tap: TapSnapshot) -> Bool {
        devices.isEmpty
            || devices.contains { Self.names($0, address: tap.address, name: tap.name) }
    }

    /// Whether a word is a Tap's address or its name.
    public static func names(_ word: String, address: String, name: String) -> Bool {
        word.uppercased() == address.uppercased() || word == name
    }
}
