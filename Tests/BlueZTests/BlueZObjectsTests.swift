import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("BlueZ's objects")
struct BlueZObjectsTests {
    private let adapter = "/org/bluez/hci0"
    private let device = "/org/bluez/hci0/dev_A0"
    private let service = "/org/bluez/hci0/dev_A0/service0010"
    private let read = "/org/bluez/hci0/dev_A0/service0010/char0011"
    private let write = "/org/bluez/hci0/dev_A0/service0010/char0014"

    private func add(
        _ objects: inout BlueZObjects, _ path: String, _ interface: String,
        _ properties: [(String, BusValue)]
    ) {
        objects.add(path, interfaces: [interface: .properties(properties)])
    }

    /// One adapter, one Tap with its link and its services.
    private func full() -> BlueZObjects {
        var objects = BlueZObjects()
        add(&objects, adapter, BlueZName.adapter, [("Powered", .bool(true))])
        addDevice(&objects)
        addServices(&objects)
        return objects
    }

    private func addDevice(
        _ objects: inout BlueZObjects, _ more: [(String, BusValue)] = [("Bonded", .bool(true))]
    ) {
        add(
            &objects, device, BlueZName.device,
            [
                ("Adapter", .objectPath(adapter)), ("Address", .string("A0:B1:C2:D3:E4:F5")),
                ("Alias", .string("My Tap")), ("Connected", .bool(true)),
                ("ServicesResolved", .bool(true)),
                ("UUIDs", .array(of: "s", [.string(TapUUIDs.tapService)])),
            ] + more)
    }

    private func addServices(_ objects: inout BlueZObjects) {
        add(
            &objects, service, BlueZName.gattService,
            [("UUID", .string(TapUUIDs.tapService)), ("Device", .objectPath(device))])
        addCharacteristic(&objects, read, TapUUIDs.v2Read)
        addCharacteristic(&objects, write, TapUUIDs.v2Write)
    }

    private func addCharacteristic(_ objects: inout BlueZObjects, _ path: String, _ uuid: String) {
        add(
            &objects, path, BlueZName.characteristic,
            [("UUID", .string(uuid)), ("Service", .objectPath(service))])
    }

