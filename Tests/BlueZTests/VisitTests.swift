import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("A visit to a Tap, step by step")
struct VisitTests {
    private typealias Rig = TaskRig<TapVisit>

    private static let away = FakeTap(isConnected: false)
    private static let near = FakeTap()
    private static let identity = near.identity
    private let away = Self.away
    private let near = Self.near

    private static let full = FakeTap(characteristics: [
        "char0011": TapUUIDs.v2Read, "char0014": TapUUIDs.v2Write,
        "char0020": TapUUID.modelVersion, "char0022": TapUUID.firmware,
        "char0024": TapUUIDs.battery,
    ])

    private static func pattern(_ milliseconds: Int...) throws -> HapticPattern {
        try #require(HapticPattern(milliseconds: milliseconds))
    }

    private static func rig(
        _ tap: FakeTap, for purpose: TapVisit.Purpose = .facts, _ word: String? = nil
    ) -> Rig {
        Rig(TapVisit(word, for: purpose), FakeBlueZ.tree(tap))
    }

    @Test("One that is connected is read, and stays connected")
    func connected() {
        var rig = Self.rig(Self.full)
        #expect(rig.calls == [.read(Self.full.path + "/service0010/char0020")])
        rig.answer(bytes: Array("XR".utf8))
        rig.answer(bytes: Array("2.7\0".utf8))
        rig.answer(bytes: [87])
        var facts = TapFacts(identity: Self.identity, protocolVersion: .v2, battery: 87)
        facts.texts = [TapUUID.modelVersion: "XR", TapUUID.firmware: "2.7"]
        #expect(rig.result == .success(facts))
        #expect(rig.members == ["read", "read", "read"])
        #expect(rig.reports == [])
    }

    @Test("A charge that BlueZ knows is not read")
    func knownBattery() {
        var tree = FakeBlueZ.tree(Self.full)
        tree[Self.full.path]?[BlueZName.battery] = ["Percentage": .byte(50)]
        var rig = Rig(TapVisit(nil, for: .facts), tree)
        rig.answerAll()
        #expect(rig.members == ["read", "read"])
        let facts = TapFacts(identity: Self.identity, protocolVersion: .v2, battery: 50)
        #expect(rig.result == .success(facts))
    }

