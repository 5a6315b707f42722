import Mapping
import TestSupport
import Testing

@testable import Configuration

@Suite("Mistakes in a configuration")
struct MistakeTests {
    private let desk: ConfigurationDesk

    init() throws {
        desk = try ConfigurationDesk()
    }

    @Test(
        "outside of profiles",
        arguments: [
            ("profil = \"media\";", ["1: unknown setting \"profil\", did you mean \"profile\"?"]),
            (
                "\ntemperature = 1;",
                [
                    "2: unknown setting \"temperature\" in the file: it has profile, cycle, merge, "
                        + "grab, vibrate, swipes, bus, devices, profiles"
                ]
            ),
            (
                "profile = media;",
                ["1: \"media\" is no value: a text stands in quotes; what follows is not read"]
            ),
            ("profile = \"medai\";", ["1: unknown profile \"medai\", did you mean \"media\"?"]),
            (
                "profile = \"qqqqqqqq\";",
                [
                    "1: unknown profile \"qqqqqqqq\", available: desktop, media, kiosk, tapping"
                ]
            ),
            (
                "profile = 5;",
                ["1: \"profile\" must be the name of a profile in quotes, not the whole number 5"]
            ),
            ("profile = \"\";", ["1: \"profile\" is empty"]),
            (
                "profile = \"none\";",
                ["1: unknown profile \"none\", available: desktop, media, kiosk, tapping"]
            ),
            (
                "cycle = [\"desktop\",\n \"medai\",\n \"desktop\"];",
                [
                    "2: unknown profile \"medai\", did you mean \"media\"?",
                    "3: \"desktop\" is in \"cycle\" twice, first at line 1",
                ]
            ),
            (
                "cycle = \"desktop\";",
                ["1: \"cycle\" must be a list of names of profiles, not the text \"desktop\""]
            ),
            (
                "cycle = (\"desktop\",\n 1);",
                ["2: \"cycle\" must be a list of names of profiles, not of the whole number 1"]
            ),
            ("merge = 1;", ["1: \"merge\" must be true or false, not the whole number 1"]),
            ("merge = \"yes\";", ["1: \"merge\" must be true or false, not the text \"yes\""]),
            ("grab = 1.5;", ["1: \"grab\" must be true or false, not the number 1.5"]),
            ("grab = {};", ["1: \"grab\" must be true or false, not a group { }"]),
            ("grab = ();", ["1: \"grab\" must be true or false, not a list ( )"]),
            ("grab = [];", ["1: \"grab\" must be true or false, not an array [ ]"]),
            (
                "swipes = \"wep\";",
                ["1: \"swipes\" must be \"swift\" or \"web\", not \"wep\", did you mean \"web\"?"]
            ),
            (
                "bus = \"firewire\";",
                ["1: \"bus\" must be \"bluetooth\", \"virtual\" or \"usb\", not \"firewire\""]
            ),
            ("bus = true;", ["1: \"bus\" must be \"bluetooth\", \"virtual\" or \"usb\", not true"]),
            (
                "devices = {};",
                [
                    "1: \"devices\" must be a list ( ) of groups { } with device and profile, not a group { }"
                ]
            ),
            ("devices = (\n1);", ["2: a group { } must stand here, not the whole number 1"]),
            ("devices = (\n{ device = \"A\"; });", ["2: \"profile\" is missing in this group"]),
            (
                "devices = ({ devise = \"A\"; profile = \"media\"; });",
                ["1: unknown setting \"devise\", did you mean \"device\"?"]
            ),
            (
                "devices = ({ device = \"A\";\n profile = \"medai\"; });",
                ["2: unknown profile \"medai\", did you mean \"media\"?"]
            ),
            ("devices = ({ device = \"\"; profile = \"media\"; });", ["1: \"device\" is empty"]),
            (
                "devices = ({ device = \"A\"; profile = \"media\"; },\n"
                    + "{ device = \"a\"; profile = \"media\"; },\n"
                    + "{ device = \"A\"; profile = \"desktop\"; });",
                ["3: \"A\" has a profile already, at line 1"]
            ),
            (
                "devices = ({ device = \"a0:b1:c2:d3:e4:f5\"; profile = \"media\"; },\n"
                    + "{ device = \"A0:B1:C2:D3:E4:F5\"; profile = \"media\"; });",
                ["2: \"A0:B1:C2:D3:E4:F5\" has a profile already, at line 1"]
            ),
            (
                "profile = \"media\";\nprofile = \"kiosk\";\nmerge = 1;",
                [
                    "2: \"profile\" is set twice, first at line 1",
                    "3: \"merge\" must be true or false, not the whole number 1",
                ]
            ),
            ("profiles = ();", ["1: \"profiles\" must be a group { }, not a list ( )"]),
        ] as [(String, [String])])
    func top(text: String, expected: [String]) throws {
        try desk.check(text, expected)
    }

