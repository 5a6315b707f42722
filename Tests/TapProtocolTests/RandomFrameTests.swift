import TapProtocol
import TestSupport
import Testing

@Suite("Random frames")
struct RandomFrameTests {
    /// 0 to 64 random bytes; every other frame begins with a likely header, so that its values
    /// are reached.
    private static func frame(_ random: inout SplitMix64) -> [UInt8] {
        let length = Int.random(in: 0...64, using: &random)
        var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard Bool.random(using: &random) else { return bytes }
        if length > 0 { bytes[0] = UInt8.random(in: 0...3, using: &random) }
        if length > 1 { bytes[1] = UInt8.random(in: 0...4, using: &random) }
        if length > 4, Bool.random(using: &random) {
            bytes[4] = [0, 1, 2, 31, 100, 114].randomElement(using: &random) ?? 0
        }
        return bytes
    }

    /// What the table's kinds demand of a frame's length, or nil for a header that is in no table.
    private static func shortest(_ bytes: [UInt8]) -> Int? {
        switch (bytes[0], bytes[1]) {
        case (0, 0): 20
        case (0, 1), (3, 4): 4
        case (1, 2), (1, 3), (2, _), (3, 1), (3, 2): 5
        case (3, 0), (3, 3): 6
        default: nil
        }
    }

    /// The kind of an answer, and whether its frame can have that kind.
    private static func verdict(_ event: V2Event, _ bytes: [UInt8]) -> (kind: String, fits: Bool) {
        guard bytes.count >= 4 else { return ("cut header", event == .unknown(.tooShort)) }
        let shortest = shortest(bytes)
        let reaches = shortest.map { bytes.count >= $0 } ?? false
        switch event {
        case .unknown(.tooShort): return ("too short", shortest != nil && !reaches)
        case .unknown(.unknownHeader): return ("header", shortest == nil)
        case .unknown(.unknownValue): return ("value", reaches)
        case .motion: return ("motion", reaches && (bytes[0], bytes[1], bytes[4]) == (0, 0, 0))
        case .rawSensors: return ("raw", reaches && (bytes[0], bytes[1]) == (0, 1))
        case .tap(let mask): return ("tap", reaches && bytes[4] == mask.rawValue)
        case .airGesture(let air): return ("air", reaches && bytes[4] == air.rawValue)
        case .standby(let on): return ("standby", reaches && bytes[4] == (on ? 1 : 0))
        case .feature(let feature, _): return ("feature", reaches && bytes[4] == feature.rawValue)
        case .opMode(let mode): return ("op mode", reaches && bytes[4] == mode.rawValue)
        case .visionModel(let model): return ("model", reaches && bytes[4] == model.rawValue)
        case .imuSensitivity(let ranges):
            let codes = [ranges.gyro.rawValue, ranges.accelerometer.rawValue]
            return ("imu", reaches && Array(bytes[4...5]) == codes)
        case .haptic: return ("haptic", reaches && (bytes[0], bytes[1]) == (3, 4))
        }
    }

    @Test("100,000 random frames are all classified, and none is fatal")
    func classified() {
        var random = SplitMix64(seed: 0x7a9)
        var kinds: [String: Int] = [:]
        for index in 0..<100_000 {
            let bytes = Self.frame(&random)
            let event = V2Event(decoding: bytes.span)
            let (kind, fits) = Self.verdict(event, bytes)
            kinds[kind, default: 0] += 1
            if !fits {
                Issue.record("frame \(index), \(bytes), is taken for \(event)")
                return
            }
        }
        // All kinds of answers came about, or the frames would prove little.
        #expect(
            Set(kinds.keys) == [
                "cut header", "too short", "header", "value", "motion", "raw", "tap", "air",
                "standby", "feature", "op mode", "model", "imu", "haptic",
            ])
    }
}
