import Gestures
import Mapping
import TestSupport
import Testing
import VirtualInput

@testable import Configuration

/// What the virtual devices can ever declare, whatever a configuration binds.
@Suite("The codes that a virtual device may have")
struct DeviceCodesTests {
    /// `BTN_LEFT` to `BTN_TASK`.
    private static let buttons: Set<UInt16> = Set(0x110...0x117)
    /// `REL_X`, `REL_Y`, `REL_HWHEEL`, `REL_WHEEL` and their high resolution.
    private static let axes: Set<UInt16> = [0x00, 0x01, 0x06, 0x08, 0x0b, 0x0c]
    /// The kernel's codes of buttons (linux/input-event-codes.h): by those a desktop would take a
    /// keyboard for a joystick, a gamepad, a tablet or a touchpad, and drop it.
    private static let buttonRanges: [ClosedRange<UInt16>] = [
        0x100...0x15f, 0x220...0x22f, 0x2c0...0x2e7,
    ]

    /// A profile in which a pinch presses a key and a drag holds it.
    private static func profile(_ key: KeyCode) -> Profile {
        var profile = Profile(name: "key")
        profile.fingers.index.pinch = .key(key)
        profile.fingers.index.drag = .keys(key)
        profile.directions.up = .wheel(.up)
        return profile
    }

    @Test("Of every name that can be bound, a device gets keys and mouse buttons, each on its own")
    func everyName() throws {
        #expect(KeyNames.all.count > 400)
        for (name, key) in KeyNames.all {
            let capabilities = Capabilities(of: [Self.profile(key)])
            let pointer = try #require(DeviceDescription(.pointer, capabilities))
            #expect(Set(pointer.relativeAxes).isSubset(of: Self.axes))
            #expect(Set(pointer.keys).isSubset(of: Self.buttons), "\(name)")
            #expect(pointer.keys.contains(0x110))
            let keyboard = DeviceDescription(.keyboard, capabilities)
            #expect((keyboard == nil) == Self.buttons.contains(key.rawValue), "\(name)")
            guard let keyboard else { continue }
            #expect(keyboard.relativeAxes == [])
            #expect(keyboard.keys == [key.rawValue], "\(name)")
            #expect(!Self.buttonRanges.contains { $0.contains(key.rawValue) }, "\(name)")
        }
    }

    @Test("Random profiles have no code besides")
    func random() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let profile = Profile.random(name: "a", others: [], using: &random)
            for device in OutputDevice.allCases {
                let capabilities = Capabilities(of: [profile])
                guard let made = DeviceDescription(device, capabilities) else { continue }
                let isPointer = device == .pointer
                #expect(Set(made.relativeAxes).isSubset(of: isPointer ? Self.axes : []))
                #expect(made.keys.allSatisfy { Self.buttons.contains($0) == isPointer })
                #expect(made.repeats == !isPointer)
            }
        }
    }
}