    @Test(
        "between profiles",
        arguments: [
            ("none = {};", ["1: \"none\" cannot be the name of a profile"]),
            ("desktop = 5;", ["1: \"desktop\" must be a group { }, not the whole number 5"]),
            (
                "a = { extends = \"desktpo\"; };",
                ["1: unknown profile \"desktpo\", did you mean \"desktop\"?"]
            ),
            (
                "a = { extends = \"qqqqqqqq\"; }; b = { extends = \"a\"; };",
                [
                    "1: unknown profile \"qqqqqqqq\", available: desktop, media, kiosk, tapping, a, b, none"
                ]
            ),
            ("a = { extends = \"a\"; };", ["1: \"a\" extends itself"]),
            ("desktop = {\nextends = \"desktop\"; };", ["2: \"desktop\" extends itself"]),
            (
                "a = {\nextends = \"b\"; };\nb = { extends = \"c\"; };\nc = { extends = \"b\"; };",
                ["3: profiles extend each other in a loop: \"b\", \"c\", \"b\""]
            ),
            (
                "a = {};\ndesktop = { extends = \"a\"; };",
                ["2: profiles extend each other in a loop: \"a\", \"desktop\", \"a\""]
            ),
            (
                "a = {\npoiner = {}; };",
                ["2: unknown setting \"poiner\", did you mean \"pointer\"?"]
            ),
            (
                "a = { pointer = 5; };",
                ["1: \"pointer\" must be a group { }, not the whole number 5"]
            ),
            (
                "a = { extends = true; };",
                ["1: \"extends\" must be the name of a profile in quotes, not true"]
            ),
            (
                "\(String(repeating: "a", count: 65)) = {};",
                ["1: the name of a profile has at most 64 letters, not 65"]
            ),
            ("a = {}; b = {};\na = {};", ["2: \"a\" is set twice, first at line 1"]),
            (
                "a = { fist = { begin = \"profile medai\"; }; };",
                ["1: unknown profile \"medai\", did you mean \"media\"?"]
            ),
        ] as [(String, [String])])
    func profiles(text: String, expected: [String]) throws {
        try desk.check("profiles = {\(text) };", expected)
    }

