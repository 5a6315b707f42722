import Bus
import BusTestSupport
import Testing

@testable import BlueZ

@Suite("Pairing, step by step")
struct PairingTests {
    private static let new = FakeTap.new()
    private static let bonded = FakeTap(isConnected: false)
    private let new = Self.new

    private static let wholeWay = [
        "setDiscoveryFilter", "startDiscovery", "stopDiscovery", "registerAgent", "pair", "trust",
        "connect", "unregisterAgent",
    ]

    /// A pairing that begins with these Taps, and looks for one for a minute.
    private static func rig(_ taps: FakeTap..., for word: String? = nil) -> PairingRig {
        let tree = taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } }
        return PairingRig(TapPairing(word, scanLimit: .seconds(60)), tree)
    }

    /// The Tap once keys were exchanged.
    private static func bond(_ tap: FakeTap, isConnected: Bool = true) -> FakeBlueZ.Tree {
        var tap = tap
        tap.isBonded = true
        tap.isConnected = isConnected
        return tap.tree
    }

    @Test("The whole way: look, wait for others, stop looking, exchange keys, trust, connect")
    func wholeWay() {
        var rig = Self.rig()
        rig.answerAll()
        #expect(rig.reports == [.scanning])
        rig.tell(new.tree)
        #expect(rig.reports == [.scanning, .found(new.identity)])
        rig.pass(.milliseconds(2999))
        #expect(rig.pending == nil)
        rig.pass(.milliseconds(1))
        rig.answer(upTo: "pair")
        rig.tell(Self.bond(new))
        rig.answer()
        rig.answerAll()
        #expect(rig.result == .success(.paired(new.identity, isReady: true)))
        #expect(rig.members == Self.wholeWay)
        #expect(rig.calls[4] == .pair(new.path))
        #expect(
            rig.reports == [
                .scanning, .found(new.identity), .pairing(new.identity), .connecting(new.identity),
            ])
    }

    @Test(
        "One that is meant is paired as soon as it is there, whoever else is",
        arguments: ["New", "00:00:00:00:00:0a", "00:00:00:00:00:0A"])
    func meant(word: String) {
        let meant = FakeTap(
            address: "00:00:00:00:00:0A", name: "New", isBonded: false, isConnected: false,
            isHeard: true, characteristics: [:])
        var rig = Self.rig(.new(2, name: "Other"), for: word)
        rig.answerAll()
        rig.pass(.seconds(59))
        #expect(rig.result == nil)
        rig.tell(meant.tree)
        rig.answer(upTo: "pair")
        #expect(rig.calls.last == .pair(meant.path))
    }

    @Test(
        "What was known before counts once it is heard or connected, and what comes counts at once")
    func seen() {
        let silent = FakeTap.new(1, name: "Silent", isHeard: false)
        var rig = Self.rig(silent)
        rig.answerAll()
        rig.pass(.seconds(10))
        #expect(rig.reports == [.scanning])
        rig.tell(FakeTap.new(1, name: "Silent").tree)
        #expect(rig.reports.last == .found(silent.identity))

        var linked = silent
        linked.isConnected = true
        rig = Self.rig(linked)
        rig.answerAll()
        #expect(rig.reports.last == .found(silent.identity))

        rig = Self.rig()
        rig.answerAll()
        rig.tell(silent.tree)
        #expect(rig.reports.last == .found(silent.identity))

        // Forgotten and found again is as good as new.
        rig = Self.rig(silent)
        rig.answerAll()
        rig.tell { $0[silent.path] = nil }
        rig.tell(silent.tree)
        #expect(rig.reports.last == .found(silent.identity))
    }

    @Test("Each Tap is told once, however often it comes and goes")
    func toldOnce() {
        var rig = Self.rig()
        rig.answerAll()
        for _ in 0..<3 {
            rig.tell(new.tree)
            rig.tell { $0[self.new.path] = nil }
        }
        #expect(rig.reports == [.scanning, .found(new.identity)])
        #expect(rig.pending == nil)
        // It is gone: the search goes on to its own end.
        rig.pass(.seconds(30))
        #expect(rig.result == nil)
        rig.tell(new.tree)
        rig.pass(.seconds(3))
        #expect(rig.pending?.member == "stopDiscovery")
    }

    @Test("Of several it is not guessed which one is meant", arguments: [nil, "New"])
    func several(word: String?) {
        let other = FakeTap.new(2)
        var rig = Self.rig(new, other, for: word)
        rig.answerAll()
        rig.pass(.seconds(3))
        rig.answerAll()
        #expect(rig.result == .failure(.several([new.identity, other.identity])))
        #expect(rig.members == ["setDiscoveryFilter", "startDiscovery", "stopDiscovery"])
    }

    @Test("One that comes while others are waited for is one of several")
    func another() {
        let other = FakeTap.new(2, name: "Other")
        var rig = Self.rig(new)
        rig.answerAll()
        rig.pass(.seconds(2))
        rig.tell(other.tree)
        rig.pass(.seconds(1))
        rig.answerAll()
        #expect(rig.result == .failure(.several([new.identity, other.identity])))
    }

    @Test("Nothing in time", arguments: [nil, "Tap"])
    func nothing(word: String?) {
        var rig = Self.rig(for: word)
        rig.answerAll()
        rig.pass(.milliseconds(59_999))
        #expect(rig.pending == nil)
        rig.pass(.milliseconds(1))
        rig.answerAll()
        #expect(rig.result == .failure(word.map { .notFound($0) } ?? .noneFound))
        #expect(rig.members.last == "stopDiscovery")
    }

    @Test("One that is found at the last moment is paired all the same")
    func late() {
        var rig = Self.rig()
        rig.answerAll()
        rig.pass(.seconds(59))
        rig.tell(new.tree)
        rig.pass(.seconds(3))
        #expect(rig.pending?.member == "stopDiscovery")
    }

    @Test("Neither other devices nor Taps of other adapters are paired")
    func untouched() {
        var other = FakeTap.new(2)
        other.adapter = "/org/bluez/hci1"
        var mouse = FakeTap.new(3, name: "Mouse").tree
        mouse[FakeTap.new(3).path]?[BlueZName.device]?["UUIDs"] = .array(of: "s", [])
        var rig = Self.rig()
        rig.answerAll()
        rig.tell(FakeBlueZ.adapter("/org/bluez/hci1").merging(other.tree) { $1 })
        rig.tell(mouse)
        rig.pass(.seconds(10))
        #expect(rig.reports == [.scanning])
    }
}

