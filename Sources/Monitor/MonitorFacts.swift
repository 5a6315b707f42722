/// What changes slowly, and is not in the records: who the Taps are and how they are.
public struct MonitorFacts: Equatable, Sendable {
    /// A Tap.
    public struct Tap: Equatable, Sendable {
        /// Its Bluetooth address, as the records have it.
        public var address: String
        /// Its name, as its user gave it.
        public var name: String
        /// The protocol that it speaks: `v1` or `v2`; nil if that is not known.
        public var protocolName: String?
        /// How full its battery is, in percent, or nil if that is not known.
        public var battery: Int?
        /// The name of the profile that holds for it.
        public var profile: String
        /// In a word or two, how the connection is: `connected`.
        public var connection: String
        /// Whether nothing is sent, until the pause is ended.
        public var isPaused: Bool
        /// How many packets came in so far, or nil if that is not known.
        public var packets: Int?
        /// How many of these were not understood.
        public var unknownPackets: Int?

        /// A Tap of which not more is known than this.
        public init(
            address: String, name: String, profile: String, connection: String,
            isPaused: Bool = false
        ) {
            self.address = address
            self.name = name
            self.profile = profile
            self.connection = connection
            self.isPaused = isPaused
        }
    }

    /// All Taps that are known.
    public var taps: [Tap]

    /// The facts about some Taps.
    public init(taps: [Tap] = []) {
        self.taps = taps
    }
}
