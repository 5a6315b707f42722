import TapProtocol
import Testing

/// A row of the table of v2 commands.
struct CommandRow: CustomTestStringConvertible, Sendable {
    var command: V2Command
    var bytes: [UInt8]

    init(_ command: V2Command, _ bytes: [UInt8]) {
        self.command = command
        self.bytes = bytes
    }

    var testDescription: String { "\(command)" }
}

@Suite("Commands to a v2 device")
struct V2CommandTests {
    /// `00 00 00 00 F V` sets feature F to V, `00 01 00 00 F` asks for it.
    static let features: [CommandRow] = [
        CommandRow(.setFeature(.rawIMU, false), [0, 0, 0, 0, 0, 0]),
        CommandRow(.setFeature(.rawIMU, true), [0, 0, 0, 0, 0, 1]),
        CommandRow(.setFeature(.modelDetection, false), [0, 0, 0, 0, 1, 0]),
        CommandRow(.setFeature(.modelDetection, true), [0, 0, 0, 0, 1, 1]),
        CommandRow(.setFeature(.imuMotion, false), [0, 0, 0, 0, 2, 0]),
        CommandRow(.setFeature(.imuMotion, true), [0, 0, 0, 0, 2, 1]),
        CommandRow(.setFeature(.triggerDetections, false), [0, 0, 0, 0, 3, 0]),
        CommandRow(.setFeature(.triggerDetections, true), [0, 0, 0, 0, 3, 1]),
        CommandRow(.setFeature(.standbyGestureDetection, false), [0, 0, 0, 0, 4, 0]),
        CommandRow(.setFeature(.standbyGestureDetection, true), [0, 0, 0, 0, 4, 1]),
        CommandRow(.getFeature(.rawIMU), [0, 1, 0, 0, 0]),
        CommandRow(.getFeature(.modelDetection), [0, 1, 0, 0, 1]),
        CommandRow(.getFeature(.imuMotion), [0, 1, 0, 0, 2]),
        CommandRow(.getFeature(.triggerDetections), [0, 1, 0, 0, 3]),
        CommandRow(.getFeature(.standbyGestureDetection), [0, 1, 0, 0, 4]),
    ]

    /// `01 00 00 00 M` and `01 00 0a 00`; `01 00 01 00 M` and `01 00 0b 00`;
    /// `01 01 02 00 GYRO ACCEL` and `01 01 0c 00`.
    static let modes: [CommandRow] = [
        CommandRow(.setOpMode(.trigger), [1, 0, 0, 0, 0]),
        CommandRow(.setOpMode(.streamOnTrigger), [1, 0, 0, 0, 1]),
        CommandRow(.setOpMode(.stream), [1, 0, 0, 0, 2]),
        CommandRow(.getOpMode, [1, 0, 0x0a, 0]),
        CommandRow(.setVisionModel(.tapping), [1, 0, 1, 0, 0]),
        CommandRow(.setVisionModel(.airGesture), [1, 0, 1, 0, 1]),
        CommandRow(.getVisionModel, [1, 0, 0x0b, 0]),
        CommandRow(
            .setIMUSensitivity(IMUSensitivity(gyro: .dps125, accelerometer: .g2)),
            [1, 1, 2, 0, 1, 1]),
        CommandRow(
            .setIMUSensitivity(IMUSensitivity(gyro: .dps2000, accelerometer: .g16)),
            [1, 1, 2, 0, 5, 4]),
        CommandRow(.getIMUSensitivity, [1, 1, 0x0c, 0]),
    ]

    /// `02 00 00 00` keeps alive; `03 03 00 00` asks for standby, `03 04 00 00 S` sets it.
    static let life: [CommandRow] = [
        CommandRow(.keepalive, [2, 0, 0, 0]),
        CommandRow(.getStandby, [3, 3, 0, 0]),
        CommandRow(.setStandby(false), [3, 4, 0, 0, 0]),
        CommandRow(.setStandby(true), [3, 4, 0, 0, 1]),
    ]

    @Test("Each command has the bytes of the table", arguments: features + modes + life)
    func bytes(_ row: CommandRow) {
        #expect(row.command.bytes == row.bytes)
    }

    @Test("A haptic command is a header of six bytes and 18 durations, zero padded")
    func haptic() throws {
        let pattern = try #require(HapticPattern(milliseconds: [40, 100, 2550]))
        #expect(
            V2Command.haptic(pattern).bytes == [
                1, 2, 3, 0,  // command and sub-commands
                0, 2,
                4, 10, 255, 0, 0, 0, 0, 0, 0,  // units of 10 ms, on and off by turns
                0, 0, 0, 0, 0, 0, 0, 0, 0,
            ])
    }

    @Test("A haptic command of 18 durations has no room left")
    func longestHaptic() throws {
        let pattern = try #require(HapticPattern(milliseconds: Array(repeating: 10, count: 18)))
        let bytes = V2Command.haptic(pattern).bytes
        #expect(bytes == [1, 2, 3, 0, 0, 2] + Array(repeating: 1, count: 18))
    }

    @Test("The short pulse lasts 40 ms")
    func pulse() {
        let bytes = V2Command.haptic(.pulse).bytes
        #expect(bytes == [1, 2, 3, 0, 0, 2, 4] + Array(repeating: 0, count: 17))
    }
}

@Suite("Haptic patterns")
struct HapticPatternTests {
    @Test("Durations of 10 to 2550 ms are sent in units of 10 ms, rounded down")
    func units() {
        #expect(HapticPattern(milliseconds: [10])?.units == [1])
        #expect(HapticPattern(milliseconds: [19])?.units == [1])
        #expect(HapticPattern(milliseconds: [20, 2550])?.units == [2, 255])
    }

    @Test(
        "A pattern that cannot be sent is refused",
        arguments: [
            [], [9], [0], [-10], [2551], [40, 9], [40, Int.max], [Int.min],
            Array(repeating: 40, count: 19),
        ])
    func refused(durations: [Int]) {
        #expect(HapticPattern(milliseconds: durations) == nil)
    }

    @Test("One to 18 durations are allowed")
    func counts() {
        for count in 1...18 {
            let pattern = HapticPattern(milliseconds: Array(repeating: 40, count: count))
            #expect(pattern?.units.count == count)
        }
    }
}
