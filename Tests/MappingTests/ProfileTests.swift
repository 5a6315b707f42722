import Gestures
import Mapping
import Testing

@Suite("Profiles")
struct ProfileTests {
    @Test("The desktop profile is built in, by its name")
    func builtIn() {
        #expect(Profile.builtIn.map(\.name) == ["desktop"])
        #expect(Profile.builtIn.first == .desktop)
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
        profile.left = KeyCode(rawValue: 30)
        profile.right = KeyCode(rawValue: 31)
        profile.up = KeyCode(rawValue: 32)
        profile.down = KeyCode(rawValue: 33)
        profile.pinch = PerFinger(
            index: KeyCode(rawValue: 34), middle: KeyCode(rawValue: 35),
            ring: KeyCode(rawValue: 36), little: KeyCode(rawValue: 37))
        let scroll = HoldActions(
            drag: .scroll(unitsPerDetent: 20), rotate: .scroll(.vertical, degreesPerDetent: 15))
        profile.hold = PerFinger(index: scroll, middle: scroll, ring: scroll, little: scroll)
        #expect(profile.keys.map(\.rawValue) == Array(30...37))
        profile.hold.ring.drag = .button(KeyCode(rawValue: 38))
        profile.hold.little.rotate = .keys(
            positive: KeyCode(rawValue: 40), negative: KeyCode(rawValue: 39), degrees: 10)
        #expect(profile.keys.map(\.rawValue) == Array(30...40))
    }

    @Test("Each direction has its key")
    func directions() {
        let keys = Direction.allCases.map { Profile.desktop[$0] }
        #expect(keys.map(\.rawValue) == [105, 106, 103, 108])
    }

    @Test("A profile scrolls if any drag or twist of it does")
    func scrolls() {
        #expect(Profile.desktop.scrolls)
        let still = HoldActions(
            drag: .pointer(gainScale: 1),
            rotate: .keys(positive: .volumeUp, negative: .volumeDown, degrees: 10))
        var profile = Profile.desktop
        profile.hold = PerFinger(index: still, middle: still, ring: still, little: still)
        #expect(!profile.scrolls)
        for finger in Finger.allCases {
            var dragging = profile
            dragging.hold[finger].drag = .scroll(unitsPerDetent: 20)
            #expect(dragging.scrolls)
            var twisting = profile
            twisting.hold[finger].rotate = .scroll(.horizontal, degreesPerDetent: 15)
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
