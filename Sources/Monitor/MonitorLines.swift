public import Driver

/// Bytes as they are read to records: lines that may come in parts.
///
/// Nothing is believed: a line that is no record is counted and left out, one without an end is not
/// kept.
public struct MonitorLines: Sendable {
    /// How many lines were no record.
    public private(set) var malformed = 0
    private var line: [UInt8] = []
    /// How many bytes of a line are kept: one more than any record has.
    private static let kept = MonitorRecord.longestLine + 1

    /// Nothing read yet.
    public init() {}

    /// Takes bytes; returns the records that are whole by now.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [MonitorRecord] {
        var records: [MonitorRecord] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.kept { line.append(byte) }
                continue
            }
            if let record = MonitorRecord(parsing: line) {
                records.append(record)
            } else {
                malformed &+= 1
            }
            line.removeAll(keepingCapacity: true)
        }
        return records
    }
}
