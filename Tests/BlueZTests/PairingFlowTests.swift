import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

@Suite("Pairing over a bus")
struct PairingFlowTests {
    private typealias World = TaskWorld<PairingReport, PairingResult>

    private let new = FakeTap.new()
    private let bonded = FakeTap(isConnected: false)

    private static let wholeWay = [
        "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "RegisterAgent", "Pair", "Set",
        "Connect", "UnregisterAgent",
    ]

    /// A pairing that waits for others no longer than a blink.
    private func pairing(_ word: String? = nil, limit: Int64 = .seconds(60)) -> TapPairing {
        TapPairing(word, scanLimit: limit, grace: .milliseconds(20))
    }

    @Test("The whole way, with each call as BlueZ wants it")
    func wholeWay() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.adapter())
        try world.start(pairing())
        try world.loop.expect("it looks") { world.reports.contains(.scanning) }
        bluez.add(new.tree)
        #expect(try world.expectEnd() == .success(.paired(new.identity, isReady: true)))
        let hci = new.adapter
        #expect(
            bluez.deeds == [
                FakeBlueZ.Call(
                    path: hci, member: "SetDiscoveryFilter",
                    arguments: [
                        "a:{sv}[{s\"UUIDs\":v(a:s[s\"\(TapUUIDs.tapService)\"])},"
                            + "{s\"Transport\":v(s\"le\")}]"
                    ]),
                FakeBlueZ.Call(path: hci, member: "StartDiscovery"),
                FakeBlueZ.Call(path: hci, member: "StopDiscovery"),
                FakeBlueZ.Call(
                    path: "/org/bluez", member: "RegisterAgent",
                    arguments: ["o\"/org/tapinput/agent\"", "s\"NoInputNoOutput\""]),
                FakeBlueZ.Call(path: new.path, member: "Pair"),
                FakeBlueZ.Call(
                    path: new.path, member: "Set",
                    arguments: ["s\"org.bluez.Device1\"", "s\"Trusted\"", "v(btrue)"]),
                FakeBlueZ.Call(path: new.path, member: "Connect"),
                FakeBlueZ.Call(
                    path: "/org/bluez", member: "UnregisterAgent",
                    arguments: ["o\"/org/tapinput/agent\""]),
            ])
        #expect(
            world.reports == [
                .scanning, .found(new.identity), .pairing(new.identity), .connecting(new.identity),
            ])
    }

    @Test("A device whose services are told later than itself is found then")
    func servicesLater() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.adapter())
        try world.start(pairing())
        try world.loop.expect("it looks") { world.reports.contains(.scanning) }
        var nameless = new.tree
        nameless[new.path]?[BlueZName.device]?["UUIDs"] = .array(of: "s", [])
        bluez.add(nameless)
        bluez.change(
            new.path, BlueZName.device,
            ["UUIDs": .array(of: "s", [.string(TapUUIDs.tapService)])])
        #expect(try world.expectEnd() == .success(.paired(new.identity, isReady: true)))
    }

    @Test("A Tap that was known is found once it is heard, and not while it is not")
    func heardLater() throws {
        let world = try World()
        let silent = FakeTap.new(isHeard: false)
        let bluez = try world.startBlueZ(FakeBlueZ.tree(silent))
        try world.start(pairing("New"))
        try world.loop.expect("it looks") { world.reports.contains(.scanning) }
        #expect(world.reports == [.scanning])
        bluez.change(silent.path, BlueZName.device, ["RSSI": .int16(-60)])
        #expect(try world.expectEnd() == .success(.paired(silent.identity, isReady: true)))
    }

    @Test("A signal strength that BlueZ takes back is no sign of a Tap")
    func heardNoMore() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == "StartDiscovery" ? .never : nil
        }
        try world.start(pairing(limit: .milliseconds(50)))
        try world.expectCall("StartDiscovery", of: bluez)
        bluez.emit(
            new.path, BlueZName.properties, "PropertiesChanged",
            [.string(BlueZName.device), .properties([]), .array(of: "s", [.string("RSSI")])])
        bluez.script = { _ in nil }
        bluez.answerLate()
        #expect(try world.expectEnd() == .failure(.noneFound))
        #expect(world.reports == [.scanning])
    }

    @Test("Two Taps are both told, and none is paired")
    func several() throws {
        let world = try World()
        let other = FakeTap.new(2, name: "Other")
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new, other))
        try world.start(pairing())
        #expect(try world.expectEnd() == .failure(.several([new.identity, other.identity])))
        #expect(world.reports == [.scanning, .found(new.identity), .found(other.identity)])
        #expect(
            bluez.deeds.map(\.member) == ["SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"])
    }

    @Test("Nothing comes in time")
    func nothing() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.adapter())
        try world.start(pairing(limit: .milliseconds(30)))
        #expect(try world.expectEnd() == .failure(.noneFound))
        #expect(bluez.calls("StopDiscovery").count == 1)
    }

    @Test("A bonded Tap is trusted and connected, and nothing is looked for")
    func alreadyBonded() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(bonded)) { call in
            #expect(call.member != "StartDiscovery")
            return nil
        }
        try world.start(pairing(bonded.address.lowercased()))
        #expect(try world.expectEnd() == .success(.connected(bonded.identity, isReady: true)))
        #expect(bluez.deeds.map(\.member) == ["Set", "Connect"])
    }

    @Test("A bonded Tap that ends the link at once has lost its key")
    func keyMissing() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(bonded))
        bluez.script = { [unowned bluez, bonded] call in
            guard call.member == "Connect" else { return nil }
            bluez.change(bonded.path, BlueZName.device, ["Connected": .bool(true)])
            bluez.change(bonded.path, BlueZName.device, ["Connected": .bool(false)])
            return .values([])
        }
        try world.start(pairing("Tap"))
        #expect(try world.expectEnd() == .failure(.keyMissing(bonded.identity)))
    }

    @Test(
        "Each error of each call ends it in order",
        arguments: [
            ("StartDiscovery", "org.bluez.Error.NotReady", TapTaskError.adapterOff),
            (
                "RegisterAgent", "org.freedesktop.DBus.Error.AccessDenied",
                .refused(.bus("AccessDenied"))
            ),
            (
                "Pair", "org.bluez.Error.AuthenticationFailed",
                .failed(.pair, FakeTap.new().identity, .bluez("AuthenticationFailed"))
            ),
            (
                "Pair", "org.bluez.Error.ConnectionAttemptFailed",
                .failed(.pair, FakeTap.new().identity, .bluez("ConnectionAttemptFailed"))
            ),
            ("Pair", "org.freedesktop.DBus.Error.AccessDenied", .refused(.bus("AccessDenied"))),
            (
                "Set", "org.freedesktop.DBus.Error.Failed",
                .failed(.trust, FakeTap.new().identity, .bus("Failed"))
            ),
            (
                "Connect", "org.bluez.Error.Failed",
                .failed(.connectNew, FakeTap.new().identity, .bluez("Failed"))
            ),
        ])
    func errors(member: String, name: String, expected: TapTaskError) throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == member ? .error(BusError(name: name)) : nil
        }
        try world.start(pairing())
        #expect(try world.expectEnd() == .failure(expected))
        let members = bluez.deeds.map(\.member)
        let isAgentThere = members.contains("RegisterAgent") && member != "RegisterAgent"
        #expect(members.last == (isAgentThere ? "UnregisterAgent" : member))
        #expect(!members.contains("Pair") || members.count { $0 == "StopDiscovery" } == 1)
    }

    @Test(
        "Errors that are none",
        arguments: [
            ("SetDiscoveryFilter", "NotSupported"), ("StartDiscovery", "InProgress"),
            ("StopDiscovery", "Failed"), ("RegisterAgent", "AlreadyExists"),
            ("Connect", "AlreadyConnected"),
        ])
    func harmless(member: String, error: String) throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new))
        bluez.script = { [unowned bluez, new] call in
            guard call.member == member else { return nil }
            if member == "Connect" { bluez.link(new) }
            return .error(.bluez(error))
        }
        try world.start(pairing())
        #expect(try world.expectEnd() == .success(.paired(new.identity, isReady: true)))
        #expect(bluez.deeds.map(\.member) == Self.wholeWay)
    }
}

