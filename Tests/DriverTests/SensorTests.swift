import TapProtocol
import Testing

@testable import Driver

/// What becomes of raw sensor records: lines, counts and rates.
@Suite("Raw sensor records as lines and counts")
struct SensorTests {
    /// The bytes of a record of the IMU.
    private static func imu(at milliseconds: UInt32, _ values: [Int16]) -> [UInt8] {
        word(milliseconds & 0x7fff_ffff) + values.flatMap(bytes)
    }

    private static func fingers(at milliseconds: UInt32, _ values: [Int16]) -> [UInt8] {
        word(milliseconds | 0x8000_0000) + values.flatMap(bytes)
    }

    private static func word(_ word: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    }

    private static func bytes(_ value: Int16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func lines(_ bytes: [UInt8], _ ranges: SensorSensitivity) -> [String] {
        var lines: [String] = []
        var tally = SensorTally()
        tally.take(bytes.span, from: NotifyingCharacteristic.v1RawSensors.rawValue) {
            lines.append(SensorText.line($0, of: "A0", in: ranges))
        }
        return lines
    }

    @Test(
        "The IMU's factors for every code",
        arguments: [
            (0, 0, "4.375", "0.061"), (1, 1, "4.375", "0.061"), (2, 2, "8.75", "0.122"),
            (3, 3, "17.5", "0.244"), (4, 4, "35", "0.488"), (5, 5, "70", "0.488"),
            (9, 9, "70", "0.488"),
        ])
    func imuFactors(gyro: Int, accelerometer: Int, mdps: String, mg: String) {
        let ranges = SensorSensitivity(
            clampingFinger: 1, gyro: gyro, accelerometer: accelerometer)
        #expect(
            Self.lines(Self.imu(at: 3, [1, -1, 0, 1, -1, 0]), ranges)
                == ["A0,3,imu,\(mdps),-\(mdps),0,\(mg),-\(mg),0"])
    }

    @Test(
        "The fingers' factors for every code",
        arguments: [
            (0, "3.90625"), (1, "3.90625"), (2, "7.8125"), (3, "15.625"), (4, "31.25"),
            (5, "31.25"),
        ])
    func fingerFactors(code: Int, mg: String) {
        let ranges = SensorSensitivity(clampingFinger: code, gyro: 1, accelerometer: 1)
        let zeros = [String](repeating: "0", count: 13).joined(separator: ",")
        #expect(
            Self.lines(Self.fingers(at: 3, [1, -1] + [Int16](repeating: 0, count: 13)), ranges)
                == ["A0,3,accl,\(mg),-\(mg),\(zeros)"])
    }

    @Test("The ends of the range of values are exact")
    func extremes() {
        let ranges = SensorSensitivity(clampingFinger: 4, gyro: 5, accelerometer: 4)
        #expect(
            Self.lines(
                Self.imu(at: 0x7fff_ffff, [.min, .max, 0, .min, .max, 0]), ranges)
                == ["A0,2147483647,imu,-2293760,2293690,0,-15990.784,15990.296,0"])
    }

    @Test("Several records of one notification, to a zero word")
    func several() {
        let bytes =
            Self.imu(at: 1, [1, 2, 3, 4, 5, 6]) + Self.fingers(at: 2, Array(1...15))
            + [0, 0, 0, 0] + Self.imu(at: 9, [9, 9, 9, 9, 9, 9])
        #expect(
            Self.lines(bytes, SensorSensitivity()) == [
                "A0,1,imu,4.375,8.75,13.125,0.244,0.305,0.366",
                """
                A0,2,accl,3.90625,7.8125,11.71875,15.625,19.53125,23.4375,27.34375,31.25,35.15625,\
                39.0625,42.96875,46.875,50.78125,54.6875,58.59375
                """,
            ])
    }

    // MARK: The rate

    private static func tally(_ times: [UInt32], interruptedAfter index: Int? = nil) -> SensorTally
    {
        var tally = SensorTally()
        for (number, time) in times.enumerated() {
            tally.take(
                imu(at: time, [1, 0, 0, 0, 0, 0]).span,
                from: NotifyingCharacteristic.v1RawSensors.rawValue
            ) { _ in }
            if number == index { tally.interrupt() }
        }
        return tally
    }

    @Test(
        "Records a second by the device's clock",
        arguments: [
            ([10, 20, 30, 40], 100.0),
            ([1, 1001], 1.0),
            ([1, 6, 11, 21], 150.0),
            // Its clock has 31 bits.
            ([0x7fff_fffb, 5], 100.0),
            // A clock that began anew.
            ([50_000, 50_010, 5, 15], 100.0),
        ] as [([UInt32], Double)])
    func rate(times: [UInt32], rate: Double) {
        #expect(Self.tally(times).imu.rate == rate)
    }

    @Test("No rate before there are two, or where no time passed", arguments: [[], [5], [5, 5]])
    func noRate(times: [UInt32]) {
        #expect(Self.tally(times).imu.rate == nil)
        #expect(Self.tally(times).imu.count == times.count)
    }

    @Test("A lost connection is no pause between records")
    func interruption() {
        #expect(Self.tally([10, 20, 5000, 5010], interruptedAfter: 1).imu.rate == 100)
    }
}