// MARK: - What is bonded already

extension PairingTests {
    @Test("A bonded Tap that is meant is not looked for, but trusted and connected")
    func alreadyBonded() {
        var rig = Self.rig(Self.bonded, for: "Tap")
        rig.answer(upTo: "connect")
        rig.tell(Self.bond(Self.bonded))
        rig.answer()
        #expect(rig.result == .success(.connected(Self.bonded.identity, isReady: true)))
        #expect(rig.members == ["trust", "connect"])
        #expect(rig.reports == [.connecting(Self.bonded.identity)])
    }

    @Test("Where none is meant a new one is looked for first; the only one is connected at the end")
    func onlyBonded() {
        var rig = Self.rig(Self.bonded)
        rig.answerAll()
        rig.pass(.seconds(60))
        rig.answer(upTo: "connect")
        rig.tell(Self.bond(Self.bonded))
        rig.answer()
        #expect(rig.result == .success(.connected(Self.bonded.identity, isReady: true)))
        #expect(
            rig.members == [
                "setDiscoveryFilter", "startDiscovery", "stopDiscovery", "trust", "connect",
            ])
        // Those with keys are not found, they are known.
        #expect(rig.reports == [.scanning, .connecting(Self.bonded.identity)])
    }

    @Test("Where none is meant and the only one is out of reach, it is said why, and is no failure")
    func onlyBondedAway() {
        var rig = Self.rig(Self.bonded)
        rig.answerAll()
        rig.pass(.seconds(60))
        rig.answerAll(["connect": .bluez("Failed")])
        #expect(
            rig.result
                == .success(.nothingNew([Self.bonded.identity], problem: .bluez("Failed"))))
    }

    @Test("Of several bonded ones none is connected where none is meant")
    func severalBonded() {
        let other = FakeTap(address: "00:00:00:00:00:02", name: "Other")
        var rig = Self.rig(Self.bonded, other)
        rig.answerAll()
        rig.pass(.seconds(60))
        rig.answerAll()
        #expect(
            rig.result
                == .success(.nothingNew([other.identity, Self.bonded.identity], problem: nil)))
        #expect(rig.members.last == "stopDiscovery")
    }

    @Test("A name that several bonded ones have does not say which is meant; an address does")
    func sameName() {
        let other = FakeTap(address: "00:00:00:00:00:02")
        let rig = Self.rig(Self.bonded, other, for: "Tap")
        #expect(rig.result == .failure(.several([other.identity, Self.bonded.identity])))
        #expect(rig.members == [])
        let exact = Self.rig(Self.bonded, other, for: other.address)
        #expect(exact.calls == [.trust(other.path)])
    }

    @Test("A new Tap is paired beside a bonded one")
    func newBesideBonded() {
        var rig = Self.rig(Self.bonded)
        rig.answerAll()
        rig.tell(new.tree)
        rig.pass(.seconds(3))
        rig.answer(upTo: "pair")
        #expect(rig.calls.last == .pair(new.path))
    }

    @Test("A Tap that another program pairs while it is looked for is connected")
    func bondedMeanwhile() {
        var rig = Self.rig(for: "New")
        rig.answerAll()
        rig.tell(Self.bond(new, isConnected: false))
        rig.answer(upTo: "connect")
        #expect(rig.members.suffix(3) == ["stopDiscovery", "trust", "connect"])
    }

    @Test("A link that ends at once although there are keys: the Tap has lost its own")
    func keyMissing() {
        var rig = Self.rig(Self.bonded, for: "Tap")
        rig.answer(upTo: "connect")
        var linked = Self.bonded.tree
        linked[Self.bonded.path]?[BlueZName.device]?["Connected"] = .bool(true)
        rig.tell(linked)
        rig.answer()
        #expect(rig.result == nil)
        rig.tell(Self.bonded.tree)
        #expect(rig.result == .failure(.keyMissing(Self.bonded.identity)))
    }

    @Test("A link that is there before, and ends and is refused, is known by the call's answer")
    func connectKnownFails() {
        var rig = Self.rig(Self.bonded, for: "Tap")
        rig.answerAll(["connect": .bluez("Failed")])
        let error = TapTaskError.failed(.connectKnown, Self.bonded.identity, .bluez("Failed"))
        #expect(rig.result == .failure(error))
    }

    @Test("Somebody else's attempt that comes to nothing is one that failed")
    func connectInProgress() {
        var rig = Self.rig(Self.bonded, for: "Tap")
        rig.answerAll(["connect": .bluez("InProgress")])
        rig.pass(.seconds(30))
        let error = TapTaskError.failed(.connectKnown, Self.bonded.identity, .bus("NoReply"))
        #expect(rig.result == .failure(error))
    }
}

