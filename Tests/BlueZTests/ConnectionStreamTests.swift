import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("Notifications, keepalive, silence and vibration")
struct ConnectionStreamTests {
    private let read = TapSnapshot.tapRead
    private let write = TapSnapshot.tapWrite

    @Test(
        "Where AcquireNotify is refused, StartNotify is used from then on",
        arguments: [
            BusError.bluez("NotPermitted"), .bluez("NotSupported"), .bus("UnknownMethod"),
            .bluez("Failed"), .bus("InvalidSignature"),
        ])
    func acquireRefused(error: BusError) {
        var rig = ConnectionRig(at: .acquiring)
        #expect(rig.answer(error) == [.call(.startNotify(path: read))])
        rig.play(for: .seconds(1)) { $0.connection.state == .streaming }
        #expect(rig.reports == [.connected])
        rig.tell { $0.unlink() }
        rig.forgetCalls()
        rig.tell { $0.link() }
        #expect(rig.calls.map(\.call) == [.startNotify(path: read)])
    }

    @Test("A socket that ends at once: StartNotify, remembered, and the link is kept")
    func earlyEnd() {
        var rig = ConnectionRig(at: .acquiring)
        rig.answer()
        #expect(
            rig.handle(.socketEnded(hadData: false)) == [.cancelCall, .stopListening, .release])
        #expect(rig.pass(.seconds(1)) == [.call(.startNotify(path: read))])
        rig.play(for: .seconds(1)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
        rig.tell { $0.unlink() }
        rig.tell { $0.link() }
        #expect(rig.pending == .startNotify(path: read))
        #expect(!rig.calls.map(\.call).contains(.disconnect))
    }

    @Test("A socket that ends at once, and then the link: StartNotify on the next one")
    func earlyEndAndLoss() {
        var rig = ConnectionRig(at: .acquiring)
        rig.answer()
        rig.handle(.socketEnded(hadData: false))
        rig.tell { $0.unlink() }
        rig.tell { $0.link() }
        #expect(rig.pending == .startNotify(path: read))
    }

