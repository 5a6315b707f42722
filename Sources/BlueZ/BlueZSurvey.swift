public import Bus
internal import TapProtocol

/// A version of BlueZ.
public struct BlueZVersion: Comparable, Sendable, CustomStringConvertible {
    /// The number before the point.
    public var major: Int
    /// The number after it.
    public var minor: Int

    /// A version of two numbers.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The version in an adapter's `Modalias`; nil where that names something else than BlueZ.
    ///
    /// Source: BlueZ's `DeviceID` (main.conf): vendor 1D6B, the Linux Foundation, product 0246, and
    /// one byte each for the two numbers.
    public init?(modalias: String) {
        let prefix = "usb:v1d6bp0246d"
        let text = modalias.lowercased()
        guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 4,
            let number = UInt16(text.dropFirst(prefix.count), radix: 16)
        else { return nil }
        self.init(major: Int(number >> 8), minor: Int(number & 0xff))
    }

    /// The version as people write it.
    public var description: String { "\(major).\(minor)" }

    /// Older versions come first.
    public static func < (first: BlueZVersion, second: BlueZVersion) -> Bool {
        (first.major, first.minor) < (second.major, second.minor)
    }
}

/// What BlueZ tells at one moment, for who looks and does nothing.
public struct BlueZSurvey: Equatable, Sendable {
    /// A Tap, and what others do with it.
    public struct Tap: Equatable, Sendable {
        /// What BlueZ says of it.
        public var snapshot: TapSnapshot
        /// Whether keys were exchanged, even if they are not kept.
        public var isPaired: Bool
        /// Whether a program listens to its events.
        public var isListenedTo: Bool
    }

    /// How many adapters there are.
    public var adapterCount: Int
    /// Whether one of them is on.
    public var isPowered: Bool
    /// The version, where an adapter tells it.
    public var version: BlueZVersion?
    /// All Taps, by name and address.
    public var taps: [Tap]

    /// The name of BlueZ on the bus.
    public static let service = BlueZName.service

    /// The question for everything.
    public static var question: BusMessage? {
        BusMessage.call(BlueZName.service, "/", BlueZName.objectManager, "GetManagedObjects")?
            .notStartingService()
    }

    /// The survey of an answer to the question; nil where it is no such answer.
    public init?(_ reply: BusMessage) {
        guard let tree = (try? reply.arguments())?.first?.dictionary else { return nil }
        var objects = BlueZObjects()
        for (path, interfaces) in tree {
            objects.add(path, interfaces: interfaces.dictionary ?? [:])
        }
        func property(_ path: String, _ interface: String, _ name: String) -> BusValue? {
            tree[path]?.dictionary?[interface]?.dictionary?[name]
        }
        adapterCount = objects.adapterPaths.count
        isPowered = objects.hasPoweredAdapter
        version =
            objects.adapterPaths.lazy
            .compactMap { property($0, BlueZName.adapter, "Modalias")?.text }
            .compactMap { BlueZVersion(modalias: $0) }.first
        taps = objects.knownTaps.distinct.map { tap in
            let events = tap.snapshot.characteristics.filter { uuid, _ in
                NotifyingCharacteristic(rawValue: TapUUID.short(uuid)) != nil
            }
            return Tap(
                snapshot: tap.snapshot,
                isPaired: property(tap.path, BlueZName.device, "Paired")?.truth ?? false,
                isListenedTo: events.values.contains { path in
                    ["Notifying", "NotifyAcquired"].contains {
                        property(path, BlueZName.characteristic, $0)?.truth ?? false
                    }
                })
        }
    }
}
