import BusTestSupport
import Driver
import EventLoop
import Mapping
import TapProtocol
import Testing
import VirtualInput

@testable import BlueZ

/// Profiles that change while the driver is at work, by gestures, commands and configurations.
@Suite("Profiles of a driver at work")
struct DriverProfileTests {
    /// The desktop's profile, whose swipe to the left leads to the media centre's, and to the right
    /// back again.
    private static let leading: ProfileSet = {
        var desktop = Profile.desktop
        desktop.directions.left = .profile("media")
        var media = Profile.media
        media.directions.right = .profile("desktop")
        return ProfileSet(desktop, [media, .kiosk])
    }()

    private static func desk(
        _ profiles: ProfileSet = .builtIn, only: String? = "Newer",
        own: [ProfileChoice.Own] = [], isShared: Bool = false
    ) throws -> DriverDesk {
        let desk = try DriverDesk {
            $0.profiles = ProfileChoice(profiles, standard: "desktop", own: own)
            $0.sharesDevices = isShared
            if let only { $0.choice = TapChoice([only]) }
        }
        try desk.start(expecting: only == nil ? 2 : 1)
        try desk.world.loop.run(milliseconds: 300)
        return desk
    }

    @Test("A gesture changes the profile: it is told, and the Tap answers with two pulses")
    func byGesture() throws {
        let desk = try Self.desk(Self.leading)
        let sink = try #require(desk.firstSink)
        // The devices can send what both profiles need, from the start.
        #expect(desk.firstMade?.capabilities == Capabilities(of: [.desktop, .media]))
        desk.bluez.forgetCalls()
        desk.newerGesture(101)
        try desk.world.loop.expect("it is told") {
            desk.changes == [DriverDesk.Change(tap: "Newer", profile: "media")]
        }
        try desk.world.loop.expect("two pulses") {
            desk.bluez.writes.contains { $0.starts(with: [1, 2, 3, 0, 0, 2, 4, 8, 4, 0]) }
        }
        desk.newerGesture(100)
        desk.newerGesture(105)
        try desk.world.loop.expect("Enter instead of a click") {
            sink.presses(.enter) == [1, 0]
        }
        #expect(sink.presses(.leftButton) == [])
        #expect(desk.made == [])
    }

    @Test("After a reconnect a Tap has the profile again that it had")
    func reconnect() throws {
        let desk = try Self.desk(Self.leading)
        desk.newerGesture(101)
        try desk.world.loop.expect("the profile has changed") { desk.changes.count == 1 }
        for _ in 0..<3 {
            desk.bluez.drop(DriverDesk.newer)
            try desk.world.loop.expect("lost") { desk.reports["Newer"]?.last == .lost }
            desk.bluez.link(DriverDesk.newer)
            try desk.world.loop.expect("back") { desk.reports["Newer"]?.last == .connected }
        }
        desk.newerGesture(105)
        try desk.world.loop.expect("Enter") { desk.firstSink?.presses(.enter) == [1, 0] }
    }

    @Test("A command sets the profile of every Tap, and the devices can send what it needs")
    func byCommand() throws {
        let desk = try Self.desk()
        #expect(desk.driver.standardProfile == "desktop")
        #expect(desk.driver.profileNames == ["desktop", "media", "kiosk", "tapping"])
        try desk.driver.setProfile("media", device: nil)
        #expect(desk.driver.standardProfile == "media")
        #expect(desk.changes == [DriverDesk.Change(tap: "Newer", profile: "media")])
        // A long fist leads back to the desktop's profile, so the devices have its keys too.
        #expect(desk.made == [DriverDesk.Made(.media, .desktop, number: 1)])
        try desk.world.loop.run(milliseconds: 300)
        desk.newerGesture(105)
        try desk.world.loop.expect("Enter") { desk.sinks.last?.presses(.enter) == [1, 0] }
        // The same again changes nothing.
        try desk.driver.setProfile("media", device: "Newer")
        #expect(desk.changes.count == 1)
        #expect(desk.made.count == 1)
    }

    @Test("A command may set the profile of one Tap")
    func oneTap() throws {
        let desk = try Self.desk(only: nil)
        try desk.driver.setProfile("tapping", device: "00:00:00:00:00:02")
        #expect(desk.changes == [DriverDesk.Change(tap: "Newer", profile: "tapping")])
        #expect(desk.driver.standardProfile == "desktop")
    }

