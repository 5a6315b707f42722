import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("After the machine has slept")
struct ConnectionSleepTests {
    private let read = TapSnapshot.tapRead

    @Test("The Tap is told its mode at once, and one that sends is left in peace")
    func proven() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify()
        rig.forget()
        rig.handle(.woke)
        for _ in 0..<5 { rig.answer() }
        #expect(rig.writes == TapFrames.setUp)
        rig.pass(.seconds(1))
        rig.notify()
        rig.forget()
        rig.pass(.seconds(8))
        #expect(rig.calls == [])
        #expect(rig.reports == [])
        #expect(rig.connection.state == .streaming)
    }

    @Test("What came before the sleep proves nothing")
    func oldData() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify()
        rig.stall(.milliseconds(1))
        rig.handle(.woke)
        for _ in 0..<5 { rig.answer() }
        #expect(
            rig.pass(.seconds(3)).suffix(3) == [
                .stopListening, .release, .call(.acquireNotify(path: read)),
            ])
    }

    @Test("A silent link that is said to be there: subscribed to anew, then made anew")
    func silent() {
        var rig = ConnectionRig(at: .streaming)
        rig.forget()
        rig.handle(.woke)
        for _ in 0..<5 { rig.answer() }
        rig.pass(.seconds(3))
        #expect(rig.pending == .acquireNotify(path: read))
        for _ in 0..<6 { rig.answer() }
        rig.pass(.seconds(3))
        #expect(rig.pending == .disconnect)
        #expect(rig.reports == [.lost])
        rig.tell { $0.unlink() }
        rig.answer()
        rig.pass(.seconds(2))
        #expect(rig.pending == .connect)
        rig.play(for: .seconds(2)) { $0.connection.state == .streaming }
        #expect(rig.reports == [.lost, .connected])
        // A link that is new needs no proof.
        rig.forget()
        rig.pass(.seconds(9))
        #expect(rig.calls == [])
    }

    @Test("A Tap that sends after it was subscribed to anew keeps its link")
    func provenLater() {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.woke)
        for _ in 0..<5 { rig.answer() }
        rig.pass(.seconds(3))
        for _ in 0..<6 { rig.answer() }
        rig.notify()
        rig.forget()
        rig.play(for: .seconds(60))
        #expect(!rig.calls.map(\.call).contains(.disconnect))
        #expect(rig.reports == [])
    }

    @Test(
        "A Tap that rested before, and says nothing more, is subscribed to anew and keeps its link")
    func standby() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify(.standby(true))
        rig.forget()
        rig.stall(.seconds(1))
        rig.handle(.woke)
        for _ in 0..<5 { rig.answer() }
        rig.pass(.seconds(3))
        for _ in 0..<6 { rig.answer() }
        #expect(rig.connection.linkState.phase == .standby)
        for _ in 0..<12 {
            rig.pass(.seconds(5))
            while rig.pending != nil { rig.answer() }
        }
        let calls = rig.calls.map(\.call)
        #expect(calls.filter(\.isSubscription).count == 1)
        #expect(!calls.contains(.disconnect))
        #expect(rig.connection.linkState.phase == .standby)
        #expect(rig.reports == [])
    }

    @Test("What shows that the hand is back ends a standby whose end was not heard")
    func standbyEnded() {
        for kind in [NotificationKind.motion, .handState] {
            var rig = ConnectionRig(at: .streaming)
            rig.notify(.standby(true))
            rig.handle(.woke)
            for _ in 0..<5 { rig.answer() }
            rig.pass(.seconds(3))
            for _ in 0..<6 { rig.answer() }
            rig.forget()
            rig.notify(kind)
            #expect(rig.connection.linkState.phase == .active)
            #expect(rig.reports == [.standby(false)])
        }
    }

    @Test("A standby ends with its link")
    func standbyOfOldLink() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify(.standby(true))
        rig.tell { $0.unlink() }
        rig.bringUp()
        #expect(rig.connection.linkState.phase == .active)
        rig.notify(.standby(true))
        rig.handle(.leave)
        while rig.pending != nil { rig.answer() }
        rig.tell { $0.unlink() }
        rig.tell { $0.link() }
        rig.handle(.rejoin)
        rig.play(for: .seconds(5)) { $0.connection.state == .streaming }
        #expect(rig.connection.linkState.phase == .active)
    }

    @Test("A Tap of the first protocol, which may be silent, is subscribed to anew at once")
    func first() {
        var rig = ConnectionRig()
        rig.bringUp { $0.linkV1() }
        rig.forget()
        let actions = rig.handle(.woke)
        #expect(actions.contains(.stopListening))
        rig.play(for: .seconds(8), refusing: { _ in nil })
        #expect(rig.connection.state == .streaming)
        #expect(!rig.calls.map(\.call).contains(.disconnect))
        #expect(rig.calls.map(\.call).filter(\.isSubscription).count == 3)
        #expect(rig.reports == [])
    }

    @Test("A command that is under way is waited for, however it ends", arguments: [true, false])
    func busy(succeeds: Bool) {
        var rig = ConnectionRig(at: .vibrating)
        rig.forget()
        #expect(rig.handle(.woke) == [])
        rig.answer(succeeds ? nil : .bluez("Failed"))
        for _ in 0..<5 { rig.answer() }
        #expect(rig.writes == TapFrames.setUp)
        #expect(rig.reports == [])
        #expect(rig.connection.state == .streaming)
        #expect(rig.calls.map(\.call).filter(\.isSubscription) == [])
    }

    @Test("A Tap of the first protocol is subscribed to anew when the command is answered")
    func firstBusy() {
        var rig = ConnectionRig()
        rig.bringUp { $0.linkV1() }
        rig.vibrate()
        rig.forget()
        #expect(rig.handle(.woke) == [])
        rig.answer()
        rig.play(for: .seconds(8), refusing: { _ in nil })
        #expect(rig.connection.state == .streaming)
        #expect(rig.calls.map(\.call).filter(\.isSubscription).count == 3)
        #expect(rig.reports == [])
    }

    @Test("A link is not given up while a command is not answered, and is when it is")
    func busyAtTheEndOfTheProof() {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.woke)
        for _ in 0..<5 { rig.answer() }
        rig.vibrate()
        rig.forget()
        rig.pass(.seconds(5))
        #expect(rig.calls == [])
        rig.answer(.bluez("Failed"))
        rig.pass(.seconds(3))
        #expect(rig.pending == .acquireNotify(path: read))
    }

    @Test("The pause before the next attempt is not waited for, and is the first one again")
    func noBackoff() {
        var rig = ConnectionRig()
        rig.tell()
        for _ in 0..<8 {
            rig.answer(.bluez("Failed"))
            rig.pass(.seconds(80))
        }
        rig.answer(.bluez("Failed"))
        rig.forgetCalls()
        rig.handle(.woke)
        #expect(rig.pending == .connect)
        rig.answer(.bluez("NotReady"))
        rig.forgetCalls()
        rig.pass(.seconds(2))
        #expect(rig.pending == .connect)
    }

    @Test("An adapter that is off is waited for, and then connected with at once")
    func powered() {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.woke)
        rig.tell {
            $0.isPowered = false
            $0.unlink()
        }
        #expect(rig.pending == nil)
        rig.pass(.seconds(120))
        rig.forget()
        rig.tell { $0.isPowered = true }
        #expect(rig.pending == .connect)
        rig.play(for: .seconds(1)) { $0.connection.state == .streaming }
        #expect(rig.reports == [.connected])
    }

    @Test("From wherever it was, it streams in the end", arguments: ConnectionRig.Place.allCases)
    func everywhere(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        rig.handle(.woke)
        rig.play(for: .seconds(60))
        #expect(rig.connection.state == .streaming)
        #expect(rig.connection.proof == nil)
    }

    @Test("One that is left to itself stays so, and must prove itself when it is listened to again")
    func left() {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.leave)
        for _ in 0..<3 { rig.answer() }
        #expect(rig.handle(.woke) == [])
        rig.handle(.rejoin)
        for _ in 0..<6 { rig.answer() }
        #expect(rig.connection.state == .streaming)
        rig.pass(.seconds(3))
        #expect(rig.pending == .acquireNotify(path: read))
    }

    @Test("A program that was stopped for a moment tells the Tap nothing")
    func resumedSoon() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify()
        rig.forget()
        rig.stall(.seconds(15))
        rig.handle(.resumed)
        #expect(rig.calls == [])
        #expect(rig.connection.state == .streaming)
    }

    @Test(
        "One that was stopped for long tells the Tap its mode at once, and wants a proof of the link"
    )
    func resumedLate() {
        var rig = ConnectionRig(at: .streaming)
        rig.notify()
        rig.forget()
        rig.stall(.seconds(20))
        rig.handle(.resumed)
        for _ in 0..<5 { rig.answer() }
        #expect(rig.writes == TapFrames.setUp)
        #expect(
            rig.pass(.seconds(3)).suffix(3) == [
                .stopListening, .release, .call(.acquireNotify(path: read)),
            ])
    }

    @Test("In every other state it changes nothing", arguments: ConnectionRig.Place.allCases)
    func resumedElsewhere(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        let (state, pending) = (rig.connection.state, rig.pending)
        rig.forget()
        rig.handle(.resumed)
        #expect(rig.connection.state == state)
        #expect(rig.pending == pending)
        #expect(rig.calls == [])
    }
}