// MARK: - What goes wrong

extension PairingTests {
    /// Brings a pairing of the new Tap to a call, which then waits for its answer.
    private static func rig(at member: String) -> PairingRig {
        var rig = rig(new, for: "New")
        rig.answer(upTo: member)
        return rig
    }

    /// How a pairing is ended at a call: the calls after it.
    private static let endings: [(String, [String])] = [
        ("setDiscoveryFilter", []),
        ("startDiscovery", ["stopDiscovery"]),
        ("stopDiscovery", []),
        ("registerAgent", ["unregisterAgent"]),
        ("pair", ["cancelPairing", "remove", "unregisterAgent"]),
        ("trust", ["unregisterAgent"]),
        ("connect", ["unregisterAgent"]),
    ]

    @Test("The user ends it anywhere: what is under way is undone, once", arguments: endings)
    func stopped(member: String, after: [String]) {
        var rig = Self.rig(at: member)
        let before = rig.members
        rig.handle(.stop)
        rig.handle(.stop)
        rig.answerAll()
        #expect(rig.result == .failure(.interrupted))
        #expect(rig.members == before + after)
    }

    @Test("What ends it in order is not kept up by errors", arguments: endings)
    func stoppedWithErrors(member: String, after: [String]) {
        var rig = Self.rig(at: member)
        let before = rig.members
        rig.handle(.stop)
        while rig.pending != nil { rig.answer(.bluez("Failed")) }
        #expect(rig.result == .failure(.interrupted))
        #expect(rig.members == before + after)
    }

