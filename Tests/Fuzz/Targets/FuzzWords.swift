import TapProtocol

extension FuzzTarget {
    /// The interfaces of objects that the driver looks at.
    static let interfaces = [
        "org.bluez.Adapter1", "org.bluez.Device1", "org.bluez.GattService1",
        "org.bluez.GattCharacteristic1", "org.bluez.Battery1", "io.github.tapinput",
        "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager",
    ]

    /// Words that mean something in one of the targets: a fuzzer need not find them letter by letter.
    package static let words =
        interfaces + busWords + captureWords + configurationWords + [
            TapUUID.tapService, TapUUID.v2Read, TapUUID.v2Write, TapUUID.v1TapData,
        ]

    private static let busWords = [
        "Powered", "Adapter", "Address", "Alias", "UUIDs", "Paired", "Bonded", "Connected",
        "ServicesResolved", "RSSI", "Percentage", "UUID", "Device", "Service", "Value", "Active",
        "Class", "State", "user", "greeter", "closing", "seat0", "Name", "Connection", "Profile",
        "Mode", "Held", "Hidden", "Paused", "Tapping", "Protocol", "Battery",
        "A0:B1:C2:D3:E4:F5", "/org/bluez/hci0", "/org/bluez/hci0/dev_A0",
        "/org/bluez/hci0/dev_A0/service0010", "PropertiesChanged", "InterfacesAdded",
        "InterfacesRemoved", "GetAll", "SetProfile", "Vibrate", "Introspect",
        "/io/github/tapinput",
    ]
    private static let captureWords = [
        "tapcap 1", "device v1 Tap", "device v2 Tap", "n 0.1 c3ff000e ", "n 0.2 c3ff000a ",
        "g 1 ", "m 1 ", "c 999999999", "x 1", "motion ", "dpad ", "input ", "packet ", "dropped ",
    ]
    private static let configurationWords = [
        "@include \"a\"", "profiles", "profile", "devices", "extends", "directions", "pointer",
        "double_pinch", "rotate_positive", "rotate_degrees", "drag_units", "repeat_rate",
        "scroll-up 3",
        "KEY_A", "BTN_LEFT", "next-profile", "pause", "clutch", "switch-model", "none", "button",
        "desktop", "pinch", "hold", "drag", "rotate", "taps", "fist", "timing", "scroll", "ms",
        "\"double\"", "0x7fffffff", "1e308", "swipe", "repeat",
    ]
}
