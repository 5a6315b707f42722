import Testing

@testable import Configuration

/// Settings that can be read and do nothing, and profiles out of which no gesture leads.
@Suite("Settings without an effect")
struct EffectTests {
    private let desk: ConfigurationDesk

    init() throws {
        desk = try ConfigurationDesk()
    }

    private static let held =
        "a held pinch does nothing: hold is \"button\" and button is \"none\""

    @Test(
        "in a profile; its settings begin in line 2",
        arguments: [
            ("index = {\nhold = \"button\"; };", ["3: \(held)"]),
            ("index = {\nhold = \"button\";\nbutton = \"none\"; };", ["3: \(held)"]),
            ("index = {\nbutton = \"none\";\nhold = \"button\"; };", ["4: \(held)"]),
            ("index = { hold = \"button\"; button = \"KEY_A\"; };", []),
            ("index = { hold = \"drag\"; button = \"none\"; };", []),
            (
                "index = {\ndrag = \"pointer\";\ndrag_units = 5; };",
                ["4: \"drag_units\" has no effect: drag is not \"scroll\""]
            ),
            (
                "little = {\n\ndrag_units = 5; };",
                ["4: \"drag_units\" has no effect: drag is not \"scroll\""]
            ),
            ("middle = { drag_units = 5; };", []),
            (
                "index = {\ndrag_scale = 0.5;\ndrag = \"none\"; };",
                ["3: \"drag_scale\" has no effect: drag is \"none\""]
            ),
            (
                "middle = { drag_scale = 0.5; };",
                ["2: \"drag_scale\" has no effect: drag is \"scroll\""]
            ),
            ("little = { drag_scale = 0.5; };", []),
            ("index = { drag_scale = 0.5; };", []),
            (
                "index = { rotate_positive = \"none\"; rotate_negative = \"none\";\n"
                    + "rotate_degrees = 5; };",
                [
                    "3: \"rotate_degrees\" has no effect: rotate_positive and rotate_negative are \"none\""
                ]
            ),
            ("index = { rotate_positive = \"none\"; rotate_degrees = 5; };", []),
            ("index = { rotate_negative = \"none\"; rotate_degrees = 5; };", []),
            (
                "pointer = { gain_x = 1;\ngain = 2;\ngain_y = 3; };",
                ["3: \"gain\" has no effect: gain_x and gain_y are set as well"]
            ),
            ("pointer = { gain = 2; gain_x = 1; };", []),
            ("pointer = { gain = 2; gain_y = 1; };", []),
        ] as [(String, [String])])
    func profile(text: String, expected: [String]) throws {
        try desk.check("profiles = { desktop = {\n\(text) }; };", expected)
    }

    @Test("Only what a profile says itself is told, by what is in effect")
    func inherited() throws {
        try desk.check(
            """
            profiles = {
              held = { ring = { hold = "button"; button = "KEY_A"; }; };
              child = { extends = "held"; };
              grandchild = { extends = "child"; ring = {
                button = "none"; }; };
              both = { pointer = { gain_x = 1; }; };
              one = { extends = "both"; pointer = { gain = 2; gain_y = 3; }; };
              still = { extends = "media"; index = { drag = "scroll"; }; };
            };
            """,
            ["5: \(Self.held)", "8: \"drag\" has no effect: hold is \"rotate\""])
    }

    @Test(
        "The next profile, where the cycle has no other",
        arguments: [
            (
                "[\"desktop\"]", "desktop",
                ["3: \"next-profile\" has no effect: cycle has no other profile"]
            ),
            ("()", "desktop", ["3: \"next-profile\" has no effect: cycle has no other profile"]),
            ("[\"desktop\"]", "mine", []),
            ("[\"desktop\", \"mine\"]", "mine", []),
        ] as [(String, String, [String])])
    func cycle(cycle: String, name: String, expected: [String]) throws {
        try desk.check(
            "cycle = \(cycle);\nprofiles = { \(name) = { fist = {\nbegin = \"next-profile\"; }; }; };",
            expected)
    }

