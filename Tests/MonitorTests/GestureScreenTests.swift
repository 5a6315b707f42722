import Gestures
import Testing

@testable import Monitor

@Suite("The screen of each gesture of the demonstration")
struct GestureScreenTests {
    private static let open = [
        "              ╭─╮",
        "          ╭─╮ │ │ ╭─╮",
        "          │ │ │ │ │ │ ╭─╮",
        "          │ │ │ │ │ │ │ │",
        "    ╭─╮   │ │ │ │ │ │ │ │",
        "    │ ╰╮  │ │ │ │ │ │ │ │",
        "    ╰╮ ╰╮ │ ╰─╯ ╰─╯ ╰─╯ │",
        "     ╰╮ ╰─╯             │",
        "      ╰╮                │",
        "       ╰╮              ╭╯",
        "        ╰──────────────╯",
    ]
    private static let index = [
        "              ╭─╮",
        "              │ │ ╭─╮",
        "              │ │ │ │ ╭─╮",
        "              │ │ │ │ │ │",
        "    ╭●━━━━━●╮ │ │ │ │ │ │",
    ]
    private static let middle = [
        "",
        "          ╭─╮     ╭─╮",
        "          │ │     │ │ ╭─╮",
        "          │ │     │ │ │ │",
        "    ╭●━━━━━━━━━●╮ │ │ │ │",
    ]
    private static let ring = [
        "              ╭─╮",
        "          ╭─╮ │ │",
        "          │ │ │ │     ╭─╮",
        "          │ │ │ │     │ │",
        "    ╭●━━━━━━━━━━━━━●╮ │ │",
    ]
    private static let little = [
        "              ╭─╮",
        "          ╭─╮ │ │ ╭─╮",
        "          │ │ │ │ │ │",
        "          │ │ │ │ │ │",
        "    ╭●━━━━━━━━━━━━━━━━━●╮",
    ]
    private static let left = [
        "     ╰╮ ╰─╯             │",
        "      ╰╮    ◀━━━━━━━━━  │",
        "       ╰╮              ╭╯",
    ]
    private static let right = [
        "     ╰╮ ╰─╯             │",
        "      ╰╮    ━━━━━━━━━▶  │",
        "       ╰╮              ╭╯",
    ]
    private static let up = [
        "     ╰╮ ╰─╯     ▲       │",
        "      ╰╮        ┃       │",
        "       ╰╮       ┃      ╭╯",
    ]
    private static let down = [
        "     ╰╮ ╰─╯     ┃       │",
        "      ╰╮        ┃       │",
        "       ╰╮       ▼      ╭╯",
    ]
    private static let fist = [
        "", "", "",
        "          ╭───┬───┬───┬──╮",
        "          │   │   │   │  │",
        "     ╭────┴───┴──╮│   │  │",
        "     │           ├┴───┴──┤",
        "     ╰─────╭─────╯       │",
        "           │             │",
        "           ╰╮           ╭╯",
        "            ╰───────────╯",
    ]

    /// The upper rows of a hand and the lower ones of the open hand.
    private static func hand(upper: [String] = [], lower: [String] = []) -> [String] {
        var rows = open
        rows.replaceSubrange(0..<upper.count, with: upper)
        if !lower.isEmpty { rows.replaceSubrange(7..<10, with: lower) }
        return rows
    }

    @Test(
        "The hand, the mode, what is down and the latest gesture",
        arguments: [
            (1.0, "pointer", "", nil, hand()),
            (2.1, "pointer", "", "swipe left", hand(lower: left)),
            (2.5, "pointer", "", "swipe right", hand(lower: right)),
            (2.9, "pointer", "", "swipe up", hand(lower: up)),
            (3.3, "pointer", "", "swipe down", hand(lower: down)),
            (3.7, "pointer", "", "pinch index", hand(upper: index)),
            (4.1, "pointer", "", "pinch middle", hand(upper: middle)),
            (4.5, "pointer", "", "pinch ring", hand(upper: ring)),
            (4.9, "pointer", "", "pinch little", hand(upper: little)),
            (5.6, "hold  thumb + index", "", "rotate -1.0", hand(upper: index)),
            (6.6, "drag  thumb + index", "down  BTN_LEFT", "drag 133 44", hand(upper: index)),
            (7.1, "pointer", "", "release index", hand()),
            (8.8, "drag  thumb + middle", "", "drag 0 50", hand(upper: middle)),
            (11.0, "drag  thumb + ring", "down  BTN_MIDDLE", "drag -41 -23", hand(upper: ring)),
            (13.0, "drag  thumb + little", "", "drag 7 -28", hand(upper: little)),
            (14.8, "rotate  thumb + index", "", "rotate 76.0", hand(upper: index)),
            (16.4, "rotate  thumb + middle", "", "rotate -76.0", hand(upper: middle)),
            (18.0, "rotate  thumb + ring", "", "rotate 76.0", hand(upper: ring)),
            (19.6, "rotate  thumb + little", "", "rotate 74.0", hand(upper: little)),
            (21.3, "hidden", "", "hide", fist),
            (22.0, "pointer", "", "show", hand()),
        ] as [(Double, String, String, String?, [String])])
    func gesture(
        seconds: Double, mode: String, down: String, latest: String?, hand: [String]
    ) throws {
        var demo = try Demo()
        demo.play(to: seconds)
        let rows = demo.text()
        func left(_ row: Int) -> String {
            String(rows[row].prefix(30)).trimmingSpaces
        }
        #expect((2...12).map(left) == hand)
        #expect(left(14) == " \(mode)")
        #expect(left(15) == (down.isEmpty ? "" : " \(down)"))
        #expect(left(17).dropFirst(11) == (latest ?? ""))
    }

