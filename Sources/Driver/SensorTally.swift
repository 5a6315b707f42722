public import TapProtocol

/// What came of one Tap's raw sensors, and how fast by its own clock.
public struct SensorTally: Equatable, Sendable {
    /// The records of one kind.
    public struct Records: Equatable, Sendable {
        /// How many there were.
        public private(set) var count = 0
        /// The pauses between them, and how long these took together in the device's milliseconds.
        private var pauses = 0
        private var milliseconds = 0
        private var last: UInt32?

        /// Records a second, or nil before there were two.
        public var rate: Double? {
            milliseconds > 0 ? Double(pauses) * 1000 / Double(milliseconds) : nil
        }

        mutating func count(at milliseconds: UInt32) {
            count += 1
            defer { last = milliseconds }
            guard let last else { return }
            // The device's clock has 31 bits; what goes back is a clock that began anew.
            let pause = (milliseconds &- last) & 0x7fff_ffff
            guard pause < 0x4000_0000 else { return }
            pauses += 1
            self.milliseconds += Int(pause)
        }

        /// The next record does not follow on the last one.
        mutating func interrupt() {
            last = nil
        }
    }

    /// The records of the IMU.
    public private(set) var imu = Records()
    /// The records of the fingers.
    public private(set) var fingers = Records()
    /// Records that were cut short, and so dropped.
    public private(set) var truncated = 0
    /// Notifications that were not raw records.
    public private(set) var others = 0

    /// Nothing yet.
    public init() {}

    /// Takes a notification; calls `body` with each record in it.
    public mutating func take(
        _ bytes: Span<UInt8>, from characteristic: UInt32, body: (RawSensorRecord) -> Void
    ) {
        guard var reader = RawSensorReader(of: bytes, from: characteristic) else {
            others += 1
            return
        }
        while let record = reader.next(in: bytes) {
            switch record.kind {
            case .imu: imu.count(at: record.milliseconds)
            case .fingers: fingers.count(at: record.milliseconds)
            }
            body(record)
        }
        if reader.isTruncated { truncated += 1 }
    }

    /// The connection was lost: the time until it is back is no pause between records.
    public mutating func interrupt() {
        imu.interrupt()
        fingers.interrupt()
    }
}