    @Test("One that is away is connected first, and is left as it was")
    func awayFirst() {
        var rig = Self.rig(away)
        #expect(rig.calls == [.connect(away.path)])
        #expect(rig.reports == [.connecting(Self.identity)])
        rig.answer()
        #expect(rig.pending == nil)
        rig.pass(.seconds(29))
        rig.tell(near.tree)
        rig.answerAll()
        #expect(rig.members == ["connect", "disconnect"])
        #expect(
            rig.result == .success(TapFacts(identity: Self.identity, protocolVersion: .v2)))
    }

    @Test(
        "A link that somebody else makes is theirs to keep",
        arguments: ["InProgress", "AlreadyConnected"])
    func somebodyElses(word: String) {
        var rig = Self.rig(away)
        rig.answer(.bluez(word))
        rig.tell(near.tree)
        rig.answerAll()
        #expect(rig.members == ["connect"])
        #expect(rig.result != nil)
    }

    @Test(
        "An attempt that fails is over; one that was never answered is called off",
        arguments: [
            (BusError.bluez("Failed"), []),
            (.bluez("ConnectionAttemptFailed"), []),
            (.bus("NoReply"), ["disconnect"]),
        ])
    func connectFails(error: BusError, after: [String]) {
        var rig = Self.rig(away)
        rig.answer(error)
        rig.answerAll()
        #expect(rig.result == .failure(.failed(.connectKnown, Self.identity, error)))
        #expect(rig.members == ["connect"] + after)
    }

    @Test("A vibration in both protocols, each as it wants it written")
    func vibration() throws {
        let pattern = try Self.pattern(200, 100)
        var rig = Self.rig(near, for: .vibration(pattern))
        let padding = [UInt8](repeating: 0, count: 16)
        #expect(
            rig.calls == [
                .write(
                    near.writePath, bytes: [1, 2, 3, 0, 0, 2, 20, 10] + padding,
                    withResponse: true)
            ])
        rig.answer()
        #expect(try rig.result?.get().identity == Self.identity)

        let old = FakeTap(characteristics: [
            "char0011": TapUUIDs.v1TapData, "char0014": TapUUID.v1UICommand,
        ])
        rig = Self.rig(old, for: .vibration(pattern))
        #expect(
            rig.calls == [
                .write(
                    old.path + "/service0010/char0014", bytes: [0, 2, 20, 10], withResponse: false)
            ])
        rig.answer()
        #expect(try rig.result?.get().protocolVersion == .v1)
    }

    @Test("A link of our making stays for as long as the Tap vibrates")
    func lingers() throws {
        var rig = Self.rig(away, for: .vibration(try Self.pattern(2000, 500)))
        rig.answer()
        rig.tell(near.tree)
        rig.answer()
        rig.pass(.milliseconds(2999))
        #expect(rig.pending == nil)
        rig.pass(.milliseconds(1))
        #expect(rig.pending == .disconnect(away.path))
        rig.answer()
        #expect(try rig.result?.get().identity == Self.identity)
    }

    @Test("A v1 Tap without the characteristic for it does not vibrate")
    func noCharacteristic() throws {
        let old = FakeTap(characteristics: ["char0011": TapUUIDs.v1TapData])
        let rig = Self.rig(old, for: .vibration(try Self.pattern(10)))
        #expect(rig.result == .failure(.characteristicsMissing(Self.identity)))
    }

    @Test("What BlueZ is busy with is tried again a few times")
    func busy() throws {
        var rig = Self.rig(near, for: .vibration(.pulse))
        rig.answer(.bluez("InProgress"))
        #expect(rig.pending == nil)
        rig.pass(.milliseconds(199))
        #expect(rig.pending == nil)
        rig.pass(.milliseconds(1))
        rig.answer()
        #expect(rig.members == ["write", "write"])
        #expect(try rig.result?.get().identity == Self.identity)

        rig = Self.rig(near, for: .vibration(.pulse))
        while rig.pending != nil {
            rig.answer(.bluez("InProgress"))
            rig.pass(.seconds(1))
        }
        #expect(rig.members.count == 10)
        #expect(rig.result == .failure(.failed(.write, Self.identity, .bluez("InProgress"))))

        // Something else is read all the same.
        rig = Self.rig(Self.full)
        for _ in 0..<10 {
            rig.answer(.bluez("InProgress"))
            rig.pass(.milliseconds(200))
        }
        rig.answer(bytes: Array("2.7".utf8))
        rig.answerAll()
        #expect(try rig.result?.get().texts == [TapUUID.firmware: "2.7"])
    }

    @Test(
        "What cannot be read is left out",
        arguments: ["NotPermitted", "NotAuthorized", "NotSupported", "Failed", "InvalidOffset"])
    func unreadable(word: String) throws {
        var rig = Self.rig(Self.full)
        rig.answer(.bluez(word))
        rig.answer(bytes: Array("2.7".utf8))
        rig.answerAll()
        #expect(try rig.result?.get().texts == [TapUUID.firmware: "2.7"])
    }

    @Test(
        "Errors that end a visit",
        arguments: [
            (BusError.bus("NoReply"), TapTaskError.failed(.read, identity, .bus("NoReply"))),
            (.bus("AccessDenied"), .refused(.bus("AccessDenied"))),
            (.bluez("NotConnected"), .linkLost(identity)),
            (
                BusError(name: "org.bluez.Error.Failed", message: "Not connected"),
                .linkLost(identity)
            ),
        ])
    func readError(error: BusError, expected: TapTaskError) {
        var rig = Self.rig(Self.full)
        rig.answer(error)
        #expect(rig.result == .failure(expected))
    }

    @Test("Each other error of a write is one", arguments: ["Failed", "NotPermitted"])
    func writeError(word: String) {
        var rig = Self.rig(near, for: .vibration(.pulse))
        rig.answer(.bluez(word))
        #expect(rig.result == .failure(.failed(.write, Self.identity, .bluez(word))))
    }
}

// MARK: - What is lost

extension VisitTests {
    @Test("The link ends at any step")
    func linkLost() {
        var reading = Self.rig(Self.full)
        reading.tell(FakeTap(isConnected: false).tree)
        #expect(reading.result == .failure(.linkLost(Self.identity)))

        var pausing = Self.rig(near, for: .vibration(.pulse))
        pausing.answer(.bluez("InProgress"))
        pausing.tell(away.tree)
        #expect(pausing.result == .failure(.linkLost(Self.identity)))

        // It was there while it was being made, and no longer when that was answered.
        var connecting = Self.rig(away)
        var unresolved = near.tree
        unresolved[near.path]?[BlueZName.device]?["ServicesResolved"] = .bool(false)
        connecting.tell(unresolved)
        connecting.tell(away.tree)
        connecting.answer()
        connecting.answerAll()
        #expect(connecting.result == .failure(.linkLost(Self.identity)))
    }

