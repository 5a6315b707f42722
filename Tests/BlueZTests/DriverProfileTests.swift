import BusTestSupport
import Driver
import EventLoop
import Gestures
import Mapping
import TapProtocol
import TestSupport
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
        own: [DeviceProfile] = [], isShared: Bool = false
    ) throws -> DriverDesk {
        let desk = try DriverDesk {
            $0.profiles = ProfileChoice(profiles, standard: "desktop", own: own)
            $0.sharesDevices = isShared
            if let only { $0.choice = TapChoice([only]) }
        }
        try desk.start(expecting: only == nil ? 2 : 1)
        try desk.settle()
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

    @Test("A Tap does not vibrate where that is switched off, until a configuration switches it on")
    func noPulses() throws {
        let desk = try DriverDesk {
            $0.profiles = ProfileChoice(Self.leading, standard: "desktop")
            $0.profiles.vibrates = false
            $0.choice = TapChoice(["Newer"])
        }
        try desk.start(expecting: 1)
        let haptic: [UInt8] = [1, 2, 3, 0]
        desk.newerGesture(105)
        desk.newerGesture(101)
        try desk.world.loop.expect("both have come") { desk.changes.count == 1 }
        try desk.world.loop.run(milliseconds: 50)
        #expect(!desk.bluez.writes.contains { $0.starts(with: haptic) })
        try desk.driver.configure(ProfileChoice(Self.leading, standard: "desktop"))
        desk.newerGesture(100)
        desk.newerGesture(105)
        try desk.world.loop.expect("a pinch is answered") {
            desk.bluez.writes.contains { $0.starts(with: haptic) }
        }
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
        #expect(desk.driver.currentProfile == "desktop")
        #expect(desk.driver.profileNames == ["desktop", "media", "kiosk", "tapping"])
        try desk.driver.setProfile("media", device: nil)
        #expect(desk.driver.currentProfile == "media")
        #expect(desk.changes == [DriverDesk.Change(tap: "Newer", profile: "media")])
        // A long fist leads back to the desktop's profile, so the devices have its keys too.
        #expect(desk.made == [DriverDesk.Made(.media, .desktop, number: 1)])
        try desk.settle()
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
        #expect(desk.driver.currentProfile == "desktop")
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
        #expect(desk.driver.currentProfile == "desktop")
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
        // They are made at once, so that the desktop can open them, and used after the drag.
        #expect(desk.made == [DriverDesk.Made(.kiosk, number: 1)])
        try desk.settle()
        #expect(first.presses(.leftButton) == [1])
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("the button is up") { first.presses(.leftButton) == [1, 0] }
        #expect(first.down == [])
        desk.newerGesture(105)
        try desk.world.loop.expect("the next gesture is on the new ones") {
            desk.sinks.last?.presses(.enter) == [1, 0]
        }
    }

    @Test("A configuration keeps the profile that holds, unless the Tap is to begin with another")
    func keepsProfile() throws {
        let desk = try Self.desk()
        try desk.driver.setProfile("tapping", device: nil)
        try desk.driver.configure(ProfileChoice(standard: "desktop"))
        #expect(desk.driver.currentProfile == "tapping")
        #expect(desk.changes.map(\.profile) == ["tapping"])
        try desk.driver.configure(ProfileChoice(standard: "kiosk"))
        #expect(desk.driver.currentProfile == "kiosk")
        #expect(desk.changes.map(\.profile) == ["tapping", "kiosk"])
        // A profile that is no longer there is left for the one with which the Tap begins.
        try desk.driver.setProfile("media", device: "Newer")
        try desk.driver.configure(ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"))
        #expect(desk.changes.map(\.profile) == ["tapping", "kiosk", "media", "kiosk"])
    }

    @Test("Where all share one pair, it can send what any of them needs, and what a command adds")
    func shared() throws {
        let desk = try Self.desk(
            only: nil, own: [DeviceProfile(device: "Newer", profile: "media")], isShared: true)
        #expect(desk.firstMade == DriverDesk.Made(.desktop, .media, number: 1))
        #expect(desk.made == [])
        try desk.driver.setProfile("kiosk", device: "Older")
        #expect(desk.made == [DriverDesk.Made(.desktop, .media, .kiosk, number: 1)])
        try desk.settle()
        desk.newerGesture(105)
        try desk.world.loop.expect("the other Tap is on the new devices too") {
            desk.sinks.last?.presses(.enter) == [1, 0]
        }
    }

    @Test("A configuration and a command that come in one drag both hold after it")
    func configurationThenCommand() throws {
        let desk = try Self.desk()
        let first = try #require(desk.firstSink)
        try desk.world.loop.expect("the button is down") {
            desk.newerGesture(110)
            return first.presses(.leftButton) == [1]
        }
        var media = Profile.media
        media.fingers.index.pinch = .key(.tab)
        try desk.driver.configure(
            ProfileChoice(ProfileSet(.desktop, [media]), standard: "desktop"))
        try desk.driver.setProfile("media", device: nil)
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("the profile changes") {
            desk.changes.map(\.profile) == ["media"]
        }
        try desk.settle()
        desk.newerGesture(105)
        try desk.world.loop.expect("the new configuration's key") {
            desk.sinks.last?.presses(.tab) == [1, 0]
        }
    }

    @Test("A profile for which a gesture asked survives a configuration that comes before it holds")
    func gestureThenConfiguration() throws {
        var desktop = Profile.desktop
        desktop.fist.begin = .profile("media")
        let desk = try Self.desk(ProfileSet(desktop, [.media]))
        desk.newerGesture(114)
        try desk.world.loop.expect("the hand is a fist") {
            desk.driver.tapStates(withTiming: true)[0].hand.isHidden
        }
        var other = desktop
        other.pointer.gainX = 1
        try desk.driver.configure(ProfileChoice(ProfileSet(other, [.media]), standard: "desktop"))
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("it holds when the hand opens") {
            desk.changes.map(\.profile) == ["media"]
        }
    }

    @Test("Where devices cannot be made nothing changes, and the driver goes on")
    func refusedDevices() throws {
        let desk = try Self.desk()
        let refusal = VirtualInputError.notPermitted(path: "/dev/uinput")
        desk.refusal = refusal
        #expect(throws: ProfileError.noDevices(refusal)) {
            try desk.driver.setProfile("media", device: nil)
        }
        #expect(throws: refusal) {
            try desk.driver.configure(ProfileChoice(ProfileSet(.kiosk), standard: "kiosk"))
        }
        #expect(desk.driver.currentProfile == "desktop")
        #expect(desk.driver.profileNames == ["desktop", "media", "kiosk", "tapping"])
        desk.newerGesture(105)
        try desk.world.loop.expect("what held goes on") {
            desk.firstSink?.presses(.leftButton) == [1, 0]
        }
        #expect(desk.failures == [])
        #expect(desk.changes == [])
    }

    @Test("Shared devices are not replaced while another Tap is in a drag")
    func sharedInDrag() throws {
        let desk = try Self.desk(only: nil, isShared: true)
        let first = try #require(desk.firstSink)
        try desk.world.loop.expect("the button is down") {
            desk.newerGesture(110)
            return first.presses(.leftButton) == [1]
        }
        try desk.driver.setProfile("kiosk", device: "Older")
        #expect(desk.made == [DriverDesk.Made(.desktop, .kiosk, number: 1)])
        desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.motion(dx: 40, dy: 0))
        try desk.world.loop.expect("the drag goes on where the button is") {
            first.events.contains { $0.type == EventType.rel }
        }
        for _ in 0..<4 { desk.newerGesture(100) }
        try desk.world.loop.expect("the button is up") { first.presses(.leftButton) == [1, 0] }
        try desk.settle()
        desk.newerGesture(105)
        try desk.world.loop.expect("then the new ones are used") {
            desk.sinks.last?.presses(.leftButton) == [1, 0]
        }
        #expect(desk.made.count == 1)
    }

    @Test("What was needed once stays, so that changing to and fro makes devices once")
    func toAndFro() throws {
        let desk = try Self.desk()
        for _ in 0..<3 {
            for name in ["media", "desktop", "kiosk"] {
                try desk.driver.setProfile(name, device: nil)
            }
        }
        #expect(
            desk.made == [
                DriverDesk.Made(.desktop, .media, number: 1),
                DriverDesk.Made(.desktop, .media, .kiosk, number: 1),
            ])
        // A configuration leaves what is needed.
        try desk.driver.configure(ProfileChoice(standard: "kiosk"))
        #expect(desk.made.last == DriverDesk.Made(.kiosk, number: 1))
    }

    @Test(
        "The first Tap has the first devices, whatever its profile is, and they are what it needs")
    func firstPair() throws {
        let desk = try Self.desk(own: [DeviceProfile(device: "Newer", profile: "media")])
        #expect(desk.firstMade == DriverDesk.Made(.desktop, number: 1))
        #expect(desk.made == [DriverDesk.Made(.media, number: 1)])
    }

    @Test(
        "A Tap to which a configuration gives a profile of its own has it, whatever was commanded")
    func ownAfterCommand() throws {
        let desk = try Self.desk()
        try desk.driver.setProfile("media", device: nil)
        try desk.driver.configure(
            ProfileChoice(
                standard: "desktop", own: [DeviceProfile(device: "Newer", profile: "kiosk")]))
        #expect(desk.changes.map(\.profile) == ["media", "kiosk"])
    }

    @Test("The current profile is the one that the Taps have that are here")
    func current() throws {
        let desk = try Self.desk(Self.leading)
        #expect(desk.driver.currentProfile == "desktop")
        desk.newerGesture(101)
        try desk.world.loop.expect("a gesture changes it") {
            desk.driver.currentProfile == "media"
        }
        let two = try Self.desk(only: nil)
        try two.driver.setProfile("media", device: "Newer")
        #expect(two.driver.currentProfile == "desktop")
    }

    @Test("A Tap that looks for taps is led back where the new profile has no tap that could")
    func ledBack() throws {
        let desk = try Self.desk(
            own: [DeviceProfile(device: "Newer", profile: "tapping")])
        desk.newerGesture(108)
        try desk.world.loop.expect("it looks for taps") {
            desk.reports["Newer"]?.last == .modelSwitched(.tapping)
        }
        desk.bluez.forgetCalls()
        try desk.driver.setProfile("desktop", device: nil)
        try desk.world.loop.expect("it looks for air gestures") {
            desk.reports["Newer"]?.last == .modelSwitched(.airGesture)
        }
    }

    @Test("Configurations and commands at random moments of gestures: nothing stays down")
    func manyChanges() throws {
        var random = SplitMix64(seed: 1)
        var swapped = Profile.desktop
        (swapped.directions.left, swapped.directions.right) = (.key(.right), .key(.left))
        let choices = [
            ProfileChoice(standard: "desktop"),
            ProfileChoice(ProfileSet(swapped, [.media, .kiosk]), standard: "desktop"),
            ProfileChoice(standard: "media"),
        ]
        for isShared in [false, true] {
            let desk = try Self.desk(only: nil, isShared: isShared)
            for step in 0..<600 {
                let gesture = ([100, 101, 102, 105, 108, 109, 110, 113] as [UInt8]).randomElement(
                    using: &random)
                desk.newerGesture(gesture ?? 100)
                if step % 4 == 1 { for _ in 0..<4 { desk.newerGesture(100) } }
                if step % 3 == 0 {
                    desk.bluez.notify(DriverDesk.newer.readPath, TapFrames.motion(dx: 20, dy: 5))
                    desk.notifyOlder(
                        TapUUIDs.v1AirGesture, [UInt8.random(in: 100...105, using: &random)])
                }
                switch Int.random(in: 0..<30, using: &random) {
                case 0, 1, 2:
                    let names = desk.driver.profileNames
                    try desk.driver.setProfile(
                        names.randomElement(using: &random) ?? "desktop",
                        device: step % 2 == 0 ? nil : "Newer")
                case 3: try desk.driver.configure(choices[step % choices.count])
                default: break
                }
                // Now and then the desktop has the time to open new devices.
                try desk.world.loop.run(milliseconds: step % 60 == 59 ? 300 : step % 5 == 0 ? 5 : 1)
            }
            for tap in [DriverDesk.older, DriverDesk.newer] { desk.bluez.drop(tap) }
            try desk.world.loop.expect("both are lost") {
                desk.reports.values.allSatisfy { $0.last == .lost }
            }
            let sinks = [desk.firstSink].compactMap { $0 } + desk.sinks
            // What is down on devices that were replaced has come up before, or with them.
            #expect(sinks.last?.down == [])
            #expect(sinks.flatMap(\.faults) == [])
            #expect(sinks.reduce(0) { $0 + $1.events.count } > 200)
            #expect(desk.failures == [])
        }
    }
}
