import TapProtocol
import Testing

/// A notification of a v1 device and what it says.
struct V1Row: CustomTestStringConvertible, Sendable {
    var source: NotifyingCharacteristic
    var bytes: [UInt8]
    var event: V1Event
    /// The shortest notification that says the same; what is longer may be cut off without harm.
    var shortest: Int

    init(
        _ source: NotifyingCharacteristic, _ bytes: [UInt8], _ event: V1Event, shortest: Int
    ) {
        self.source = source
        self.bytes = bytes
        self.event = event
        self.shortest = shortest
    }

    var testDescription: String { "\(event)" }

    /// What the row's bytes say, or their first ones.
    func decoded(_ length: Int? = nil) -> V1Event {
        V1Event(decoding: Array(bytes.prefix(length ?? bytes.count)).span, from: source)
    }

    static let table: [V1Row] =
        motion + taps + swipes + states + older + [
            V1Row(.v1RawSensors, [1, 2, 3, 4, 5], .rawSensors, shortest: 0)
        ]

    /// 0, vx, vy, four bytes, movement; then, from 16 bytes on, roll, pitch, yaw.
    static let motion: [V1Row] = [
        V1Row(
            .v1MouseData,
            [0, 0x34, 0x12, 0xfe, 0xff, 0xaa, 0xbb, 0xcc, 0xdd, 1],
            .motion(
                MotionSample(velocityX: 0x1234, velocityY: -2, isMouse: true, orientation: nil)),
            shortest: 10),
        V1Row(
            .v1MouseData,
            [0, 0x00, 0x80, 0xff, 0x7f, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3],
            .motion(
                MotionSample(
                    velocityX: -32768, velocityY: 32767, isMouse: false, orientation: nil)),
            shortest: 10),
        V1Row(
            .v1MouseData,
            [0, 1, 0, 2, 0, 0, 0, 0, 0, 1, 0xb4, 0x00, 0x4c, 0xff, 0x00, 0x80, 0xaa],
            .motion(
                MotionSample(
                    velocityX: 1, velocityY: 2, isMouse: true,
                    orientation: .init(roll: 180, pitch: -180, yaw: -32768))),
            shortest: 16),
        // Only 1 is real movement.
        V1Row(
            .v1MouseData, [0, 1, 0, 2, 0, 0, 0, 0, 0, 2],
            .motion(MotionSample(velocityX: 1, velocityY: 2, isMouse: false, orientation: nil)),
            shortest: 10),
    ]

    static let taps: [V1Row] = [
        V1Row(.v1TapData, [1], .tap(.thumb, nil), shortest: 1),
        V1Row(
            .v1TapData, [31, 0xff, 0xff], .tap([.thumb, .index, .middle, .ring, .little], nil),
            shortest: 1),
        V1Row(
            .v1TapData, [2, 0xaa, 0xbb, 0, 0xcc],
            .tap(.index, TapKeyboardState(shift: 0, switchState: 0, multitap: 1)), shortest: 4),
        V1Row(
            .v1TapData, [6, 0, 0, 0b0001_0110],
            .tap([.index, .middle], TapKeyboardState(shift: 2, switchState: 1, multitap: 2)),
            shortest: 4),
        V1Row(
            .v1TapData, [16, 0, 0, 0b0010_1101],
            .tap(.little, TapKeyboardState(shift: 1, switchState: 3, multitap: 3)), shortest: 4),
    ]

    static let swipes: [V1Row] = [
        V1Row(.v1AirGesture, [0, 0, 0, 1], .swipe(.left), shortest: 4),
        V1Row(.v1AirGesture, [100, 0, 0, 2], .swipe(.right), shortest: 4),
        V1Row(.v1AirGesture, [20, 1, 0, 3, 9], .swipe(.up), shortest: 4),
        V1Row(.v1AirGesture, [255, 0, 0, 4], .swipe(.down), shortest: 4),
    ]

    static let states: [V1Row] = [
        V1Row(.v1AirGesture, [100], .state(.none), shortest: 1),
        V1Row(.v1AirGesture, [101, 7, 7, 0, 7], .state(.thumbIndex), shortest: 1),
        V1Row(.v1AirGesture, [102], .state(.thumbMiddle), shortest: 1),
        V1Row(.v1AirGesture, [103], .state(.thumbRing), shortest: 1),
        V1Row(.v1AirGesture, [104], .state(.thumbLittle), shortest: 1),
        V1Row(.v1AirGesture, [105], .state(.fist), shortest: 1),
        V1Row(.v1AirGesture, [20, 0], .airGestureState(false), shortest: 2),
        V1Row(.v1AirGesture, [20, 1, 0, 0], .airGestureState(true), shortest: 2),
        V1Row(.v1AirGesture, [20, 255], .airGestureState(true), shortest: 2),
    ]