    @Test("A Tap with all that belongs to it")
    func snapshot() {
        let objects = full()
        #expect(objects.adapterPaths == [adapter])
        #expect(objects.hasPoweredAdapter)
        #expect(objects.tapPaths == [device])
        #expect(
            objects.snapshot(of: device)
                == TapSnapshot(
                    address: "A0:B1:C2:D3:E4:F5", name: "My Tap", isPowered: true, isBonded: true,
                    isConnected: true, servicesResolved: true, protocolVersion: .v2,
                    characteristics: [TapUUIDs.v2Read: read, TapUUIDs.v2Write: write], battery: nil)
        )
    }

    @Test("A battery is from empty to full, whatever is said of it")
    func battery() {
        let rows: [(BusValue, Int?)] = [
            (.byte(80), 80), (.byte(255), 100), (.int16(-109), 0), (.uint32(.max), 100),
            (.string("full"), nil), (.uint64(50), nil),
        ]
        for (told, expected) in rows {
            var objects = full()
            add(&objects, device, BlueZName.battery, [("Percentage", told)])
            #expect(objects.snapshot(of: device)?.battery == expected, "\(told)")
        }
    }

    @Test("The order in which objects are told does not matter")
    func anyOrder() {
        var objects = BlueZObjects()
        addServices(&objects)
        addDevice(&objects)
        add(&objects, adapter, BlueZName.adapter, [("Powered", .bool(true))])
        #expect(objects.snapshot(of: device) == full().snapshot(of: device))
    }

    @Test("A removed adapter takes everything below it along, and nothing else")
    func adapterRemoved() {
        var objects = full()
        add(&objects, "/org/bluez/hci01", BlueZName.adapter, [("Powered", .bool(true))])
        add(
            &objects, "/org/bluez/hci01/dev_B0", BlueZName.device,
            [("UUIDs", .array(of: "s", [.string(TapUUIDs.tapService)]))])
        objects.remove(adapter, interfaces: [BlueZName.adapter])
        #expect(objects.snapshot(of: device) == nil)
        #expect(objects.adapterPaths == ["/org/bluez/hci01"])
        #expect(objects.tapPaths == ["/org/bluez/hci01/dev_B0"])
        addDevice(&objects)
        let again = objects.snapshot(of: device)
        #expect(again?.isPowered == false)
        #expect(again?.characteristics[TapUUIDs.v2Read] == nil)
    }

    @Test("A removed service takes its characteristics along")
    func serviceRemoved() {
        var objects = full()
        objects.remove(service, interfaces: [BlueZName.gattService])
        let snapshot = objects.snapshot(of: device)
        #expect(snapshot?.protocolVersion == nil)
        #expect(snapshot?.characteristics[TapUUIDs.v2Read] == nil)
        #expect(snapshot?.isConnected == true)
    }

    @Test("A removed characteristic is missing")
    func characteristicRemoved() {
        var objects = full()
        objects.remove(write, interfaces: [BlueZName.characteristic])
        #expect(objects.snapshot(of: device)?.characteristics[TapUUIDs.v2Write] == nil)
        #expect(objects.snapshot(of: device)?.protocolVersion == nil)
    }

    @Test("Removal of other interfaces of an object changes nothing")
    func otherInterfaceRemoved() {
        var objects = full()
        objects.remove(device, interfaces: ["org.bluez.Battery1", BlueZName.properties])
        objects.remove("/org/bluez/hci7", interfaces: [BlueZName.adapter])
        #expect(objects.snapshot(of: device) == full().snapshot(of: device))
    }

    @Test("Interfaces of no concern are ignored")
    func otherInterfaces() {
        var objects = full()
        add(&objects, device, "org.bluez.Battery1", [("Connected", .bool(false))])
        add(&objects, "/org/bluez", "org.bluez.AgentManager1", [])
        objects.change(
            device, interface: "org.bluez.Input1", properties: ["Connected": .bool(false)])
        #expect(objects.snapshot(of: device) == full().snapshot(of: device))
    }

    @Test("Changes of what is not known make nothing up")
    func unknownObjects() {
        var objects = BlueZObjects()
        for interface in [
            BlueZName.adapter, BlueZName.device, BlueZName.gattService, BlueZName.characteristic,
        ] {
            objects.change(
                "/x", interface: interface,
                properties: [
                    "Powered": .variant(.bool(true)), "UUID": .variant(.string(TapUUIDs.v2Read)),
                    "UUIDs": .variant(.array(of: "s", [.string(TapUUIDs.tapService)])),
                ])
        }
        #expect(objects.adapterPaths == [])
        #expect(objects.tapPaths == [])
        #expect(objects.snapshot(of: "/x") == nil)
    }

    @Test("Properties of the wrong type are ignored")
    func wrongTypes() {
        let values: [BusValue] = [
            .int32(1), .string("true"), .array(of: "b", [.bool(true)]), .double(.nan),
            .structure([.bool(false)]), .variant(.byte(0)), .bytes([]),
            .entry(key: .string("a"), value: .bool(false)),
        ]
        let paths = [adapter, device, service, read, write]
        let interfaces = [
            BlueZName.adapter, BlueZName.device, BlueZName.gattService, BlueZName.characteristic,
        ]
        for value in values {
            var objects = full()
            var names = ["Powered", "Connected", "ServicesResolved", "Bonded", "Paired"]
            if value.text == nil {
                names += ["Adapter", "Address", "Alias", "UUID", "Service", "Device"]
            }
            let properties = Dictionary(uniqueKeysWithValues: names.map { ($0, value) })
            for (path, interface) in paths.flatMap({ path in interfaces.map { (path, $0) } }) {
                objects.change(path, interface: interface, properties: properties)
            }
            #expect(objects.snapshot(of: device) == full().snapshot(of: device))
        }
    }

    @Test("Properties that are no dictionary make no object")
    func noDictionary() {
        var objects = BlueZObjects()
        objects.add("/x", interfaces: [BlueZName.adapter: .string("Powered")])
        objects.add(
            "/x",
            interfaces: [
                BlueZName.adapter: .array(
                    of: "{us}",
                    [
                        .entry(key: .uint32(1), value: .string("x"))
                    ])
            ])
        #expect(objects.adapterPaths == [])
    }

    @Test(
        "Bonded counts, and with an old BlueZ, Paired",
        arguments: [
            (nil, nil, false), (nil, true, true), (nil, false, false),
            (true, false, true), (false, true, false), (true, nil, true), (false, nil, false),
        ] as [(Bool?, Bool?, Bool)])
    func bonded(bonded: Bool?, paired: Bool?, expected: Bool) {
        var objects = BlueZObjects()
        var properties: [(String, BusValue)] = []
        if let bonded { properties.append(("Bonded", .bool(bonded))) }
        if let paired { properties.append(("Paired", .bool(paired))) }
        addDevice(&objects, properties)
        #expect(objects.snapshot(of: device)?.isBonded == expected)
    }

    @Test("A Tap is known by its service's UUID, in whatever case, or by the service itself")
    func recognition() {
        var byUUID = BlueZObjects()
        add(
            &byUUID, device, BlueZName.device,
            [("UUIDs", .array(of: "s", [.string(TapUUIDs.tapService.uppercased())]))])
        #expect(byUUID.tapPaths == [device])

        var byService = BlueZObjects()
        addServices(&byService)
        #expect(byService.tapPaths == [])
        add(&byService, device, BlueZName.device, [("Alias", .string("Anything"))])
        #expect(byService.tapPaths == [device])

        var byName = BlueZObjects()
        add(&byName, device, BlueZName.device, [("Alias", .string("TapXR_A1B2"))])
        #expect(byName.tapPaths == [])
    }

    @Test("Without a name the address stands in for it")
    func namelessTap() {
        var objects = BlueZObjects()
        add(&objects, device, BlueZName.device, [("Address", .string("A0:B1:C2:D3:E4:F5"))])
        #expect(objects.snapshot(of: device)?.name == "A0:B1:C2:D3:E4:F5")
    }

    @Test("v1 characteristics alone are v1; one half of v2 is neither")
    func protocols() {
        var objects = full()
        objects.remove(write, interfaces: [BlueZName.characteristic])
        #expect(objects.snapshot(of: device)?.protocolVersion == nil)
        addCharacteristic(&objects, service + "/char0020", TapUUIDs.v1TapData)
        #expect(objects.snapshot(of: device)?.protocolVersion == .v1)
        addCharacteristic(&objects, write, TapUUIDs.v2Write)
        #expect(objects.snapshot(of: device)?.protocolVersion == .v2)
    }

    @Test("Another device's characteristics are not this one's")
    func otherDevice() {
        var objects = full()
        let other = "/org/bluez/hci0/dev_B0"
        add(&objects, other, BlueZName.device, [("Alias", .string("Other"))])
        let snapshot = objects.snapshot(of: other)
        #expect(snapshot?.characteristics[TapUUIDs.v2Read] == nil)
        #expect(snapshot?.protocolVersion == nil)
    }

    @Test("Of two characteristics with one UUID it is always the same that is used")
    func duplicates() {
        var objects = full()
        addCharacteristic(&objects, service + "/char0091", TapUUIDs.v2Read)
        addCharacteristic(&objects, service + "/char0094", TapUUIDs.v2Write)
        var paths: Set<String?> = []
        for index in 0..<200 {
            addCharacteristic(&objects, service + "/char1\(index)", TapUUIDs.battery)
            paths.insert(objects.snapshot(of: device)?.characteristics[TapUUIDs.v2Read])
        }
        #expect(paths.count == 1)
    }
}
