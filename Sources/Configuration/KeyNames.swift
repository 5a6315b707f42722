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

    private static let known = Set(all.map(\.name))

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
            throw ActionProblem.wrong("\(name) is a limit of the kernel's table and no key")
        }
        let number = libevdev_event_code_from_name(UInt32(EV_KEY), name)
        guard let code = UInt16(exactly: number) else { throw ActionProblem.unknown(name) }
        guard code > 0 else { throw ActionProblem.wrong("\(name) is reserved and no key") }
        guard isAllowed(name, code) else {
            throw ActionProblem.wrong(
                "\(name) is no mouse button: of the names that begin with BTN_ those from BTN_LEFT "
                    + "to BTN_TASK can be bound")
        }
        return KeyCode(rawValue: code)
    }

    private static func isAllowed(_ name: String, _ code: UInt16) -> Bool {
        name.hasPrefix("KEY_") || buttons.contains(code)
    }

    /// The name that a word of other systems means, or one whose prefix or capitals are missing, or
    /// nil.
    static func named(_ word: String) -> String? {
        let upper = word.uppercased()
        func isMark(_ letter: Character) -> Bool { letter == "_" || letter == "-" || letter == " " }
        if let name = KeySynonyms.names[part(of: upper).filter { !isMark($0) }] { return name }
        // Another mark than "_", or none, may stand after the prefix.
        let isPrefixed = prefixes.contains { upper.hasPrefix($0.dropLast()) }
        let rest = isPrefixed ? upper.dropFirst(3).drop(while: isMark) : upper[...]
        return ([upper] + prefixes.map { $0 + rest }).first { known.contains($0) }
    }

    /// The name that a misspelt one is likeliest meant to be, by the letters after its prefix, or nil.
    static func nearest(to word: String, _ speller: inout Speller) -> String? {
        let upper = word.uppercased()
        let prefix = prefixes.first { upper.hasPrefix($0) } ?? prefixes[0]
        let names = all.map(\.name)
        // Of two that are as near, the one that has the prefix is meant.
        let sorted = names.filter { $0.hasPrefix(prefix) } + names.filter { !$0.hasPrefix(prefix) }
        let near = speller.nearest(to: part(of: upper), among: sorted.lazy.map(part))
        return near.flatMap { near in sorted.first { part(of: $0) == near } }
    }

    private static let prefixes = ["KEY_", "BTN_"]

    /// What follows the prefix of a name; the whole name where it has none.
    private static func part(of name: String) -> String {
        prefixes.first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
    }
}
