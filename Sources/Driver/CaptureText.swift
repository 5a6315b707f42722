internal import Gestures
package import TapProtocol
internal import VirtualInput

/// The lines of a `.tapcap` file.
package enum CaptureText {
    /// The lines that begin a capture; what is no printable text in the name becomes "?".
    package static func header(version: ProtocolVersion, name: String) -> String {
        let clean = name.printable
        return "tapcap 1\ndevice \(version.rawValue) \(clean.isEmpty ? "Tap" : clean)"
    }

    /// The line of a notification, or nil for an empty one, which the format does not have.
    ///
    /// `time` is in nanoseconds from the capture's start.
    package static func notification(
        _ bytes: Span<UInt8>, from characteristic: UInt32, at time: Int64
    ) -> String? {
        guard !bytes.isEmpty else { return nil }
        var line = "n \(Timestamp(nanoseconds: time).text) \(hex(characteristic)) "
        for index in bytes.indices { line += hex(bytes[index]) }
        return line
    }

    /// The line of a lost connection.
    package static func connectionLost(at time: Int64) -> String {
        "x \(Timestamp(nanoseconds: time).text)"
    }

    private static func hex<Number: FixedWidthInteger>(_ number: Number) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
    }
}
