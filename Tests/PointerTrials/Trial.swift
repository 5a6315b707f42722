package import Gestures

/// The pointer's path when a hand goes through `PointerMotion`.
package struct Trial {
    /// Where the pointer is after each sample, in counts.
    package var path: [(x: Double, y: Double)] = []

    package init(_ hand: SimulatedHand, _ pointer: PointerMotion) {
        var pointer = pointer
        var (x, y) = (0.0, 0.0)
        path.reserveCapacity(hand.samples.count)
        for (index, sample) in hand.samples.enumerated() {
            let time = Timestamp(nanoseconds: Int64(Double(index) * 1e9 / hand.rate))
            let counts = pointer.move(dx: sample.dx, dy: sample.dy, at: time)
            x += Double(counts.x)
            y += Double(counts.y)
            path.append((x, y))
        }
    }

    /// The root of the mean square of the distance from the mean place, after so many samples.
    package func unrest(after count: Int) -> Double {
        let path = path.dropFirst(count)
        let number = Double(path.count)
        let meanX = path.reduce(0) { $0 + $1.x } / number
        let meanY = path.reduce(0) { $0 + $1.y } / number
        let square = path.reduce(0) { sum, place in
            let (x, y) = (place.x - meanX, place.y - meanY)
            return sum + x * x + y * y
        }
        return (square / number).squareRoot()
    }
}

/// How much steadier a filter makes the pointer of a trembling hand at rest.
package struct Steadiness {
    /// The unrest without and with the filter, in counts.
    package var unfiltered: Double
    package var filtered: Double

    /// Eight seconds after four in which the filter settles.
    package init(
        _ tremor: Tremor, rate: Double, pointer: PointerMotion, unfiltered: PointerMotion
    ) {
        let hand = SimulatedHand(rate: rate, seconds: 12, tremor: tremor)
        let settled = Int(4 * rate)
        self.unfiltered = Trial(hand, unfiltered).unrest(after: settled)
        filtered = Trial(hand, pointer).unrest(after: settled)
    }

    /// How many times steadier; without end where the pointer stands still.
    package var factor: Double {
        filtered > 0 ? unfiltered / filtered : .infinity
    }
}

/// How far a filtered pointer lags behind an unfiltered one in a flick, in samples.
package struct Lag {
    /// The time shift where half of the distance is done.
    package var half = 0.0
    /// The time shift where 90 percent of the distance is done.
    package var ninety = 0.0
    /// The largest distance between the two, over the speed of the hand at that moment.
    package var largest = 0.0
    /// The distances of the two.
    package var distances = (unfiltered: 0.0, filtered: 0.0)

    package init(_ flick: Flick, rate: Double, pointer: PointerMotion, unfiltered: PointerMotion) {
        let hand = SimulatedHand(rate: rate, flick: flick)
        let exact = Trial(hand, unfiltered).path.map(\.x)
        let late = Trial(hand, pointer).path.map(\.x)
        let distance = exact.last ?? 0
        half = Self.crossing(late, distance * 0.5) - Self.crossing(exact, distance * 0.5)
        ninety = Self.crossing(late, distance * 0.9) - Self.crossing(exact, distance * 0.9)
        distances = (distance, late.last ?? 0)
        var residue = 0.0
        for step in 1..<exact.count where exact[step] - late[step] > residue {
            let speed = exact[step] - exact[step - 1]
            guard speed > 0 else { continue }
            residue = exact[step] - late[step]
            largest = residue / speed
        }
    }

    /// The worst of the three.
    package var worst: Double { max(half, ninety, largest) }

    /// When a path that rises reaches a place, in samples.
    private static func crossing(_ path: [Double], _ place: Double) -> Double {
        guard let step = path.firstIndex(where: { $0 >= place }), step > 0 else { return 0 }
        return Double(step) - (path[step] - place) / (path[step] - path[step - 1])
    }
}
