import TapProtocol
import Testing

/// A frame and what it says.
struct EventRow: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]
    var event: V2Event
    /// The shortest frame of this kind; what is longer may be cut off without harm.
    var shortest: Int

    init(_ bytes: [UInt8], _ event: V2Event, shortest: Int) {
        self.bytes = bytes
        self.event = event
        self.shortest = shortest
    }

    var testDescription: String { "\(event)" }

    /// Every row of the table of v2 events; `aa` and `bb` stand for bytes that mean nothing.
    static let table: [EventRow] =
        motion + air + standby + readBack + [
            // raw IMU: 00 01 xx xx, then records
            EventRow([0, 1, 0xaa, 0xbb, 1, 2, 3, 4], .rawSensors, shortest: 4),
            EventRow([0, 1, 0xaa, 0xbb], .rawSensors, shortest: 4),
        ]

    /// `00 00 xx xx`, then 16 bytes: 0, vx, vy, four bytes, movement, roll, pitch, yaw.
    static let motion: [EventRow] = [
        EventRow(
            [
                0, 0, 0xaa, 0xbb,
                0,  // always 0
                0x34, 0x12,  // vx 0x1234
                0xfe, 0xff,  // vy -2
                0xaa, 0xbb, 0xaa, 0xbb,
                1,  // real movement
                0xb4, 0x00,  // roll 180
                0x4c, 0xff,  // pitch -180
                0x00, 0x80,  // yaw -32768
            ],
            .motion(
                MotionSample(
                    velocityX: 0x1234, velocityY: -2, isMouse: true,
                    orientation: .init(roll: 180, pitch: -180, yaw: -32768))),
            shortest: 20),
        EventRow(
            [
                0, 0, 0, 0, 0,
                0x00, 0x80,  // vx -32768
                0xff, 0x7f,  // vy 32767
                0, 0, 0, 0,
                0,  // no real movement
                0xff, 0xff, 0x01, 0x00, 0x02, 0x00,  // roll -1, pitch 1, yaw 2
                0xaa, 0xbb,  // more than the table has
            ],
            .motion(
                MotionSample(
                    velocityX: -32768, velocityY: 32767, isMouse: false,
                    orientation: .init(roll: -1, pitch: 1, yaw: 2))),
            shortest: 20),
        EventRow(
            // Only 1 is real movement.
            [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0],
            .motion(
                MotionSample(
                    velocityX: 1, velocityY: 0, isMouse: false,
                    orientation: .init(roll: 0, pitch: 0, yaw: 0))),
            shortest: 20),
    ]

    /// Taps are `01 02 xx xx MASK`, gesture classes `01 03 xx xx CLASS …`.
    static let air: [EventRow] = [
        EventRow([1, 2, 0xaa, 0xbb, 1], .tap(.thumb), shortest: 5),
        EventRow([1, 2, 0xaa, 0xbb, 2], .tap(.index), shortest: 5),
        EventRow([1, 2, 0xaa, 0xbb, 4], .tap(.middle), shortest: 5),
        EventRow([1, 2, 0xaa, 0xbb, 8], .tap(.ring), shortest: 5),
        EventRow([1, 2, 0xaa, 0xbb, 16], .tap(.little), shortest: 5),
        EventRow(
            [1, 2, 0, 0, 31], .tap([.thumb, .index, .middle, .ring, .little]), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 100], .airGesture(.none), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 101, 7, 8, 9], .airGesture(.left), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 102], .airGesture(.right), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 103], .airGesture(.up), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 104], .airGesture(.down), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 105], .airGesture(.pinchIndex), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 106], .airGesture(.pinchMiddle), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 107], .airGesture(.pinchRing), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 108], .airGesture(.pinchLittle), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 109], .airGesture(.fist), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 110], .airGesture(.holdIndex), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 111], .airGesture(.holdMiddle), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 112], .airGesture(.holdRing), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 113], .airGesture(.holdLittle), shortest: 5),
        EventRow([1, 3, 0xaa, 0xbb, 114], .airGesture(.holdFist), shortest: 5),
    ]

    /// Standby is `02 xx xx xx S`.
    static let standby: [EventRow] = [
        EventRow([2, 0xaa, 0xbb, 0xaa, 0], .standby(false), shortest: 5),
        EventRow([2, 0xaa, 0xbb, 0xaa, 1], .standby(true), shortest: 5),
        EventRow([2, 0, 0, 0, 1], .standby(true), shortest: 5),
    ]

    /// A read-back is `03 SUB xx xx …`.
    static let readBack: [EventRow] = [
        EventRow([3, 0, 0xaa, 0xbb, 0, 1], .feature(.rawIMU, true), shortest: 6),
        EventRow([3, 0, 0xaa, 0xbb, 1, 0], .feature(.modelDetection, false), shortest: 6),
        EventRow([3, 0, 0xaa, 0xbb, 2, 1], .feature(.imuMotion, true), shortest: 6),
        EventRow([3, 0, 0xaa, 0xbb, 3, 0], .feature(.triggerDetections, false), shortest: 6),
        EventRow([3, 0, 0xaa, 0xbb, 4, 1], .feature(.standbyGestureDetection, true), shortest: 6),
        EventRow([3, 1, 0xaa, 0xbb, 0], .opMode(.trigger), shortest: 5),
        EventRow([3, 1, 0xaa, 0xbb, 1], .opMode(.streamOnTrigger), shortest: 5),
        EventRow([3, 1, 0xaa, 0xbb, 2], .opMode(.stream), shortest: 5),
        EventRow([3, 2, 0xaa, 0xbb, 0], .visionModel(.tapping), shortest: 5),
        EventRow([3, 2, 0xaa, 0xbb, 1], .visionModel(.airGesture), shortest: 5),
        EventRow(
            [3, 3, 0xaa, 0xbb, 1, 1],
            .imuSensitivity(IMUSensitivity(gyro: .dps125, accelerometer: .g2)), shortest: 6),
        EventRow(
            [3, 3, 0xaa, 0xbb, 5, 4],
            .imuSensitivity(IMUSensitivity(gyro: .dps2000, accelerometer: .g16)), shortest: 6),
        EventRow([3, 4, 0xaa, 0xbb, 0, 2, 4], .haptic, shortest: 4),
    ]
}

