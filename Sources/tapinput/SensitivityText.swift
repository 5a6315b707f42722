import TapProtocol

extension IMUSensitivity {
    /// The ranges as `--sensitivity` takes them: `gyro=dps125,accel=g2`.
    var text: String { "gyro=\(gyro),accel=\(accelerometer)" }
}
