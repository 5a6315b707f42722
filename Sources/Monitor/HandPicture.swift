internal import Gestures
internal import TapProtocol

/// A hand as lines of characters: the right one, from behind.
struct HandPicture {
    /// Columns and rows of the picture.
    static let (width, height) = (28, 11)

    private static let open = [
        "             ╭─╮",
        "         ╭─╮ │ │ ╭─╮",
        "         │ │ │ │ │ │ ╭─╮",
        "         │ │ │ │ │ │ │ │",
        "   ╭─╮   │ │ │ │ │ │ │ │",
        "   │ ╰╮  │ │ │ │ │ │ │ │",
        "   ╰╮ ╰╮ │ ╰─╯ ╰─╯ ╰─╯ │",
        "    ╰╮ ╰─╯             │",
        "     ╰╮                │",
        "      ╰╮              ╭╯",
        "       ╰──────────────╯",
    ]

    private static let fist = [
        "",
        "",
        "",
        "         ╭───┬───┬───┬──╮",
        "         │   │   │   │  │",
        "    ╭────┴───┴──╮│   │  │",
        "    │           ├┴───┴──┤",
        "    ╰─────╭─────╯       │",
        "          │             │",
        "          ╰╮           ╭╯",
        "           ╰───────────╯",
    ]

    /// Where the tip of the thumb is.
    private static let thumb = (x: 4, y: 4)

    /// Where the tip of a stretched finger is.
    private static func tip(of finger: Finger) -> (x: Int, y: Int) {
        switch finger {
        case .index: (10, 1)
        case .middle: (14, 0)
        case .ring: (18, 1)
        case .little: (22, 2)
        }
    }

    /// Draws the hand of a Tap, or one at rest, with its left upper corner at a place.
    static func draw(_ scene: TapScene?, on canvas: inout Canvas, _ x: Int, _ y: Int) {
        guard let scene else { return canvas.draw(open, x, y, .dim) }
        if scene.mode == .hidden { return canvas.draw(fist, x, y, .active) }
        canvas.draw(open, x, y, .plain)
        if let held = scene.held {
            return pinch(held, on: &canvas, x, y)
        }
        switch scene.moment {
        case .pinch(let finger): pinch(finger, on: &canvas, x, y)
        case .swipe(let direction): swipe(direction, on: &canvas, x, y)
        case .tap(let tap): self.tap(tap.fingers, on: &canvas, x, y)
        case nil: break
        }
    }

    /// Bends a finger and lets the thumb meet it.
    private static func pinch(_ finger: Finger, on canvas: inout Canvas, _ x: Int, _ y: Int) {
        let tip = tip(of: finger)
        for row in tip.y..<thumb.y {
            for column in (tip.x - 1)...(tip.x + 1) { canvas.put(" ", x + column, y + row, .plain) }
        }
        canvas.put("●", x + thumb.x, y + thumb.y, .active)
        for column in (thumb.x + 1)..<tip.x { canvas.put("━", x + column, y + thumb.y, .active) }
        canvas.put("●", x + tip.x, y + thumb.y, .active)
        canvas.put("╮", x + tip.x + 1, y + thumb.y, .active)
    }

    private static func swipe(
        _ direction: Direction, on canvas: inout Canvas, _ x: Int, _ y: Int
    ) {
        let rows =
            switch direction {
            case .left: ["", "◀━━━━━━━━━", ""]
            case .right: ["", "━━━━━━━━━▶", ""]
            case .up: ["    ▲", "    ┃", "    ┃"]
            case .down: ["    ┃", "    ┃", "    ▼"]
            }
        canvas.draw(rows, x + 11, y + 7, .active)
    }

    /// Marks the tips of the fingers that tapped.
    private static func tap(_ fingers: FingerMask, on canvas: inout Canvas, _ x: Int, _ y: Int) {
        if fingers.contains(.thumb) { canvas.put("●", x + thumb.x, y + thumb.y, .active) }
        let masks = PerFinger<FingerMask>(
            index: .index, middle: .middle, ring: .ring, little: .little)
        for finger in Finger.allCases where fingers.contains(masks[finger]) {
            let tip = tip(of: finger)
            canvas.put("●", x + tip.x, y + tip.y, .active)
        }
    }
}
