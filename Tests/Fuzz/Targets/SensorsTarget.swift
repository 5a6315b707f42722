import BlueZ
import Driver
import TapProtocol

/// Raw sensor records to the lines that are recorded, and the other decoders of single values.
///
/// The first byte gives the ranges; each step is a byte for the characteristic and a piece of bytes.
enum SensorsTarget {
    private static let characteristics: [UInt32] =
        NotifyingCharacteristic.allCases.map(\.rawValue) + [0x2a19]

    static func check(_ bytes: [UInt8]) -> String? {
        var input = FuzzInput(bytes)
        let codes = Int(input.byte())
        let ranges = SensorSensitivity(
            clampingFinger: codes & 3, gyro: codes >> 2 & 7, accelerometer: codes >> 5)
        var tally = SensorTally()
        var count = 0
        while !input.isEmpty {
            let characteristic = input.element(of: characteristics)
            let piece = input.longPiece()
            let others = tally.others
            var length = 0
            var problem: String?
            tally.take(piece.span, from: characteristic) { record in
                count += 1
                length += record.kind.length
                problem = problem ?? Self.problem(of: record, in: ranges)
            }
            if let problem { return problem }
            if length > piece.count { return "more records than bytes" }
            if tally.others > others, length > 0 { return "records in what has none" }
            if tally.imu.count + tally.fingers.count != count { return "records are miscounted" }
            for rate in [tally.imu.rate, tally.fingers.rate].compactMap(\.self)
            where !(rate >= 0 && rate.isFinite) {
                return "\(rate) records a second"
            }
            if let problem = Self.problem(ofValue: piece, characteristic) { return problem }
            if piece.isEmpty { tally.interrupt() }
        }
        return nil
    }

    private static func problem(
        of record: RawSensorRecord, in ranges: SensorSensitivity
    ) -> String? {
        let line = SensorText.line(record, of: "A0:B1:C2:D3:E4:F5", in: ranges)
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3 + 3 * record.count else { return "a line of other fields: \(line)" }
        // Every number is a decimal one.
        for field in fields.dropFirst(3) where Double(field)?.isFinite != true {
            return "not a number: \(line)"
        }
        return record[record.count] == nil ? nil : "a vector more than there are"
    }

    /// What else looks at a notification, and at a value that is read.
    private static func problem(ofValue bytes: [UInt8], _ characteristic: UInt32) -> String? {
        _ = NotificationKind(of: bytes.span, from: characteristic)
        let identity = TapIdentity(name: "Tap", address: "A0:B1:C2:D3:E4:F5")
        var facts = TapFacts(identity: identity, protocolVersion: nil)
        facts.take(bytes, of: TapUUID.deviceName)
        facts.take(bytes, of: TapUUID.batteryLevel)
        if let charge = facts.battery, !(0...100).contains(charge) { return "\(charge) %" }
        for text in facts.texts.values where text != text.printable || text.isEmpty {
            return "a text that is not printable"
        }
        return nil
    }
}
