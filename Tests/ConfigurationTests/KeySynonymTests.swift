import Testing

@testable import Configuration

@Suite("Names of keys that the kernel does not have")
struct KeySynonymTests {
    private let desk: ConfigurationDesk

    init() throws {
        desk = try ConfigurationDesk()
    }

    @Test("Every synonym stands for a key that libevdev knows and that can be bound")
    func known() {
        for (synonym, name) in KeySynonyms.names {
            #expect(throws: Never.self, "\(name)") { try KeyNames.key(name) }
            #expect(synonym == synonym.uppercased())
            #expect(!synonym.hasPrefix("KEY_") && !synonym.hasPrefix("BTN_"))
            #expect(KeyNames.named(synonym) == name)
            #expect(KeyNames.named("key_\(synonym.lowercased())") == name)
        }
    }

    @Test(
        "The key that is meant is told",
        arguments: [
            ("KEY_RETURN", "KEY_ENTER"), ("Return", "KEY_ENTER"), ("KEY_ESCAPE", "KEY_ESC"),
            ("Escape", "KEY_ESC"), ("KEY_CTRL", "KEY_LEFTCTRL"), ("ctrl", "KEY_LEFTCTRL"),
            ("KEY_CONTROL", "KEY_LEFTCTRL"), ("KEY_ALT", "KEY_LEFTALT"),
            ("KEY_ALTGR", "KEY_RIGHTALT"), ("KEY_SHIFT", "KEY_LEFTSHIFT"),
            ("KEY_SUPER", "KEY_LEFTMETA"), ("KEY_META", "KEY_LEFTMETA"),
            ("KEY_WIN", "KEY_LEFTMETA"), ("KEY_DEL", "KEY_DELETE"), ("KEY_INS", "KEY_INSERT"),
            ("KEY_PGUP", "KEY_PAGEUP"), ("KEY_PERIOD", "KEY_DOT"),
            ("KEY_PREV", "KEY_PREVIOUSSONG"), ("LeftButton", "BTN_LEFT"), ("BTN_RMB", "BTN_RIGHT"),
            ("KEY_MIDDLE", "BTN_MIDDLE"), ("KEY A", "KEY_A"), ("key-enter", "KEY_ENTER"),
            ("KEYTAB", "KEY_TAB"), ("left click", "BTN_LEFT"), ("KEY_LEFT_CTRL", "KEY_LEFTCTRL"),
            ("BTN_LFET", "BTN_LEFT"), ("KEY_LFET", "KEY_LEFT"),
            ("volumeupp", "KEY_VOLUMEUP"), ("KEY_VOLUMUP", "KEY_VOLUMEUP"), ("a", "KEY_A"),
        ])
    func meant(word: String, name: String) throws {
        try desk.check(
            "profiles = { mine = { fist = { begin = \"\(word)\"; }; }; };",
            ["1: unknown key \"\(word)\", did you mean \"\(name)\"?"])
    }

    @Test(
        "A word that is like none is told without one",
        arguments: ["KEY_FOO", "KEY_QQ", "BTN_FOO", "foo", "KEY_", "KEY_XYZZY"])
    func like(word: String) throws {
        try desk.check(
            "profiles = { mine = { fist = { begin = \"\(word)\"; }; }; };",
            [
                "1: unknown key \"\(word)\": keys have the kernel's names, such as KEY_A or BTN_LEFT"
            ])
    }

    @Test("Of a short word there is no near one; capitals do not count")
    func short() {
        #expect(nearestWord(to: "q", among: ["zz", "z"]) == nil)
        #expect(nearestWord(to: "MINE", among: ["nine", "mine"]) == "mine")
        #expect(nearestWord(to: "rply", among: ["apply", "replay"]) == "replay")
        #expect(nearestWord(to: "abcd", among: ["abdce"]) == nil)
    }

    @Test(
        "What moves in a drag",
        arguments: [
            ("scroll-up", "unknown drag \"scroll-up\", did you mean \"scroll\"?"),
            ("Scroll", "unknown drag \"Scroll\", did you mean \"scroll\"?"),
            ("ponter", "unknown drag \"ponter\", did you mean \"pointer\"?"),
            ("ctrl", "unknown key \"ctrl\", did you mean \"KEY_LEFTCTRL\"?"),
            ("KEY_A+scroll-up", "\"scroll-up\" is no key"),
            ("KEY_A+KEY_CTRL", "unknown key \"KEY_CTRL\", did you mean \"KEY_LEFTCTRL\"?"),
        ])
    func drag(text: String, expected: String) throws {
        try desk.check(
            "profiles = { mine = { index = { drag = \"\(text)\"; }; }; };", ["1: \(expected)"])
    }
}
