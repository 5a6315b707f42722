internal import CLibevdev
internal import Mapping

/// The kernel's names of keys and buttons, as libevdev knows them.
enum KeyNames {
    /// The mouse buttons: `BTN_LEFT` to `BTN_TASK`.
    static let buttons: ClosedRange<UInt16> = 0x110...0x117
    /// The highest code that X11 can see: it adds 8, and has no more than 255.
    static let highestOfX11: UInt16 = 247

    /// Every name that can be bound, in the order of the codes.
    static let all: [(name: String, key: KeyCode)] = (1..<UInt16(KEY_MAX)).compactMap { code in
        let key = KeyCode(rawValue: code)
        guard let name = name(of: key), isAllowed(name, code) else { return nil }
        return (name, key)
    }

    /// The kernel's name of a key, or nil where it has none.
    ///
    /// Wraps `libevdev_event_code_get_name(3)`.
    static func name(of key: KeyCode) -> String? {
        libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(key.rawValue)).map {
            String(cString: $0)
        }
    }

    /// The key of a name that can be bound; throws why there is none.
    ///
    /// Wraps `libevdev_event_code_from_name(3)`.
    static func key(_ name: String) throws(ActionProblem) -> KeyCode {
        if name == "KEY_MAX" || name == "KEY_CNT" || name == "KEY_MIN_INTERESTING" {
            throw ActionProblem("\(name) is a limit of the kernel's table and no key")
        }
        let number = libevdev_event_code_from_name(UInt32(EV_KEY), name)
        guard let code = UInt16(exactly: number) else { throw unknown(name) }
        guard code > 0 else { throw ActionProblem("\(name) is reserved and no key") }
        guard isAllowed(name, code) else {
            throw ActionProblem(
                "\(name) is no mouse button: of the names that begin with BTN_ those from BTN_LEFT "
                    + "to BTN_TASK can be bound")
        }
        return KeyCode(rawValue: code)
    }

    private static func isAllowed(_ name: String, _ code: UInt16) -> Bool {
        name.hasPrefix("KEY_") || buttons.contains(code)
    }

    private static func unknown(_ name: String) -> ActionProblem {
        if let near = nearest(to: name) {
            return ActionProblem("unknown key \"\(name)\", did you mean \"\(near)\"?")
        }
        return ActionProblem(
            "unknown key \"\(name)\": keys have the kernel's names, such as KEY_A or BTN_LEFT")
    }

    /// The name that a misspelt one is likeliest meant to be.
    private static func nearest(to name: String) -> String? {
        // Nobody misspells a name of this length; looking for it takes its time.
        guard name.utf8.count <= 64 else { return nil }
        return named(name) ?? nearestWord(to: name.uppercased(), among: all.lazy.map(\.name))
    }

    /// The name that a word means if only its prefix or its capitals are missing, or nil.
    static func named(_ word: String) -> String? {
        let upper = word.uppercased()
        let names = [upper, "KEY_" + upper, "BTN_" + upper]
        return names.first { name in all.contains { $0.name == name } }
    }
}
