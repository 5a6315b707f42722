import Gestures
import Mapping
import Testing
import VirtualInput

@Suite("What the virtual devices tell the kernel")
struct DeviceDescriptionTests {
    private static let pointer = DeviceDescription(.pointer, profiles: [.desktop])
    private static let keyboard = DeviceDescription(.keyboard, profiles: [.desktop])

    /// A profile of key 30 (`KEY_A`) alone, which neither scrolls nor clicks.
    private static var oneKey: Profile {
        let key = KeyCode(rawValue: 30)
        let actions = HoldActions(
            drag: .pointer(gainScale: 1),
            rotate: .keys(positive: key, negative: key, degrees: 10))
        var profile = Profile.desktop
        let action = Action.key(key)
        (profile.left, profile.right, profile.up, profile.down) = (action, action, action, action)
        profile.pinch = PerFinger(index: action, middle: action, ring: action, little: action)
        profile.taps = [:]
        profile.hold = PerFinger(index: actions, middle: actions, ring: actions, little: actions)
        return profile
    }

    @Test("Names and numbers are fixed, as quirks and rules refer to them")
    func identity() {
        #expect(Self.pointer.name == "tapinput pointer")
        #expect(Self.keyboard.name == "tapinput keyboard")
        #expect(DeviceDescription.bus == 5)  // BUS_BLUETOOTH
        #expect(DeviceDescription.vendor == 0x7461)
        #expect(DeviceDescription.version == 1)
        #expect(Self.pointer.product == 1)
        #expect(Self.keyboard.product == 2)
    }

    @Test("The pointer of the desktop profile has two axes, two wheels and three buttons")
    func pointer() {
        #expect(Self.pointer.keys == [0x110, 0x111, 0x112])
        // REL_X, REL_Y, REL_HWHEEL, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES
        #expect(Self.pointer.relativeAxes == [0x00, 0x01, 0x06, 0x08, 0x0b, 0x0c])
        #expect(!Self.pointer.repeats)
    }

    @Test("The keyboard of the desktop profile has its seven keys, and the kernel repeats them")
    func keyboard() {
        #expect(Self.keyboard.keys == [1, 103, 105, 106, 108, 114, 115])
        #expect(Self.keyboard.relativeAxes == [])
        #expect(Self.keyboard.repeats)
    }

    @Test("The keyboard of a built-in profile has no button, and no key that X11 cannot see")
    func x11() {
        for profile in Profile.builtIn {
            let keys = DeviceDescription(.keyboard, profiles: [profile]).keys
            #expect(keys.allSatisfy { (1...247).contains($0) })
        }
    }

    @Test("Without a click the pointer still has the left button, or it would be no mouse")
    func leftButton() {
        let pointer = DeviceDescription(.pointer, profiles: [Self.oneKey])
        #expect(pointer.keys == [0x110])
        #expect(pointer.relativeAxes == [0, 1])
        #expect(DeviceDescription(.keyboard, profiles: [Self.oneKey]).keys == [30])
    }

    @Test("Each key is on its own device alone")
    func ownDevice() {
        var profile = Profile.desktop
        profile.left = .key(KeyCode(rawValue: 0x116))  // BTN_BACK
        profile.pinch.index = .key(KeyCode(rawValue: 28))  // KEY_ENTER
        let pointer = DeviceDescription(.pointer, profiles: [profile])
        let keyboard = DeviceDescription(.keyboard, profiles: [profile])
        #expect(pointer.keys == [0x110, 0x111, 0x112, 0x116])
        #expect(keyboard.keys == [1, 28, 103, 106, 108, 114, 115])
    }
}
