import Testing

@testable import Evdev

@Suite("Whose devices are wanted, and what is told of them")
final class GrabBookTests {
    private var book = GrabBook(patience: 10)

    @Test("Addresses are compared without case, and told as their owner writes them")
    func addresses() {
        book.want("AA:bb")
        book.want("aa:BB")
        #expect(book.address(of: "aa:bb") == "AA:bb")
        #expect(book.address(of: "AA:BB") == "AA:bb")
        #expect(book.address(of: "AA:B") == nil)
        book.forget("aa:bb")
        #expect(book.address(of: "AA:bb") == nil)
        #expect(book.isEmpty)
    }

    @Test("A device that does not say whose it is is nobody's")
    func nobody() {
        book.want("")
        #expect(book.isEmpty)
        book.want("a")
        #expect(book.address(of: "") == nil)
    }

    @Test("Several addresses are wanted at once")
    func several() {
        book.want("a")
        book.want("b")
        book.forget("a")
        book.forget("a")
        #expect(book.address(of: "a") == nil)
        #expect(book.address(of: "b") == "b")
        #expect(!book.isEmpty)
    }

    @Test("Trouble is new once for each device, until it is grabbed or gone")
    func trouble() {
        book.want("a")
        #expect(isNew("event1", "a"))
        #expect(!isNew("event1", "a"))
        #expect(isNew("event2", "a"))
        book.grabbed("event1", of: "a")
        #expect(isNew("event1", "a"))
        book.forgetDevice("event1")
        #expect(isNew("event1", "a"))
        book.want("b")
        #expect(isNew("event3", "b"))
        book.forget("a")
        #expect(!isNew("event1", "a"))
        #expect(!isNew("event3", "b"))
    }

    /// Whether a device's trouble is to be told.
    private func isNew(_ name: String, _ address: String) -> Bool {
        book.noteTrouble(name, of: address)
    }

    /// What is told at a moment, as "device address".
    private func due(_ now: Int64) -> [String] {
        book.dueRefusals(at: now).map { "\($0.name) \($0.address)" }
    }

    @Test("A refusal is told once udev has had its time, and once for each address")
    func refusal() {
        book.want("a")
        book.want("b")
        #expect(book.deadline == nil)
        book.refuse("event2", of: "a", at: 5)
        book.refuse("event1", of: "a", at: 6)
        book.refuse("event3", of: "b", at: 7)
        // Another refusal of the same device does not put it off.
        book.refuse("event2", of: "a", at: 9)
        #expect(book.deadline == 15)
        #expect(due(14) == [])
        #expect(due(15) == ["event2 a"])
        #expect(book.deadline == 17)
        #expect(due(20) == ["event3 b"])
        #expect(book.deadline == nil)
        book.refuse("event1", of: "a", at: 30)
        #expect(book.deadline == nil)
        #expect(due(100) == [])
    }

    @Test("Of several devices of an address the first is told")
    func first() {
        book.want("a")
        book.refuse("event8", of: "a", at: 0)
        book.refuse("event7", of: "a", at: 0)
        #expect(due(10) == ["event7 a"])
        #expect(due(10) == [])
    }

    @Test("A device that is grabbed, gone or otherwise in trouble in time is not told as refused")
    func inTime() {
        book.want("a")
        for name in ["event1", "event2", "event3"] { book.refuse(name, of: "a", at: 0) }
        book.grabbed("event1", of: "a")
        book.forgetDevice("event2")
        #expect(isNew("event3", "a"))
        #expect(book.deadline == nil)
        #expect(due(100) == [])
    }

    @Test("After a success a refusal is told again, for a new wish alone it is not")
    func again() {
        book.want("a")
        book.refuse("event1", of: "a", at: 0)
        #expect(due(10) == ["event1 a"])
        book.grabbed("event1", of: "a")
        book.refuse("event1", of: "a", at: 20)
        #expect(due(30) == ["event1 a"])
        book.forget("a")
        book.want("a")
        book.refuse("event1", of: "a", at: 40)
        #expect(due(50) == [])
    }

    @Test("What is forgotten is not told")
    func forgotten() {
        book.want("a")
        book.want("b")
        book.refuse("event1", of: "a", at: 0)
        book.refuse("event2", of: "b", at: 0)
        book.forget("A")
        #expect(due(10) == ["event2 b"])
    }
}
