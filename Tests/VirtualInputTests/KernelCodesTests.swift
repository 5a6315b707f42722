import CLibevdev
import Gestures
import Mapping
import Testing
import VirtualInput

@Suite("The kernel's numbers and names")
struct KernelCodesTests {
    @Test("Event types are the kernel's")
    func types() {
        #expect(Int32(EventType.syn) == EV_SYN)
        #expect(Int32(EventType.key) == EV_KEY)
        #expect(Int32(EventType.rel) == EV_REL)
    }

    @Test("Bus types are the kernel's")
    func buses() {
        #expect(Int32(DeviceBus.bluetooth.number) == BUS_BLUETOOTH)
        #expect(Int32(DeviceBus.virtual.number) == BUS_VIRTUAL)
        #expect(Int32(DeviceBus.usb.number) == BUS_USB)
    }

    @Test("Axes are the kernel's")
    func axes() {
        #expect(Int32(RelativeAxis.x) == REL_X)
        #expect(Int32(RelativeAxis.y) == REL_Y)
        #expect(Int32(RelativeAxis.hwheel) == REL_HWHEEL)
        #expect(Int32(RelativeAxis.wheel) == REL_WHEEL)
        #expect(Int32(RelativeAxis.wheelHiRes) == REL_WHEEL_HI_RES)
        #expect(Int32(RelativeAxis.hwheelHiRes) == REL_HWHEEL_HI_RES)
    }

    @Test("Keys and buttons are the kernel's")
    func keys() {
        #expect(Int32(KeyCode.escape.rawValue) == KEY_ESC)
        #expect(Int32(KeyCode.tab.rawValue) == KEY_TAB)
        #expect(Int32(KeyCode.enter.rawValue) == KEY_ENTER)
        #expect(Int32(KeyCode.leftShift.rawValue) == KEY_LEFTSHIFT)
        #expect(Int32(KeyCode.space.rawValue) == KEY_SPACE)
        #expect(Int32(KeyCode.pageUp.rawValue) == KEY_PAGEUP)
        #expect(Int32(KeyCode.pageDown.rawValue) == KEY_PAGEDOWN)
        #expect(Int32(KeyCode.compose.rawValue) == KEY_COMPOSE)
        #expect(Int32(KeyCode.back.rawValue) == KEY_BACK)
        #expect(Int32(KeyCode.playPause.rawValue) == KEY_PLAYPAUSE)
        #expect(Int32(KeyCode.up.rawValue) == KEY_UP)
        #expect(Int32(KeyCode.left.rawValue) == KEY_LEFT)
        #expect(Int32(KeyCode.right.rawValue) == KEY_RIGHT)
        #expect(Int32(KeyCode.down.rawValue) == KEY_DOWN)
        #expect(Int32(KeyCode.volumeDown.rawValue) == KEY_VOLUMEDOWN)
        #expect(Int32(KeyCode.volumeUp.rawValue) == KEY_VOLUMEUP)
        #expect(Int32(KeyCode.leftButton.rawValue) == BTN_LEFT)
        #expect(Int32(KeyCode.rightButton.rawValue) == BTN_RIGHT)
        #expect(Int32(KeyCode.middleButton.rawValue) == BTN_MIDDLE)
    }

    @Test("The pointer's buttons are the kernel's range of mouse buttons")
    func buttons() {
        for code in BTN_MOUSE..<BTN_JOYSTICK {
            #expect(KeyCode(rawValue: UInt16(code)).device == .pointer)
        }
        #expect(KeyCode(rawValue: UInt16(BTN_MOUSE - 1)).device == .keyboard)
        #expect(KeyCode(rawValue: UInt16(BTN_JOYSTICK)).device == .keyboard)
    }

