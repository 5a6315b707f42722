internal import Gestures
internal import TapProtocol

extension Capture {
    /// Reads a capture from a file's bytes; `file` is the name that errors carry.
    public init(parsing bytes: [UInt8], file: String) throws(CaptureError) {
        var parser = CaptureParser(file: file)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try parser.take(line)
        }
        self = parser.capture
    }
}

/// Reads a capture line by line.
private struct CaptureParser {
    let file: String
    private var lineNumber = 0
    private var hasDevice = false
    private(set) var capture = Capture()

    /// The longest time that a line may have, in whole seconds: some thirty years.
    private static let mostSeconds: Int64 = 1_000_000_000
    /// The longest value of a GATT characteristic.
    private static let longestNotification = 512

    init(file: String) {
        self.file = file
    }

    mutating func take(_ bytes: ArraySlice<UInt8>) throws(CaptureError) {
        lineNumber += 1
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw error("not UTF-8")
        }
        let line = text.hasSuffix("\r") ? text.dropLast() : text[...]
        if lineNumber == 1 {
            guard line == "tapcap 1" else {
                throw error("the first line must be \"tapcap 1\"")
            }
            return
        }
        let fields = line.split(separator: " ")
        guard let kind = fields.first, !line.hasPrefix("#") else { return }
        if kind == "device" { return try takeDevice(line) }
        let content = try content(kind, fields)
        let time = try time(fields[1])
        if let last = capture.lines.last, time < last.time {
            throw error("time \(fields[1]) is before the line above")
        }
        capture.lines.append(Line(time: time, content: content))
    }

    private func error(_ problem: String) -> CaptureError {
        CaptureError(file: file, line: max(lineNumber, 1), problem: problem)
    }

    private typealias Line = Capture.Line

    private mutating func takeDevice(_ line: Substring) throws(CaptureError) {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard !hasDevice else { throw error("a second device line") }
        guard parts.count >= 2 else { throw error("device: the protocol is missing, v1 or v2") }
        guard let version = ProtocolVersion(rawValue: String(parts[1])) else {
            throw error("device: unknown protocol \"\(parts[1])\", expected v1 or v2")
        }
        guard parts.count == 3 else { throw error("device: the name is missing") }
        hasDevice = true
        capture.protocolVersion = version
        capture.deviceName = String(parts[2])
    }

    private func content(
        _ kind: Substring, _ fields: [Substring]
    ) throws(CaptureError) -> Capture.Content {
        switch kind {
        case "n":
            try expect(fields, "n <t> <characteristic> <hex>", 4)
            return .notification(
                characteristic: try characteristic(fields[2]), bytes: try hex(fields[3]))
        case "g":
            try expect(fields, "g <t> <gesture>", 3)
            return .gesture(try gesture(fields[2]))
        case "m":
            try expect(fields, "m <t> <dx> <dy> <roll>", 5)
            return .motion(
                dx: try integer(fields[2], "dx"), dy: try integer(fields[3], "dy"),
                roll: try roll(fields[4]))
        case "c":
            try expect(fields, "c <t>", 2)
            return .clock
        case "x":
            try expect(fields, "x <t>", 2)
            return .connectionLost
        default:
            throw error("unknown line \"\(kind)\", expected one of device, n, g, m, c, x")
        }
    }

    private func expect(
        _ fields: [Substring], _ form: String, _ count: Int
    ) throws(CaptureError) {
        guard fields.count == count else {
            let fault = fields.count < count ? "missing" : "too many"
            throw error("\(fault) fields, expected \"\(form)\"")
        }
    }

    /// Exact decimal seconds; digits behind the ninth decimal are left out.
    private func time(_ field: Substring) throws(CaptureError) -> Timestamp {
        let parts = field.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard Self.isDigits(parts[0]), Self.isDigits(fraction) else {
            throw error("time \"\(field)\" is not a decimal number of seconds")
        }
        guard let seconds = Int64(parts[0]), seconds <= Self.mostSeconds else {
            throw error("time \(field) is too large")
        }
        let digits = fraction.prefix(9)
        let padded = digits + String(repeating: "0", count: 9 - digits.count)
        return Timestamp(nanoseconds: seconds * 1_000_000_000 + (Int64(padded) ?? 0))
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    }

    private func characteristic(_ field: Substring) throws(CaptureError) -> UInt32 {
        guard field.utf8.count == 8, field.utf8.allSatisfy({ Self.nibble($0) != nil }),
            let value = UInt32(field, radix: 16)
        else {
            throw error("\"\(field)\" is not the eight hex digits that begin a UUID")
        }
        return value
    }

    private func hex(_ field: Substring) throws(CaptureError) -> [UInt8] {
        let digits = Array(field.utf8)
        guard digits.count.isMultiple(of: 2) else {
            throw error("an odd number of hex digits")
        }
        guard digits.count / 2 <= Self.longestNotification else {
            throw error("\(digits.count / 2) bytes are more than a characteristic can have (512)")
        }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1])
            else { throw error("\"\(field)\" is not hexadecimal") }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private func gesture(_ field: Substring) throws(CaptureError) -> UInt8 {
        guard let value = UInt8(field), (1...20).contains(value) else {
            throw error("gesture \"\(field)\" is not one of 1 to 20")
        }
        return value
    }

    private func integer(_ field: Substring, _ name: String) throws(CaptureError) -> Int {
        if let value = Int32(field) { return Int(value) }
        let digits = field.drop { $0 == "-" || $0 == "+" }
        guard Self.isDigits(digits), digits.count + 1 >= field.count else {
            throw error("\(name) \"\(field)\" is not a whole number")
        }
        throw error("\(name) \(field) is too large")
    }

    private func roll(_ field: Substring) throws(CaptureError) -> Double {
        let allowed = field.utf8.allSatisfy { "+-.0123456789".utf8.contains($0) }
        guard allowed, let value = Double(field) else {
            throw error("roll \"\(field)\" is not a number of degrees")
        }
        guard value.magnitude <= 1_000_000 else { throw error("roll \(field) is too large") }
        return value
    }
}