    @Test("The Tap, its keys or its adapter go", arguments: [true, false])
    func goes(isConnected: Bool) {
        let tap = FakeTap(isConnected: isConnected)
        let after = isConnected ? [] : ["disconnect"]
        var gone = Self.rig(tap, for: .vibration(.pulse))
        let first = gone.members
        gone.tell { $0[tap.path] = nil }
        gone.answerAll()
        #expect(gone.result == .failure(.gone(Self.identity)))
        #expect(gone.members == first)

        var keyless = Self.rig(tap, for: .vibration(.pulse))
        keyless.tell { $0[tap.path]?[BlueZName.device]?["Bonded"] = .bool(false) }
        keyless.answerAll()
        #expect(keyless.result == .failure(.notBonded(Self.identity)))
        #expect(keyless.members == first + after)

        var off = Self.rig(tap, for: .vibration(.pulse))
        off.tell(FakeBlueZ.adapter(isPowered: false))
        off.answerAll()
        #expect(off.result == .failure(.adapterOff))
    }

    @Test("A Tap without keys is neither connected nor read")
    func withoutKeys() {
        let stranger = FakeTap(isBonded: false)
        #expect(Self.rig(stranger).result == .failure(.noBondedTap))
        #expect(Self.rig(stranger, "Tap").result == .failure(.notBonded(Self.identity)))
        #expect(Self.rig(stranger).calls == [])
    }

    @Test("What is missing from the start")
    func missing() {
        let none = Rig(TapVisit(nil, for: .facts), [:])
        #expect(none.result == .failure(.noAdapter))
        let off = Rig(
            TapVisit(nil, for: .facts),
            FakeBlueZ.adapter(isPowered: false).merging(away.tree) { $1 })
        #expect(off.result == .failure(.adapterOff))
        #expect(off.calls == [])
    }

    @Test("Services that do not come in time, or are not a Tap's")
    func services() {
        var unresolved = near.tree
        unresolved[near.path]?[BlueZName.device]?["ServicesResolved"] = .bool(false)
        var rig = Self.rig(away)
        rig.answer()
        rig.tell(unresolved)
        rig.pass(.milliseconds(29_999))
        #expect(rig.pending == nil)
        rig.pass(.milliseconds(1))
        rig.answerAll()
        #expect(rig.result == .failure(.notResolved(Self.identity)))
        #expect(rig.members == ["connect", "disconnect"])

        var empty = Rig(
            TapVisit(nil, for: .facts), FakeBlueZ.adapter().merging(near.device) { $1 })
        empty.pass(.milliseconds(2999))
        #expect(empty.result == nil)
        empty.pass(.milliseconds(1))
        #expect(empty.result == .failure(.characteristicsMissing(Self.identity)))

        var filled = Rig(
            TapVisit(nil, for: .vibration(.pulse)),
            FakeBlueZ.adapter().merging(near.device) { $1 })
        filled.pass(.seconds(2))
        filled.tell(near.services)
        #expect(filled.pending?.member == "write")
    }

    @Test("Somebody else's attempt that comes to nothing is one that failed")
    func noLink() {
        var rig = Self.rig(away)
        rig.answer(.bluez("InProgress"))
        rig.pass(.seconds(30))
        let error = TapTaskError.failed(.connectKnown, Self.identity, .bus("NoReply"))
        #expect(rig.result == .failure(error))
    }

    @Test("The user ends it anywhere, and the link is as it was")
    func stopped() throws {
        var connecting = Self.rig(away)
        connecting.handle(.stop)
        connecting.handle(.stop)
        connecting.answerAll()
        #expect(connecting.members == ["connect", "disconnect"])
        #expect(connecting.result == .failure(.interrupted))

        var reading = Self.rig(Self.full)
        reading.handle(.stop)
        #expect(reading.members == ["read"])
        #expect(reading.result == .failure(.interrupted))

        var failing = Self.rig(Self.full)
        failing.handle(.failing(.failing(.bus("NoReply"))))
        #expect(failing.result == .failure(.failing(.bus("NoReply"))))
    }
}
