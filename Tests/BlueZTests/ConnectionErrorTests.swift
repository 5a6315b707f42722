import Bus
import BusTestSupport
import Testing

@testable import BlueZ

@Suite("Errors of BlueZ, and lost links")
struct ConnectionErrorTests {
    /// The calls by kind; what has to go wrong first so that the call is made at all.
    enum Kind: String, CaseIterable, Sendable {
        case connect
        case disconnect
        case acquireNotify
        case startNotify
        case write

        func matches(_ call: TapConnection.Call) -> Bool {
            switch (self, call) {
            case (.connect, .connect), (.disconnect, .disconnect), (.write, .write),
                (.acquireNotify, .acquireNotify), (.startNotify, .startNotify):
                true
            default: false
            }
        }
    }

    static let errors: [BusError] =
        [
            "InProgress", "NotReady", "AlreadyConnected", "NotConnected", "Failed", "NotPermitted",
            "NotSupported", "NotAuthorized", "NotAvailable", "DoesNotExist", "InvalidArguments",
        ].map(BusError.bluez)
        + [
            "AccessDenied", "NoReply", "UnknownMethod", "UnknownObject", "ServiceUnknown",
            "NoMemory", "InvalidSignature", "Disconnected",
        ].map(BusError.bus)

    @Test(
        "An error on a call is never the end: paced while it lasts, and over when it is over",
        arguments: Kind.allCases, errors)
    func everyErrorOnEveryCall(kind: Kind, error: BusError) {
        var rig = ConnectionRig()
        rig.tell()
        rig.play(
            for: .seconds(600),
            refusing: { kind.matches($0) ? error : Self.prelude(to: kind, $0) })
        #expect(rig.calls.count < 200, "in ten minutes")
        let late = rig.calls.filter { $0.time > rig.now - .seconds(120) }
        #expect(late.count <= 40, "in the last two minutes")
        rig.play(for: .seconds(120)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
        #expect(rig.reports.last == .connected)
    }

    /// What has to go wrong so that a call of this kind is made.
    private static func prelude(to kind: Kind, _ call: TapConnection.Call) -> BusError? {
        switch (kind, call) {
        case (.startNotify, .acquireNotify): .bluez("NotSupported")
        case (.disconnect, .write): .bluez("Failed")
        default: nil
        }
    }

    @Test("Errors that pass are not told; others are told once", arguments: errors)
    func told(error: BusError) {
        var rig = ConnectionRig()
        rig.tell()
        rig.play(for: .seconds(600), refusing: { $0 == .connect ? error : nil })
        let expected: [TapReport] =
            switch error.name {
            case "org.bluez.Error.InProgress", "org.bluez.Error.NotReady",
                "org.bluez.Error.AlreadyConnected":
                []
            case "org.freedesktop.DBus.Error.AccessDenied": [.refused(error)]
            default: [.unreachable(error)]
            }
        #expect(rig.reports == expected)
    }

    @Test("The pauses between attempts to connect grow, and end at a minute")
    func growingPauses() throws {
        var rig = ConnectionRig()
        rig.tell()
        rig.play(for: .seconds(1200), refusing: { $0 == .connect ? .bluez("Failed") : nil })
        let times = rig.calls.map(\.time)
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        try #require(pauses.count > 10)
        #expect(pauses[0] < .seconds(2))
        for (earlier, later) in zip(pauses.prefix(5), pauses.prefix(6).dropFirst()) {
            #expect(later > earlier)
        }
        #expect(pauses.suffix(5).allSatisfy { $0 >= .seconds(45) })
        #expect(pauses.allSatisfy { $0 <= .seconds(60) + .milliseconds(20) })
    }

    @Test("A refusal by policy is tried again after a minute")
    func accessDenied() {
        var rig = ConnectionRig(at: .connecting)
        #expect(rig.answer(.bus("AccessDenied")) == [.report(.refused(.bus("AccessDenied")))])
        #expect(rig.pass(.seconds(59)) == [])
        #expect(rig.pass(.seconds(1)) == [.call(.connect)])
        #expect(rig.answer(.bus("AccessDenied")) == [])
    }

    @Test("AlreadyConnected is a success")
    func alreadyConnected() {
        var rig = ConnectionRig(at: .connecting)
        rig.answer(.bluez("AlreadyConnected"))
        #expect(rig.connection.state.isResolving)
        rig.tell { $0.isConnected = true }
        #expect(
            rig.tell { $0.resolve() } == [.call(.acquireNotify(path: TapSnapshot.tapRead))])
    }

