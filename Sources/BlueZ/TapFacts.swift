public import TapProtocol

/// What a Tap says of itself, as far as it could be read.
public struct TapFacts: Equatable, Sendable {
    /// Its name and address.
    public var identity: TapIdentity
    /// The protocol that it speaks.
    public var protocolVersion: ProtocolVersion?
    /// Texts that it answered with, by the UUIDs of their characteristics: one line each.
    public var texts: [String: String] = [:]
    /// The battery's charge in percent.
    public var battery: Int?

    /// What is known without a text.
    public init(
        identity: TapIdentity, protocolVersion: ProtocolVersion?, battery: Int? = nil
    ) {
        self.identity = identity
        self.protocolVersion = protocolVersion
        self.battery = battery
    }

    /// The characteristics whose values are texts.
    static let textCharacteristics = [
        TapUUID.deviceName, TapUUID.modelVersion, TapUUID.hardware, TapUUID.firmware,
        TapUUID.secondFirmware,
        TapUUID.bootloader, TapUUID.serialNumber, TapUUID.manufacturer,
    ]

    /// Takes the value of a characteristic.
    package mutating func take(_ bytes: [UInt8], of characteristic: String) {
        if characteristic == TapUUID.batteryLevel {
            battery = bytes.first.map { min(Int($0), 100) } ?? battery
        } else if let text = Self.text(bytes) {
            texts[characteristic] = text
        }
    }

    /// The text of bytes that came over the radio; nil where nothing is left of it.
    ///
    /// What is not UTF-8 is replaced, zeros and spaces at the ends are left out, and what breaks the
    /// line or moves a cursor is a "?".
    static func text(_ bytes: [UInt8]) -> String? {
        let isPadding: (UInt8) -> Bool = { $0 == 0 || $0 == UInt8(ascii: " ") }
        let trimmed = bytes.drop(while: isPadding).reversed().drop(while: isPadding).reversed()
        guard !trimmed.isEmpty else { return nil }
        return String(decoding: Array(trimmed), as: UTF8.self).printable
    }
}