    @Test("What is unknown changes nothing and is told")
    func unknown() throws {
        let desk = try Self.desk()
        #expect(throws: ProfileError.unknownProfile("medai")) {
            try desk.driver.setProfile("medai", device: nil)
        }
        #expect(throws: ProfileError.unknownDevice("Nobody")) {
            try desk.driver.setProfile("media", device: "Nobody")
        }
        #expect(desk.changes == [])
        #expect(desk.driver.standardProfile == "desktop")
    }

    @Test("A drag goes on with its profile, and the next gesture is the other one's")
    func inDrag() throws {
        let desk = try Self.desk()
        desk.newerGesture(110)
        let sink = try #require(desk.firstSink)
        try desk.world.loop.expect("the button is down") {
            desk.newerGesture(110)
            return sink.presses(.leftButton) == [1]
        }
        try desk.driver.setProfile("kiosk", device: nil)
        #expect(desk.changes == [])
        #expect(sink.presses(.leftButton) == [1])
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("the button is up, and then the profile changes") {
            sink.presses(.leftButton) == [1, 0]
                && desk.changes == [DriverDesk.Change(tap: "Newer", profile: "kiosk")]
        }
        #expect(sink.faults == [])
    }

    @Test("Another configuration keeps the devices where the codes are the same")
    func sameCodes() throws {
        let desk = try Self.desk()
        var desktop = Profile.desktop
        (desktop.directions.left, desktop.directions.right) = (.key(.right), .key(.left))
        try desk.driver.configure(ProfileChoice(ProfileSet(desktop), standard: "desktop"))
        #expect(desk.made == [])
        desk.newerGesture(101)
        try desk.world.loop.expect("the new key") { desk.firstSink?.presses(.right) == [1, 0] }
    }

    @Test("Another configuration makes the devices anew where the codes are others")
    func otherCodes() throws {
        let desk = try Self.desk()
        var desktop = Profile.desktop
        desktop.directions.left = .key(.tab)
        try desk.driver.configure(ProfileChoice(ProfileSet(desktop), standard: "desktop"))
        #expect(desk.made == [DriverDesk.Made(desktop, number: 1)])
        // What is sent meanwhile waits until the desktop has opened them.
        desk.newerGesture(101)
        try desk.world.loop.expect("the new key") { desk.sinks.last?.presses(.tab) == [1, 0] }
        #expect(desk.firstSink?.events == [])
    }

    @Test("With a configuration that comes in a drag the devices are replaced after it")
    func otherCodesInDrag() throws {
        let desk = try Self.desk()
        let first = try #require(desk.firstSink)
        try desk.world.loop.expect("the button is down") {
            desk.newerGesture(110)
            return first.presses(.leftButton) == [1]
        }
        try desk.driver.configure(ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"))
        #expect(desk.made == [])
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("the devices are others") {
            desk.made == [DriverDesk.Made(.kiosk, number: 1)]
        }
        #expect(first.presses(.leftButton) == [1, 0])
        #expect(first.down == [])
    }

    @Test("A configuration keeps the profile that holds, unless the Tap is to begin with another")
    func keepsProfile() throws {
        let desk = try Self.desk()
        try desk.driver.setProfile("tapping", device: nil)
        try desk.driver.configure(ProfileChoice(standard: "desktop"))
        #expect(desk.driver.standardProfile == "tapping")
        #expect(desk.changes.map(\.profile) == ["tapping"])
        try desk.driver.configure(ProfileChoice(standard: "kiosk"))
        #expect(desk.driver.standardProfile == "kiosk")
        #expect(desk.changes.map(\.profile) == ["tapping", "kiosk"])
        // A profile that is no longer there is left for the one with which the Tap begins.
        try desk.driver.setProfile("media", device: "Newer")
        try desk.driver.configure(ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"))
        #expect(desk.changes.map(\.profile) == ["tapping", "kiosk", "media", "kiosk"])
    }

    @Test("Where all share one pair, it can send what any of them needs, and what a command adds")
    func shared() throws {
        let desk = try Self.desk(
            only: nil, own: [ProfileChoice.Own(device: "Newer", profile: "media")], isShared: true)
        #expect(desk.firstMade == DriverDesk.Made(.desktop, .media, number: 1))
        #expect(desk.made == [])
        try desk.driver.setProfile("kiosk", device: "Older")
        #expect(desk.made == [DriverDesk.Made(.desktop, .media, .kiosk, number: 1)])
        try desk.world.loop.run(milliseconds: 300)
        desk.newerGesture(105)
        try desk.world.loop.expect("the other Tap is on the new devices too") {
            desk.sinks.last?.presses(.enter) == [1, 0]
        }
    }

    @Test("A thousand configurations at random moments of gestures: nothing stays down")
    func manyConfigurations() throws {
        let desk = try Self.desk()
        let choices = [
            ProfileChoice(standard: "desktop"), ProfileChoice(standard: "media"),
            ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"),
        ]
        var number: UInt32 = 1
        for _ in 0..<1000 {
            number = number &* 1_664_525 &+ 1_013_904_223
            let part = Int(number >> 16)
            desk.newerGesture([100, 101, 105, 108, 109, 110, 113, 100][part % 8])
            if part % 3 == 0 {
                desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.motion(dx: 20, dy: 5))
            }
            try desk.driver.configure(choices[part % choices.count])
            try desk.world.loop.run(milliseconds: part % 5 == 0 ? 1 : 0)
        }
        desk.bluez.drop(DriverDesk.newer)
        try desk.world.loop.expect("lost") { desk.reports["Newer"]?.last == .lost }
        for sink in [desk.firstSink].compactMap({ $0 }) + desk.sinks {
            #expect(sink.down == [])
            #expect(sink.faults == [])
        }
        #expect(desk.failures == [])
    }
}
