import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Configuration

/// Words that stand for something else than they say, or somewhere else.
@Suite("Words that lead the wrong way")
struct WrongWayTests {
    private let desk: ConfigurationDesk

    private static let unclosed =
        "2: the string is not closed; the string before goes on from line 1, is a quote missing "
        + "there? What follows is not read"

    init() throws {
        desk = try ConfigurationDesk()
    }

    @Test(
        "Without quotes, what must stand there is told",
        arguments: [
            ("grab = no;", "\"grab\" must be true or false, not no"),
            ("merge = on;", "\"merge\" must be true or false, not on"),
            ("merge = 'true';", "\"merge\" must be true or false, not 'true'"),
            (
                "devices = none;",
                "\"devices\" must be a list ( ) of groups { } with device and profile, not none"
            ),
            ("swipes = off;", "\"swipes\" must be \"swift\" or \"web\", not off"),
            ("swipes = web;", "\"web\" is no value: a text stands in quotes"),
            ("swipes = 'web';", "texts stand in straight double quotes (\"), not 'web'"),
            ("profile = “media”;", "texts stand in straight double quotes (\"), not “media”"),
            ("profile = 'my own';", "texts stand in straight double quotes (\"), not 'my"),
            ("profiles = none;", "\"profiles\" must be a group { }, not none"),
            ("nothing = no;", "\"no\" is no value: a text stands in quotes"),
            ("'grab' = true;", "texts stand in straight double quotes (\"), not 'grab'"),
            ("profiles = { a = b; };", "\"a\" must be a group { }, not b"),
            (
                "profiles = { a = { pointer = off; }; };",
                "\"pointer\" must be a group { }, not off"
            ),
            (
                "profiles = { a = { extends = media; }; };",
                "\"media\" is no value: a text stands in quotes"
            ),
            (
                "profiles = { a = { pointer = { enabled = yes; }; }; };",
                "\"enabled\" must be true or false, not yes"
            ),
            (
                "profiles = { a = { pointer = { gain = nan; }; }; };",
                "\"gain\" must be a number, 0 to 100 counts a device unit, not nan"
            ),
            (
                "profiles = { a = { pointer = { gain = 50%; }; }; };",
                "\"gain\" must be a number, 0 to 100 counts a device unit, not 50%"
            ),
            (
                "profiles = { a = { index = { pinch = KEY_A; }; }; };",
                "\"KEY_A\" is no value: a text stands in quotes"
            ),
            (
                "profiles = { a = { pointer = { acceleration = ({ speed = slow; }); }; }; };",
                "\"slow\" is no value: a text stands in quotes"
            ),
            (
                "profiles = { a = { nobody = { enabled = no; }; }; };",
                "\"no\" is no value: a text stands in quotes"
            ),
        ])
    func withoutQuotes(text: String, expected: String) throws {
        #expect(
            try desk.mistakes(text).contains("main.conf:1: \(expected); what follows is not read"))
    }

    @Test(
        "Taps by other names",
        arguments: [
            ("pinky", "little"), ("double-index", "index-double"), ("index-index", "index-double"),
            ("ring-ring-ring", "ring-triple"), ("middle_index", "index-middle"),
            ("Thumb", "thumb"), ("index-pinky-twice", "index-little-double"),
            ("single-forefinger", "index"),
        ])
    func taps(name: String, meant: String) throws {
        try desk.check(
            "profiles = { a = { taps = { \(name) = \"KEY_A\"; }; }; };",
            ["1: unknown setting \"\(name)\", did you mean \"\(meant)\"? In taps \(TapNames.rule)"])
    }

    @Test(
        "Taps that are none",
        arguments: ["fist", "index-index-index-index", "double", "four-times"])
    func noTaps(name: String) throws {
        try desk.check(
            "profiles = { a = { taps = { \(name) = \"KEY_A\"; }; }; };",
            ["1: unknown setting \"\(name)\" in \"taps\": \(TapNames.rule)"])
    }

    @Test(
        "A setting that stands outside of its group",
        arguments: [
            ("gain = 1;", "\"gain\" belongs into \"pointer\" of a profile"),
            (
                "profiles = { a = { gain = 1; }; };",
                "\"gain\" belongs into \"pointer\" of a profile"
            ),
            ("pinch = 1;", "\"pinch\" belongs into a finger of a profile, such as \"index\""),
            ("thumb = 1;", "\"thumb\" belongs into \"taps\" of a profile"),
        ])
    func outside(text: String, expected: String) throws {
        try desk.check(text, ["1: \(expected)"])
    }

    @Test("A finger by another name")
    func finger() throws {
        try desk.check(
            "profiles = { a = { pinky = { pinch = \"KEY_A\"; }; }; };",
            ["1: unknown setting \"pinky\", did you mean \"little\"?"])
    }

    @Test(
        "What stands outside of its group",
        arguments: [
            (
                "index = { pinch = \"KEY_A\"; };",
                "\"index\" belongs into a profile: profiles = { desktop = { index = { … }; }; };"
            ),
            (
                "extends = \"media\";",
                "\"extends\" belongs into a profile: profiles = { desktop = { extends = …; }; };"
            ),
            (
                "desktop = {};",
                "the profile \"desktop\" belongs into profiles: profiles = { desktop = { … }; };"
            ),
            (
                "mine = { fist = {}; };",
                "the profile \"mine\" belongs into profiles: profiles = { mine = { … }; };"
            ),
        ])
    func misplaced(text: String, expected: String) throws {
        try desk.check(text, ["1: \(expected)"])
    }

    @Test(
        "A text that has lost its quote is not read: its mistake of form comes alone",
        arguments: [
            (
                "profiles = { a = { index = { pinch = \"KEY_A;\nhold = \"drag\"; }; }; };",
                Self.unclosed
            ),
            (
                "swipes = \"web;\nprofile = \"media\";",
                Self.unclosed
            ),
            (
                "cycle = (\"media,\n\"desktop\");",
                "2: expected \",\" or \")\" before \"desktop\"; the string before goes on from line "
                    + "1, is a quote missing there? What follows is not read"
            ),
            (
                "profiles = { a = { fist = { begin = (\"KEY_A,\n\"KEY_B\"); }; }; };",
                "2: expected \",\" or \")\" before \"KEY_B\"; the string before goes on from line "
                    + "1, is a quote missing there? What follows is not read"
            ),
        ])
    func openText(text: String, expected: String) throws {
        try desk.check(text, [expected])
    }

    @Test("A whole text over two lines is told as it is")
    func longText() throws {
        try desk.check(
            "swipes = \"w\neb\";",
            ["1: \"swipes\" must be \"swift\" or \"web\", not \"w\neb\", did you mean \"web\"?"])
    }

    @Test("A link that leads nowhere is there, and says where it leads")
    func link() throws {
        let path = desk.folder.file("link.conf")
        #expect(symlink("away/tapinput.conf", path) == 0)
        #expect(Configuration.exists(path))
        #expect(!Configuration.exists(desk.folder.file("none.conf")))
        let loaded = Configuration.load(path: path)
        #expect(loaded.configuration == nil)
        #expect(loaded.failure?.code == ENOENT)
        #expect(
            desk.words(of: loaded) == [
                "link.conf: it is a symbolic link to away/tapinput.conf, and nothing is there"
            ])
    }
}
