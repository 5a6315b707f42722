/// The range of the fingers' accelerometers; the value is the vendor's 1-based code.
public enum FingerRange: UInt8, CaseIterable, Sendable {
    /// ±2 g.
    case g2 = 1
    /// ±4 g.
    case g4 = 2
    /// ±8 g.
    case g8 = 3
    /// ±16 g.
    case g16 = 4

    /// What one unit of a record means, in hundred-thousandths of a mg.
    ///
    /// Source: the vendor's factors, 3.90625 to 31.25 mg.
    public var scale: Int64 { 390_625 << Int64(rawValue - 1) }
}

/// The range of the IMU's gyroscope; the value is the vendor's 1-based code.
public enum GyroRange: UInt8, CaseIterable, Sendable {
    /// ±125 degrees a second.
    case dps125 = 1
    /// ±250 degrees a second.
    case dps250 = 2
    /// ±500 degrees a second.
    case dps500 = 3
    /// ±1000 degrees a second.
    case dps1000 = 4
    /// ±2000 degrees a second.
    case dps2000 = 5

    /// What one unit of a record means, in hundred-thousandths of a mdps.
    ///
    /// Source: the vendor's factors, 4.375 to 70 mdps.
    public var scale: Int64 { 437_500 << Int64(rawValue - 1) }
}

/// The range of the IMU's accelerometer; the value is the vendor's 1-based code.
public enum AccelerometerRange: UInt8, CaseIterable, Sendable {
    /// ±2 g.
    case g2 = 1
    /// ±4 g.
    case g4 = 2
    /// ±8 g.
    case g8 = 3
    /// ±16 g.
    case g16 = 4

    /// What one unit of a record means, in hundred-thousandths of a mg.
    ///
    /// Source: the vendor's factors, 0.061 to 0.488 mg.
    public var scale: Int64 { 6_100 << Int64(rawValue - 1) }
}

extension RawRepresentable where Self: CaseIterable, RawValue == UInt8 {
    /// The range of a number as people give it: 0 is taken as 1, and what is above the last code as
    /// the last one.
    ///
    /// Source: the vendor's raw sensors document.
    public static func clamped(_ code: Int) -> Self? {
        let codes = allCases.map(\.rawValue)
        guard let first = codes.min(), let last = codes.max() else { return nil }
        return Self(rawValue: UInt8(clamping: min(max(code, Int(first)), Int(last))))
    }
}

/// The ranges of the IMU: what a v2 device sets and reads back.
public struct IMUSensitivity: Hashable, Sendable {
    /// The gyroscope's.
    public var gyro: GyroRange
    /// The accelerometer's.
    public var accelerometer: AccelerometerRange

    /// The ranges of both.
    public init(gyro: GyroRange = .dps125, accelerometer: AccelerometerRange = .g2) {
        self.gyro = gyro
        self.accelerometer = accelerometer
    }
}

/// The ranges of all raw sensors, which a v1 device is told with its mode; a v2 device is told those
/// of the IMU alone.
public struct SensorSensitivity: Hashable, Sendable {
    /// The fingers' accelerometers'.
    public var finger: FingerRange
    /// The IMU's.
    public var imu: IMUSensitivity

    /// Ranges of all; the defaults are the vendor's, every code 1.
    public init(finger: FingerRange = .g2, imu: IMUSensitivity = IMUSensitivity()) {
        self.finger = finger
        self.imu = imu
    }

    /// Ranges by the vendor's codes: 0 is taken as 1, and what is above the maximum as the maximum.
    public init(clampingFinger finger: Int, gyro: Int, accelerometer: Int) {
        self.init(
            finger: .clamped(finger) ?? .g2,
            imu: IMUSensitivity(
                gyro: .clamped(gyro) ?? .dps125, accelerometer: .clamped(accelerometer) ?? .g2))
    }
}