    @Test(
        "libevdev gives each name of the text output the number that is sent",
        arguments: [
            ("EV_REL", "REL_X", RelativeAxis.x), ("EV_REL", "REL_Y", RelativeAxis.y),
            ("EV_REL", "REL_WHEEL", RelativeAxis.wheel),
            ("EV_REL", "REL_HWHEEL", RelativeAxis.hwheel),
            ("EV_REL", "REL_WHEEL_HI_RES", RelativeAxis.wheelHiRes),
            ("EV_REL", "REL_HWHEEL_HI_RES", RelativeAxis.hwheelHiRes),
            ("EV_KEY", "KEY_ESC", KeyCode.escape.rawValue),
            ("EV_KEY", "KEY_UP", KeyCode.up.rawValue),
            ("EV_KEY", "KEY_LEFT", KeyCode.left.rawValue),
            ("EV_KEY", "KEY_RIGHT", KeyCode.right.rawValue),
            ("EV_KEY", "KEY_DOWN", KeyCode.down.rawValue),
            ("EV_KEY", "KEY_VOLUMEDOWN", KeyCode.volumeDown.rawValue),
            ("EV_KEY", "KEY_VOLUMEUP", KeyCode.volumeUp.rawValue),
            ("EV_KEY", "BTN_LEFT", KeyCode.leftButton.rawValue),
            ("EV_KEY", "BTN_RIGHT", KeyCode.rightButton.rawValue),
            ("EV_KEY", "BTN_MIDDLE", KeyCode.middleButton.rawValue),
            ("EV_SYN", "SYN_REPORT", 0),
        ])
    func names(type: String, name: String, code: UInt16) {
        let typeNumber = libevdev_event_type_from_name(type)
        #expect(typeNumber >= 0)
        #expect(
            libevdev_event_code_from_name(UInt32(bitPattern: typeNumber), name) == Int32(code))
        let event = InputEvent(
            time: .zero, device: .pointer, type: UInt16(truncatingIfNeeded: typeNumber),
            code: code, value: 1)
        #expect(event.text == "0.000000 pointer \(type) \(name) 1")
    }
}

@Suite("The text of an input event")
struct EventTextTests {
    private static func text(_ nanoseconds: Int64) -> String {
        Timestamp(nanoseconds: nanoseconds).text
    }

    @Test("Seconds have six decimals")
    func seconds() {
        #expect(Self.text(0) == "0.000000")
        #expect(Self.text(1000) == "0.000001")
        #expect(Self.text(34_500_000) == "0.034500")
        #expect(Self.text(999_999_000) == "0.999999")
        #expect(Self.text(1_000_000_000) == "1.000000")
        #expect(Self.text(12_034_500_000) == "12.034500")
        #expect(Self.text(1_000_000_000_000_000_000) == "1000000000.000000")
        #expect(Self.text(499) == "0.000000")
        #expect(Self.text(500) == "0.000001")
        #expect(Self.text(999_999_500) == "1.000000")
        #expect(Self.text(.max) == "9223372036.854776")
    }

    @Test("An event is its time, its device, its type and code by name, and its value")
    func event() {
        let wheel = InputEvent(
            time: Timestamp(nanoseconds: 1_250_000_000), device: .pointer, type: 2, code: 0x0b,
            value: -120)
        #expect(wheel.text == "1.250000 pointer EV_REL REL_WHEEL_HI_RES -120")
        let key = InputEvent(time: .zero, device: .keyboard, type: 1, code: 105, value: 1)
        #expect(key.text == "0.000000 keyboard EV_KEY KEY_LEFT 1")
        let end = InputEvent(time: .zero, device: .keyboard, type: 0, code: 0, value: 0)
        #expect(end.text == "0.000000 keyboard EV_SYN SYN_REPORT 0")
    }

    @Test("What libevdev has no name for is told by its number")
    func unnamed() {
        let code = InputEvent(time: .zero, device: .pointer, type: 2, code: 0x0e, value: 1)
        #expect(code.text == "0.000000 pointer EV_REL 14 1")
        let type = InputEvent(time: .zero, device: .pointer, type: 0x1e, code: 3, value: 1)
        #expect(type.text == "0.000000 pointer 30 3 1")
    }
}
