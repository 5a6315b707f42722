extension [AccelerationPoint] {
    /// The factor at a speed in device units a second: on the straight line between the two points
    /// around it, that of the first point before it and that of the last one behind it.
    func factor(at speed: Double) -> Double {
        guard var before = first else { return 1 }
        if speed <= before.speed { return before.factor }
        for point in dropFirst() {
            if speed < point.speed {
                let position = (speed - before.speed) / (point.speed - before.speed)
                let factor = before.factor + (point.factor - before.factor) * position
                // Rounding must not take it past a point: a curve that rises rises everywhere.
                let (low, high) = (before.factor, point.factor)
                return Swift.min(Swift.max(factor, Swift.min(low, high)), Swift.max(low, high))
            }
            before = point
        }
        return before.factor
    }
}
