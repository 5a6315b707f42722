import BlueZ
import Bus
import Control
import Logind
import TapProtocol

/// Values of any type where BlueZ, logind or the driver promise others.
enum BusValuesTarget {
    private static let paths = [
        "/org/bluez/hci0", "/org/bluez/hci0/dev_A0", "/org/bluez/hci0/dev_A0/service0010",
        "/org/bluez/hci0/dev_A0/service0010/char0011", "/org/bluez/hci1/dev_A0", "/", "",
    ]

    /// One session at a seat, as logind lists it.
    private static var listing: [ListedSession] {
        let fields: [BusValue] = [
            .string("2"), .uint32(1000), .string("me"), .string("seat0"), .objectPath("/2"),
        ]
        return ListedSession.atSeats(.array(of: "(susso)", [.structure(fields)])) ?? []
    }

    static func check(_ bytes: [UInt8]) -> String? {
        var maker = BusValueMaker(input: FuzzInput(bytes))
        var objects = BlueZObjects()
        while !maker.input.isEmpty {
            let path = maker.input.element(of: paths)
            switch maker.input.number(below: 8) {
            case 0: objects.add(path, interfaces: maker.interfaces())
            case 1: objects.add(path, interfaces: maker.tap())
            case 2, 3:
                objects.change(path, interface: maker.interface(), properties: maker.properties())
            case 4:
                objects.invalidate(path, interface: maker.interface(), properties: [maker.text()])
            case 5: objects.remove(path, interfaces: [maker.interface()])
            case 6: objects = BlueZObjects(answer: [maker.value()]) ?? objects
            default:
                if let problem = problem(ofAnswer: maker.value()) { return problem }
            }
            if let problem = problem(of: objects) { return problem }
        }
        return nil
    }

    /// What does not hold of BlueZ's objects.
    static func problem(of objects: BlueZObjects) -> String? {
        let taps = objects.tapPaths
        if taps.count != Set(taps).count { return "a Tap is there twice" }
        if objects.knownTaps.count != taps.count { return "a Tap that is not known" }
        for path in taps {
            guard let snapshot = objects.snapshot(of: path) else { return "\(path) is nothing" }
            if let charge = snapshot.battery, !(0...100).contains(charge) { return "\(charge) %" }
            guard let reception = objects.reception(of: path) else { return "\(path) is nowhere" }
            if snapshot.isPowered != (objects.isPowered(reception.adapter) ?? false) {
                return "an adapter that is on and off"
            }
        }
        return nil
    }

    /// What does not hold of an answer of logind or of a driver.
    static func problem(ofAnswer value: BusValue) -> String? {
        let listed = ListedSession.atSeats(value)
        let sessions = (listed ?? []).compactMap { $0.with(value) }
        if ListedSession.hasLogin(1000, in: value) == false,
            !SeatSession.isInForeground(user: 1000, hasLogin: false, sessions: sessions)
        {
            return "an unknown user is kept out"
        }
        _ = SeatSession.isInForeground(
            user: 1000, hasLogin: true, sessions: listing.compactMap { $0.with(value) })
        guard let tap = ControlTap(value) else { return nil }
        if let charge = tap.battery, !(0...100).contains(charge) { return "\(charge) %" }
        guard let again = ControlTap(tap.properties) else { return "a Tap is not told as it was" }
        return again == tap ? nil : "a Tap is told as another one"
    }
}

/// Makes values of a fuzzer's bytes, mostly of what BlueZ and logind have.
struct BusValueMaker {
    var input: FuzzInput
    /// How many values one inside another there are at this moment.
    private var depth = 0

    private static let deepest = 4

    init(input: FuzzInput) {
        self.input = input
    }

    mutating func text() -> String {
        let word = input.number(below: FuzzTarget.words.count + 16)
        guard word >= FuzzTarget.words.count else { return FuzzTarget.words[word] }
        return String(decoding: input.bytes(word - FuzzTarget.words.count), as: UTF8.self)
    }

    mutating func interface() -> String {
        input.element(of: FuzzTarget.interfaces)
    }

    mutating func properties() -> [String: BusValue] {
        var properties: [String: BusValue] = [:]
        for _ in 0..<input.number(below: 8) { properties[text()] = value() }
        return properties
    }

    mutating func interfaces() -> [String: BusValue] {
        var interfaces: [String: BusValue] = [:]
        for _ in 0..<input.number(below: 4) {
            interfaces[interface()] = .properties(properties().sorted { $0.key < $1.key })
        }
        return interfaces
    }

    /// A Tap with further properties, or others than it has.
    mutating func tap() -> [String: BusValue] {
        var tap: [String: BusValue] = [
            "Adapter": .objectPath("/org/bluez/hci0"),
            "UUIDs": .array(of: "s", [.string(TapUUID.tapService)]), "Bonded": .bool(true),
        ]
        tap.merge(properties()) { $1 }
        return [
            "org.bluez.Device1": .properties(tap.sorted { $0.key < $1.key }),
            "org.bluez.Battery1": .properties([("Percentage", value())]),
        ]
    }

    mutating func value() -> BusValue {
        depth += 1
        defer { depth -= 1 }
        let number = UInt64(input.byte())
        switch input.number(below: depth < Self.deepest ? 20 : 12) {
        case 0: return .byte(UInt8(number))
        case 1, 2: return .bool(number.isMultiple(of: 2))
        case 3: return .int16(Int16(number) - 128)
        case 4: return .uint32(UInt32(number) * 1000)
        case 5: return .int32(.max)
        case 6: return .uint64(number << 56)
        case 7: return .double(.nan)
        case 8, 9: return .string(text())
        case 10: return .objectPath(text())
        case 11: return .bytes(input.bytes(Int(number & 15)))
        case 12: return .variant(value())
        case 13: return .structure(values())
        case 14: return .array(of: "v", values())
        case 15: return .properties(properties().sorted { $0.key < $1.key })
        case 16: return .entry(key: value(), value: value())
        case 17: return .array(of: "s", [.string(text()), .string(text())])
        case 18: return .array(of: "{sa{sv}}", interfaces().map(Self.entry))
        default:
            return .array(
                of: "(susso)",
                [
                    .structure([
                        .string(text()), .uint32(UInt32(number)), .string(text()), .string(text()),
                        .objectPath(text()),
                    ])
                ])
        }
    }

    private static func entry(_ key: String, _ value: BusValue) -> BusValue {
        .entry(key: .string(key), value: value)
    }

    private mutating func values() -> [BusValue] {
        (0..<input.number(below: 6)).map { _ in value() }
    }
}
