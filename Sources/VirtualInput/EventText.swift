internal import CLibevdev
public import Gestures
public import Mapping

extension Timestamp {
    /// Seconds with six decimals, as the text output has them: `12.034500`.
    public var text: String {
        let microseconds = nanoseconds / 1000 + (nanoseconds % 1000 >= 500 ? 1 : 0)
        let fraction = String((microseconds % 1_000_000).magnitude)
        return "\(microseconds / 1_000_000)."
            + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

extension InputEvent {
    /// The event as a line of the text output, with the kernel's names as libevdev spells them.
    public var text: String {
        "\(time.text) \(device.rawValue) \(typeName) \(codeName) \(value)"
    }

    private var typeName: String {
        Self.name(libevdev_event_type_get_name(UInt32(type)), type)
    }

    private var codeName: String {
        Self.name(libevdev_event_code_get_name(UInt32(type), UInt32(code)), code)
    }

    private static func name(_ known: UnsafePointer<CChar>?, _ number: UInt16) -> String {
        known.map { String(cString: $0) } ?? String(number)
    }
}
