package import Bus
public import TapProtocol

/// The names of BlueZ's D-Bus API.
enum BlueZName {
    static let service = "org.bluez"
    static let managerPath = "/org/bluez"
    static let adapter = "org.bluez.Adapter1"
    static let agent = "org.bluez.Agent1"
    static let agentManager = "org.bluez.AgentManager1"
    static let device = "org.bluez.Device1"
    static let gattService = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let battery = "org.bluez.Battery1"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
}

/// What one Tap's connection needs to know of BlueZ's objects.
public struct TapSnapshot: Equatable, Sendable {
    /// The Bluetooth address: what identifies the device.
    public var address: String
    /// The name that its user gave it; it identifies nothing.
    public var name: String
    /// Whether its adapter is switched on.
    public var isPowered = false
    /// Whether keys are stored, so that the link is encrypted to the device we know.
    public var isBonded = false
    /// Whether there is a link.
    public var isConnected = false
    /// Whether BlueZ knows the device's services.
    public var servicesResolved = false
    /// The protocol by the characteristics that are there, or nil where there are none of a Tap.
    public var protocolVersion: ProtocolVersion?
    /// The object paths of its characteristics, now, by their UUIDs.
    public var characteristics: [String: String] = [:]
    /// The battery's charge in percent, or nil while it is not known.
    public var battery: Int?
}

