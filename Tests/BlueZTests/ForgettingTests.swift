import Bus
import BusTestSupport
import Testing

@testable import BlueZ

@Suite("Forgetting a Tap")
struct ForgettingTests {
    private static let left = FakeTap(address: "00:00:00:00:00:01", name: "Left")
    private static let right = FakeTap(address: "00:00:00:00:00:02", name: "Right")
    private let left = Self.left
    private let right = Self.right
    private let second = FakeTap(
        adapter: "/org/bluez/hci1", address: "00:00:00:00:00:01", name: "Left of old")

    private func rig(_ word: String, _ taps: FakeTap...) -> TaskRig<TapForgetting> {
        TaskRig(
            TapForgetting(word),
            taps.reduce(FakeBlueZ.adapter()) { $0.merging($1.tree) { $1 } })
    }

    @Test("By its name, or its address in whatever case", arguments: ["Left", "00:00:00:00:00:01"])
    func one(word: String) {
        var rig = rig(word, left, right)
        rig.answerAll()
        #expect(rig.result == .success(left.identity))
        #expect(rig.calls == [.remove(left.path, adapter: left.adapter)])
    }

    @Test("On every adapter that knows it, where it is meant by its address")
    func everyAdapter() {
        var rig = rig(left.address, left, second)
        rig.answerAll()
        #expect(
            rig.calls == [
                .remove(left.path, adapter: left.adapter),
                .remove(second.path, adapter: second.adapter),
            ])
        #expect(rig.result == .success(second.identity))
    }

    @Test("One that is not known, with those that are")
    func unknown() {
        #expect(
            rig("Middle", left, right).result
                == .failure(.unknown("Middle", known: [left.identity, right.identity])))
        #expect(rig("Middle").result == .failure(.unknown("Middle", known: [])))
    }

    @Test("A name that several have does not say which is meant")
    func several() {
        let other = FakeTap(address: "00:00:00:00:00:03", name: "Left")
        let rig = rig("Left", left, other)
        #expect(rig.result == .failure(.several([left.identity, other.identity])))
        #expect(rig.calls == [])
    }

    @Test(
        "Each error",
        arguments: [
            (BusError.bluez("DoesNotExist"), nil),
            (.bluez("NotReady"), .adapterOff),
            (.bluez("Failed"), .failed(.forget, left.identity, .bluez("Failed"))),
            (.bus("NoReply"), .failed(.forget, left.identity, .bus("NoReply"))),
            (.bus("AccessDenied"), .refused(.bus("AccessDenied"))),
        ] as [(BusError, TapTaskError?)])
    func errors(error: BusError, expected: TapTaskError?) {
        var rig = rig("Left", left)
        rig.answer(error)
        #expect(rig.result == expected.map { .failure($0) } ?? .success(left.identity))
    }

    @Test("The user ends it, or BlueZ fails")
    func ends() {
        var stopped = rig("Left", left)
        stopped.handle(.stop)
        stopped.handle(.stop)
        #expect(stopped.result == .failure(.interrupted))
        var failing = rig("Left", left)
        failing.handle(.failing(.failing(.bus("NoReply"))))
        #expect(failing.result == .failure(.failing(.bus("NoReply"))))
    }

    @Test("Over a bus: the Tap is gone, and nothing else is")
    func overBus() throws {
        let world = try TaskWorld<Never, TapIdentity>()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(left, right))
        try world.start { BlueZTask(forgetting: "Left", address: $0, loop: $1, handlers: $2) }
        #expect(try world.expectEnd() == .success(left.identity))
        #expect(
            bluez.deeds == [
                FakeBlueZ.Call(
                    path: left.adapter, member: "RemoveDevice", arguments: ["o\"\(left.path)\""])
            ])
        #expect(bluez.tree[left.path] == nil)
        #expect(bluez.tree[right.path] != nil)
    }

    @Test("bluetoothd ends meanwhile")
    func serviceLost() throws {
        let world = try TaskWorld<Never, TapIdentity>()
        let bluez = try world.startBlueZ(FakeBlueZ.tree(left)) {
            $0.member == "RemoveDevice" ? .never : nil
        }
        try world.start { BlueZTask(forgetting: "Left", address: $0, loop: $1, handlers: $2) }
        try world.expectCall("RemoveDevice", of: bluez)
        bluez.vanish()
        #expect(try world.expectEnd() == .failure(.serviceLost))
    }
}