    @Test("Pauses start small again once a Tap has streamed for a while")
    func pausesStartAgain() {
        var rig = ConnectionRig()
        rig.tell()
        rig.play(for: .seconds(300), refusing: { $0 == .connect ? .bluez("Failed") : nil })
        rig.play(for: .seconds(200))
        #expect(rig.connection.state == .streaming)
        rig.tell { $0.unlink() }
        #expect(rig.pass(.seconds(2)) == [.call(.connect)])
    }

    @Test(
        "A link that carried data is soon made again, however often the Tap is switched off and on")
    func switchedOffAndOn() {
        var rig = ConnectionRig()
        for _ in 0..<10 {
            rig.bringUp()
            rig.notify()
            rig.tell { $0.unlink() }
            #expect(rig.pass(.seconds(2)) == [.call(.connect)])
        }
    }

    @Test("Links that break as soon as they are there are made ever more slowly")
    func flappingLink() {
        var rig = ConnectionRig()
        rig.tell()
        let start = rig.now
        while rig.now < start + .seconds(600) {
            rig.play(for: .seconds(90)) { $0.connection.state == .streaming }
            rig.tell { $0.unlink() }
        }
        #expect(rig.calls.filter { $0.call == .connect }.count < 25)
    }

    @Test("A command that is refused: tried again on the link, then with a new one")
    func setUpRefused() {
        var rig = ConnectionRig()
        rig.tell { $0.link() }
        rig.play(
            for: .seconds(600), until: { $0.pending == .disconnect },
            refusing: { $0.isWrite ? .bluez("Failed") : nil })
        #expect(rig.pending == .disconnect)
        #expect(rig.writes.count == TapConnection.attemptsOnLink)
        #expect(rig.reports == [.failing(.bluez("Failed"))])
    }

    @Test("The answer to a Disconnect is not taken for another call's")
    func slowDisconnect() {
        var rig = ConnectionRig(at: .resolving)
        rig.pass(.seconds(30))
        #expect(rig.pending == .disconnect)
        // The link goes first; BlueZ answers seconds later.
        rig.tell { $0.unlink() }
        rig.pass(.seconds(5))
        #expect(rig.pending == .disconnect)
        rig.answer()
        rig.pass(.seconds(2))
        #expect(rig.pending == .connect)
    }

    @Test("A Disconnect that is never answered is not waited for for ever")
    func unansweredDisconnect() {
        var rig = ConnectionRig(at: .resolving)
        rig.pass(.seconds(30))
        rig.tell { $0.unlink() }
        // The call's own time-out answers.
        rig.pass(.seconds(10))
        rig.answer(.bus("NoReply"))
        rig.play(for: .seconds(10)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
    }

    @Test(
        "The link is lost, wherever the connection stands", arguments: ConnectionRig.Place.allCases)
    func lostAnywhere(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        let wasPressed = rig.connection.state.isActive
        let wasConnected = rig.reports.last == .connected
        let actions = rig.tell { $0.unlink() }
        #expect(actions.contains(.release) || !wasPressed)
        #expect(actions.contains(.report(.lost)) == wasConnected)
        #expect(!rig.isListening)
        #expect(rig.pending == (place == .connecting ? .connect : nil))
        if place == .connecting { rig.answer(.bluez("Failed")) }
        rig.play(for: .seconds(5)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
    }

    @Test(
        "BlueZ goes and returns, wherever the connection stands",
        arguments: ConnectionRig.Place.allCases)
    func goneAnywhere(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        let wasPressed = rig.connection.state.isActive
        let actions = rig.tellGone()
        #expect(actions.contains(.release) || !wasPressed)
        #expect(rig.connection.state == .unavailable)
        #expect(rig.pending == nil)
        #expect(!rig.isListening)
        #expect(rig.pass(.seconds(100)) == [])
        rig.tap = .bonded
        rig.tell()
        rig.play(for: .seconds(5)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
    }

    @Test("The answer to a call that was cancelled changes nothing")
    func lateAnswer() {
        for place in [ConnectionRig.Place.acquiring, .firstWrite, .vibrating] {
            var rig = ConnectionRig(at: place)
            rig.tell { $0.unlink() }
            #expect(rig.handle(.answered(nil)) == [])
            #expect(rig.handle(.answered(.bus("NoReply"))) == [])
            #expect(rig.connection.state.isWaiting)
        }
    }
}
