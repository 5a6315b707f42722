import BusTestSupport
import Driver
import EventLoop
import Mapping
import TapProtocol
import Testing
import VirtualInput

@testable import BlueZ

/// A driver on a bus with two Taps, an older and a newer one, which stream.
final class DriverDesk {
    static let older = FakeTap(
        address: "00:00:00:00:00:01", name: "Older",
        characteristics: [
            "char0011": TapUUIDs.v1TapData, "char0012": TapUUIDs.v1MouseData,
            "char0013": TapUUIDs.v1AirGesture, "char0014": TapUUIDs.v1UICommand,
            "char0015": TapUUIDs.uartRX,
        ])
    static let newer = FakeTap(address: "00:00:00:00:00:02", name: "Newer")

    /// Devices that were made.
    struct Made: Equatable {
        var capabilities: Capabilities
        var number: Int

        init(_ profiles: Profile..., number: Int) {
            capabilities = Capabilities(of: profiles)
            self.number = number
        }

        init(_ capabilities: Capabilities, number: Int) {
            self.capabilities = capabilities
            self.number = number
        }
    }

    /// A change of the profile, as it is told.
    struct Change: Equatable {
        var tap: String
        var profile: String
    }

    /// What makes devices: it is there before the driver is.
    private final class Maker {
        var made: [Made] = []
        var sinks: [KernelSink] = []
        var refusal: VirtualInputError?
        var firstRefusal: VirtualInputError?
        var areNoticed = true
        /// What must be possible before devices can be made.
        var check: () throws(VirtualInputError) -> Void = {}

        func make(
            _ capabilities: Capabilities, _ number: Int
        ) throws(VirtualInputError) -> KernelSink {
            if let firstRefusal { throw firstRefusal }
            try check()
            let sink = KernelSink()
            sink.isNoticed = areNoticed
            made.append(Made(capabilities, number: number))
            sinks.append(sink)
            if sinks.count > 1, let refusal { throw refusal }
            return sink
        }
    }

    let world: BlueZWorld
    let bluez: FakeBlueZ
    let driver: TapDriver<KernelSink>
    private(set) var reports: [String: [TapReport]] = [:]
    private(set) var failures: [VirtualInputError] = []
    private(set) var deviceReports: [DeviceReport] = []
    private(set) var changes: [Change] = []
    /// How often it was told that something has changed.
    private(set) var changesTold = 0
    private let maker = Maker()

    /// The devices that were made after the first pair, which is there before any Tap is.
    var made: [Made] { Array(maker.made.dropFirst()) }
    /// What they were sent.
    var sinks: [KernelSink] { Array(maker.sinks.dropFirst()) }
    /// What the first pair was made for.
    var firstMade: Made? { maker.made.first }
    /// What the first pair was sent.
    var firstSink: KernelSink? { maker.sinks.first }
    /// What making devices fails with, from the second pair on.
    var refusal: VirtualInputError? {
        get { maker.refusal }
        set { maker.refusal = newValue }
    }

    /// Whether udev deals with devices that are made from now on.
    var areNoticed: Bool {
        get { maker.areNoticed }
        set { maker.areNoticed = newValue }
    }

    /// What making any devices fails with.
    var firstRefusal: VirtualInputError? {
        get { maker.firstRefusal }
        set { maker.firstRefusal = newValue }
    }

    init(
        _ taps: [FakeTap] = [older, newer],
        _ change: (inout TapDriver<KernelSink>.Options) -> Void = { _ in },
        check: @escaping () throws(VirtualInputError) -> Void = {}
    ) throws {
        maker.check = check
        world = try BlueZWorld()
        bluez = try world.startBlueZ(
            taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } })
        var options = TapDriver<KernelSink>.Options(
            profiles: ProfileChoice(standard: "desktop"))
        options.grabs = false
        change(&options)
        let box = WeakBox<DriverDesk>()
        driver = TapDriver(
            options: options, busAddress: world.daemon.address, loop: world.loop,
            make: { [maker] (capabilities, number) throws(VirtualInputError) in
                try maker.make(capabilities, number)
            },
            handlers: DriverHandlers(
                tapReport: { box.object?.reports[$0, default: []].append($1) },
                situation: { _ in },
                failed: { box.object?.failures.append($0) },
                deviceReport: { box.object?.deviceReports.append($0) },
                profileChanged: {
                    box.object?.changes.append(Change(tap: $0, profile: $1))
                },
                changed: { box.object?.changesTold += 1 }))
        box.object = self
    }

    func start(expecting count: Int = 2) throws {
        driver.start()
        try world.loop.expect("the Taps are connected") {
            reports.values.count { $0.contains(.connected) } == count
        }
    }

    /// Waits until the desktop has had the time to open the devices of all Taps, the latest ones.
    func settle() throws {
        var latest: [Int: KernelSink] = [:]
        for (made, sink) in zip(maker.made, maker.sinks) { latest[made.number] = sink }
        try world.loop.expect("the devices are open") { latest.values.allSatisfy(\.isOpen) }
    }

    /// The path of a characteristic of the older Tap.
    static func path(_ uuid: String) -> String {
        let name = older.characteristics.first { $0.value == uuid }?.key ?? ""
        return "\(older.path)/\(older.service)/\(name)"
    }

    func notifyOlder(_ uuid: String, _ bytes: [UInt8]) {
        bluez.notify(Self.path(uuid), bytes)
    }

    /// A gesture class of the newer Tap.
    func newerGesture(_ gestureClass: UInt8) {
        bluez.notify(Self.newer.readPath, TapFrames.gesture(gestureClass))
    }
}
