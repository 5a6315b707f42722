import Bus
import BusTestSupport
import Driver
import EventLoop
import Gestures
import Mapping
import TestSupport
import Testing

@testable import BlueZ

/// A modifier on one device and a button on the other, which a drag holds down.
@Suite("Ctrl and a button that are held")
struct HeldKeysTests {
    private static let leftCtrl = KeyCode(rawValue: 29)  // KEY_LEFTCTRL
    private static let keys: [KeyCode] = [leftCtrl, .leftButton]

    /// A driver in whose profile a held index finger drags with Ctrl, which it does.
    private static func dragging() throws -> (DriverDesk, KernelSink) {
        var profile = Profile.desktop
        profile.fingers.index.hold = .drag
        profile.fingers.index.drag = .keys(leftCtrl, .leftButton)
        let desk = try DriverDesk([DriverDesk.newer]) {
            $0.profiles = ProfileChoice(ProfileSet(profile), standard: "desktop")
        }
        try desk.start(expecting: 1)
        try desk.settle()
        let sink = try #require(desk.firstSink)
        desk.newerGesture(110)
        try desk.world.loop.expect("both are down") { keys.allSatisfy { sink.presses($0) == [1] } }
        return (desk, sink)
    }

    /// What may happen meanwhile.
    enum Ending: CaseIterable, Sendable {
        case link, device, adapter, adapterOff, bluez, bus, socket, services, bond
        case standby, silence, nonsense
        case sleep, background, pause, stop, jobControl, goingOn
    }

    @Test("Both come up, whatever ends the drag", arguments: Ending.allCases)
    func ends(ending: Ending) throws {
        let (desk, sink) = try Self.dragging()
        let (bluez, tap) = (desk.bluez, DriverDesk.newer)
        switch ending {
        case .link: bluez.drop(tap)
        case .device: bluez.remove(tap.path)
        case .adapter: bluez.remove(tap.adapter, silentlyBelow: true)
        case .adapterOff: bluez.change(tap.adapter, BlueZName.adapter, ["Powered": .bool(false)])
        case .bluez: bluez.vanish()
        case .bus: desk.world.daemon.stop()
        case .socket: bluez.closeSocket(tap.readPath)
        case .services: bluez.remove("\(tap.path)/\(tap.service)")
        case .bond: bluez.change(tap.path, BlueZName.device, ["Bonded": .bool(false)])
        case .standby: bluez.notify(tap.readPath, [2, 0, 0, 0, 1])
        case .silence: break
        case .nonsense:
            // Only a gesture can end a drag, and of these frames none is one.
            for _ in 0..<70 where !sink.down.isEmpty {
                bluez.notify(tap.readPath, [9, 9, 9, 9, 9])
                try desk.world.loop.run(milliseconds: 100)
            }
            #expect(sink.down == [])
        case .sleep: desk.driver.sleep()
        case .background: desk.driver.setForeground(false)
        case .pause: try desk.driver.setPaused(true, device: nil)
        case .stop: desk.driver.stop {}
        case .jobControl: desk.driver.release()
        case .goingOn: desk.driver.resume()
        }
        try desk.world.loop.expect("both are up") { sink.down.isEmpty }
        for key in Self.keys { #expect(sink.presses(key) == [1, 0]) }
        #expect(sink.faults == [])
    }

    @Test("Another configuration waits for the end of the drag, in which both come up")
    func configuration() throws {
        let (desk, sink) = try Self.dragging()
        try desk.driver.configure(ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"))
        #expect(sink.down.count == 2)
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("both are up") { sink.down.isEmpty }
        for key in Self.keys { #expect(sink.presses(key) == [1, 0]) }
        try desk.world.loop.expect("the other one holds") { desk.driver.currentProfile == "kiosk" }
        #expect(sink.faults == [])
    }
}
