public import TapProtocol

/// The lines of raw sensor records: values in mg and mdps, separated by commas.
public enum SensorText {
    /// The line of a record: `identifier,timestamp,kind,x,y,z,…`.
    ///
    /// The kind is `imu` (gyroscope in mdps, then accelerometer in mg) or `accl` (the fingers'
    /// accelerometers in mg, from the thumb to the little finger); the timestamp is the device's, in
    /// milliseconds.
    public static func line(
        _ record: RawSensorRecord, of identifier: String, in ranges: SensorSensitivity
    ) -> String {
        let kind =
            switch record.kind {
            case .imu: "imu"
            case .fingers: "accl"
            }
        var line = "\(identifier),\(record.milliseconds),\(kind)"
        for index in 0..<record.count {
            guard let vector = record[index] else { continue }
            let scale =
                switch record.kind {
                case .fingers: ranges.finger.scale
                case .imu: index == 0 ? ranges.imu.gyro.scale : ranges.imu.accelerometer.scale
                }
            for value in [vector.x, vector.y, vector.z] {
                line += "," + decimal(Int64(value) * scale)
            }
        }
        return line
    }

    /// A count of hundred-thousandths as the shortest decimal number: `-62.5`.
    static func decimal(_ hundredThousandths: Int64) -> String {
        let (whole, rest) = hundredThousandths.magnitude.quotientAndRemainder(dividingBy: 100_000)
        var digits = String(rest)
        digits = String(repeating: "0", count: 5 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        let sign = hundredThousandths < 0 ? "-" : ""
        return "\(sign)\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
    }
}
