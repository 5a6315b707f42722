import Bus

@testable import BlueZ

/// A Tap as BlueZ's objects show it.
struct FakeTap {
    var adapter = "/org/bluez/hci0"
    var address = "A0:B1:C2:D3:E4:F5"
    var name = "Tap"
    var service = "service0010"
    var isBonded = true
    /// Whether there is a link, with its services known.
    var isConnected = true
    /// Whether its advertising is heard.
    var isHeard = false
    /// The characteristics that there are, by the last part of their paths.
    var characteristics = ["char0011": TapUUIDs.v2Read, "char0014": TapUUIDs.v2Write]

    var path: String { "\(adapter)/dev_" + address.replacing(":", with: "_") }
    var readPath: String { path(of: TapUUIDs.v2Read) }
    var writePath: String { path(of: TapUUIDs.v2Write) }
    /// The paths of all characteristics.
    var paths: [String] { characteristics.keys.map { "\(path)/\(service)/\($0)" } }

    private func path(of uuid: String) -> String {
        "\(path)/\(service)/\(characteristics.first { $0.value == uuid }?.key ?? "")"
    }

    /// The device alone; like a bonded one that BlueZ has not heard of lately it has no RSSI.
    var device: FakeBlueZ.Tree {
        var properties: [String: BusValue] = [
            "Adapter": .objectPath(adapter), "Address": .string(address),
            "Alias": .string(name), "Bonded": .bool(isBonded), "Paired": .bool(isBonded),
            "Connected": .bool(isConnected), "ServicesResolved": .bool(isConnected),
            "UUIDs": .array(of: "s", [.string(TapUUIDs.tapService)]),
        ]
        if isHeard { properties["RSSI"] = .int16(-60) }
        return [path: [BlueZName.device: properties]]
    }

    /// The GATT objects alone.
    var services: FakeBlueZ.Tree {
        guard !characteristics.isEmpty else { return [:] }
        var tree: FakeBlueZ.Tree = [
            "\(path)/\(service)": [
                BlueZName.gattService: [
                    "UUID": .string(TapUUIDs.tapService), "Device": .objectPath(path),
                ]
            ]
        ]
        for (name, uuid) in characteristics {
            tree["\(path)/\(service)/\(name)"] = [
                BlueZName.characteristic: [
                    "UUID": .string(uuid), "Service": .objectPath("\(path)/\(service)"),
                ]
            ]
        }
        return tree
    }

    /// All of it.
    var tree: FakeBlueZ.Tree { device.merging(services) { $1 } }

    /// Its name and address.
    var identity: TapIdentity { TapIdentity(name: name, address: address) }

    /// One that is new: it advertises, and nothing more is known of it.
    static func new(_ number: Int = 1, name: String = "New", isHeard: Bool = true) -> FakeTap {
        FakeTap(
            address: "00:00:00:00:00:0\(number)", name: name, isBonded: false,
            isConnected: false, isHeard: isHeard, characteristics: [:])
    }
}

extension FakeBlueZ {
    /// An adapter alone.
    static func adapter(
        _ path: String = "/org/bluez/hci0", isPowered: Bool = true
    ) -> Tree {
        [path: [BlueZName.adapter: ["Powered": .bool(isPowered)]]]
    }

    /// An adapter and what hangs on it.
    static func tree(_ taps: FakeTap...) -> Tree {
        taps.reduce(adapter()) { $0.merging($1.tree) { $1 } }
    }
}