    @Test(
        "in a profile",
        arguments: [
            ("pointer = { gian = 1; };", ["unknown setting \"gian\", did you mean \"gain\"?"]),
            (
                "pointer = { gain = \"fast\"; };",
                ["\"gain\" must be a number, 0 to 100 counts a device unit, not the text \"fast\""]
            ),
            (
                "pointer = { gain = 250; };",
                ["\"gain\" must be 0 to 100 counts a device unit, not 250"]
            ),
            (
                "pointer = { gain = -0.5; };",
                ["\"gain\" must be 0 to 100 counts a device unit, not -0.5"]
            ),
            (
                "pointer = { gain = 99999999999999999999999; };",
                ["\"gain\" must be 0 to 100 counts a device unit, not 99999999999999999999999"]
            ),
            (
                "pointer = { gain = 1e999; };",
                ["\"gain\" must be 0 to 100 counts a device unit, not 1e999"]
            ),
            (
                "pointer = { filter = \"one\"; };",
                ["\"filter\" must be \"none\" or \"one-euro\", not \"one\", did you mean \"none\"?"]
            ),
            ("pointer = { beta = 1; };", ["\"beta\" has no effect: filter is \"none\""]),
            (
                "pointer = { min_cutoff = 1.0; filter = \"none\"; };",
                ["\"min_cutoff\" has no effect: filter is \"none\""]
            ),
            (
                "pointer = { acceleration = ({ speed = 1; factor = 1; }, { speed = 1; factor = 2; }); };",
                ["each speed must be higher than the one before: 1 follows 1"]
            ),
            (
                "pointer = { acceleration = ({ speed = 1; }); };",
                ["\"factor\" is missing in this group"]
            ),
            (
                "pointer = { acceleration = [1, 2]; };",
                [
                    "\"acceleration\" must be a list ( ) of groups { } with speed and factor, not an array [ ]"
                ]
            ),
            (
                "scroll = { hires = true; };",
                ["unknown setting \"hires\", did you mean \"hi_res\"?"]
            ),
            (
                "directions = { repeat_rate = 21; };",
                ["\"repeat_rate\" must be 0, or 0.1 to 20 a second, not 21"]
            ),
            (
                "directions = { repeat_rate = 0.09; };",
                ["\"repeat_rate\" must be 0, or 0.1 to 20 a second, not 0.09"]
            ),
            (
                "directions = { repeat_rate = -1; };",
                ["\"repeat_rate\" must be 0, or 0.1 to 20 a second, not -1"]
            ),
            (
                "directions = { repeat_rate = \"x\"; };",
                ["\"repeat_rate\" must be a number, 0, or 0.1 to 20 a second, not the text \"x\""]
            ),
            ("directions = { repeat_rate = 0; };", []),
            ("directions = { repeat_rate = 0.1; };", []),
            (
                "directions = { repeat_delay = 100; };",
                ["\"repeat_delay\" has no effect: repeat_rate is 0"]
            ),
            (
                "directions = { repeat_delay = 100.0; };",
                ["\"repeat_delay\" must be a whole number, 0 to 10000 ms, not the number 100.0"]
            ),
            (
                "index = { hold = \"dragg\"; };",
                [
                    "\"hold\" must be \"decide\", \"drag\", \"rotate\" or \"button\", not \"dragg\", did you mean \"drag\"?"
                ]
            ),
            (
                "index = { button = \"BTN_LEFT\"; };",
                ["\"button\" has no effect: hold is not \"button\""]
            ),
            (
                "index = { hold = \"rotate\"; drag = \"scroll\"; drag_units = 5; drag_scale = 1; };",
                ["drag", "drag_scale", "drag_units"].map {
                    "\"\($0)\" has no effect: hold is \"rotate\""
                }
            ),
            (
                "index = { hold = \"drag\"; rotate_positive = \"KEY_A\"; rotate_negative = \"KEY_B\"; rotate_degrees = 5; };",
                ["rotate_positive", "rotate_negative", "rotate_degrees"].map {
                    "\"\($0)\" has no effect: hold is \"drag\""
                }
            ),
            ("index = { hold = \"drag\"; rotate_positive = \"none\"; };", []),
            (
                "index = { double_pinch = \"KEY_A\"; }; timing = { double_pinch = 0; };",
                ["\"double_pinch\" has no effect: timing.double_pinch is 0"]
            ),
            (
                "taps = { index-double = \"KEY_A\"; }; timing = { tap_window = 0; };",
                ["\"index-double\" has no effect: timing.tap_window is 0"]
            ),
            (
                "taps = { thumb-index = \"KEY_A\"; index-thumb = \"KEY_B\"; };",
                ["\"index-thumb\" is the same tap as \"thumb-index\", which is set at line 1"]
            ),
            (
                "taps = { indx = \"KEY_A\"; };",
                ["unknown setting \"indx\", did you mean \"index\"?"]
            ),
            (
                "taps = { index-index-index-index = \"KEY_A\"; };",
                ["unknown setting \"index-index-index-index\" in \"taps\": \(TapNames.rule)"]
            ),
            (
                "timing = { rotate_lock = 361; };",
                ["\"rotate_lock\" must be 0 to 360 degrees, not 361"]
            ),
            ("timing = { debounce = -1; };", ["\"debounce\" must be 0 to 1000 ms, not -1"]),
        ] as [(String, [String])])
    func profile(text: String, expected: [String]) throws {
        try desk.check("profiles = { desktop = { \(text) }; };", expected.map { "1: \($0)" })
    }

