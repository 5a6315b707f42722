import BlueZ
import Bus
import BusTestSupport
import Control
import EventLoop
import Glibc
import Testing

@testable import Doctor

@Suite("What the buses of a machine tell")
struct BusFactsTests {
    private typealias Interfaces = [(String, [(String, BusValue)])]

    /// The answer to GetManagedObjects.
    private static func objects(_ objects: [(String, Interfaces)]) -> [BusValue] {
        [
            .array(
                of: "{oa{sa{sv}}}",
                objects.map { path, interfaces in
                    .entry(
                        key: .objectPath(path),
                        value: .array(
                            of: "{sa{sv}}",
                            interfaces.map {
                                .entry(key: .string($0), value: .properties($1))
                            }))
                })
        ]
    }

    private static let adapter = "/org/bluez/hci0"
    private static let device = "\(adapter)/dev_A0_B1_C2_D3_E4_F5"
    private static let tapService = "c3ff0001-1d8b-40fd-a56f-c7bd5d0f3370"

    /// A bonded Tap of the second protocol, with changes to the device and its events.
    private static func tap(
        _ changes: [String: BusValue] = [:], events: [(String, BusValue)] = []
    ) -> [(String, Interfaces)] {
        let properties: [String: BusValue] = [
            "Adapter": .objectPath(adapter), "Address": .string("A0:B1:C2:D3:E4:F5"),
            "Alias": .string("Tap"), "Paired": .bool(true), "Bonded": .bool(true),
            "Connected": .bool(true), "ServicesResolved": .bool(true),
            "UUIDs": .array(of: "s", [.string(tapService)]),
        ]
        func characteristic(_ word: String, _ more: [(String, BusValue)]) -> Interfaces {
            let uuid = "c3ff\(word)-1d8b-40fd-a56f-c7bd5d0f3370"
            return [
                (
                    "org.bluez.GattCharacteristic1",
                    [("UUID", .string(uuid)), ("Service", .objectPath("\(device)/service1"))]
                        + more
                )
            ]
        }
        return [
            (
                adapter,
                [
                    (
                        "org.bluez.Adapter1",
                        [
                            ("Powered", .bool(true)),
                            ("Modalias", .string("usb:v1D6Bp0246d0542")),
                        ]
                    )
                ]
            ),
            (device, [("org.bluez.Device1", Array(properties.merging(changes) { $1 }))]),
            (
                "\(device)/service1",
                [
                    (
                        "org.bluez.GattService1",
                        [("UUID", .string(tapService)), ("Device", .objectPath(device))]
                    )
                ]
            ),
            ("\(device)/service1/char1", characteristic("000e", events)),
            ("\(device)/service1/char2", characteristic("000f", [])),
        ]
    }

    private func bluetooth(
        _ answer: FakeService.Answer, limit: Int64 = .seconds(60)
    ) throws -> Facts {
        let machine = try Machine()
        let service = try machine.start("org.bluez", on: machine.system)
        service.answers["GetManagedObjects"] = answer
        return machine.facts(service: limit)
    }