    @Test("A socket that ends after data is opened again")
    func laterEnd() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify()
        #expect(rig.handle(.socketEnded(hadData: true)) == [.stopListening, .release])
        #expect(rig.pass(.seconds(1)) == [.call(.acquireNotify(path: read))])
    }

    @Test("Sockets that end again and again on one link are opened later and later")
    func repeatedEnds() {
        var rig = ConnectionRig(at: .streaming)
        for seconds in [1, 2, 3] as [Int64] {
            rig.notify()
            rig.handle(.socketEnded(hadData: true))
            #expect(rig.pass(.seconds(seconds) - 1) == [])
            #expect(rig.pass(1) == [.call(.acquireNotify(path: read))])
            for _ in 0..<6 { rig.answer() }
        }
    }

    @Test("The end of a socket just before the end of the link is no failure of the socket")
    func endWithLink() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify()
        rig.handle(.socketEnded(hadData: true))
        #expect(rig.tell { $0.unlink() }.contains(.report(.lost)))
        rig.tell { $0.link() }
        #expect(rig.pending == .acquireNotify(path: read))
    }

    @Test("Where both ways are refused the link is kept, and the pauses grow")
    func bothRefused() {
        var rig = ConnectionRig()
        rig.tell { $0.link() }
        rig.play(
            for: .seconds(600), refusing: { $0.isSubscription ? .bluez("NotPermitted") : nil })
        #expect(!rig.calls.map(\.call).contains(.disconnect))
        #expect(rig.calls.count < 30)
        #expect(rig.reports == [.failing(.bluez("NotPermitted"))])
        rig.play(for: .seconds(80)) { $0.connection.state == .streaming }
        #expect(rig.reports.last == .connected)
    }

    @Test("A keepalive every ten seconds, for as long as data comes")
    func keepalive() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        let start = rig.now
        for round in 1...20 {
            rig.pass(.seconds(5))
            rig.notify()
            rig.pass(.seconds(5))
            #expect(
                rig.pending == .write(path: write, bytes: TapFrames.keepalive, withResponse: true))
            #expect(rig.calls.last?.time == start + .seconds(10 * Int64(round)))
            #expect(rig.answer() == [])
        }
        #expect(rig.writes == Array(repeating: TapFrames.keepalive, count: 20))
        #expect(rig.reports == [.connected])
    }

    @Test("A loop that was late sends one keepalive and not all that it missed")
    func lateLoop() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        rig.stall(.seconds(65))
        rig.notify()
        #expect(
            rig.handle(.tick) == [
                .call(.write(path: write, bytes: TapFrames.keepalive, withResponse: true))
            ])
        rig.answer()
        #expect(rig.handle(.tick) == [])
        #expect(rig.connection.deadline == rig.now + .seconds(10))
    }

    @Test("A keepalive that fails is no loss")
    func keepaliveFails() {
        var rig = ConnectionRig(at: .streaming)
        rig.pass(.seconds(5))
        rig.notify()
        rig.pass(.seconds(5))
        #expect(rig.answer(.bluez("Failed")) == [])
        #expect(rig.connection.state == .streaming)
    }

    @Test("A keepalive that falls into a busy time is sent right after it")
    func owedKeepalive() {
        var rig = ConnectionRig(at: .streaming)
        rig.pass(.seconds(9))
        rig.notify()
        rig.vibrate()
        #expect(rig.pass(.seconds(1)) == [])
        #expect(
            rig.answer() == [
                .call(.write(path: write, bytes: TapFrames.keepalive, withResponse: true))
            ])
        #expect(rig.answer() == [])
    }

    @Test("A keepalive that is owed is not sent on the next link")
    func owedKeepaliveIsForgotten() {
        var rig = ConnectionRig(at: .streaming)
        rig.pass(.seconds(9))
        rig.notify()
        rig.vibrate()
        rig.pass(.seconds(1))
        rig.tell { $0.unlink() }
        rig.bringUp()
        rig.forgetCalls()
        rig.vibrate()
        rig.answer()
        #expect(rig.writes == [TapFrames.pulse])
    }

    @Test("Silence: the mode is set once more, then told once, and the link is kept")
    func silence() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        rig.pass(.seconds(10))
        for _ in 0..<5 { rig.answer() }
        #expect(rig.writes == TapFrames.setUp)
        #expect(rig.reports == [.connected])
        rig.pass(.seconds(10))
        rig.answer()
        #expect(rig.writes.dropFirst(5) == [TapFrames.keepalive])
        for _ in 0..<30 {
            rig.pass(.seconds(10))
            while rig.pending != nil { rig.answer() }
            #expect(rig.connection.linkState.phase == .stale)
        }
        #expect(rig.reports == [.connected, .silent])
        #expect(!rig.made(.disconnect))
        #expect(rig.connection.state == .streaming)
    }

    @Test("Silence that lasts: subscribed to anew after half a minute, and then once a minute")
    func silenceThatLasts() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        var times: [Int] = []
        for second in 1...280 {
            let before = rig.subscriptions
            rig.pass(.seconds(1))
            // Its own keyboard is kept quiet meanwhile.
            #expect(rig.connection.isInMode)
            while rig.pending != nil { rig.answer() }
            if rig.subscriptions > before { times.append(second) }
        }
        #expect(times == [30, 90, 150, 210, 270])
        #expect(rig.reports == [.connected, .silent])
    }

    @Test("A socket that another program had is asked for again once that one has let go")
    func socketIsFreeAgain() {
        var rig = ConnectionRig()
        rig.tell { $0.link() }
        // What BlueZ does while somebody else has the socket.
        rig.answer(.bluez("NotPermitted"))
        while rig.pending != nil { rig.answer() }
        #expect(rig.made(.startNotify(path: read)))
        rig.forgetCalls()
        for _ in 0..<3 {
            rig.pass(.seconds(10))
            while rig.pending != nil { rig.answer() }
        }
        #expect(rig.made(.acquireNotify(path: read)))
        #expect(!rig.made(.startNotify(path: read)))
        rig.notify()
        #expect(rig.connection.linkState.phase == .active)
    }

    @Test("Data after silence: all is well, and the next silence is told again")
    func recovery() {
        var rig = ConnectionRig(at: .streaming)
        rig.pass(.seconds(10))
        for _ in 0..<5 { rig.answer() }
        rig.pass(.seconds(10))
        rig.answer()
        #expect(rig.reports == [.connected, .silent])
        rig.play(for: .seconds(60))
        #expect(rig.reports == [.connected, .silent])
        rig.forgetCalls()
        for _ in 0..<12 {
            rig.pass(.seconds(5))
            rig.answer()
        }
        #expect(rig.reports == [.connected, .silent, .silent])
    }

    @Test("Gestures without any motion: the mode is set once more, then told once")
    func motionless() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        for _ in 0..<60 {
            rig.pass(.seconds(1))
            rig.notify(isMotion: false)
            if rig.pending != nil { rig.answer() }
        }
        #expect(rig.writes.filter { $0 == TapFrames.setUp[0] }.count == 1)
        #expect(rig.reports == [.connected, .motionless])
        rig.notify(isMotion: true)
        rig.play(for: .seconds(60))
        #expect(rig.reports == [.connected, .motionless])
    }

    @Test("The mode is set once more also where the Tap is busy when the silence is noticed")
    func silenceWhileBusy() {
        var rig = ConnectionRig(at: .streaming)
        rig.pass(.seconds(9))
        rig.vibrate()
        rig.pass(.seconds(2))
        rig.forgetCalls()
        rig.answer()
        for _ in 0..<40 {
            rig.pass(.seconds(1))
            if rig.pending != nil { rig.answer() }
        }
        // And with the subscription that follows half a minute of silence.
        #expect(rig.writes.filter { $0 == TapFrames.setUp[0] }.count == 2)
        #expect(rig.subscriptions == 1)
        #expect(rig.reports == [.connected, .silent])
    }

    @Test("Vibrates at once where nothing is under way, and else after it, once")
    func vibrate() {
        let pulse = TapConnection.Action.call(
            .write(path: write, bytes: TapFrames.pulse, withResponse: true))
        var rig = ConnectionRig(at: .streaming)
        #expect(rig.vibrate() == [pulse])
        #expect(rig.vibrate() == [])
        #expect(rig.vibrate() == [])
        #expect(rig.answer() == [pulse])
        #expect(rig.answer() == [])
        #expect(rig.vibrate() == [pulse])
    }

    @Test("A keepalive goes before a vibration that waits, and neither is lost")
    func vibrationBehindKeepalive() {
        let pulse = TapConnection.Action.call(
            .write(path: write, bytes: TapFrames.pulse, withResponse: true))
        var rig = ConnectionRig(at: .streaming)
        rig.pass(.seconds(9))
        rig.notify()
        rig.vibrate()
        rig.vibrate()
        rig.pass(.seconds(1))
        #expect(
            rig.answer() == [
                .call(.write(path: write, bytes: TapFrames.keepalive, withResponse: true))
            ])
        #expect(rig.answer() == [pulse])
        #expect(rig.answer() == [])
    }

    @Test("A vibration that waits is not sent on the next link")
    func owedVibrationIsForgotten() {
        var rig = ConnectionRig(at: .vibrating)
        rig.vibrate()
        rig.tell { $0.unlink() }
        rig.bringUp()
        rig.forgetCalls()
        rig.vibrate()
        #expect(rig.answer() == [])
        #expect(rig.writes == [TapFrames.pulse])
    }

    @Test(
        "Does not vibrate where it does not stream, neither then nor later",
        arguments: ConnectionRig.Place.allCases.filter { $0 != .streaming && $0 != .vibrating })
    func vibrateElsewhere(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        #expect(rig.vibrate() == [])
        rig.play(for: .seconds(30))
        #expect(!rig.writes.contains(TapFrames.pulse))
    }

    @Test("A vibration that fails is no loss")
    func vibrationFails() {
        var rig = ConnectionRig(at: .vibrating)
        #expect(rig.answer(.bus("NoReply")) == [])
        #expect(rig.connection.state == .streaming)
    }
}
