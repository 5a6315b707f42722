import Bus
import BusTestSupport
import Testing

@testable import BlueZ

@Suite("Leaving a Tap as it was")
struct ConnectionLeaveTests {
    private let write = TapSnapshot.tapWrite

    @Test("A Tap that was set up: everything comes up first, then the three commands, in order")
    func leaveStream() {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        let actions = rig.handle(.leave)
        #expect(actions.contains(.release))
        #expect(
            actions.last
                == .call(.write(path: write, bytes: TapFrames.leaving[0], withResponse: true)))
        rig.answer()
        rig.answer()
        rig.answer()
        #expect(rig.writes == TapFrames.leaving)
        #expect(rig.connection.isDone)
        #expect(!rig.isListening)
    }

    @Test("Nothing is listened to once everything has come up, so nothing is pressed anew")
    func deafWhileLeaving() {
        var rig = ConnectionRig(at: .streaming)
        let actions = rig.handle(.leave)
        #expect(!rig.isListening)
        let stop = actions.firstIndex(of: .stopListening) ?? actions.endIndex
        let release = actions.firstIndex(of: .release) ?? actions.endIndex
        #expect(stop < release)
    }

    @Test(
        "A command of the set-up or a vibration that is under way is waited for",
        arguments: [
            ConnectionRig.Place.firstWrite, .lastWrite, .vibrating,
        ])
    func leaveBusy(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        rig.forgetCalls()
        // BlueZ refuses a second write while one is under way.
        #expect(rig.handle(.leave) == [.stopListening, .release])
        #expect(rig.writes == [])
        for _ in 0..<4 { rig.answer() }
        #expect(rig.writes == TapFrames.leaving)
        #expect(rig.connection.isDone)
    }

    @Test("In the pause after the end of a socket the Tap is still set up, and is put back")
    func leavePause() {
        var rig = ConnectionRig(at: .pausing)
        rig.forgetCalls()
        rig.handle(.leave)
        for _ in 0..<3 { rig.answer() }
        #expect(rig.writes == TapFrames.leaving)
        #expect(rig.connection.isDone)
    }

    @Test(
        "Where nothing was set up there is nothing to put back",
        arguments: [
            ConnectionRig.Place.waiting, .connecting, .resolving, .acquiring, .starting,
        ])
    func leaveEarly(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        rig.forgetCalls()
        rig.handle(.leave)
        #expect(rig.connection.isDone)
        #expect(rig.calls == [])
        #expect(rig.pending == nil)
        #expect(!rig.isListening)
    }

    @Test("A command that is refused is no reason to leave out the others", arguments: [0, 1, 2])
    func refused(index: Int) {
        var rig = ConnectionRig(at: .streaming)
        rig.forgetCalls()
        rig.handle(.leave)
        for step in 0..<3 { rig.answer(step == index ? .bluez("Failed") : nil) }
        #expect(rig.writes == TapFrames.leaving)
        #expect(rig.connection.isDone)
        #expect(!rig.isListening)
    }

    @Test("The link, or BlueZ, goes meanwhile", arguments: [true, false])
    func lost(bluezGoes: Bool) {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.leave)
        if bluezGoes { rig.tellGone() } else { rig.tell { $0.unlink() } }
        #expect(rig.connection.isDone)
        #expect(rig.pending == nil)
        #expect(!rig.isListening)
    }

    @Test("Once it has left nothing wakes it", arguments: ConnectionRig.Place.allCases)
    func leftForGood(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        rig.handle(.leave)
        while rig.pending != nil { rig.answer() }
        rig.forgetCalls()
        rig.tell { $0.unlink() }
        rig.tell { $0.link() }
        rig.handle(.leave)
        rig.handle(.socketEnded(hadData: false))
        rig.pass(.seconds(100))
        #expect(rig.calls == [])
        #expect(rig.connection.isDone)
    }
}
