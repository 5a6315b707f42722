import Gestures
import Mapping
import TapProtocol

/// Notifications of a Tap, made before anything is measured, and played round and round.
struct PacketStream {
    /// One notification: where its bytes are, where it comes from, and when.
    struct Packet {
        var range: Range<Int>
        var characteristic: NotifyingCharacteristic
        var time: Int64
    }

    /// The kinds of streams; the value is the word of the command line.
    enum Kind: String, CaseIterable {
        /// v2: an open hand that moves the pointer.
        case motion
        /// The same, with the filter against tremor.
        case filtered
        /// v2: gesture classes alone.
        case gesture
        /// v2: five motions for three classes, as a Tap sends them.
        case mixed
        /// v1: the same with the hand's states, swipes and taps.
        case v1
    }

    let kind: Kind
    private(set) var bytes: [UInt8] = []
    private(set) var packets: [Packet] = []

    /// How many packets there are before the stream begins again.
    static let length = 16_384
    /// Nanoseconds between two packets: 200 a second.
    static let gap: Int64 = 5_000_000
    /// How many packets at the end find an open hand: a second, in which everything ends.
    private static let rest = 200

    init(_ kind: Kind, seed: UInt64 = 1) {
        self.kind = kind
        var hand = HandMaker(seed: seed)
        for index in 0..<Self.length {
            let time = Int64(index) * Self.gap
            let isLast = index >= Self.length - Self.rest
            switch (kind, [0, 2, 3, 5, 6].contains(index % 8)) {
            case (.motion, _), (.filtered, _), (.mixed, true):
                append([0, 0, 0, 0] + hand.motion(), from: .v2Read, time)
            case (.gesture, _), (.mixed, false):
                let gestureClass = hand.gestureClass(at: time, isLast: isLast)
                append([1, 3, 0, 0, gestureClass], from: .v2Read, time)
            case (.v1, true):
                append(hand.motion(), from: .v1MouseData, time)
            case (.v1, false):
                let notification = hand.older(at: time, isLast: isLast)
                append(notification.bytes, from: notification.from, time)
            }
        }
    }

    /// How long the stream is, in nanoseconds, before it begins again.
    var period: Int64 { Int64(Self.length) * Self.gap }

    /// The profile with which the stream is played.
    var profile: Profile {
        var profile = Profile.desktop
        if kind == .filtered { profile.pointer.filter = OneEuroSettings() }
        return profile
    }

    private mutating func append(
        _ notification: [UInt8], from characteristic: NotifyingCharacteristic, _ time: Int64
    ) {
        let start = bytes.count
        bytes += notification
        packets.append(
            Packet(range: start..<bytes.count, characteristic: characteristic, time: time))
    }
}
