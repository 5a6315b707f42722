import TapProtocol

extension IMUSensitivity {
    /// The ranges as `--sensitivity` takes them: `gyro=dps125,accel=g2`.
    var text: String { "gyro=\(gyro),accel=\(accelerometer)" }
}

/// What is wrong with a text of ranges, in one line.
struct SensitivityError: Error, Equatable {
    var problem: String
}

extension SensorSensitivity {
    /// Changes the ranges as a text says: `finger=g2,gyro=dps125,accel=g2`, any of them, each by its
    /// name or by the vendor's code.
    ///
    /// A code of 0 is taken as 1, and one above the maximum as the maximum.
    mutating func change(by text: String) throws(SensitivityError) {
        // All of it or nothing.
        var new = self
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
                .map { $0.trimmingSpaces }
            guard sides.count == 2 else {
                throw SensitivityError(
                    problem: "sensitivity \"\(part)\": expected finger=g2, gyro=dps125 or accel=g2")
            }
            switch sides[0] {
            case "finger": new.finger = try Self.range(sides[1], "finger")
            case "gyro": new.imu.gyro = try Self.range(sides[1], "gyro")
            case "accel": new.imu.accelerometer = try Self.range(sides[1], "accel")
            default:
                throw SensitivityError(
                    problem: "sensitivity: unknown \"\(sides[0])\", expected finger, gyro, accel")
            }
        }
        self = new
    }

    private static func range<Range: CaseIterable & RawRepresentable>(
        _ text: String, _ sensor: String
    ) throws(SensitivityError) -> Range where Range.RawValue == UInt8 {
        if let range = Range.allCases.first(where: { "\($0)" == text }) { return range }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
        if isNumber, let range = Range.clamped(Int(text) ?? .max) { return range }
        throw SensitivityError(
            problem: "sensitivity \(sensor): unknown \"\(text)\", expected "
                + Range.allCases.map { "\($0)" }.joined(separator: ", "))
    }
}

extension Substring {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