// MARK: - The agent

extension PairingFlowTests {
    /// Pairs while BlueZ asks something; what it is answered, and what came of the pairing.
    private func ask(
        _ member: String, _ arguments: [BusValue]
    ) throws -> (answer: Result<BusMessage, BusError>, result: Result<PairingResult, TapTaskError>)
    {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == "Pair" ? .never : nil
        }
        try world.start(pairing())
        try world.expectCall("Pair", of: bluez)
        var answer: Result<BusMessage, BusError>?
        bluez.ask(member, arguments) { answer = $0 }
        try world.loop.expect("the agent answers") { answer != nil }
        bluez.change(new.path, BlueZName.device, ["Bonded": .bool(true)])
        bluez.answerLate()
        let end = try world.expectEnd()
        return (try #require(answer), end)
    }

    @Test("The Tap that is being paired is let through")
    func agentAccepts() throws {
        let questions: [(String, [BusValue])] = [
            ("RequestConfirmation", [.objectPath(new.path), .uint32(123_456)]),
            ("RequestAuthorization", [.objectPath(new.path)]),
            ("AuthorizeService", [.objectPath(new.path), .string(TapUUIDs.tapService)]),
        ]
        for (member, arguments) in questions {
            let (answer, result) = try ask(member, arguments)
            #expect(try answer.get().arguments().isEmpty)
            #expect(result == .success(.paired(new.identity, isReady: true)))
        }
    }

