import Gestures
import Mapping
import Testing

@Suite("What no hand can do")
struct HandLimitsTests {
    /// Device units that are sent, and those that they are taken for.
    private static let units = [
        (0, 0), (999, 999), (1000, 1000), (1001, 1000), (-999, -999), (-1000, -1000),
        (-1001, -1000), (Int(Int16.max), 1000), (Int(Int16.min), -1000), (.max, 1000),
        (.min, -1000),
    ]

    private static func profile(_ change: (inout Profile) -> Void) -> Profile {
        var profile = Profile.desktop
        profile.pointer.gainX = 1
        profile.pointer.gainY = 1
        change(&profile)
        return profile
    }

    private static func moved(_ x: Int, _ y: Int) -> [String] {
        let words = [x == 0 ? "" : " REL_X \(x)", y == 0 ? "" : " REL_Y \(y)"].joined()
        return words.isEmpty ? [] : ["1 pointer\(words)"]
    }

    @Test("The limits are those of the documents")
    func limits() {
        #expect(HandLimits.unitsPerSample == 1000)
        #expect(HandLimits.degreesPerSample == 90)
    }

    @Test(
        "The pointer moves by a thousand device units a sample at most, on each axis",
        arguments: units)
    func pointer(sent: Int, taken: Int) {
        var desk = Desk(Self.profile { _ in })
        #expect(desk.move(sent, 7, at: 1) == Self.moved(taken, 7))
        #expect(desk.move(7, sent, at: 1) == Self.moved(7, taken))
    }

    @Test("So does a drag", arguments: units)
    func drag(sent: Int, taken: Int) {
        for drag in [DragAction.pointer(gainScale: 1)] {
            var desk = Desk.holding(
                .ring, .drag, Self.profile { $0.fingers.ring.drag = drag })
            #expect(desk.handle(.drag(dx: sent, dy: 7), at: 1) == Self.moved(taken, 7))
        }
    }

    @Test(
        "And a drag that scrolls: device units are limited before they turn the wheel",
        arguments: units)
    func scroll(sent: Int, taken: Int) {
        let profile = Self.profile { $0.fingers.ring.drag = .scroll(unitsPerDetent: 120) }
        var desk = Desk.holding(.ring, .drag, profile)
        var other = Desk.holding(.ring, .drag, profile)
        #expect(
            desk.handle(.drag(dx: sent, dy: 0), at: 1)
                == other.handle(.drag(dx: taken, dy: 0), at: 1))
        #expect(
            desk.handle(.drag(dx: 0, dy: sent), at: 1)
                == other.handle(.drag(dx: 0, dy: taken), at: 1))
    }

    @Test("Below the limit no unit is lost: a thousand of them at a time are their exact sum")
    func exact() {
        var desk = Desk(Self.profile { $0.pointer.gainX = 0.333_333 })
        var sum = 0
        for step in 1...1000 {
            for frame in desk.move(1000, 0, at: Double(step)) {
                sum += frame.split(separator: " ").last.flatMap { Int($0) } ?? 0
            }
        }
        #expect(sum == 333_333)
    }

    /// Degrees between two samples, and those that they are taken for.
    private static let degrees: [(Double, Double)] = [
        (89.999999, 89.999999), (90, 90), (90.000001, 90), (180, 90), (-89.999999, -89.999999),
        (-90, -90), (-90.000001, -90), (-180, -90), (1e12, 90), (-1e12, -90),
    ]

    @Test(
        "A twist turns by a quarter of a turn a sample at most, wheel or keys", arguments: degrees)
    func twist(sent: Double, taken: Double) {
        let wheel = RotateAction(positive: .wheel(.up), negative: .wheel(.down), degrees: 12)
        let keys = RotateAction(positive: .key(.up), negative: .key(.down), degrees: 7)
        for rotate in [wheel, keys] {
            let profile = Self.profile { $0.fingers.ring.rotate = rotate }
            var desk = Desk.holding(.ring, .rotate, profile)
            var other = Desk.holding(.ring, .rotate, profile)
            _ = desk.handle(.rotate(degrees: 0), at: 1)
            _ = other.handle(.rotate(degrees: 0), at: 1)
            let turned = desk.handle(.rotate(degrees: sent), at: 2)
            #expect(!turned.isEmpty)
            #expect(turned == other.handle(.rotate(degrees: taken), at: 2))
            // What was beyond the limit is forgotten: the next sample counts from where the hand is.
            #expect(
                desk.handle(.rotate(degrees: sent + 15), at: 1000)
                    == other.handle(.rotate(degrees: taken + 15), at: 1000))
        }
    }
}
