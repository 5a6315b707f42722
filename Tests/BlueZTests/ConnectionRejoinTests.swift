import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("A Tap that was left to itself is listened to again")
struct ConnectionRejoinTests {
    private let read = TapSnapshot.tapRead

    private static func left() -> ConnectionRig {
        var rig = ConnectionRig(at: .streaming)
        rig.forget()
        rig.handle(.leave)
        for _ in 0..<3 { rig.answer() }
        #expect(rig.connection.isDone)
        return rig
    }

    @Test("It is put back, and the link and the notifications are anybody's")
    func leaves() {
        var rig = Self.left()
        #expect(rig.writes == TapFrames.leaving)
        #expect(!rig.isListening)
        rig.forget()
        rig.pass(.seconds(600))
        rig.tell { $0.unlink() }
        rig.tell { $0.link() }
        #expect(rig.calls == [])
        #expect(!rig.connection.isInMode)
    }

    @Test("With a link that lasted it is subscribed to and set up at once, and nothing is told")
    func rejoins() {
        var rig = Self.left()
        rig.forget()
        rig.handle(.rejoin)
        #expect(rig.pending == .acquireNotify(path: read))
        for _ in 0..<6 { rig.answer() }
        #expect(rig.writes == TapFrames.setUp)
        #expect(rig.connection.state == .streaming)
        #expect(rig.reports == [])
        #expect(rig.connection.isInMode)
    }

    @Test("A link that was lost meanwhile is told of and made again at once")
    func lostMeanwhile() {
        var rig = Self.left()
        rig.tell { $0.unlink() }
        rig.forget()
        rig.handle(.rejoin)
        #expect(rig.pending == .connect)
        rig.play(for: .seconds(2)) { $0.connection.state == .streaming }
        #expect(rig.reports == [.lost, .connected])
    }

    @Test("Asked for while it is being put back, it comes after that")
    func early() {
        var rig = ConnectionRig(at: .streaming)
        rig.forget()
        rig.handle(.leave)
        rig.answer()
        #expect(rig.handle(.rejoin) == [])
        rig.answer()
        rig.answer()
        #expect(rig.pending == .acquireNotify(path: read))
        for _ in 0..<6 { rig.answer() }
        #expect(rig.writes == TapFrames.leaving + TapFrames.setUp)
    }

    @Test("The link is lost while it is being put back: it is made again")
    func lostInBetween() {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.leave)
        rig.handle(.rejoin)
        rig.tell { $0.unlink() }
        #expect(rig.pending == .connect)
    }

    @Test("The last word counts")
    func changesItsMind() {
        var rig = ConnectionRig(at: .streaming)
        rig.handle(.leave)
        rig.handle(.rejoin)
        rig.handle(.leave)
        for _ in 0..<3 { rig.answer() }
        #expect(rig.connection.isDone)
        #expect(rig.pending == nil)
    }

    @Test("One that was not left goes on as it was", arguments: ConnectionRig.Place.allCases)
    func notLeft(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        let before = rig.connection.state
        #expect(rig.handle(.rejoin) == [])
        #expect(rig.connection.state == before)
    }

    @Test("Left anywhere, it streams again", arguments: ConnectionRig.Place.allCases)
    func everywhere(place: ConnectionRig.Place) {
        var rig = ConnectionRig(at: place)
        rig.handle(.leave)
        rig.play(for: .seconds(10)) { $0.connection.isDone }
        #expect(rig.connection.isDone)
        rig.handle(.rejoin)
        rig.play(for: .seconds(60)) { $0.connection.state == .streaming }
        #expect(rig.connection.state == .streaming)
    }
}