    @Test("No bus, and one that does not answer")
    func bus() throws {
        let machine = try Machine()
        let silent = try SilentListener()
        // Nobody ever answers there, however long it is waited.
        let short = DoctorPatience(bus: .milliseconds(1), service: .milliseconds(1))
        #expect(
            machine.facts(system: silent.address, session: nil, patience: short).systemBus
                == .silent)
        guard
            case .unreachable(let words) = machine.facts(
                system: "unix:path=/nonexistent/bus", session: nil, patience: short
            ).systemBus
        else {
            Issue.record("a bus that there is not can be reached")
            return
        }
        #expect(!words.isEmpty)
        #expect(machine.facts().systemBus == .reachable)
        #expect(machine.facts().sessionBus == .reachable)
        #expect(machine.facts(session: false).sessionBus == nil)
    }

    @Test("bluetoothd is not there, refuses, fails, does not answer, talks nonsense")
    func service() throws {
        let machine = try Machine()
        #expect(machine.facts().bluetooth.service == .notInstalled)
        try machine.write("", to: "/usr/libexec/bluetooth/bluetoothd")
        #expect(machine.facts().bluetooth.service == .notRunning)
        let denied = FakeService.Answer.error(.bus("AccessDenied"))
        #expect(try bluetooth(denied).bluetooth.service == .refused)
        #expect(
            try bluetooth(.error(.bus("Failed"))).bluetooth.service
                == .failing("org.freedesktop.DBus.Error.Failed"))
        #expect(
            try bluetooth(.never, limit: .milliseconds(1)).bluetooth.service
                == .failing("org.freedesktop.DBus.Error.NoReply"))
        #expect(
            try bluetooth(.values([.string("x")])).bluetooth.service
                == .failing("org.freedesktop.DBus.Error.InvalidSignature"))
    }

    @Test("The adapter, BlueZ's version and the Tap")
    func objects() throws {
        let facts = try bluetooth(.values(Self.objects(Self.tap())))
        #expect(
            facts.bluetooth
                == BluetoothFacts(
                    service: .running, version: BlueZVersion(major: 5, minor: 66), adapters: 1,
                    isPowered: true, block: .none, hasRadio: false))
        var tap = TapFact.healthy
        tap.isListenedTo = false
        #expect(facts.taps == [tap])
    }

    @Test("No adapter, and one that is off")
    func adapter() throws {
        let none = try bluetooth(.values(Self.objects([]))).bluetooth
        #expect(none.adapters == 0)
        #expect(!none.isPowered)
        #expect(none.version == nil)
        let off = try bluetooth(
            .values(
                Self.objects([
                    (Self.adapter, [("org.bluez.Adapter1", [("Powered", .bool(false))])])
                ]))
        ).bluetooth
        #expect(off.adapters == 1)
        #expect(!off.isPowered)
    }

    @Test("What a Tap is not")
    func tap() throws {
        let cases: [(String, WritableKeyPath<TapFact, Bool>)] = [
            ("Bonded", \.isBonded), ("Connected", \.isConnected),
            ("ServicesResolved", \.servicesResolved), ("Paired", \.isPaired),
        ]
        for (property, path) in cases {
            var expected = TapFact.healthy
            expected.isListenedTo = false
            expected[keyPath: path] = false
            let tree = Self.tap([property: .bool(false)])
            #expect(try bluetooth(.values(Self.objects(tree))).taps == [expected])
        }
    }

    @Test("A Tap without its characteristics, and one to which somebody listens")
    func characteristics() throws {
        let bare = Self.tap().filter { !$0.0.contains("char") }
        #expect(try bluetooth(.values(Self.objects(bare))).taps.map(\.protocolVersion) == [nil])
        for name in ["Notifying", "NotifyAcquired"] {
            for value in [true, false] {
                let tree = Self.tap(events: [(name, .bool(value))])
                let taps = try bluetooth(.values(Self.objects(tree))).taps
                #expect(taps.map(\.isListenedTo) == [value])
            }
        }
    }

    @Test(
        "BlueZ's version is in an adapter's Modalias",
        arguments: [
            ("usb:v1D6Bp0246d0542", "5.66"), ("usb:v1d6bp0246d053E", "5.62"),
            ("usb:v1D6Bp0247d0542", nil), ("usb:v1D6Bp0246d054", nil), ("", nil),
            ("bluetooth:v1D6Bp0246d0542", nil), ("usb:v1D6Bp0246d05zz", nil),
        ] as [(String, String?)])
    func version(modalias: String, expected: String?) {
        #expect(BlueZVersion(modalias: modalias)?.description == expected)
    }
}

@Suite("What systemd and the driver tell on the buses of a machine")
struct ServiceFactsTests {
    private let missing = FakeService.Answer.error(.bus("FileNotFound"))

    @Test("Without systemd, and without a session, no units are told")
    func nothing() throws {
        let machine = try Machine()
        let expected = ServiceFacts(
            user: nil, system: nil, sessionDriver: .none, systemDriver: .none)
        #expect(machine.facts().services == expected)
        var unseen = expected
        unseen.sessionDriver = .unknown
        #expect(machine.facts(session: false).services == unseen)
    }

