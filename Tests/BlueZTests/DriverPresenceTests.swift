import Bus
import BusTestSupport
import Driver
import EventLoop
import Logind
import Mapping
import TestSupport
import Testing
import VirtualInput

@testable import BlueZ

@Suite("The driver while the machine sleeps, and while somebody else is at the screen")
struct DriverPresenceTests {
    private static let us: UInt32 = 1000
    private let tap = DriverDesk.newer

    /// A driver with one Tap, and a logind with two users at the seat, of whom we are the active one.
    private final class Desk {
        let driver: DriverDesk
        let logind: FakeLogind
        let sink: KernelSink
        private var logins: LoginWatcher?
        private(set) var isAsleep = false
        private(set) var isInForeground = true

        var loop: EventLoop { driver.world.loop }
        var bluez: FakeBlueZ { driver.bluez }
        /// Whether nothing may be down.
        var isAway: Bool { isAsleep || !isInForeground }

        init() throws {
            driver = try DriverDesk([DriverDesk.newer])
            logind = try FakeLogind(address: driver.world.daemon.address, loop: driver.world.loop)
            logind.users = [DriverPresenceTests.us, 1001]
            logind.sessions = [
                FakeLogind.Session("1", user: DriverPresenceTests.us, isActive: true),
                FakeLogind.Session("2", user: 1001),
            ]
            try driver.start(expecting: 1)
            sink = try #require(driver.firstSink)
            let box = WeakBox(self)
            let logins = LoginWatcher(
                user: DriverPresenceTests.us, address: driver.world.daemon.address, loop: loop,
                handlers: LoginWatcher.Handlers(
                    sleep: {
                        box.object?.isAsleep = true
                        box.object?.driver.driver.sleep()
                    },
                    wake: {
                        box.object?.isAsleep = false
                        box.object?.driver.driver.wake()
                    },
                    foreground: {
                        box.object?.isInForeground = $0
                        box.object?.driver.driver.setForeground($0)
                    }))
            logins.start()
            self.logins = logins
            try loop.expect("the lock is held") { logind.heldLocks == 1 }
            try driver.settle()
        }

        func drag() throws {
            try loop.expect("the button is down") {
                driver.newerGesture(110)
                return !sink.down.isEmpty
            }
        }

        func prepare(_ isPreparing: Bool) throws {
            logind.prepareForSleep(isPreparing)
            try loop.expect("it is told") { isAsleep == isPreparing }
        }

        /// Swipes until it has arrived.
        func expectWorks() throws {
            let before = sink.presses(.left).count
            try loop.expect("a swipe arrives") {
                driver.newerGesture(101)
                driver.newerGesture(100)
                driver.newerGesture(100)
                return sink.presses(.left).count > before
            }
            try loop.expect("it comes up") { sink.down.isEmpty }
            #expect(sink.faults == [])
        }
    }

    @Test("A drag ends before the sleep, and what the hand does meanwhile presses nothing")
    func drag() throws {
        let desk = try Desk()
        try desk.drag()
        desk.logind.prepareForSleep(true)
        try desk.loop.expect("the lock is let go") { desk.logind.heldLocks == 0 }
        // The machine sleeps from this moment on.
        #expect(desk.sink.down == [])
        desk.sink.forget()
        for _ in 0..<20 {
            desk.driver.newerGesture(110)
            desk.bluez.notify(tap.readPath, TapFrames.motion(dx: 20, dy: 5))
            try desk.loop.run(milliseconds: 10)
        }
        #expect(desk.sink.events == [])
        try desk.prepare(false)
        try desk.expectWorks()
    }

    @Test("After the sleep the Tap is told its mode at once")
    func mode() throws {
        let desk = try Desk()
        try desk.prepare(true)
        desk.bluez.forgetCalls()
        try desk.prepare(false)
        try desk.loop.expect("it is set up") { desk.bluez.writes == TapFrames.setUp }
    }

    @Test("A link that is silent after the sleep, whatever BlueZ says, is made anew")
    func silent() throws {
        let desk = try Desk()
        try desk.prepare(true)
        desk.bluez.forgetCalls()
        try desk.prepare(false)
        try desk.loop.expect("it is subscribed to anew", within: 20) {
            desk.bluez.calls("AcquireNotify").count == 1
        }
        try desk.loop.expect("it is connected anew", within: 20) {
            desk.bluez.calls.map(\.member).filter { $0.hasSuffix("onnect") }
                == ["Disconnect", "Connect"]
        }
        try desk.loop.expect("it streams") { desk.driver.reports["Newer"]?.last == .connected }
        try desk.expectWorks()
    }

