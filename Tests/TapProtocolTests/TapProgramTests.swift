import TapProtocol
import Testing

/// What each mode listens to, writes, refreshes and leaves: the vendor's sequences.
@Suite("The programs of the modes")
struct TapProgramTests {
    private static let sensitivity = SensorSensitivity(
        finger: .g8, imu: IMUSensitivity(gyro: .dps1000, accelerometer: .g4))

    /// The bytes of writes to one characteristic.
    private func bytes(_ writes: [TapWrite], to characteristic: String) -> [[UInt8]] {
        #expect(writes.allSatisfy { $0.characteristic == characteristic && $0.withResponse })
        return writes.map(\.bytes)
    }

    @Test(
        "v2: set-up, in order",
        arguments: [
            (
                .airMouse,
                [
                    [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 2, 1], [0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 1],
                    [1, 0, 0, 0, 2],
                ]
            ),
            (
                .tapping,
                [
                    [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 2, 1], [0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0],
                    [1, 0, 0, 0, 0],
                ]
            ),
            (
                .rawSensors(sensitivity),
                [
                    [1, 1, 0x0c, 0], [1, 1, 2, 0, 4, 2], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 2, 0],
                    [0, 0, 0, 0, 0, 1],
                ]
            ),
            (
                .debug(sensitivity),
                [
                    [1, 1, 0x0c, 0], [1, 1, 2, 0, 4, 2], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 2, 1],
                    [0, 0, 0, 0, 0, 1], [1, 0, 1, 0, 1], [1, 0, 0, 0, 2],
                ]
            ),
        ] as [(TapMode, [[UInt8]])])
    func v2(mode: TapMode, setUp: [[UInt8]]) {
        let program = TapProgram(.v2, mode)
        #expect(bytes(program.setUp, to: TapUUID.v2Write) == setUp)
        #expect(program.subscriptions == [TapUUID.v2Read])
        #expect(bytes(program.refresh, to: TapUUID.v2Write) == [[2, 0, 0, 0]])
        #expect(
            bytes(program.leaving, to: TapUUID.v2Write)
                == [[0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 0, 0]])
    }

    @Test(
        "v1: set-up and refresh are the same",
        arguments: [
            (.airMouse, [[3, 0x0c, 0, 1], [3, 0x0d, 0, 1]]),
            (.tapping, [[3, 0x0c, 0, 1], [3, 0x0d, 0, 2]]),
            (.rawSensors(sensitivity), [[3, 0x0c, 0, 0x0a, 3, 4, 2]]),
            (.debug(sensitivity), [[3, 0x0c, 0, 0x0a, 3, 4, 2]]),
        ] as [(TapMode, [[UInt8]])])
    func v1(mode: TapMode, setUp: [[UInt8]]) {
        let program = TapProgram(.v1, mode)
        #expect(bytes(program.setUp, to: TapUUID.uartRX) == setUp)
        #expect(program.refresh == program.setUp)
        #expect(
            bytes(program.leaving, to: TapUUID.uartRX) == [[3, 0x0d, 0, 3], [3, 0x0c, 0, 0]])
    }

    @Test("The ranges that a write sets are those of its codes, in both protocols")
    func ranges() {
        for gyro in GyroRange.allCases {
            for accelerometer in AccelerometerRange.allCases {
                let imu = IMUSensitivity(gyro: gyro, accelerometer: accelerometer)
                #expect(TapWrite(.setIMUSensitivity(imu)).imuSensitivity == imu)
                let all = SensorSensitivity(finger: .g16, imu: imu)
                #expect(TapWrite(.inputMode(.rawSensors(all))).imuSensitivity == imu)
            }
        }
        for write in [
            TapWrite(.getIMUSensitivity), TapWrite(.keepalive), TapWrite(.inputMode(.controller)),
            TapWrite(.xrState(.airMouse)), TapWrite(V1Command.haptic(.pulse)),
        ] { #expect(write.imuSensitivity == nil) }
    }
}
