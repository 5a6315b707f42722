import TapProtocol
import TestSupport
import Testing

/// A record as a model that has no limits keeps it.
private struct ModelRecord: Equatable {
    var isIMU: Bool
    var time: UInt32
    var values: [Int16]

    init(isIMU: Bool, time: UInt32, values: [Int16]) {
        self.isIMU = isIMU
        self.time = time
        self.values = values
    }

    init(_ record: RawSensorRecord) {
        isIMU = record.kind == .imu
        time = record.milliseconds
        values = (0..<record.count).compactMap { record[$0] }.flatMap { [$0.x, $0.y, $0.z] }
    }

    var bytes: [UInt8] {
        let word = time | (isIMU ? 0 : 0x8000_0000)
        let shorts = values.map(UInt16.init(bitPattern:))
        return (0..<4).map { UInt8(word >> ($0 * 8) & 0xff) }
            + shorts.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }

    static func random(_ random: inout SplitMix64) -> ModelRecord {
        let isIMU = Bool.random(using: &random)
        return ModelRecord(
            isIMU: isIMU,
            time: UInt32.random(in: 1...0x7fff_ffff, using: &random),
            values: (0..<(isIMU ? 6 : 15)).map { _ in
                Int16.random(in: .min ... .max, using: &random)
            })
    }

    /// The records of some bytes and whether one is cut short, read the plain way.
    static func read(_ bytes: [UInt8]) -> (records: [ModelRecord], isTruncated: Bool) {
        var records: [ModelRecord] = []
        var rest = bytes[...]
        while rest.prefix(4).contains(where: { $0 != 0 }) {
            guard rest.count >= 4 else { return (records, true) }
            let word = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let isIMU = word < 0x8000_0000
            let length = isIMU ? 16 : 34
            guard rest.count >= length else { return (records, true) }
            let body = Array(rest.dropFirst(4).prefix(length - 4))
            let values = stride(from: 0, to: body.count, by: 2).map {
                Int16(bitPattern: UInt16(body[$0]) + 256 * UInt16(body[$0 + 1]))
            }
            records.append(
                ModelRecord(isIMU: isIMU, time: word % 0x8000_0000, values: values))
            rest = rest.dropFirst(length)
        }
        return (records, false)
    }
}

private func read(
    _ bytes: [UInt8], from start: Int = 0
) -> (records: [ModelRecord], isTruncated: Bool) {
    var reader = RawSensorReader(from: start)
    var records: [ModelRecord] = []
    while let record = reader.next(in: bytes.span) { records.append(ModelRecord(record)) }
    // The end is the end.
    let isTruncated = reader.isTruncated
    #expect(reader.take(bytes) == nil)
    #expect(reader.isTruncated == isTruncated)
    return (records, isTruncated)
}

@Suite("Raw sensor records")
struct RawSensorTests {
    /// 0x01020304 ms, six values.
    private static let imu: [UInt8] = [
        4, 3, 2, 1, 1, 0, 0xff, 0xff, 0, 0x80, 0xff, 0x7f, 0x34, 0x12, 0, 0,
    ]
    /// The last time there is, fifteen values.
    private static let fingers: [UInt8] =
        [0xff, 0xff, 0xff, 0xff] + (1...15).flatMap { [UInt8($0), 0] }

