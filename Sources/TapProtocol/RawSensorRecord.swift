/// Three values of one sensor, in units of its range.
public struct SensorVector: Equatable, Sendable {
    /// Along the first axis.
    public var x: Int16
    /// Along the second axis.
    public var y: Int16
    /// Along the third axis.
    public var z: Int16

    /// A vector of three values.
    public init(x: Int16, y: Int16, z: Int16) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// One record of the raw sensors.
///
/// Source: the vendor's raw sensors document.
public struct RawSensorRecord: Sendable {
    /// Which sensors a record is of.
    public enum Kind: CaseIterable, Sendable {
        /// The IMU: gyroscope, then accelerometer.
        case imu
        /// The fingers' accelerometers, from the thumb to the little finger.
        case fingers

        /// How many vectors its records have.
        public var vectorCount: Int {
            switch self {
            case .imu: 2
            case .fingers: 5
            }
        }

        /// How many bytes its records have, the word before the values included.
        public var length: Int { 4 + vectorCount * 6 }
    }

    /// Which sensors it is of.
    public let kind: Kind
    /// The device's own time in milliseconds; 31 bits, so it begins again after 24 days.
    public let milliseconds: UInt32
    private let vectors: InlineArray<5, SensorVector>

    /// How many vectors it has.
    public var count: Int { kind.vectorCount }

    /// One of its vectors, or nil where it has none.
    public subscript(index: Int) -> SensorVector? {
        (0..<count).contains(index) ? vectors[index] : nil
    }

    /// Decodes the record that begins at `start`, or nil where it is cut short.
    init?(decoding bytes: Span<UInt8>, from start: Int) {
        guard let word = bytes.uint32(at: start) else { return nil }
        kind = word >> 31 == 0 ? .imu : .fingers
        milliseconds = word & 0x7fff_ffff
        var vectors = InlineArray<5, SensorVector>(repeating: SensorVector(x: 0, y: 0, z: 0))
        for index in 0..<kind.vectorCount {
            let offset = start &+ 4 &+ index * 6
            guard let x = bytes.int16(at: offset), let y = bytes.int16(at: offset &+ 2),
                let z = bytes.int16(at: offset &+ 4)
            else { return nil }
            vectors[index] = SensorVector(x: x, y: y, z: z)
        }
        self.vectors = vectors
    }
}

extension RawSensorRecord: Equatable {
    /// Whether two records say the same.
    public static func == (left: RawSensorRecord, right: RawSensorRecord) -> Bool {
        guard left.kind == right.kind, left.milliseconds == right.milliseconds else {
            return false
        }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
    }
}

/// Reads the raw sensor records of one notification in place, one after the other.
///
///     var reader = RawSensorReader(from: 0)
///     while let record = reader.next(in: bytes) { … }
public struct RawSensorReader: Sendable {
    private var offset: Int
    private var hasEnded = false

    /// Whether the notification ended within a record, which was dropped; known once `next` has
    /// returned nil.
    public private(set) var isTruncated = false

    /// A reader of records that begin at `offset`.
    public init(from offset: Int) {
        self.offset = offset
    }

    /// A reader of a notification's records, or nil where it is not one of raw records.
    public init?(of bytes: Span<UInt8>, from characteristic: UInt32) {
        switch NotifyingCharacteristic(rawValue: characteristic) {
        case .v1RawSensors:
            self.init(from: 0)
        case .v2Read:
            guard V2Event(decoding: bytes) == .rawSensors else { return nil }
            self.init(from: V2Event.headerLength)
        case .v1TapData, .v1MouseData, .v1AirGesture, nil:
            return nil
        }
    }

    /// The next record, or nil at the end: that of the bytes, a zero word or a record cut short.
    public mutating func next(in bytes: Span<UInt8>) -> RawSensorRecord? {
        guard !hasEnded else { return nil }
        guard let record = RawSensorRecord(decoding: bytes, from: offset), hasWord(bytes) else {
            hasEnded = true
            isTruncated = hasWord(bytes)
            return nil
        }
        offset &+= record.kind.length
        return record
    }

    /// Whether the word at this place is there, in whole or in part, and is not zero: a rest of
    /// zeros is padding.
    private func hasWord(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<4 {
            if let byte = bytes.byte(at: offset &+ index), byte != 0 { return true }
        }
        return false
    }
}