@Suite("Events from a v2 device")
struct V2EventTests {
    @Test("Each frame of the table says what the table says", arguments: EventRow.table)
    func decoding(_ row: EventRow) {
        #expect(V2Event(decoding: row.bytes.span) == row.event)
    }

    @Test("A frame cut short at any length is too short", arguments: EventRow.table)
    func truncation(_ row: EventRow) {
        for length in 0..<row.shortest {
            let cut = Array(row.bytes.prefix(length))
            #expect(V2Event(decoding: cut.span) == .unknown(.tooShort), "\(length) bytes")
        }
        for length in row.shortest..<row.bytes.count {
            let cut = Array(row.bytes.prefix(length))
            #expect(V2Event(decoding: cut.span) == row.event, "\(length) bytes")
        }
    }

    @Test("A frame may be longer than the table has it", arguments: EventRow.table)
    func surplus(_ row: EventRow) {
        for surplus in [1, 40] {
            let long = row.bytes + Array(repeating: 0xff, count: surplus)
            #expect(V2Event(decoding: long.span) == row.event)
        }
    }

    @Test("The two free bytes of the header mean nothing", arguments: EventRow.table)
    func freeHeaderBytes(_ row: EventRow) {
        for (third, fourth) in [(0, 0), (0xff, 0), (0, 0xff), (0xff, 0xff)] as [(UInt8, UInt8)] {
            var bytes = row.bytes
            bytes[2] = third
            bytes[3] = fourth
            #expect(V2Event(decoding: bytes.span) == row.event)
        }
    }

    @Test(
        "Values that are in no table are unknown",
        arguments: [
            [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],  // first byte not 0
            [1, 2, 0, 0, 0],  // no finger
            [1, 2, 0, 0, 32],  // a sixth finger
            [1, 2, 0, 0, 255],
            [1, 3, 0, 0, 99],  // before none
            [1, 3, 0, 0, 115],  // behind the held fist
            [1, 3, 0, 0, 0],
            [1, 3, 0, 0, 255],
            [2, 0, 0, 0, 2],  // standby is 0 or 1
            [2, 0, 0, 0, 255],
            [3, 0, 0, 0, 5, 1],  // feature
            [3, 0, 0, 0, 1, 2],  // state of a feature
            [3, 1, 0, 0, 3],  // op mode
            [3, 2, 0, 0, 2],  // vision model
            [3, 3, 0, 0, 0, 1],  // gyro code
            [3, 3, 0, 0, 6, 1],
            [3, 3, 0, 0, 1, 0],  // accelerometer code
            [3, 3, 0, 0, 1, 5],
        ] as [[UInt8]])
    func unknownValue(bytes: [UInt8]) {
        #expect(V2Event(decoding: bytes.span) == .unknown(.unknownValue))
    }

    @Test("Every header that is in no table is unknown")
    func unknownHeaders() {
        let known: Set<[UInt8]> = [
            [0, 0], [0, 1], [1, 2], [1, 3], [3, 0], [3, 1], [3, 2], [3, 3], [3, 4],
        ]
        for command in UInt8.min...UInt8.max where command != 2 {
            for sub in UInt8.min...UInt8.max where !known.contains([command, sub]) {
                let bytes = [command, sub] + [UInt8](repeating: 1, count: 20)
                let event = V2Event(decoding: bytes.span)
                if event != .unknown(.unknownHeader) {
                    Issue.record("\(command) \(sub) is taken for \(event)")
                }
            }
        }
    }
}
