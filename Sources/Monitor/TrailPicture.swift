/// The trail of the pointer as dots: eight of Braille in a character, or one without Unicode.
enum TrailPicture {
    static func draw(
        _ trail: PointerTrail, on canvas: inout Canvas, x: Int, y: Int, width: Int, height: Int,
        unicode: Bool
    ) {
        let (across, down) = unicode ? (2, 4) : (1, 1)
        let path = trail.path(width: width * across, height: height * down)
        guard let end = path.last else { return }
        var dots = [UInt8](repeating: 0, count: width * height)
        for (from, to) in zip(path, path.dropFirst()) {
            line(from, to) { column, row in
                dots[row / down * width + column / across] |= bit(column % across, row % down)
            }
        }
        for (index, dot) in dots.enumerated() where dot != 0 {
            let scalar = Unicode.Scalar(0x2800 + UInt32(dot)) ?? "*"
            canvas.put(scalar, x + index % width, y + index / width, .plain)
        }
        canvas.put("●", x + end.x / across, y + end.y / down, .active)
    }

    /// The bit of a dot in a Braille character, as Unicode numbers them.
    private static func bit(_ column: Int, _ row: Int) -> UInt8 {
        row == 3 ? 0x40 << UInt8(column) : 1 << UInt8(column * 3 + row)
    }

    /// Calls `body` with every dot of a straight line, both its ends included (Bresenham's).
    private static func line(
        _ from: (x: Int, y: Int), _ to: (x: Int, y: Int), _ body: (Int, Int) -> Void
    ) {
        let (dx, dy) = (abs(to.x - from.x), -abs(to.y - from.y))
        let (stepX, stepY) = (from.x < to.x ? 1 : -1, from.y < to.y ? 1 : -1)
        var (x, y, error) = (from.x, from.y, dx + dy)
        while true {
            body(x, y)
            guard (x, y) != to else { return }
            let twice = 2 * error
            if twice >= dy {
                error += dy
                x += stepX
            }
            if twice <= dx {
                error += dx
                y += stepY
            }
        }
    }
}