    @Test(
        "in an action",
        arguments: [
            ("\"\"", "an empty text is no action; \"none\" is"),
            ("\"KEY_LEFTCTL\"", "unknown key \"KEY_LEFTCTL\", did you mean \"KEY_LEFTCTRL\"?"),
            ("\"key_a\"", "unknown key \"key_a\", did you mean \"KEY_A\"?"),
            ("\"enter\"", "unknown key \"enter\", did you mean \"KEY_ENTER\"?"),
            (
                "\"KEY_LEFTATL\"", "unknown key \"KEY_LEFTATL\", did you mean \"KEY_LEFTALT\"?"
            ),
            ("\"home\"", "unknown key \"home\", did you mean \"KEY_HOME\"?"),
            ("\"non\"", "unknown action \"non\", did you mean \"none\"?"),
            (
                "\"xyzzyxyzzy\"",
                "unknown key \"xyzzyxyzzy\": keys have the kernel's names, such as KEY_A or BTN_LEFT"
            ),
            ("\"KEY_RESERVED\"", "KEY_RESERVED is reserved and no key"),
            ("\"KEY_MAX\"", "KEY_MAX is a limit of the kernel's table and no key"),
            ("\"KEY_CNT\"", "KEY_CNT is a limit of the kernel's table and no key"),
            (
                "\"BTN_SOUTH\"",
                "BTN_SOUTH is no mouse button: of the names that begin with BTN_ those from BTN_LEFT to BTN_TASK can be bound"
            ),
            ("\"KEY_A+\"", "a key is missing in \"KEY_A+\""),
            ("\"KEY_A+KEY_A\"", "KEY_A is twice in \"KEY_A+KEY_A\""),
            ("\"scroll-up+KEY_A\"", "\"scroll-up\" must be the last part of a chord"),
            ("\"scroll-lfet\"", "unknown action \"scroll-lfet\", did you mean \"scroll-left\"?"),
            (
                "\"scroll-pu\"",
                "unknown action \"scroll-pu\", a wheel has \"scroll-up\", \"scroll-down\", "
                    + "\"scroll-left\", \"scroll-right\""
            ),
            ("\"scroll-up 0\"", "\"scroll-up 0\": the detents must be 1 to 100"),
            ("\"scroll-up 101\"", "\"scroll-up 101\": the detents must be 1 to 100"),
            ("\"scroll-up +5\"", "\"scroll-up\" must be the last part of a chord"),
            ("\"Pause\"", "unknown key \"Pause\", did you mean \"KEY_PAUSE\"?"),
            ("\"Scroll-Up\"", "unknown action \"Scroll-Up\", did you mean \"scroll-up\"?"),
            ("\"puase\"", "unknown action \"puase\", did you mean \"pause\"?"),
            ("\"next_profile\"", "unknown action \"next_profile\", did you mean \"next-profile\"?"),
            ("\"profile\"", "\"profile\" is followed by one name: \"profile desktop\""),
            ("\"pause+KEY_A\"", "\"pause\" is a whole action and cannot be joined to others"),
            ("(\"KEY_A\", \"pause\")", "\"pause\" is a whole action and cannot be in a list"),
            ("(\"none\")", "\"none\" is a whole action and cannot be in a list"),
            ("()", "\"begin\" is an empty list; \"none\" does nothing"),
            (
                "(\"KEY_A\", 1)",
                "\"begin\" must be an action in quotes, or a list of chords, not of the whole number 1"
            ),
            (
                "5",
                "\"begin\" must be an action in quotes, or a list of chords, not the whole number 5"
            ),
            (
                "[\(Array(repeating: "\"KEY_A\"", count: 65).joined(separator: ","))]",
                "\"begin\" has 65 chords, more than 64"
            ),
            (
                "\"KEY_A+KEY_B+KEY_C+KEY_D+KEY_E+KEY_F+KEY_G+KEY_H+KEY_I\"",
                "more than 8 keys go down together in \"KEY_A+KEY_B+KEY_C+KEY_D+KEY_E+KEY_F+KEY_G+KEY_H+KEY_I\""
            ),
        ])
    func action(text: String, expected: String) throws {
        try desk.check("profiles = { a = { fist = {\nbegin = \(text); }; }; };", ["2: \(expected)"])
    }

    @Test("Where nothing is built in, a new profile has nothing to be like")
    func nothingBuiltIn() throws {
        let path = try desk.folder.write("\nprofiles = {\n mine = {}; };", to: "bare.conf")
        let loaded = Configuration.load(path: path, builtIn: [])
        #expect(
            loaded.diagnostics.map(\.message) == [
                "unknown profile \"desktop\", available: mine, none"
            ])
        #expect(loaded.diagnostics.map(\.line) == [3])
    }

    @Test("A key that X11 cannot see is a warning, and the file can be used")
    func warning() throws {
        let loaded = try desk.load("profiles = { a = { fist = { begin = \"KEY_MICMUTE\"; }; }; };")
        #expect(loaded.diagnostics.map(\.severity) == [.warning])
        #expect(
            desk.words(of: loaded) == [
                "main.conf:1: KEY_MICMUTE has the code 248: Wayland sees it, X11 sees none above 247"
            ])
        #expect(loaded.configuration?.profiles["a"]?.fist.begin != nil)
    }
}