    @Test("An adapter that is off after the sleep is waited for")
    func powered() throws {
        let desk = try Desk()
        try desk.prepare(true)
        desk.bluez.change(tap.adapter, BlueZName.adapter, ["Powered": .bool(false)])
        desk.bluez.drop(tap)
        try desk.prepare(false)
        try desk.loop.expect("it is lost") { desk.driver.reports["Newer"]?.last == .lost }
        desk.bluez.change(tap.adapter, BlueZName.adapter, ["Powered": .bool(true)])
        try desk.loop.expect("it streams") { desk.driver.reports["Newer"]?.last == .connected }
        try desk.expectWorks()
    }

    @Test("In the background everything is up, and the Tap is put back and free")
    func background() throws {
        let desk = try Desk()
        try desk.drag()
        desk.bluez.forgetCalls()
        desk.logind.activate("2")
        try desk.loop.expect("it is up") { desk.sink.down == [] }
        // A pulse that answers the hold may be before that.
        try desk.loop.expect("it is put back") {
            desk.bluez.writes.suffix(3) == TapFrames.leaving[...]
        }
        #expect(!desk.bluez.hasSocket(tap.readPath))
        // Its own link is left as it is.
        #expect(desk.bluez.calls("Disconnect") == [])
        desk.bluez.forgetCalls()
        desk.logind.activate("1")
        try desk.loop.expect("it is set up") { desk.bluez.writes == TapFrames.setUp }
        #expect(desk.bluez.hasSocket(tap.readPath))
        try desk.expectWorks()
    }

    @Test("A Tap that comes while somebody else is at the screen is left to itself until we are")
    func comesInBackground() throws {
        let desk = try Desk()
        desk.logind.activate("2")
        try desk.loop.expect("it is free") {
            !desk.bluez.hasSocket(tap.readPath)
                && desk.bluez.writes.suffix(3) == TapFrames.leaving[...]
        }
        desk.bluez.forgetCalls()
        desk.bluez.add(DriverDesk.older.tree)
        try desk.loop.run(milliseconds: 100)
        #expect(desk.bluez.calls.allSatisfy { $0.member == "GetManagedObjects" })
        #expect(desk.driver.made == [])
        desk.logind.activate("1")
        try desk.loop.expect("both are set up") {
            desk.driver.reports["Older"]?.contains(.connected) == true
                && desk.bluez.hasSocket(tap.readPath)
        }
    }

    @Test("One that begins in the background leaves Taps alone until its user is at the screen")
    func beginsInBackground() throws {
        let desk = try DriverDesk([tap])
        desk.driver.setForeground(false)
        desk.driver.start()
        try desk.world.loop.expect("BlueZ has answered") { desk.driver.situation == .ready }
        #expect(desk.driver.phase == .background)
        #expect(desk.bluez.calls.allSatisfy { $0.member == "GetManagedObjects" })
        desk.driver.setForeground(true)
        try desk.world.loop.expect("it streams") { desk.reports["Newer"] == [.connected] }
        #expect(desk.driver.phase == .working)
    }

    @Test("Told to end in the background it ends at once")
    func endsInBackground() throws {
        let desk = try Desk()
        desk.logind.activate("2")
        try desk.loop.expect("it is free") { !desk.bluez.hasSocket(tap.readPath) }
        var isDone = false
        desk.driver.driver.stop { isDone = true }
        try desk.loop.expect("it has ended") { isDone }
        desk.logind.activate("1")
        try desk.loop.run(milliseconds: 50)
        #expect(!desk.bluez.hasSocket(tap.readPath))
    }

    @Test("In random lives nothing is down while asleep or in the background", arguments: 0..<4)
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let desk = try Desk()
        for step in 0..<150 {
            switch Int.random(in: 0..<14, using: &random) {
            case 0: desk.logind.prepareForSleep(true)
            case 1, 2: desk.logind.prepareForSleep(false)
            case 3: desk.logind.activate("2")
            case 4, 5: desk.logind.activate("1")
            case 6: desk.bluez.drop(tap)
            case 7: desk.bluez.link(tap)
            default:
                for _ in 0..<4 { desk.driver.newerGesture(110) }
                desk.bluez.notify(tap.readPath, TapFrames.motion(dx: 9, dy: 0))
            }
            try desk.loop.run(milliseconds: Int64.random(in: 0...20, using: &random))
            guard desk.isAway else { continue }
            #expect(desk.sink.down == [], "step \(step)")
        }
        desk.logind.prepareForSleep(false)
        desk.logind.activate("1")
        desk.bluez.link(tap)
        try desk.loop.expect("it is listened to", within: 20) {
            desk.bluez.hasSocket(tap.readPath) || desk.bluez.isNotifying(tap.readPath)
        }
        try desk.expectWorks()
        #expect(desk.driver.failures == [])
    }
}
