import BlueZ
import TapProtocol

/// `info`: what a Tap says of itself.
struct InfoCommand {
    var device: String?
    var messages: Messages

    func run() throws(Failure) {
        let command = try OneShotCommand(messages: messages)
        let facts = try command.perform(
            hint: "tapinput info --device ADDRESS",
            report: { messages.say(.info, $0.words) },
            { address, loop, handlers in
                BlueZTask(reading: device, address: address, loop: loop, handlers: handlers)
            })
        for line in Self.lines(of: facts) { command.write(line: line) }
        try command.finish()
    }

    /// The lines: one for each fact, with "-" for what is not known.
    static func lines(of facts: TapFacts) -> [String] {
        let text = { (characteristic: String) in facts.texts[characteristic]?.printable }
        let pairs: [(String, String?)] = [
            ("name", text(TapUUID.deviceName) ?? facts.identity.name.printable),
            ("address", facts.identity.address.printable),
            ("protocol", facts.protocolVersion?.rawValue),
            ("model", text(TapUUID.modelVersion)),
            ("hardware", text(TapUUID.hardware)),
            ("firmware", text(TapUUID.firmware)),
            ("firmware 2", text(TapUUID.secondFirmware)),
            ("bootloader", text(TapUUID.bootloader)),
            ("serial", text(TapUUID.serialNumber)),
            ("manufacturer", text(TapUUID.manufacturer)),
            ("battery", facts.battery.map { "\($0) %" }),
        ]
        return pairs.map { "\($0): \($1 ?? "-")" }
    }
}

extension VisitReport {
    /// What a person is told.
    var words: String {
        switch self {
        case .connecting(let tap): "connecting \(tap.text)"
        }
    }
}
