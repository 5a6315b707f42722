import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("The way to a streaming Tap")
struct ConnectionPathTests {
    private let read = TapSnapshot.tapRead
    private let write = TapSnapshot.tapWrite

    @Test("Each step waits for the one before it, and the set-up is exactly the five commands")
    func happyPath() {
        var rig = ConnectionRig()
        #expect(rig.tell() == [.call(.connect)])
        #expect(rig.connection.state == .connecting)
        #expect(rig.answer() == [])
        #expect(rig.tell { $0.isConnected = true } == [])
        #expect(rig.connection.state.isResolving)
        #expect(rig.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])
        var expected = TapFrames.setUp
        while !expected.isEmpty {
            let bytes = expected.removeFirst()
            #expect(rig.answer() == [.call(.write(path: write, bytes: bytes, withResponse: true))])
        }
        #expect(rig.answer() == [.report(.connected)])
        #expect(rig.connection.state == .streaming)
    }

    @Test("The services may be known before the link is told")
    func resolvedBeforeConnected() {
        var rig = ConnectionRig(at: .connecting)
        #expect(rig.tell { $0.resolve() } == [])
        #expect(
            rig.tell { $0.isConnected = true }
                == [.cancelCall, .call(.acquireNotify(path: read))])
    }

    @Test("The answer to Connect may come before, between and after what it brings about")
    func orderOfTheAnswer() {
        var before = ConnectionRig(at: .connecting)
        before.answer()
        before.tell { $0.isConnected = true }
        #expect(before.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])

        var between = ConnectionRig(at: .connecting)
        between.tell { $0.isConnected = true }
        between.answer()
        #expect(between.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])

        var after = ConnectionRig(at: .connecting)
        after.tell { $0.link() }
        after.answer()
        #expect(after.calls.filter { $0.call == .connect }.count == 1)
        #expect(after.pending != .connect)
    }

    @Test("A Tap that is connected already is used and not connected again")
    func alreadyConnected() {
        var rig = ConnectionRig()
        rig.bringUp()
        #expect(rig.calls.first?.call == .acquireNotify(path: read))
        #expect(!rig.calls.map(\.call).contains(.connect))
    }

    @Test("Already connected, and its services not yet known")
    func alreadyConnectedNotResolved() {
        var rig = ConnectionRig()
        #expect(rig.tell { $0.isConnected = true } == [])
        #expect(rig.pass(.seconds(10)) == [])
        #expect(rig.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])
    }

    @Test("Nothing is written before the notifications are granted", arguments: [1, 5, 9])
    func noEarlyWrite(seconds: Int64) {
        var rig = ConnectionRig()
        rig.tell()
        rig.pass(.seconds(seconds))
        rig.answer()
        rig.tell { $0.isConnected = true }
        rig.pass(.seconds(seconds))
        rig.tell { $0.resolve() }
        rig.pass(.seconds(seconds))
        #expect(rig.writes == [])
        rig.answer()
        #expect(rig.writes == [TapFrames.setUp[0]])
    }

    @Test("Services that take 18 seconds are waited for")
    func slowServices() {
        var rig = ConnectionRig(at: .resolving)
        #expect(rig.pass(.seconds(18)) == [])
        #expect(rig.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])
    }

    @Test("Services that never come: the link is given up and made anew")
    func noServices() {
        var rig = ConnectionRig(at: .resolving)
        rig.pass(.seconds(29))
        #expect(rig.calls == [])
        #expect(rig.pass(.seconds(1)).contains(.call(.disconnect)))
        rig.tell { $0.unlink() }
        rig.answer()
        rig.play(for: .seconds(10)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
        #expect(rig.reports == [.connected])
    }

    @Test("The link drops while BlueZ looks for the services: again after a pause")
    func dropWhileResolving() {
        var rig = ConnectionRig(at: .resolving)
        #expect(rig.tell { $0.unlink() } == [])
        #expect(rig.connection.state.isWaiting)
        #expect(rig.pass(.seconds(2)) == [.call(.connect)])
    }

    @Test("After a loss everything is set up again, at each of ten losses")
    func setUpEachTime() {
        var rig = ConnectionRig()
        for round in 0..<10 {
            rig.forgetCalls()
            rig.tell { $0.link() }
            rig.play(for: .seconds(1)) { $0.connection.state == .streaming }
            #expect(rig.writes == TapFrames.setUp, "round \(round)")
            rig.tell { $0.unlink() }
            if round.isMultiple(of: 2) { rig.stall(.seconds(70)) }
        }
        #expect(rig.reports == Array(repeating: [.connected, .lost], count: 10).flatMap { $0 })
    }

    @Test("Without keys a Tap is neither connected to nor listened to, and that is said once")
    func notBonded() {
        var rig = ConnectionRig()
        rig.tell { $0.isBonded = false }
        rig.pass(.seconds(100))
        #expect(rig.reports == [])
        for _ in 0..<3 {
            rig.tell { $0.link() }
            rig.pass(.seconds(100))
            rig.tell { $0.unlink() }
        }
        #expect(rig.calls == [])
        #expect(rig.reports == [.notBonded])
        #expect(rig.tell { $0.isBonded = true } == [.call(.connect)])
    }

    @Test("A link without keys that gets them in time is not told of, not even later")
    func bondedInTime() {
        var rig = ConnectionRig()
        rig.tell {
            $0.isBonded = false
            $0.link()
        }
        rig.pass(.seconds(3))
        rig.tell { $0.isBonded = true }
        for _ in 0..<6 { rig.answer() }
        rig.pass(.seconds(9))
        rig.tell { $0.isBonded = false }
        #expect(rig.pass(.seconds(5) - 1) == [])
        #expect(!rig.reports.contains(.notBonded))
        #expect(rig.pass(1) == [.report(.notBonded)])
    }

    @Test("Keys that are removed end the stream")
    func bondRemoved() {
        var rig = ConnectionRig(at: .streaming)
        let actions = rig.tell { $0.isBonded = false }
        #expect(actions == [.stopListening, .release, .report(.lost)])
        #expect(rig.pass(.seconds(5)) == [.report(.notBonded)])
    }

    @Test("An adapter that is off is waited for without a call")
    func adapterOff() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        rig.tell { $0.isPowered = false }
        #expect(rig.connection.state == .unavailable)
        rig.tell { $0.unlink() }
        rig.pass(.seconds(600))
        #expect(rig.calls == [])
        #expect(rig.tell { $0.isPowered = true } == [.call(.connect)])
    }

    @Test("Characteristics that are missing are told of once, and looked for again")
    func missing() {
        var rig = ConnectionRig()
        rig.tell {
            $0.isConnected = true
            $0.resolveNothing()
        }
        for _ in 0..<4 {
            rig.pass(.seconds(30))
            #expect(rig.pending == .disconnect)
            rig.tell { $0.unlink() }
            rig.answer()
            rig.pass(.seconds(60))
            #expect(rig.pending == .connect)
            rig.tell {
                $0.isConnected = true
                $0.resolveNothing()
            }
        }
        #expect(rig.reports == [.characteristicsMissing])
        #expect(rig.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])
    }

    @Test("An empty list of services is not the last word")
    func emptyFirst() {
        var rig = ConnectionRig()
        rig.tell {
            $0.isConnected = true
            $0.resolveNothing()
        }
        rig.pass(.seconds(5))
        #expect(rig.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])
        #expect(rig.reports == [])
    }

    @Test(
        "Characteristics that lie elsewhere now are subscribed to there",
        arguments: [ConnectionRig.Place.acquiring, .starting, .firstWrite, .lastWrite, .streaming])
    func pathsChange(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        let actions = rig.tell { $0.resolve(read: "/new/char1", write: "/new/char2") }
        #expect(actions.contains(.stopListening))
        #expect(actions.contains(.release))
        rig.answer()
        #expect(
            rig.pending == .write(path: "/new/char2", bytes: TapFrames.setUp[0], withResponse: true)
        )
        #expect(rig.calls.last { !$0.call.isWrite }?.call.path == "/new/char1")
        #expect(!rig.calls.map(\.call).contains(.disconnect))
    }

    @Test("Services that vanish from a stream and come back")
    func servicesVanish() {
        var rig = ConnectionRig(at: .streaming)
        #expect(rig.tell { $0.forgetServices() } == [.stopListening, .release])
        #expect(rig.tell { $0.resolve() } == [.call(.acquireNotify(path: read))])
    }
}

extension TapConnection.Call {
    var isWrite: Bool {
        if case .write = self { return true }
        return false
    }

    var isSubscription: Bool {
        switch self {
        case .acquireNotify, .startNotify: true
        case .connect, .disconnect, .write: false
        }
    }

    var path: String? {
        switch self {
        case .connect, .disconnect: nil
        case .acquireNotify(let path), .startNotify(let path), .write(let path, _, _): path
        }
    }
}
