import TapProtocol
import Testing

@testable import tapinput

@Suite("Ranges of raw sensors as text")
struct SensitivityTextTests {
    @Test(arguments: [
        ("finger=g2,gyro=dps125,accel=g2", 1, 1, 1),
        ("finger=g16,gyro=dps2000,accel=g16", 4, 5, 4),
        ("gyro=dps500", 1, 3, 1),
        ("accel=g8, finger=g4", 2, 1, 3),
        ("finger=0,gyro=0,accel=0", 1, 1, 1),
        ("finger=4,gyro=5,accel=4", 4, 5, 4),
        ("finger=5,gyro=6,accel=255", 4, 5, 4),
        ("finger=99999999999999999999999,gyro=2,accel=3", 4, 2, 3),
    ])
    func ranges(text: String, finger: Int, gyro: Int, accelerometer: Int) throws {
        var ranges = SensorSensitivity()
        try ranges.change(by: text)
        #expect(
            ranges
                == SensorSensitivity(
                    clampingFinger: finger, gyro: gyro, accelerometer: accelerometer))
    }

    @Test(arguments: [
        ("", "sensitivity \"\": expected finger=g2, gyro=dps125 or accel=g2"),
        ("gyro", "sensitivity \"gyro\": expected finger=g2, gyro=dps125 or accel=g2"),
        (
            "gyro=g2",
            "sensitivity gyro: unknown \"g2\", expected dps125, dps250, dps500, dps1000, dps2000"
        ),
        ("finger=g32", "sensitivity finger: unknown \"g32\", expected g2, g4, g8, g16"),
        ("accel=-1", "sensitivity accel: unknown \"-1\", expected g2, g4, g8, g16"),
        ("giro=dps125", "sensitivity: unknown \"giro\", expected finger, gyro, accel"),
    ])
    func wrong(text: String, message: String) {
        var ranges = SensorSensitivity()
        let error = #expect(throws: SensitivityError.self) {
            try ranges.change(by: "accel=g16," + text)
        }
        #expect(error?.problem == message)
        // All of it or nothing.
        #expect(ranges == SensorSensitivity())
    }

    @Test("What is told of them can be given back")
    func roundTrip() throws {
        for gyro in GyroRange.allCases {
            for accelerometer in AccelerometerRange.allCases {
                let imu = IMUSensitivity(gyro: gyro, accelerometer: accelerometer)
                var ranges = SensorSensitivity()
                try ranges.change(by: imu.text)
                #expect(ranges.imu == imu)
            }
        }
    }
}