    @Test("A record of the IMU: gyroscope, then accelerometer")
    func imuRecord() throws {
        let record = try #require(RawSensorReader.first(Self.imu))
        #expect(record.kind == .imu)
        #expect(record.milliseconds == 0x0102_0304)
        #expect(record.count == 2)
        #expect(record[0] == SensorVector(x: 1, y: -1, z: -32768))
        #expect(record[1] == SensorVector(x: 32767, y: 0x1234, z: 0))
        for index in [Int.min, -1, 2, 5, .max] { #expect(record[index] == nil) }
    }

    @Test("A record of the fingers, from the thumb to the little finger")
    func fingerRecord() throws {
        let record = try #require(RawSensorReader.first(Self.fingers))
        #expect(record.kind == .fingers)
        #expect(record.milliseconds == 0x7fff_ffff)
        #expect(record.count == 5)
        for index in 0..<5 {
            let first = Int16(index * 3 + 1)
            #expect(record[index] == SensorVector(x: first, y: first + 1, z: first + 2))
        }
        #expect(record[5] == nil)
        #expect(record[-1] == nil)
    }

    @Test("Two records are equal if they say the same")
    func equality() throws {
        let record = try #require(RawSensorReader.first(Self.fingers))
        #expect(record == RawSensorReader.first(Self.fingers))
        #expect(record != RawSensorReader.first(Self.imu))
        for index in Self.fingers.indices {
            var other = Self.fingers
            other[index] ^= 1
            #expect(record != RawSensorReader.first(other))
        }
    }

    @Test("A record cut short at any length is dropped and told; a rest of zeros is the end")
    func truncation() {
        for record in [Self.imu, Self.fingers] {
            for length in 0...record.count {
                let whole = read(Self.imu + record.prefix(length))
                #expect(whole.records.count == (length == record.count ? 2 : 1))
                #expect(whole.isTruncated == (length > 0 && length < record.count))
            }
        }
        for count in 0...60 {
            let padded = read(Self.fingers + [UInt8](repeating: 0, count: count))
            #expect(padded.records.count == 1)
            #expect(!padded.isTruncated)
        }
    }

    @Test("Nothing behind a zero word is read")
    func zeroWord() {
        let read = read(Self.imu + [0, 0, 0, 0] + Self.imu)
        #expect(read.records.count == 1)
        #expect(!read.isTruncated)
    }

    @Test("A time of 0 is one of the fingers, and the end of the IMU's")
    func zeroTime() {
        let fingers = read([0, 0, 0, 0x80] + Self.fingers.dropFirst(4))
        #expect(fingers.records.map(\.time) == [0])
        let imu = read([0, 0, 0, 0] + Self.imu.dropFirst(4))
        #expect(imu.records == [])
        #expect(!imu.isTruncated)
    }

    @Test("The records of v1 begin at once, those of v2 behind the header")
    func places() throws {
        let v2 = [0, 1, 0xaa, 0xbb] + Self.imu
        var reader = try #require(RawSensorReader.of(v2, 0xc3ff_000e))
        #expect(reader.take(v2)?.milliseconds == 0x0102_0304)
        reader = try #require(RawSensorReader.of(Self.imu, 0x6e40_0003))
        #expect(reader.take(Self.imu)?.milliseconds == 0x0102_0304)
        #expect(reader.take(Self.imu) == nil)
        let other: [UInt8] = [0, 0, 0, 0] + Self.imu
        for characteristic: UInt32 in [0xc3ff_000e, 0xc3ff_0005, 0xc3ff_0006, 0xc3ff_000a, 0] {
            #expect(RawSensorReader.of(other, characteristic) == nil)
        }
    }

    @Test("A start outside of the bytes reads nothing", arguments: [Int.min, -1000, 16, 99, .max])
    func outside(start: Int) {
        let read = read(Self.imu, from: start)
        #expect(read.records == [])
        #expect(!read.isTruncated)
    }

    @Test("What is written is read")
    func roundTrip() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<500 {
            let count = Int.random(in: 0...8, using: &random)
            let records = (0..<count).map { _ in ModelRecord.random(&random) }
            let answer = read(records.flatMap(\.bytes))
            #expect(answer.records == records)
            #expect(!answer.isTruncated)
        }
    }

    @Test("Any bytes are read as a simple model reads them")
    func model() {
        var random = SplitMix64(seed: 12)
        var kinds: Set<String> = []
        for round in 0..<5_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes += ModelRecord.random(&random).bytes
            }
            let noise = Int.random(in: 0...40, using: &random)
            let limit: UInt8 = Bool.random(using: &random) ? 255 : 0
            bytes += (0..<noise).map { _ in UInt8.random(in: 0...limit, using: &random) }
            let expected = ModelRecord.read(bytes)
            let answer = read(bytes)
            if answer.records != expected.records || answer.isTruncated != expected.isTruncated {
                Issue.record("round \(round): \(bytes)")
                return
            }
            kinds.insert("\(expected.records.count) \(expected.isTruncated)")
        }
        #expect(kinds.count >= 8)
    }
}

// A span cannot be passed within a macro of the tests.
extension RawSensorReader {
    fileprivate static func of(_ bytes: [UInt8], _ characteristic: UInt32) -> RawSensorReader? {
        RawSensorReader(of: bytes.span, from: characteristic)
    }

    fileprivate static func first(_ bytes: [UInt8]) -> RawSensorRecord? {
        var reader = RawSensorReader(from: 0)
        return reader.next(in: bytes.span)
    }

    fileprivate mutating func take(_ bytes: [UInt8]) -> RawSensorRecord? {
        next(in: bytes.span)
    }
}