    @Test("The Tap is forgotten by BlueZ meanwhile", arguments: endings.dropFirst(2))
    func gone(member: String, after: [String]) {
        var rig = Self.rig(at: member)
        let before = rig.members
        rig.tell { $0[Self.new.path] = nil }
        rig.answerAll()
        #expect(rig.result == .failure(.gone(Self.new.identity)))
        // There is nobody left whose pairing could be cancelled.
        let rest = after.filter { !["cancelPairing", "remove"].contains($0) }
        #expect(rig.members == before + rest)
    }

    @Test("The adapter is switched off, or pulled out", arguments: endings, [true, false])
    func adapterGoes(ending: (String, [String]), isThere: Bool) {
        var rig = Self.rig(at: ending.0)
        if isThere {
            rig.tell(FakeBlueZ.adapter(isPowered: false))
        } else {
            rig.tell { $0 = [:] }
        }
        rig.answerAll()
        #expect(rig.result == .failure(isThere ? .adapterOff : .noAdapter))
    }

    @Test("Without an adapter that is on there is nothing to begin with")
    func noAdapter() {
        var rig = PairingRig(TapPairing(nil, scanLimit: .seconds(60)), [:])
        #expect(rig.result == .failure(.noAdapter))
        let off = FakeBlueZ.adapter(isPowered: false)
        rig = PairingRig(TapPairing(nil, scanLimit: .seconds(60)), off)
        #expect(rig.result == .failure(.adapterOff))
        rig = PairingRig(
            TapPairing(nil, scanLimit: .seconds(60)),
            off.merging(FakeBlueZ.adapter("/org/bluez/hci1")) { $1 })
        #expect(rig.calls == [.setDiscoveryFilter(adapter: "/org/bluez/hci1")])
    }

    /// What comes of an error of a call; nil where the way goes on.
    private static let errors: [(String, BusError, TapTaskError?)] = [
        ("setDiscoveryFilter", .bluez("NotSupported"), nil),
        ("setDiscoveryFilter", .bus("AccessDenied"), .refused(.bus("AccessDenied"))),
        ("startDiscovery", .bluez("InProgress"), nil),
        ("startDiscovery", .bluez("NotReady"), .adapterOff),
        ("startDiscovery", .bluez("Failed"), .failing(.bluez("Failed"))),
        ("startDiscovery", .bus("AccessDenied"), .refused(.bus("AccessDenied"))),
        ("startDiscovery", .bus("NoReply"), .failing(.bus("NoReply"))),
        ("stopDiscovery", .bluez("Failed"), nil),
        ("stopDiscovery", .bus("NoReply"), nil),
        ("registerAgent", .bluez("AlreadyExists"), nil),
        ("registerAgent", .bluez("InvalidArguments"), .failing(.bluez("InvalidArguments"))),
        ("registerAgent", .bus("AccessDenied"), .refused(.bus("AccessDenied"))),
        ("pair", .bluez("AlreadyExists"), nil),
        ("pair", .bus("AccessDenied"), .refused(.bus("AccessDenied"))),
        ("trust", .bus("Failed"), .failed(.trust, new.identity, .bus("Failed"))),
        ("trust", .bus("AccessDenied"), .refused(.bus("AccessDenied"))),
        ("connect", .bluez("AlreadyConnected"), nil),
        ("connect", .bluez("InProgress"), nil),
        ("connect", .bluez("Failed"), .failed(.connectNew, new.identity, .bluez("Failed"))),
        ("connect", .bus("NoReply"), .failed(.connectNew, new.identity, .bus("NoReply"))),
        ("connect", .bus("AccessDenied"), .refused(.bus("AccessDenied"))),
    ]