/// BlueZ's adapters, devices and GATT objects, as far as the driver cares for them.
///
/// A value: signals and replies go in, snapshots come out. Paths are good only for as long as the
/// objects are there; everything below a removed object is forgotten with it.
package struct BlueZObjects: Sendable {
    private struct Device {
        var adapter = ""
        var address = ""
        var name = ""
        var uuids: [String] = []
        var isPaired = false
        /// nil with a BlueZ that is too old to have the property.
        var isBonded: Bool?
        var isConnected = false
        var servicesResolved = false
        /// Whether its advertising is heard at the moment: it has a signal strength.
        var isHeard = false
        var battery: Int?
    }

    private struct Service {
        var uuid = ""
        var device = ""
    }

    private struct Characteristic {
        var uuid = ""
        var service = ""
    }

    private var adapters: [String: Bool] = [:]
    private var devices: [String: Device] = [:]
    private var services: [String: Service] = [:]
    private var characteristics: [String: Characteristic] = [:]

    /// No objects.
    package init() {}

    /// The paths of all adapters.
    package var adapterPaths: [String] { adapters.keys.sorted() }

    /// Whether one of them is switched on.
    package var hasPoweredAdapter: Bool { adapters.values.contains(true) }

    /// Whether an adapter is switched on; nil where it is not there.
    package func isPowered(_ adapter: String) -> Bool? { adapters[adapter] }

    /// The paths of all devices that are Taps: by their service UUID, not by their name.
    package var tapPaths: [String] {
        var paths = Set(devices.filter { $0.value.uuids.contains(TapUUID.tapService) }.keys)
        for service in services.values where service.uuid == TapUUID.tapService {
            if devices[service.device] != nil { paths.insert(service.device) }
        }
        return paths.sorted()
    }

    /// Takes an object's interfaces with all their properties.
    package mutating func add(_ path: String, interfaces: [String: BusValue]) {
        // The device first: what the others say is kept with it.
        for (interface, properties) in interfaces.sorted(by: { $0.key > $1.key }) {
            guard let properties = properties.dictionary else { continue }
            switch interface {
            case BlueZName.adapter: adapters[path] = adapters[path] ?? false
            case BlueZName.device: devices[path] = devices[path] ?? Device()
            case BlueZName.gattService: services[path] = services[path] ?? Service()
            case BlueZName.characteristic:
                characteristics[path] = characteristics[path] ?? Characteristic()
            case BlueZName.battery: break
            default: continue
            }
            change(path, interface: interface, properties: properties)
        }
    }

    /// Takes changed properties of an object that is known.
    package mutating func change(_ path: String, interface: String, properties: [String: BusValue])
    {
        switch interface {
        case BlueZName.adapter:
            if adapters[path] != nil, let powered = properties["Powered"]?.truth {
                adapters[path] = powered
            }
        case BlueZName.device: changeDevice(path, properties)
        case BlueZName.battery:
            if let charge = properties["Percentage"]?.number {
                devices[path]?.battery = min(max(charge, 0), 100)
            }
        case BlueZName.gattService:
            if let uuid = properties["UUID"]?.text { services[path]?.uuid = uuid.lowercased() }
            if let device = properties["Device"]?.text { services[path]?.device = device }
        case BlueZName.characteristic:
            if let uuid = properties["UUID"]?.text {
                characteristics[path]?.uuid = uuid.lowercased()
            }
            if let service = properties["Service"]?.text {
                characteristics[path]?.service = service
            }
        default: break
        }
    }

    private mutating func changeDevice(_ path: String, _ properties: [String: BusValue]) {
        guard var device = devices[path] else { return }
        if let adapter = properties["Adapter"]?.text { device.adapter = adapter }
        if let address = properties["Address"]?.text { device.address = address }
        if let alias = properties["Alias"]?.text { device.name = alias }
        if let uuids = properties["UUIDs"]?.elements {
            device.uuids = uuids.compactMap { $0.text?.lowercased() }
        }
        if let paired = properties["Paired"]?.truth { device.isPaired = paired }
        if let bonded = properties["Bonded"]?.truth { device.isBonded = bonded }
        if let connected = properties["Connected"]?.truth { device.isConnected = connected }
        if let resolved = properties["ServicesResolved"]?.truth {
            device.servicesResolved = resolved
        }
        if properties["RSSI"] != nil { device.isHeard = true }
        devices[path] = device
    }

    /// Takes the names of properties that an object no longer has.
    package mutating func invalidate(_ path: String, interface: String, properties: [String]) {
        guard interface == BlueZName.device, properties.contains("RSSI") else { return }
        devices[path]?.isHeard = false
    }

    /// Takes the removal of interfaces from an object; what lay below it is gone as well.
    package mutating func remove(_ path: String, interfaces: [String]) {
        for interface in interfaces {
            switch interface {
            case BlueZName.adapter:
                adapters[path] = nil
                forget(below: path)
            case BlueZName.device:
                devices[path] = nil
                forget(below: path)
            case BlueZName.gattService:
                services[path] = nil
                forget(below: path)
            case BlueZName.characteristic: characteristics[path] = nil
            case BlueZName.battery: devices[path]?.battery = nil
            default: break
            }
        }
    }

    private mutating func forget(below path: String) {
        let prefix = path + "/"
        devices = devices.filter { !$0.key.hasPrefix(prefix) }
        services = services.filter { !$0.key.hasPrefix(prefix) }
        characteristics = characteristics.filter { !$0.key.hasPrefix(prefix) }
    }

    /// What a Tap's connection needs to know, or nil where the device is not there.
    package func snapshot(of path: String) -> TapSnapshot? {
        guard let device = devices[path] else { return nil }
        // Of several with one UUID always the same.
        let own = characteristics.filter { services[$0.value.service]?.device == path }
        let paths = Dictionary(own.map { ($0.value.uuid, $0.key) }, uniquingKeysWith: min)
        return TapSnapshot(
            address: device.address,
            name: device.name.isEmpty ? device.address : device.name,
            isPowered: adapters[device.adapter] ?? false,
            isBonded: device.isBonded ?? device.isPaired,
            isConnected: device.isConnected,
            servicesResolved: device.servicesResolved,
            protocolVersion: ProtocolVersion(characteristics: paths.keys),
            characteristics: paths,
            battery: device.battery
        )
    }

    /// The adapter that a device belongs to, and whether the device's advertising is heard; nil
    /// where the device is not there.
    package func reception(of path: String) -> (adapter: String, isHeard: Bool)? {
        devices[path].map { ($0.adapter, $0.isHeard) }
    }
}