    @Test("Without a cycle there is always another profile")
    func noCycle() throws {
        try desk.check("profiles = { desktop = { taps = { index = \"next-profile\"; }; }; };", [])
        // What is hidden by another reason is told once.
        try desk.check(
            "cycle = ();\nprofiles = { media = { index = { drag = \"none\";\n"
                + "hold = \"drag\"; rotate_positive = \"next-profile\"; }; }; };",
            ["3: \"rotate_positive\" has no effect: hold is \"drag\""])
    }

    private static let locked =
        "\"switch-model\" leads to tapping, and no tap of this profile leads back: bind it in taps too"

    @Test(
        "Tapping, out of which no tap leads back",
        arguments: [
            ("fist = {\nbegin = \"switch-model\"; };", ["2: \(locked)"]),
            ("fist = {\nend = \"switch-model\"; };", ["2: \(locked)"]),
            ("directions = {\n\nup = \"switch-model\"; };", ["3: \(locked)"]),
            (
                "index = {\npinch = \"switch-model\";\ndouble_pinch = \"switch-model\";\n"
                    + "rotate_positive = \"switch-model\"; };",
                ["2: \(locked)", "3: \(locked)", "4: \(locked)"]
            ),
            (
                "index = { hold = \"drag\"; rotate_positive = \"switch-model\"; };",
                ["1: \"rotate_positive\" has no effect: hold is \"drag\""]
            ),
            ("fist = { begin = \"switch-model\"; }; taps = { thumb = \"switch-model\"; };", []),
            (
                "fist = { begin = \"switch-model\"; }; taps = { thumb-ring-triple = \"switch-model\"; };",
                []
            ),
            (
                "fist = {\nbegin = \"switch-model\"; };\ntaps = { thumb-double = \"switch-model\"; };\n"
                    + "timing = { tap_window = 0; };",
                ["2: \(locked)", "3: \"thumb-double\" has no effect: timing.tap_window is 0"]
            ),
            // Another profile, to which a tap leads, has a tap that leads back.
            ("fist = { begin = \"switch-model\"; }; taps = { thumb = \"profile tapping\"; };", []),
            (
                "fist = {\nbegin = \"switch-model\"; }; taps = { thumb = \"profile media\"; };",
                ["2: \(locked)"]
            ),
            ("taps = { thumb = \"switch-model\"; };", []),
            (
                "fist = { begin = \"switch-model\"; };\ntaps = { thumb = \"profile nobody\"; };",
                ["2: unknown profile \"nobody\", available: desktop, media, kiosk, tapping, mine"]
            ),
        ] as [(String, [String])])
    func tapping(text: String, expected: [String]) throws {
        try desk.check("profiles = { mine = { \(text) }; };", expected)
    }

    @Test("Taps that lead on through the cycle, and one that no longer leads back")
    func waysBack() throws {
        let mine =
            "profiles = { mine = { fist = {\nbegin = \"switch-model\"; };\n"
            + "taps = { thumb = \"next-profile\"; }; }; };"
        try desk.check("cycle = [\"mine\", \"tapping\"];\n\(mine)", [])
        try desk.check("cycle = [\"tapping\"];\n\(mine)", [])
        try desk.check(
            "cycle = [\"mine\", \"media\", \"tapping\"];\n\(mine)", ["3: \(Self.locked)"])
        try desk.check("cycle = [\"media\", \"mine\"];\n\(mine)", ["3: \(Self.locked)"])
        let tap = "thumb-index-middle-ring-little"
        try desk.check(
            "profiles = { tapping = { taps = { index = \"KEY_A\";\n\(tap) = \"KEY_B\"; }; };\n"
                + "other = { extends = \"tapping\"; taps = { ring = \"KEY_C\"; }; }; };",
            ["2: \(Self.locked)"])
        try desk.check(
            "profiles = { tapping = { taps = { \(tap) = \"KEY_B\"; };\n"
                + "little = { pinch = \"KEY_C\"; }; }; };", [])
    }
}