    @Test("Another device is not, and the pairing goes on")
    func agentRejects() throws {
        let other: BusValue = .objectPath("/org/bluez/hci0/dev_B0")
        let questions: [(String, [BusValue], BusError)] = [
            ("RequestConfirmation", [other, .uint32(123_456)], .bluez("Rejected")),
            ("RequestAuthorization", [other], .bluez("Rejected")),
            ("AuthorizeService", [other, .string(TapUUIDs.tapService)], .bluez("Rejected")),
            ("RequestPinCode", [.objectPath(new.path)], .bluez("Rejected")),
            ("Unheard", [], .bus("UnknownMethod")),
        ]
        for (member, arguments, error) in questions {
            let (answer, result) = try ask(member, arguments)
            #expect(answer.error == error)
            #expect(result == .success(.paired(new.identity, isReady: true)))
        }
    }

    @Test("Nobody but BlueZ is listened to")
    func agentAndStrangers() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == "Pair" ? .never : nil
        }
        try world.start(pairing())
        try world.expectCall("Pair", of: bluez)
        let stranger = try BusPeer(world.daemon, world.loop)
        let question = BusMessage.call(
            bluez.lastCaller ?? "", "/org/tapinput/agent", BlueZName.agent, "RequestAuthorization",
            [.objectPath(new.path)])
        #expect(try stranger.call(question).error == .bus("UnknownObject").withoutWords)
    }
}

extension Result where Failure == BusError {
    /// The error without the words.
    fileprivate var error: BusError? {
        guard case .failure(let error) = self else { return nil }
        return error.withoutWords
    }
}

// MARK: - The end in the middle

extension PairingFlowTests {
    private static let members = wholeWay.dropLast()

    @Test("bluetoothd ends, or is started anew, at any call", arguments: members, [true, false])
    func bluezGoes(member: String, isBack: Bool) throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == member ? .never : nil
        }
        try world.start(pairing())
        try world.expectCall(member, of: bluez)
        bluez.vanish()
        if isBack { try world.startBlueZ(FakeBlueZ.tree(new)) }
        #expect(try world.expectEnd() == .failure(.serviceLost))
    }

    @Test("The bus ends at any call", arguments: members)
    func busGoes(member: String) throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == member ? .never : nil
        }
        try world.start(pairing())
        try world.expectCall(member, of: bluez)
        world.daemon.stop()
        #expect(try world.expectEnd() == .failure(.noBus))
    }

    @Test("The Tap is removed while keys are exchanged")
    func removedWhilePairing() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == "Pair" ? .never : nil
        }
        try world.start(pairing())
        try world.expectCall("Pair", of: bluez)
        bluez.remove(new.path)
        #expect(try world.expectEnd() == .failure(.gone(new.identity)))
        #expect(bluez.deeds.map(\.member).suffix(2) == ["Pair", "UnregisterAgent"])
    }

    @Test("The user ends it while keys are exchanged")
    func stoppedWhilePairing() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(new)) {
            $0.member == "Pair" ? .never : nil
        }
        try world.start(pairing())
        try world.expectCall("Pair", of: bluez)
        world.task?.stop()
        world.task?.stop()
        #expect(try world.expectEnd() == .failure(.interrupted))
        #expect(
            bluez.deeds.map(\.member).suffix(4)
                == ["Pair", "CancelPairing", "RemoveDevice", "UnregisterAgent"])
    }

    @Test("The user ends it while Taps are looked for")
    func stoppedWhileScanning() throws {
        let world = try World()
        let bluez = try world.startBlueZ(FakeBlueZ.adapter())
        try world.start(pairing())
        try world.loop.expect("it looks") { world.reports.contains(.scanning) }
        world.task?.stop()
        #expect(try world.expectEnd() == .failure(.interrupted))
        #expect(bluez.deeds.last?.member == "StopDiscovery")
    }

    @Test("What is missing from the start is told, and not waited for")
    func missing() throws {
        let nobody = try World()
        try nobody.start(pairing())
        #expect(try nobody.expectEnd() == .failure(.noService))

        let empty = try World()
        try empty.startBlueZ([:])
        try empty.start(pairing())
        #expect(try empty.expectEnd() == .failure(.noAdapter))

        let off = try World()
        try off.startBlueZ(FakeBlueZ.adapter(isPowered: false))
        try off.start(pairing())
        #expect(try off.expectEnd() == .failure(.adapterOff))

        let refusing = try World()
        try refusing.startBlueZ(FakeBlueZ.adapter()) { _ in .error(.bus("AccessDenied")) }
        try refusing.start(pairing())
        #expect(try refusing.expectEnd() == .failure(.refused(.bus("AccessDenied"))))

        let busless = try World()
        busless.daemon.stop()
        #expect(throws: BusError.self) { try busless.start(pairing()) }
    }
}
