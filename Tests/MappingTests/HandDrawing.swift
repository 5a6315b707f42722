/// The drawn parts of the picture of the hand, as SVG.
enum HandDrawing {
    /// The colour of lines and of the thumb.
    static let grey = "#57606a"
    /// The fingers' names with the places of their tips and names, and their colours.
    static let fingers = [
        (name: "index", x: 150, y: 122, nameX: 132, nameY: 84, colour: "#0969da"),
        (name: "middle", x: 205, y: 88, nameX: 204, nameY: 48, colour: "#1a7f37"),
        (name: "ring", x: 260, y: 110, nameX: 276, nameY: 72, colour: "#bc4c00"),
        (name: "little", x: 314, y: 170, nameX: 344, nameY: 136, colour: "#8250df"),
        (name: "thumb", x: 96, y: 240, nameX: 58, nameY: 206, colour: grey),
    ]

    /// What stands before everything else: the arrows' heads, and where the arm ends.
    static let definitions = """
        <defs>
        <marker id="tip" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4" markerHeight="4" \
        orient="auto-start-reverse"><path d="M0,0 L10,5 L0,10 Z" fill="\(grey)"/></marker>
        <clipPath id="arm"><rect width="480" height="474"/></clipPath>
        </defs>
        """

    /// The hand's parts: thick lines, which run together.
    private static let parts = [
        ("M222,352 L222,520", 92), ("M191,268 L255,268 L250,336 L202,336 Z", 68),
        ("M178,268 L150,122", 42), ("M211,252 L205,88", 44), ("M245,254 L260,110", 42),
        ("M271,278 L314,170", 36), ("M196,352 Q140,318 96,240", 46),
    ]

    private static func parts(_ colour: String, wider: Int) -> String {
        parts.map { path, width in
            "<path d=\"\(path)\" stroke=\"\(colour)\" stroke-width=\"\(width + wider)\"/>"
        }.joined(separator: "\n")
    }

    private static func arrow(_ path: String, _ more: String = "") -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"\(grey)\" stroke-width=\"4\" "
            + "stroke-linecap=\"round\" marker-start=\"url(#tip)\" marker-end=\"url(#tip)\"\(more)/>"
    }

    /// The hand with the Tap on its wrist, and the ways it moves; 480 wide and 474 high.
    static var hand: String {
        let dots = fingers.map { finger in
            """
            <circle cx="\(finger.x)" cy="\(finger.y)" r="13" fill="\(finger.colour)" \
            stroke="#ffffff" stroke-width="3"/>
            <text x="\(finger.nameX)" y="\(finger.nameY)" text-anchor="middle" \
            font-weight="bold" fill="\(finger.colour)">\(finger.name)</text>
            """
        }
        return """
            <g fill="none" stroke-linecap="round" stroke-linejoin="round" clip-path="url(#arm)">
            \(parts("#8c6a55", wider: 5))
            \(parts("#f0c9ae", wider: 0))
            <path d="M196,262 L193,240 M228,256 L229,236 M259,264 L265,246" stroke="#c99a7c" \
            stroke-width="2.5"/>
            </g>
            \(dots.joined(separator: "\n"))
            <path d="M172,398 Q222,410 272,398 L272,436 Q222,448 172,436 Z" fill="#24292f"/>
            <rect x="188" y="387" width="68" height="62" rx="14" fill="#32383f" \
            stroke="#6e7781" stroke-width="2"/>
            <text x="222" y="423" text-anchor="middle" font-weight="bold" \
            fill="#ffffff">Tap</text>
            \(arrow("M102,212 Q98,164 127,140", " stroke-dasharray=\"1 8\""))
            <text x="90" y="162" text-anchor="end">pinch</text>
            \(arrow("M150,394 Q134,420 152,444"))
            \(arrow("M294,394 Q310,420 292,444"))
            <text x="322" y="425">twist</text>
            \(arrow("M352,262 H420"))
            \(arrow("M386,228 V296"))
            <text x="386" y="328" text-anchor="middle">swipe, move</text>
            """
    }

    /// A small picture of a gesture, 56 wide and high.
    static func icon(_ gesture: Gesture) -> String {
        let thumb = "<circle cx=\"20\" cy=\"34\" r=\"11\" fill=\"\(grey)\"/>"
        let finger = "<circle cx=\"35\" cy=\"24\" r=\"11\" fill=\"#0969da\"/>"
        let touch = thumb + "\n" + finger
        switch gesture {
        case .move:
            return """
                <path d="M18,8 L18,42 L26,34 L32,47 L38,44 L32,32 L43,31 Z" fill="#ffffff" \
                stroke="\(grey)" stroke-width="3" stroke-linejoin="round"/>
                """
        case .swipe: return arrow("M10,28 H46") + "\n" + arrow("M28,10 V46")
        case .pinch: return touch
        case .drag:
            return "<g transform=\"translate(-4,-8)\">\(touch)</g>\n" + arrow("M14,48 H46")
        case .twist:
            return "<g transform=\"translate(0,4)\">\(touch)</g>\n"
                + arrow("M8,22 Q26,-8 48,16")
        case .fist:
            let knuckles = [8, 19, 30, 41].map {
                "<rect x=\"\($0)\" y=\"10\" width=\"10\" height=\"22\" rx=\"5\"/>"
            }
            return """
                <g fill="#f0c9ae" stroke="#8c6a55" stroke-width="2.5">
                <rect x="8" y="16" width="43" height="32" rx="10"/>
                \(knuckles.joined(separator: "\n"))
                <rect x="4" y="30" width="32" height="11" rx="5.5"/>
                </g>
                """
        }
    }

    /// What the hand does.
    enum Gesture: CaseIterable {
        case move
        case swipe
        case pinch
        case drag
        case twist
        case fist

        /// Its name, and how it is done, in two lines at most.
        var words: (name: String, how: [String]) {
            switch self {
            case .move: ("Move the hand", ["through the air or over a table"])
            case .swipe: ("Swipe", ["a quick stroke left, right, up or down"])
            case .pinch: ("Pinch", ["the thumb and a fingertip touch for a moment"])
            case .drag: ("Hold and move", ["they stay together, and the hand moves"])
            case .twist: ("Hold and twist", ["they stay together, and the wrist turns"])
            case .fist:
                (
                    "Fist",
                    [
                        "lets everything go and rests until the hand opens;",
                        "held for some seconds: back to the first profile",
                    ]
                )
            }
        }
    }
}
