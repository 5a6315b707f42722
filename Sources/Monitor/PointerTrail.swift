internal import Gestures

/// Where the pointer went lately, in counts from where it was first.
struct PointerTrail: Equatable, Sendable {
    struct Point: Equatable, Sendable {
        var x: Int64
        var y: Int64
    }

    /// How many places are remembered.
    private static let size = 200

    private(set) var points: [Point] = []
    private var last: Timestamp?

    /// The pointer moves; what is of one moment is one step.
    mutating func move(dx: Int64 = 0, dy: Int64 = 0, at now: Timestamp) {
        var point = points.last ?? Point(x: 0, y: 0)
        if points.isEmpty { points.append(point) }
        point.x &+= dx
        point.y &+= dy
        if last == now {
            points[points.count - 1] = point
        } else {
            points.append(point)
        }
        last = now
        if points.count > Self.size { points.removeFirst(points.count - Self.size) }
    }

    /// How many counts the longer side of a picture shows at least, so that a little motion looks
    /// like that.
    private static let leastSpan = 100.0

    /// The path in a picture of so many dots: the ends of its lines, all of it in the middle and as
    /// large as it can be.
    func path(width: Int, height: Int) -> [(x: Int, y: Int)] {
        guard let first = points.first, width > 1, height > 1 else { return [] }
        // From the first point on, so that large numbers stay exact.
        let path = points.map { (x: Double($0.x &- first.x), y: Double($0.y &- first.y)) }
        let (left, right) = Self.bounds(path.map(\.x))
        let (top, bottom) = Self.bounds(path.map(\.y))
        let scale = max(
            Self.leastSpan / Double(max(width, height) - 1),
            (right - left) / Double(width - 1), (bottom - top) / Double(height - 1))
        return path.map { point in
            (
                x: Self.dot(point.x - (left + right) / 2, scale, width),
                y: Self.dot(point.y - (top + bottom) / 2, scale, height)
            )
        }
    }

    private static func bounds(_ values: [Double]) -> (Double, Double) {
        values.reduce((0, 0)) { (min($0.0, $1), max($0.1, $1)) }
    }

    private static func dot(_ offset: Double, _ scale: Double, _ size: Int) -> Int {
        let place = (offset / scale + Double(size - 1) / 2).rounded()
        return Int(min(max(place, 0), Double(size - 1)))
    }
}
