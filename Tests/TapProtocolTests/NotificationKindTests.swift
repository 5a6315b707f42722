import TapProtocol
import TestSupport
import Testing

@Suite("What a connection needs to know of a notification")
struct NotificationKindTests {
    private static func kind(_ bytes: [UInt8], _ characteristic: UInt32) -> NotificationKind {
        NotificationKind(of: bytes.span, from: characteristic)
    }

    @Test("The kind of each frame of v2", arguments: EventRow.table)
    func v2(_ row: EventRow) {
        let expected: NotificationKind =
            switch row.event {
            case .motion: .motion
            case .airGesture: .handState
            case .standby(let on): .standby(on)
            case .imuSensitivity(let ranges): .imuSensitivity(ranges)
            default: .other
            }
        #expect(Self.kind(row.bytes, 0xc3ff_000e) == expected)
        for length in 0..<row.shortest {
            #expect(Self.kind(Array(row.bytes.prefix(length)), 0xc3ff_000e) == .other)
        }
    }

    @Test("The kind of each notification of v1", arguments: V1Row.table)
    func v1(_ row: V1Row) {
        let expected: NotificationKind =
            switch row.event {
            case .motion: .motion
            case .state, .airGestureState(true): .handState
            default: .other
            }
        #expect(Self.kind(row.bytes, row.source.rawValue) == expected)
    }

    @Test("Ranges of which a code is in no table are told as such, cut short ones are not")
    func unknownRanges() {
        for (gyro, accelerometer) in [(0, 1), (6, 1), (1, 0), (1, 5), (255, 255)]
            as [(UInt8, UInt8)]
        {
            #expect(
                Self.kind([3, 3, 9, 9, gyro, accelerometer], 0xc3ff_000e) == .imuSensitivity(nil))
            #expect(Self.kind([3, 3, 9, 9, gyro], 0xc3ff_000e) == .other)
        }
    }

    @Test("Values of no table, swipes over a state, and strangers are something else")
    func others() {
        let strange: [([UInt8], UInt32)] = [
            ([1, 3, 0, 0, 99], 0xc3ff_000e), ([2, 0, 0, 0, 2], 0xc3ff_000e),
            ([3, 1, 0, 0, 9], 0xc3ff_000e), ([100, 0, 0, 1], 0xc3ff_000a),
            ([20, 0], 0xc3ff_000a), ([20], 0xc3ff_000a), ([99], 0xc3ff_000a), ([106], 0xc3ff_000a),
            ([1] + [UInt8](repeating: 0, count: 15), 0xc3ff_0006),
            ([UInt8](repeating: 0, count: 9), 0xc3ff_0006),
            ([1, 3, 0, 0, 100], 0x0000_2a19), ([0, 0, 0, 0], 0xc3ff_000f), ([], 0xc3ff_000a),
        ]
        for (bytes, characteristic) in strange {
            #expect(Self.kind(bytes, characteristic) == .other, "\(bytes)")
        }
    }

    @Test("Random notifications of every characteristic have the kind of what they say")
    func random() {
        var random = SplitMix64(seed: 5)
        var counts: [NotifyingCharacteristic: Int] = [:]
        for _ in 0..<100_000 {
            let source = NotifyingCharacteristic.allCases.randomElement(using: &random) ?? .v2Read
            let length = Int.random(in: 0...40, using: &random)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            if length > 0, Bool.random(using: &random) {
                bytes[0] = [0, 1, 2, 3, 20, 100, 105].randomElement(using: &random) ?? 0
            }
            if length > 3, Bool.random(using: &random) { bytes[3] = 0 }
            let isOther = Self.kind(bytes, source.rawValue) == .other
            let isUnknown: Bool
            if source == .v2Read {
                let event = V2Event(decoding: bytes.span)
                if case .unknown = event { isUnknown = true } else { isUnknown = false }
            } else {
                let event = V1Event(decoding: bytes.span, from: source)
                if case .unknown = event { isUnknown = true } else { isUnknown = false }
            }
            if isUnknown, !isOther, bytes.prefix(2) != [3, 3] {
                Issue.record("\(bytes) of \(source)")
                return
            }
            if !isOther { counts[source, default: 0] += 1 }
        }
        #expect(Set(counts.keys) == [.v2Read, .v1MouseData, .v1AirGesture])
    }
}