    @Test(
        "A unit that is installed, or not, and how it stands",
        arguments: [
            ("enabled", "active"), ("disabled", "failed"), ("masked", nil), (nil, nil),
            ("enabled-runtime", "activating"),
        ] as [(String?, String?)], [true, false])
    func unit(states: (file: String?, active: String?), isUser: Bool) throws {
        let machine = try Machine()
        let bus = isUser ? machine.session : machine.system
        let systemd = try machine.start("org.freedesktop.systemd1", on: bus)
        systemd.answers["GetUnitFileState"] =
            states.file.map { .values([.string($0)]) } ?? missing
        systemd.answers["GetUnit"] =
            states.active == nil ? missing : .values([.objectPath("/unit/tapinput")])
        systemd.answers["ActiveState"] = states.active.map { .values([.variant(.string($0))]) }
        let services = machine.facts().services
        #expect(
            (isUser ? services.user : services.system)
                == ServiceFacts.Unit(
                    fileState: states.file, activeState: states.active ?? "inactive"))
        #expect((isUser ? services.system : services.user) == nil)
    }

    @Test("A systemd that does not answer is not one without the unit", arguments: [true, false])
    func hangingManager(isUser: Bool) throws {
        let machine = try Machine()
        let bus = isUser ? machine.session : machine.system
        let systemd = try machine.start("org.freedesktop.systemd1", on: bus)
        systemd.answers["GetUnitFileState"] = .never
        let services = machine.facts(service: .milliseconds(1)).services
        #expect(
            (isUser ? services.user : services.system)
                == ServiceFacts.Unit(fileState: nil, activeState: nil))
    }

    @Test("Who answers late does not keep others from being asked")
    func ownLimits() throws {
        let machine = try Machine()
        // It takes all the time that a service gets, and the bus is asked after it.
        let bluez = try machine.start("org.bluez", on: machine.system)
        bluez.answers["GetManagedObjects"] = .never
        let fake = try machine.start("io.github.tapinput", on: machine.system)
        fake.answers["GetAll"] = .never
        let facts = machine.facts(service: .milliseconds(1))
        #expect(facts.bluetooth.service == .failing("org.freedesktop.DBus.Error.NoReply"))
        #expect(facts.services.systemDriver == .silent)
        #expect(facts.systemBus == .reachable)
    }

    /// The properties of a driver with a Tap that it cannot use.
    private static var state: [(String, BusValue)] {
        let tap: [(String, BusValue)] = [
            ("Address", .string("A0:B1:C2:D3:E4:F5")), ("Name", .string("Tap")),
            ("Connection", .string("failing")), ("Profile", .string("desktop")),
            ("Mode", .string("pointer")), ("Held", .string("")), ("Hidden", .bool(false)),
            ("Paused", .bool(false)), ("Tapping", .bool(false)),
        ]
        return [
            ("Version", .string("0.1.0")), ("State", .string("no-devices")),
            ("Bluetooth", .string("ready")), ("Profile", .string("desktop")),
            ("Profiles", .array(of: "s", [.string("desktop")])), ("Paused", .bool(true)),
            ("Devices", .array(of: "a{sv}", [.properties(tap)])),
        ]
    }

    @Test("A driver that answers, and one that does not", arguments: [true, false])
    func driver(isUser: Bool) throws {
        let machine = try Machine()
        let bus = isUser ? machine.session : machine.system
        func driver(_ limit: Int64) -> ServiceFacts.Driver {
            let services = machine.facts(service: limit).services
            #expect((isUser ? services.systemDriver : services.sessionDriver) == .none)
            return isUser ? services.sessionDriver : services.systemDriver
        }
        let fake = try machine.start("io.github.tapinput", on: bus)
        fake.answers["GetAll"] = .never
        #expect(driver(.milliseconds(1)) == .silent)
        fake.answers["GetAll"] = .values([.properties(Self.state)])
        let state = try #require(driver(.seconds(60)).state)
        #expect(state.state == "no-devices")
        #expect(state.isPaused)
        #expect(state.taps.map(\.connection) == ["failing"])
        // One of another version is a driver as well.
        fake.answers["GetAll"] = .values([])
        #expect(driver(.seconds(60)) == .answers(nil))
    }

    @Test("The groups of the session's driver are those of its process")
    func groups() throws {
        let machine = try Machine()
        #expect(machine.facts().services.sessionGroups == nil)
        // Its process is this one.
        try machine.start("io.github.tapinput", on: machine.session)
        #expect(machine.facts().services.sessionGroups == nil)
        try machine.write(
            "Name:\ttapinput\nGid:\t1000\t1000\t1000\t1000\nGroups:\t24 104 \n",
            to: "/proc/\(getpid())/status")
        #expect(machine.facts().services.sessionGroups == [24, 104, 1000])
    }
}
