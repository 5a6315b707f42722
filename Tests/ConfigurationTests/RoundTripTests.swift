import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@testable import Configuration

@Suite("Configurations that are right")
struct RoundTripTests {
    private let desk: ConfigurationDesk

    init() throws {
        desk = try ConfigurationDesk()
    }

    @Test("What is written at random is loaded as it was meant")
    func roundTrip() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = RandomConfiguration(seed: seed)
            let writer = SourceWriter(random.items(), random: SplitMix64(seed: seed &* 77))
            let desk = try ConfigurationDesk()
            let loaded = try desk.load(writer.files["main.conf"] ?? "", files: writer.files)
            let words = desk.words(of: loaded)
            try #require(words == [], "seed \(seed)")
            try #require(loaded.configuration == random.configuration, "seed \(seed)")
            #expect(loaded.files.count == writer.files.count)
        }
    }

    @Test("Every setting says what it says")
    func values() throws {
        let loaded = try desk.load(
            """
            profile = "media"; cycle = ("mine", "desktop"); merge = true; grab = false; vibrate = false;
            swipes = "web"; bus = "usb";
            devices = ( { device = "Left"; profile = "mine"; },
                        { device = "A0:B1:C2:D3:E4:F5"; profile = "kiosk"; } );
            profiles = {
              mine = {
                extends = "none";
                pointer = { enabled = false; gain = 2; gain_y = 3; invert_x = true;
                  invert_y = TRUE; swap_axes = true; dead_zone = 4.5; min_cutoff = 2;
                  filter = "one-euro"; beta = 0.5;
                  acceleration = ( { speed = 0; factor = 0.5; }, { factor = 2; speed = 1e3; } ); };
                scroll = { hi_res = false; };
                directions = { left = "KEY_A"; right = "BTN_TASK"; up = "scroll-up";
                  down = "KEY_LEFTCTRL + scroll-down 3"; repeat_delay = 250; repeat_rate = 12.5; };
                index = { pinch = ("KEY_B", "KEY_LEFTCTRL+KEY_C"); double_pinch = ["KEY_D"];
                  hold = "decide"; drag = "KEY_LEFTSHIFT+BTN_LEFT"; drag_scale = 0.5;
                  rotate_positive = "next-profile";
                  rotate_negative = "profile kiosk"; rotate_degrees = 30; };
                middle = { hold = "button"; button = "BTN_LEFT+KEY_LEFTALT"; };
                ring = { hold = "drag"; drag = "scroll"; drag_units = 10; };
                little = { hold = "rotate"; rotate_positive = "clutch"; };
                taps = { index = "pause"; thumb-index-double = "switch-model";
                  little-thumb-triple = "KEY_E"; };
                fist = { begin = "KEY_F"; end = "none"; };
                timing = { debounce = 1; decide = 2; double_pinch = 3; tap_window = 4;
                  fist_reset = 5; rotate_lock = 6; roll_noise = 7.5; };
              };
            };
            """)
        #expect(loaded.diagnostics == [])
        var mine = Profile(name: "mine")
        mine.pointer.isEnabled = false
        (mine.pointer.gainX, mine.pointer.gainY) = (2, 3)
        (mine.pointer.invertsX, mine.pointer.invertsY) = (true, true)
        mine.pointer.swapsAxes = true
        mine.pointer.deadZone = 4.5
        var filter = OneEuroSettings()
        (filter.minCutoff, filter.beta) = (2, 0.5)
        mine.pointer.filter = filter
        mine.pointer.acceleration = [
            AccelerationPoint(speed: 0, factor: 0.5), AccelerationPoint(speed: 1000, factor: 2),
        ]
        mine.scrollsInHighResolution = false
        func key(_ code: UInt16) -> KeyCode { KeyCode(rawValue: code) }
        mine.directions.left = .key(key(30))
        mine.directions.right = .key(key(0x117))
        mine.directions.up = .wheel(.up)
        mine.directions.down = .sequence([
            Chord([key(29)], wheel: WheelStep(.down, detents: 3))
        ])
        mine.directions.repeatDelay = .milliseconds(250)
        mine.directions.repeatRate = 12.5
        mine.fingers.index.pinch = .sequence([Chord([key(48)]), Chord([key(29), key(46)])])
        mine.fingers.index.doublePinch = .key(key(32))
        mine.fingers.index.drag = .keys(.leftShift, .leftButton)
        mine.fingers.index.drag.gainScale = 0.5
        mine.fingers.index.rotate = RotateAction(
            positive: .nextProfile, negative: .profile("kiosk"), degrees: 30)
        mine.fingers.middle.hold = .button
        mine.fingers.middle.button = [.leftButton, key(56)]
        mine.fingers.ring.hold = .drag
        mine.fingers.ring.drag = .scroll(unitsPerDetent: 10)
        mine.fingers.little.hold = .rotate
        mine.fingers.little.rotate.positive = .clutch
        mine.taps[TapGesture(.index)] = .pause
        mine.taps[TapGesture([.thumb, .index], count: 2)] = .switchModel
        mine.taps[TapGesture([.thumb, .little], count: 3)] = .key(key(18))
        mine.fist.begin = .key(key(33))
        mine.timing.debounce = .milliseconds(1)
        mine.timing.decide = .milliseconds(2)
        mine.timing.doublePinch = .milliseconds(3)
        mine.timing.tapWindow = .milliseconds(4)
        mine.timing.fistReset = .milliseconds(5)
        (mine.timing.rotateLock, mine.timing.rollNoise) = (6, 7.5)
        let expected = Configuration(
            profiles: ProfileSet(
                .desktop, [.media, .kiosk, .tapping, mine], cycle: ["mine", "desktop"]),
            profile: "media",
            devices: [
                DeviceProfile(device: "Left", profile: "mine"),
                DeviceProfile(device: "A0:B1:C2:D3:E4:F5", profile: "kiosk"),
            ], swipes: .web, merges: true, grabs: false, vibrates: false, bus: .usb)
        #expect(loaded.configuration == expected)
        #expect(expected.bus.number == 3)
        #expect(DeviceBus.bluetooth.number == 5)
        #expect(DeviceBus.virtual.number == 6)
    }

    @Test("A profile is like the one that it extends")
    func extends() throws {
        let loaded = try desk.load(
            """
            profiles = {
              grandchild = { extends = "child"; fist = { end = "KEY_C"; }; };
              child = { fist = { begin = "KEY_B"; }; };
              desktop = { extends = "media"; index = { pinch = "KEY_A"; }; };
              tapping = { };
              bare = { extends = "none"; };
            };
            """)
        #expect(loaded.diagnostics == [])
        let profiles = try #require(loaded.configuration?.profiles)
        #expect(
            profiles.profiles.map(\.name) == [
                "desktop", "media", "kiosk", "tapping", "grandchild", "child", "bare",
            ])
        #expect(profiles.cycle == profiles.profiles.map(\.name))
        var expected = Profile.media
        expected.name = "desktop"
        expected.fingers.index.pinch = .key(KeyCode(rawValue: 30))
        #expect(profiles["desktop"] == expected)
        expected.name = "child"
        expected.fist.begin = .key(KeyCode(rawValue: 48))
        #expect(profiles["child"] == expected)
        expected.name = "grandchild"
        expected.fist.end = .key(KeyCode(rawValue: 46))
        #expect(profiles["grandchild"] == expected)
        #expect(profiles["tapping"] == .tapping)
        #expect(profiles["bare"] == Profile(name: "bare"))
    }

    @Test("Without settings everything is built in")
    func empty() throws {
        for text in ["", "# nothing\n", "profiles = { };", "devices = ();"] {
            #expect(try desk.load(text).configuration == .builtIn)
        }
    }

    @Test("Every name of a key can be written and read")
    func keys() throws {
        #expect(KeyNames.all.count > 400)
        for (name, key) in KeyNames.all {
            #expect(try KeyNames.key(name) == key)
            #expect(try ActionText.action(name) == .key(key))
        }
        #expect(Set(KeyNames.all.map(\.key.rawValue)).count == KeyNames.all.count)
        #expect(KeyNames.all.filter { $0.key.device == .pointer }.count == 8)
    }
}
