import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

@Suite("Notifications over a bus")
struct ClientNotifyTests {
    private let tap = FakeTap()

    @Test(
        "Where AcquireNotify is refused, data comes through StartNotify",
        arguments: [
            BusError.bluez("NotPermitted"), .bluez("NotSupported"), .bus("UnknownMethod"),
        ])
    func acquireRefused(error: BusError) throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ { $0.member == "AcquireNotify" ? .error(error) : nil }
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(bluez.isNotifying(tap.readPath))
        #expect(bluez.calls("Disconnect") == [])
    }

    @Test("A socket that ends at once: data comes through StartNotify, and the link is kept")
    func earlyEnd() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        bluez.beforeAnswer = { [unowned bluez] call in
            if call.member == "WriteValue" { bluez.closeSocket(FakeTap().readPath) }
        }
        try world.startClient()
        try world.loop.expect("it listens to signals") { bluez.isNotifying(tap.readPath) }
        try world.expectConnected()
        try world.expectStream(by: bluez)
        #expect(bluez.calls("AcquireNotify").count == 1)
        #expect(bluez.calls("Disconnect") == [])
        #expect(world.count(.reported("Tap", .lost)) == 0)
    }

    @Test("Notifications before StartNotify's reply are not lost, nor out of order")
    func beforeStartNotifyReply() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ {
            $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        bluez.beforeAnswer = { [unowned bluez] call in
            guard call.member == "StartNotify" else { return }
            for byte in 0..<10 as Range<UInt8> { bluez.signal(call.path, [byte]) }
        }
        try world.startClient()
        try world.expectConnected()
        for byte in 10..<20 as Range<UInt8> { bluez.notify(tap.readPath, [byte]) }
        try world.loop.expect("all has come") { world.notified().count == 20 }
        #expect(world.notified() == (0..<20).map { [$0] })
    }

    @Test("Notifications before AcquireNotify's reply are not lost, nor out of order")
    func beforeAcquireNotifyReply() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.loop.expect("it is set up") { bluez.writes.count == 1 }
        for byte in 0..<10 as Range<UInt8> { #expect(bluez.notify(tap.readPath, [byte])) }
        try world.expectConnected()
        try world.loop.expect("all has come") { world.notified().count == 10 }
        #expect(world.notified() == (0..<10).map { [$0] })
    }

    @Test("Signals of all lengths")
    func signalLengths() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ {
            $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        try world.startClient()
        try world.expectConnected()
        let sizes = [1, 182, 0, 512, 2]
        for size in sizes { bluez.notify(tap.readPath, [UInt8](repeating: 7, count: size)) }
        try world.loop.expect("the last has come") { world.notified().contains([7, 7]) }
        #expect(world.notified().map(\.count).filter { $0 > 0 } == sizes.filter { $0 > 0 })
    }

    @Test("Changes of other properties are not data")
    func otherProperties() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ {
            $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        try world.startClient()
        try world.expectConnected()
        let changes: [[String: BusValue]] = [
            ["Notifying": .bool(true)], ["Value": .string("text")], ["Value": .array(of: "i", [])],
            ["Value": .byte(1)], ["Valu": .bytes([1])], [:],
        ]
        for change in changes { bluez.change(tap.readPath, BlueZName.characteristic, change) }
        bluez.emit(tap.readPath, BlueZName.properties, "PropertiesChanged", [])
        bluez.emit(tap.readPath, BlueZName.properties, "PropertiesChanged", [.string("x")])
        bluez.change(
            tap.readPath, BlueZName.characteristic,
            ["Notifying": .bool(true), "Value": .bytes([9]), "Flags": .array(of: "s", [])])
        try world.loop.expect("the data has come") { world.notified() != [] }
        #expect(world.notified() == [[9]])
    }

    @Test("An AcquireNotify that answers with something else is as good as refused")
    func malformedAcquire() throws {
        let answers: [[BusValue]] = [
            [], [.uint16(185)], [.string("/dev/null"), .uint16(185)], [.variant(.int32(3))],
        ]
        for answer in answers {
            let world = try BlueZWorld()
            let bluez = try world.startBlueZ {
                $0.member == "AcquireNotify" ? .values(answer) : nil
            }
            try world.startClient()
            try world.expectConnected()
            try world.expectStream(by: bluez)
        }
    }

    @Test("What is subscribed to by signals is given back when the characteristic moves")
    func stopNotify() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ {
            $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        try world.startClient()
        try world.expectConnected()
        let moved = FakeTap(service: "service00a0")
        bluez.add(moved.services)
        bluez.remove("\(tap.path)/\(tap.service)")
        try world.loop.expect("it is set up there") { bluez.isNotifying(moved.readPath) }
        try world.loop.expect("the old one is given back") { !bluez.isNotifying(tap.readPath) }
        try world.expectStream(of: moved, by: bluez)
    }

    @Test(
        "What somebody else than BlueZ says is not believed, not even said to us alone",
        arguments: [false, true])
    func impostor(addressed: Bool) throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ {
            $0.member == "AcquireNotify" ? .error(.bluez("NotSupported")) : nil
        }
        try world.startClient()
        try world.expectConnected()
        world.forgetEvents()
        let impostor = try BusPeer(world.daemon, world.loop)
        impostor.destination = addressed ? bluez.lastCaller : nil
        let properties: BusValue = .properties([("Value", .bytes([66]))])
        impostor.emit(
            tap.readPath, BlueZName.properties, "PropertiesChanged",
            [.string(BlueZName.characteristic), properties, .array(of: "s", [])])
        impostor.emit(
            tap.path, BlueZName.properties, "PropertiesChanged",
            [
                .string(BlueZName.device), .properties([("Connected", .bool(false))]),
                .array(of: "s", []),
            ])
        impostor.emit(
            "/", BlueZName.objectManager, "InterfacesRemoved",
            [.objectPath(tap.path), .array(of: "s", [.string(BlueZName.device)])])
        impostor.emit(
            "/org/freedesktop/DBus", BusConnection.busName, "NameOwnerChanged",
            [.string(BlueZName.service), .string(":1.1"), .string("")])
        try impostor.roundTrip()
        try world.expectStream(by: bluez)
        #expect(world.events == [.notified("Tap", TapFrames.gesture(100))])
    }

    @Test("What waits when a stopped program goes on does nothing; what comes then does")
    func resumed() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(by: bluez)
        world.forgetEvents()
        // More than one wake-up would read; some of no bytes among them, also where a read ends.
        for byte in 0..<40 as Range<UInt8> {
            bluez.notify(tap.readPath, byte % 16 >= 14 ? [] : [0, byte])
        }
        #expect(bluez.notify(tap.readPath, [1, 3, 0, 0, 101]))
        world.client?.resume()
        #expect(world.count(.resumed("Tap")) == 1)
        try world.expectStream(by: bluez, 102)
        #expect(world.notified() == [TapFrames.gesture(102)])
        #expect(world.count(.reported("Tap", .lost)) == 0)
    }

    @Test("That the Tap went to standby meanwhile is noted")
    func resumedInStandby() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        #expect(bluez.notify(tap.readPath, [2, 0, 0, 0, 1]))
        world.client?.resume()
        #expect(world.count(.reported("Tap", .standby(true))) == 1)
        #expect(world.links.first?.state.phase == .standby)
    }

    @Test("A socket that ended meanwhile is an end as ever, and what was in it does nothing")
    func resumedAtEnd() throws {
        let world = try BlueZWorld()
        let bluez = try world.startBlueZ()
        try world.startClient()
        try world.expectConnected()
        try world.expectStream(by: bluez)
        world.forgetEvents()
        #expect(bluez.notify(tap.readPath, TapFrames.gesture(101)))
        bluez.closeSocket(tap.readPath)
        world.client?.resume()
        try world.loop.expect("it is subscribed to anew") {
            bluez.calls("AcquireNotify").count == 2
        }
        try world.expectStream(by: bluez, 102)
        #expect(world.notified() == [TapFrames.gesture(102)])
    }
}
