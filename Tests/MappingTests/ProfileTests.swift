import Gestures
import Mapping
import TapProtocol
import Testing

@Suite("Profiles")
struct ProfileTests {
    @Test("Four profiles are built in, by their names")
    func builtIn() {
        #expect(Profile.builtIn.map(\.name) == ["desktop", "media", "kiosk", "tapping"])
        #expect(Profile.builtIn == [.desktop, .media, .kiosk, .tapping])
    }

    @Test("The tapping profile is the desktop's but for its two switches")
    func tapping() {
        var profile = Profile.tapping
        #expect(profile.fingers.little.pinch == .switchModel)
        #expect(profile[TapGesture(FingerMask(rawValue: 31))] == .switchModel)
        #expect(profile.keys == Profile.desktop.keys)
        profile.name = "desktop"
        profile.fingers.little.pinch = .key(.escape)
        profile.taps[TapGesture(FingerMask(rawValue: 31))] = nil
        #expect(profile == .desktop)
    }

    @Test("Only taps of one finger do something on the desktop, and each of several does the same")
    func desktopTaps() {
        let actions: [UInt8: Action] = [
            2: .key(.leftButton), 4: .key(.rightButton), 8: .key(.middleButton),
            16: .key(.escape),
        ]
        for mask in UInt8(1)...31 {
            let fingers = FingerMask(rawValue: mask)
            #expect(Profile.desktop[TapGesture(fingers)] == actions[mask] ?? Action.none)
            for count in 2...3 {
                let again = Profile.desktop[TapGesture(fingers, count: count)]
                #expect(again == Profile.desktop[TapGesture(fingers)])
            }
            #expect(Profile.desktop.highestTapCount(of: fingers) == 1)
        }
    }

    @Test("Nothing that is bound on purpose to a second tap is nothing")
    func nothingOnPurpose() {
        var profile = Profile.desktop
        profile.taps[TapGesture(.index, count: 2)] = Action.none
        #expect(profile[TapGesture(.index, count: 2)] == Action.none)
        #expect(profile[TapGesture(.index, count: 3)] == .key(.leftButton))
        #expect(profile.highestTapCount(of: .index) == 1)
    }

    @Test("The highest count is that of the last tap that does something")
    func highestTapCount() {
        var profile = Profile.desktop
        profile.taps[TapGesture(.index, count: 2)] = .key(.rightButton)
        #expect(profile.highestTapCount(of: .index) == 2)
        profile.taps[TapGesture(.index, count: 3)] = .switchModel
        #expect(profile.highestTapCount(of: .index) == 3)
        profile.taps[TapGesture(.index, count: 2)] = nil
        #expect(profile.highestTapCount(of: .index) == 3)
        profile.taps[TapGesture(.index, count: 3)] = Action.none
        #expect(profile.highestTapCount(of: .index) == 1)
        profile.taps[TapGesture(.thumb, count: 2)] = .key(.up)
        #expect(profile.highestTapCount(of: .thumb) == 2)
        #expect(profile.highestTapCount(of: [.thumb, .index]) == 1)
    }

    @Test("The keys of the desktop profile, in the kernel's order and once each")
    func desktopKeys() {
        #expect(
            Profile.desktop.keys.map(\.rawValue) == [
                1,  // KEY_ESC
                103, 105, 106, 108,  // KEY_UP, KEY_LEFT, KEY_RIGHT, KEY_DOWN
                114, 115,  // KEY_VOLUMEDOWN, KEY_VOLUMEUP
                0x110, 0x111, 0x112,  // BTN_LEFT, BTN_RIGHT, BTN_MIDDLE
            ])
    }

    @Test("Every place of a profile counts for its keys")
    func keys() {
        var profile = Profile.desktop
        profile.directions.left = .key(KeyCode(rawValue: 30))
        profile.directions.right = .key(KeyCode(rawValue: 31))
        profile.directions.up = .key(KeyCode(rawValue: 32))
        profile.directions.down = .key(KeyCode(rawValue: 33))
        profile.taps = [:]
        for finger in Finger.allCases {
            profile.fingers[finger].pinch = .key(KeyCode(rawValue: 34 + UInt16(finger.rawValue)))
            profile.fingers[finger].drag = .scroll(unitsPerDetent: 20)
            profile.fingers[finger].rotate = RotateAction(
                positive: .wheel(.down), negative: .wheel(.up), degrees: 15)
        }
        #expect(profile.keys.map(\.rawValue) == Array(30...37))
        profile.fingers.ring.drag = .keys(KeyCode(rawValue: 38))
        profile.fingers.little.rotate = RotateAction(
            positive: .key(KeyCode(rawValue: 40)), negative: .key(KeyCode(rawValue: 39)),
            degrees: 10)
        #expect(profile.keys.map(\.rawValue) == Array(30...40))
        profile.taps[TapGesture(.index, count: 3)] = .key(KeyCode(rawValue: 41))
        #expect(profile.keys.map(\.rawValue) == Array(30...41))
        profile.directions.up = .switchModel
        profile.fingers.index.pinch = Action.none
        #expect(profile.keys.map(\.rawValue) == [30, 31, 33] + Array(35...41))
    }

    @Test("Each direction has its key")
    func directions() {
        let keys = Direction.allCases.map { Profile.desktop.directions[$0] }
        #expect(keys == [105, 106, 103, 108].map { .key(KeyCode(rawValue: $0)) })
    }

    @Test("A profile scrolls if any drag or twist of it does")
    func scrolls() {
        #expect(Profile.desktop.scrolls)
        var profile = Profile.desktop
        for finger in Finger.allCases {
            profile.fingers[finger].drag = .pointer(gainScale: 1)
            profile.fingers[finger].rotate = RotateAction(
                positive: .key(.volumeUp), negative: .key(.volumeDown), degrees: 10)
        }
        #expect(!profile.scrolls)
        for finger in Finger.allCases {
            var dragging = profile
            dragging.fingers[finger].drag = .scroll(unitsPerDetent: 20)
            #expect(dragging.scrolls)
            var twisting = profile
            twisting.fingers[finger].rotate = RotateAction(
                positive: .wheel(.right), negative: .wheel(.left), degrees: 15)
            #expect(twisting.scrolls)
        }
    }

    @Test("Mouse buttons belong to the pointer, everything else to the keyboard")
    func devices() {
        let pointer: ClosedRange<UInt16> = 0x110...0x11f
        for code in UInt16(0)...0x2ff {
            let device = KeyCode(rawValue: code).device
            #expect(device == (pointer.contains(code) ? .pointer : .keyboard))
        }
    }
}