    @Test("A whole screen, in the middle of a drag")
    func screen() throws {
        var demo = try Demo()
        demo.facts.battery = 87
        demo.play(to: 6.6)
        #expect(
            demo.text() == [
                " TapXR_Demo  v2  replay  profile desktop  battery 87%",
                "─ hand ───────────────────────┬─ pointer ───────────────────────────────────────",
                "              ╭─╮             │                  ⢀⠤⠔⠊⠉⠉⠉⠛⠭⢦⣤⢄",
                "              │ │ ╭─╮         │                ⡠⠊⠁          ⠉⠑⠲⡤⢄⣀",
                "              │ │ │ │ ╭─╮     │              ⢀⠜                ⠑⡄ ●",
                "              │ │ │ │ │ │     │             ⢀⠎                  ⠸⡀",
                "    ╭●━━━━━●╮ │ │ │ │ │ │     │             ⡎                    ⢇",
                "    │ ╰╮  │ │ │ │ │ │ │ │     │             ⡇                    ⢸",
                "    ╰╮ ╰╮ │ ╰─╯ ╰─╯ ╰─╯ │     │             ⡇                    ⡸",
                "     ╰╮ ╰─╯             │     │             ⠘⡄                  ⡰⠁",
                "      ╰╮                │     │              ⠱⡀                ⡰⠁",
                "       ╰╮              ╭╯     │               ⠈⠑⢄⡀           ⡠⠊",
                "        ╰──────────────╯      │                  ⠈⠒⠤⣀⣀⣀⣀⡠⠤⠤⠒⠉",
                "──────────────────────────────┴─────────────────────────────────────────────────",
                " drag  thumb + index            roll -90 ├────────────●──────────┤ +90      4.0",
                " down  BTN_LEFT",
                "─ gestures ───────────────────┬─ sent ──────────────────────────────────────────",
                "     6.58  drag 133 44        │     6.20  BTN_LEFT down",
                "     6.20  mode drag          │     4.82  KEY_ESC down, up",
                "     6.18  rotate -1.0        │     4.42  BTN_MIDDLE down, up",
                "     5.20  hold index         │     4.02  BTN_RIGHT down, up",
                "     4.80  pinch little       │     3.62  BTN_LEFT down, up",
                "──────────────────────────────┴─────────────────────────────────────────────────",
                " 40 packets/s                                                            q quit",
            ])
    }

    @Test("A whole screen in ASCII, while the wrist turns")
    func ascii() throws {
        var demo = try Demo()
        demo.play(to: 14.8)
        #expect(
            demo.text(isUnicode: false) == [
                " TapXR_Demo  v2  replay  profile desktop",
                "- hand -----------------------+- pointer ---------------------------------------",
                "              .-.             |                        *@",
                "              | | .-.         |                        **",
                "              | | | | .-.     |                     *******",
                "              | | | | | |     |                   **     ****",
                "    .@=====@. | | | | | |     |                   *       * *",
                "    | '.  | | | | | | | |     |                   *       *",
                "    '. '. | '-' '-' '-' |     |                   *       *",
                "     '. '-'             |     |                   *       *",
                "      '.                |     |                   **     **",
                "       '.              .'     |                    *     *",
                "        '--------------'      |                     *****",
                "------------------------------+-------------------------------------------------",
                " rotate  thumb + index          roll -90 |----------------------@| +90     80.0",
                "",
                "- gestures -------------------+- sent ------------------------------------------",
                "    14.78  rotate 76.0        |    14.78  REL_WHEEL_HI_RES -400",
                "    14.42  mode rotate        |    11.60  BTN_MIDDLE down, up",
                "    14.38  rotate 19.0        |     9.38  REL_HWHEEL_HI_RES 360",
                "    14.00  hold index         |     8.98  REL_WHEEL_HI_RES -120",
                "    13.80  release little     |     7.00  BTN_LEFT down, up",
                "------------------------------+-------------------------------------------------",
                " 40 packets/s                                                            q quit",
            ])
    }

    @Test("A pinch and a swipe are shown for a moment, and the time of its end is known")
    func moment() throws {
        var demo = try Demo()
        demo.play(to: 4.81)
        #expect(demo.model.shown?.moment == .pinch(.little))
        var model = demo.model
        let end = try #require(model.shown?.deadline)
        #expect(end <= Timestamp(nanoseconds: 5_400_000_000))
        model.advance(to: Timestamp(nanoseconds: 5_399_999_999))
        #expect(model.shown?.moment == .pinch(.little))
        model.advance(to: Timestamp(nanoseconds: 5_400_000_000))
        #expect(model.shown?.moment == nil)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
