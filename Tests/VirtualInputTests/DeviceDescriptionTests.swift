import Gestures
import Mapping
import Testing
import VirtualInput

@Suite("What the virtual devices tell the kernel")
struct DeviceDescriptionTests {
    /// The description of a device for a profile.
    private static func description(
        _ device: OutputDevice, _ profile: Profile = .desktop
    ) throws -> DeviceDescription {
        try #require(DeviceDescription(device, Capabilities(of: [profile])))
    }

    /// A profile of key 30 (`KEY_A`) alone, which neither scrolls nor clicks.
    private static var oneKey: Profile {
        let key = KeyCode(rawValue: 30)
        var profile = Profile(name: "key")
        profile.directions.left = .key(key)
        profile.fingers.index.pinch = .key(key)
        profile.fingers.index.drag = .pointer(gainScale: 1)
        profile.fingers.index.rotate = RotateAction(
            positive: .key(key), negative: .key(key), degrees: 10)
        return profile
    }

    @Test("Names and numbers are fixed, as quirks and rules refer to them")
    func identity() throws {
        let (pointer, keyboard) = (
            try Self.description(.pointer), try Self.description(.keyboard)
        )
        #expect(pointer.name == "tapinput pointer")
        #expect(keyboard.name == "tapinput keyboard")
        #expect([pointer.bus, keyboard.bus] == [5, 5])  // BUS_BLUETOOTH
        #expect(DeviceDescription.vendor == 0x7461)
        #expect(DeviceDescription.version == 1)
        #expect(pointer.product == 1)
        #expect(keyboard.product == 2)
    }

    @Test("The pointer of the desktop profile has two axes, two wheels and three buttons")
    func pointer() throws {
        let pointer = try Self.description(.pointer)
        #expect(pointer.keys == [0x110, 0x111, 0x112])
        // REL_X, REL_Y, REL_HWHEEL, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES
        #expect(pointer.relativeAxes == [0x00, 0x01, 0x06, 0x08, 0x0b, 0x0c])
        #expect(!pointer.repeats)
    }

    @Test("The keyboard of the desktop profile has its seven keys, and the kernel repeats them")
    func keyboard() throws {
        let keyboard = try Self.description(.keyboard)
        #expect(keyboard.keys == [1, 103, 105, 106, 108, 114, 115])
        #expect(keyboard.relativeAxes == [])
        #expect(keyboard.repeats)
    }

    @Test("The keyboard of a built-in profile has no button, and no key that X11 cannot see")
    func x11() throws {
        for profile in Profile.builtIn {
            let keys = try Self.description(.keyboard, profile).keys
            #expect(keys.allSatisfy { (1...247).contains($0) })
        }
    }

    @Test("Without a click the pointer still has the left button, or it would be no mouse")
    func leftButton() throws {
        let pointer = try Self.description(.pointer, Self.oneKey)
        #expect(pointer.keys == [0x110])
        #expect(pointer.relativeAxes == [0, 1])
        #expect(try Self.description(.keyboard, Self.oneKey).keys == [30])
    }

    @Test("Each key is on its own device alone")
    func ownDevice() throws {
        var profile = Profile.desktop
        profile.directions.left = .key(KeyCode(rawValue: 0x116))  // BTN_BACK
        profile.fingers.index.pinch = .key(KeyCode(rawValue: 28))  // KEY_ENTER
        let pointer = try Self.description(.pointer, profile)
        let keyboard = try Self.description(.keyboard, profile)
        #expect(pointer.keys == [0x110, 0x111, 0x112, 0x116])
        #expect(keyboard.keys == [1, 28, 103, 106, 108, 114, 115])
    }

    @Test("A device that need not send anything is not there")
    func nothing() throws {
        var profile = Profile(name: "still")
        profile.pointer.isEnabled = false
        for device in OutputDevice.allCases {
            #expect(DeviceDescription(device, Capabilities(of: [profile])) == nil)
        }
        profile.directions.up = .wheel(.up)
        let wheels = try Self.description(.pointer, profile)
        #expect(wheels.relativeAxes == [0x00, 0x01, 0x06, 0x08, 0x0b, 0x0c])
        #expect(DeviceDescription(.keyboard, Capabilities(of: [profile])) == nil)
        // The media centre and the kiosk need no pointer, not even as something that rests.
        for profile in [Profile.media, .kiosk] {
            #expect(DeviceDescription(.pointer, Capabilities(of: [profile])) == nil)
        }
    }

    @Test("Without high resolution a device has the plain wheels alone")
    func plainWheels() throws {
        var profile = Profile.desktop
        profile.scrollsInHighResolution = false
        #expect(
            try Self.description(.pointer, profile).relativeAxes == [0x00, 0x01, 0x06, 0x08])
    }

    @Test("Another bus type can be told, and nothing else changes")
    func bus() throws {
        let capabilities = Capabilities(of: [.desktop])
        for bus in [DeviceBus.usb, .virtual] {
            let device = try #require(DeviceDescription(.pointer, capabilities, bus: bus))
            #expect(device.bus == bus.number)
            #expect(device.keys == (try Self.description(.pointer)).keys)
        }
        #expect([DeviceBus.usb, .virtual].map(\.number) == [3, 6])  // BUS_USB, BUS_VIRTUAL
    }
}
