internal import Gestures
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
                line += "," + DecimalText.shortest(Int64(value) * scale, decimals: 5)
            }
        }
        return line
    }
}