    static let older: [V1Row] = [
        V1Row(.v1AirGesture, [2, 0], .fingerSwipe(.up, fingerCount: 1), shortest: 1),
        V1Row(.v1AirGesture, [3, 0], .fingerSwipe(.up, fingerCount: 2), shortest: 1),
        V1Row(.v1AirGesture, [4, 0], .fingerSwipe(.down, fingerCount: 1), shortest: 1),
        V1Row(.v1AirGesture, [5, 0], .fingerSwipe(.down, fingerCount: 2), shortest: 1),
        V1Row(.v1AirGesture, [6, 0], .fingerSwipe(.left, fingerCount: 1), shortest: 1),
        V1Row(.v1AirGesture, [7, 0], .fingerSwipe(.left, fingerCount: 2), shortest: 1),
        V1Row(.v1AirGesture, [8, 0], .fingerSwipe(.right, fingerCount: 1), shortest: 1),
        V1Row(.v1AirGesture, [9, 0], .fingerSwipe(.right, fingerCount: 2), shortest: 1),
        V1Row(.v1AirGesture, [10, 0], .touch(.index), shortest: 1),
        V1Row(.v1AirGesture, [11, 0], .touch(.middle), shortest: 1),
        V1Row(.v1AirGesture, [12, 0], .touch(.index), shortest: 1),
        V1Row(.v1AirGesture, [14, 0, 0, 0], .touch(.middle), shortest: 1),
    ]
}

@Suite("Events from a v1 device")
struct V1EventTests {
    @Test("Each notification of the table says what the table says", arguments: V1Row.table)
    func decoding(_ row: V1Row) {
        #expect(row.decoded() == row.event)
        for length in row.shortest...row.bytes.count { #expect(row.decoded(length) == row.event) }
    }

    @Test("What is cut short below what it takes is too short", arguments: V1Row.motion)
    func truncatedMotion(_ row: V1Row) {
        for length in 0..<10 {
            #expect(row.decoded(length) == .unknown(.tooShort), "\(length) bytes")
        }
    }

    @Test("Motion of 10 to 15 bytes has no orientation, of 16 it has")
    func orientation() {
        let bytes: [UInt8] = [0, 1, 0, 2, 0, 0, 0, 0, 0, 1, 5, 0, 6, 0, 7, 0]
        for length in 10...16 {
            let event = V1Event(decoding: Array(bytes.prefix(length)).span, from: .v1MouseData)
            #expect(
                event
                    == .motion(
                        MotionSample(
                            velocityX: 1, velocityY: 2, isMouse: true,
                            orientation: length < 16 ? nil : .init(roll: 5, pitch: 6, yaw: 7))))
        }
    }

    @Test("Motion whose first byte is not 0 is unknown")
    func otherMotion() {
        for first in UInt8(1)...255 {
            let bytes = [first] + [UInt8](repeating: 1, count: 15)
            let event = V1Event(decoding: bytes.span, from: .v1MouseData)
            #expect(event == .unknown(.unknownValue))
        }
    }

    @Test("A tap is of a mask of 1 to 31")
    func masks() {
        for mask in UInt8.min...UInt8.max {
            let bytes: [UInt8] = [mask]
            let event = V1Event(decoding: bytes.span, from: .v1TapData)
            let isTap = (1...31).contains(mask)
            #expect(
                event
                    == (isTap ? .tap(FingerMask(rawValue: mask), nil) : .unknown(.unknownValue)))
        }
    }

    @Test("Byte 3 of a tap is shift, switch and multitap, whatever its other bits")
    func keyboardState() {
        for byte in UInt8.min...UInt8.max {
            let bytes: [UInt8] = [2, 0, 0, byte]
            guard
                case .tap(.index, let state?) = V1Event(decoding: bytes.span, from: .v1TapData)
            else {
                Issue.record("byte \(byte)")
                return
            }
            #expect(state.shift == byte % 4)
            #expect(state.switchState == byte / 4 % 4)
            #expect(state.multitap == [1, 2, 3, 3][Int(byte / 16 % 4)])
        }
    }

    @Test("Both tables of swipes, and no other number")
    func swipeTables() {
        let swift: [SwipeCode] = [.left, .right, .up, .down]
        let web: [SwipeCode] = [.up, .down, .left, .right]
        for number in UInt8(1)...255 {
            let bytes: [UInt8] = [100, 0, 0, number]
            for (table, codes) in [(SwipeTable.swift, swift), (.web, web)] {
                let event = V1Event(decoding: bytes.span, from: .v1AirGesture, swipes: table)
                let isKnown = number <= 4
                #expect(
                    event
                        == (isKnown ? .swipe(codes[Int(number) - 1]) : .unknown(.unknownValue)))
            }
        }
    }

    @Test("An air gesture of no table is unknown, and an empty one too short")
    func unknownGestures() {
        let known = Set(UInt8(2)...12).union([14, 20]).union(100...105)
        for code in UInt8.min...UInt8.max where !known.contains(code) {
            let bytes: [UInt8] = [code, 1, 0, 0]
            let event = V1Event(decoding: bytes.span, from: .v1AirGesture)
            #expect(event == .unknown(.unknownValue), "\(code)")
        }
        for bytes in [[], [20]] as [[UInt8]] {
            let event = V1Event(decoding: bytes.span, from: .v1AirGesture)
            #expect(event == .unknown(.tooShort))
        }
        let none: [UInt8] = []
        let tap = V1Event(decoding: none.span, from: .v1TapData)
        #expect(tap == .unknown(.tooShort))
    }

    @Test("A v2 frame is not one of v1")
    func v2Frame() {
        let bytes: [UInt8] = [1, 3, 0, 0, 101]
        let event = V1Event(decoding: bytes.span, from: .v2Read)
        #expect(event == .unknown(.unknownHeader))
    }

    @Test("A mask is described by its fingers, from the thumb on")
    func maskText() {
        #expect("\(FingerMask.thumb)" == "thumb")
        #expect("\(FingerMask([.little, .index]))" == "index+little")
        #expect("\(FingerMask(rawValue: 31))" == "thumb+index+middle+ring+little")
    }
}
