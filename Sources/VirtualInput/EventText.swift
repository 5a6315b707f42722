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
    public var text: String { "\(time.text) \(words)" }

    /// The same without its time: `pointer EV_KEY BTN_LEFT 1`.
    public var words: String { "\(device.rawValue) \(typeName) \(codeName) \(value)" }

    private var typeName: String {
        Self.name(libevdev_event_type_get_name(UInt32(type)), type)
    }

    /// The kernel's name of the code, or its number where it has none.
    public var codeName: String {
        Self.name(libevdev_event_code_get_name(UInt32(type), UInt32(code)), code)
    }

    private static func name(_ known: UnsafePointer<CChar>?, _ number: UInt16) -> String {
        known.map { String(cString: $0) } ?? String(number)
    }

    /// The event at a time that `words` writes as these words, or nil where there is none.
    ///
    /// A name or a number may be written in another way than `words` does it: whoever wants none of
    /// that compares the two. Wraps `libevdev_event_code_from_name(3)`.
    public init?(words: [Substring], at time: Timestamp) {
        guard words.count == 4, let device = OutputDevice(rawValue: String(words[0])),
            let type = Self.number(words[1], libevdev_event_type_from_name),
            let code = Self.number(
                words[2], { libevdev_event_code_from_name(UInt32(type), $0) }),
            let value = Int32(words[3])
        else { return nil }
        self.init(time: time, device: device, type: type, code: code, value: value)
    }

    private static func number(
        _ word: Substring, _ known: (UnsafePointer<CChar>) -> Int32
    ) -> UInt16? {
        UInt16(word) ?? UInt16(exactly: String(word).withCString(known))
    }
}

extension Timestamp {
    /// The moment that `text` writes so, or nil where there is none or it is before the clock's start.
    public init?(text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // Some thirty years of seconds.
        guard parts.count == 2, parts[1].utf8.count == 6, parts[0].utf8.count <= 9,
            !text.hasPrefix("-"),
            let microseconds = DecimalText.parts(text, decimals: 6)
        else { return nil }
        self.init(nanoseconds: microseconds * 1000)
    }
}