    @Test("Each error of each call", arguments: errors)
    func error(member: String, error: BusError, expected: TapTaskError?) {
        var rig = Self.rig(at: member)
        rig.answer(error)
        rig.answerAll()
        if expected == nil { rig.tell(Self.bond(new)) }
        rig.answerAll()
        let success = PairingResult.paired(new.identity, isReady: true)
        #expect(rig.result == expected.map { .failure($0) } ?? .success(success))
        if expected == nil { #expect(rig.members == Self.wholeWay) }
        // Whatever was begun is ended.
        #expect(rig.members.count { $0 == "unregisterAgent" } <= 1)
        #expect(rig.members.count { $0 == "stopDiscovery" } <= 1)
        let hasAgent = rig.members.contains("registerAgent") && member != "registerAgent"
        if hasAgent { #expect(rig.members.last == "unregisterAgent") }
    }

    @Test("A pairing that is refused lets BlueZ forget the services: the Tap is not gone")
    func servicesForgotten() {
        var rig = Self.rig(at: "pair")
        rig.tell { $0[Self.new.path]?[BlueZName.device]?["UUIDs"] = .array(of: "s", []) }
        #expect(rig.result == nil)
        rig.answer(.bluez("AuthenticationFailed"))
        rig.answerAll()
        #expect(
            rig.result
                == .failure(.failed(.pair, new.identity, .bluez("AuthenticationFailed"))))
        #expect(rig.members.suffix(2) == ["remove", "unregisterAgent"])
    }

    @Test(
        "Each error of pairing ends it, and one that BlueZ has not told of cancels it",
        arguments: [
            (BusError.bluez("AuthenticationFailed"), false),
            (.bluez("AuthenticationRejected"), false),
            (.bluez("AuthenticationCanceled"), false),
            (.bluez("AuthenticationTimeout"), false),
            (.bluez("ConnectionAttemptFailed"), false), (.bluez("NotReady"), false),
            (.bluez("InProgress"), false), (.bluez("Failed"), false), (.bus("NoReply"), true),
        ])
    func pairError(error: BusError, isCancelled: Bool) {
        var rig = Self.rig(at: "pair")
        rig.answer(error)
        rig.answerAll()
        #expect(rig.result == .failure(.failed(.pair, new.identity, error)))
        // BlueZ would keep it without its services, but for what somebody else is at.
        let isKept = ["InProgress", "NotReady"].contains { error.isBlueZ($0) }
        let after =
            (isCancelled ? ["cancelPairing"] : []) + (isKept ? [] : ["remove"])
            + ["unregisterAgent"]
        #expect(rig.members == Self.wholeWay.prefix(5) + after)
    }

    @Test("BlueZ fails to tell its objects meanwhile", arguments: endings)
    func failing(member: String, after: [String]) {
        var rig = Self.rig(at: member)
        let before = rig.members
        rig.handle(.failing(.failing(.bus("NoReply"))))
        rig.answerAll()
        #expect(rig.result == .failure(.failing(.bus("NoReply"))))
        #expect(rig.members == before + after)
    }

    @Test("Services that do not come in time are no failure of a pairing, but keys must be there")
    func notReady() {
        for isBonded in [true, false] {
            var rig = Self.rig(at: "connect")
            if isBonded { rig.tell(Self.bond(new, isConnected: false)) }
            rig.answer()
            rig.pass(.milliseconds(29_999))
            #expect(rig.pending == nil)
            rig.pass(.milliseconds(1))
            rig.answerAll()
            let success = PairingResult.paired(new.identity, isReady: false)
            #expect(
                rig.result == (isBonded ? .success(success) : .failure(.notBonded(new.identity))))
            #expect(rig.members.last == "unregisterAgent")
        }
    }

    @Test("After a pairing a link may come and go before it stays")
    func linkComesAndGoes() {
        var rig = Self.rig(at: "connect")
        rig.tell(Self.bond(new, isConnected: false))
        var linked = Self.bond(new)
        linked[new.path]?[BlueZName.device]?["ServicesResolved"] = .bool(false)
        rig.tell(linked)
        rig.answer()
        rig.tell(Self.bond(new, isConnected: false))
        #expect(rig.result == nil)
        rig.tell(Self.bond(new))
        rig.answerAll()
        #expect(rig.result == .success(.paired(new.identity, isReady: true)))
    }

    @Test("The agent may be asked for the chosen Tap alone, from its registration to the end")
    func agentsDevice() {
        var rig = Self.rig(new, .new(2, name: "Other"), for: "New")
        while let pending = rig.pending {
            let isAsked = ["registerAgent", "pair", "trust", "connect"].contains(pending.member)
            #expect(rig.task.pairingPath == (isAsked ? new.path : nil))
            rig.answer()
        }
        #expect(rig.task.pairingPath == new.path)
        rig.tell(Self.bond(new))
        #expect(rig.task.pairingPath == nil)
    }
}
