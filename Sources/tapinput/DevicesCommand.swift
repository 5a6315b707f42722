import BlueZ
import TapProtocol

/// `devices`: the Taps that are known, as a table.
struct DevicesCommand {
    var messages: Messages

    func run() throws(Failure) {
        let command = try OneShotCommand(messages: messages)
        let taps = try command.perform(hint: "tapinput devices") { address, loop, handlers in
            BlueZTask(listingAt: address, loop: loop, handlers: handlers)
        }
        for line in Self.table(of: taps.map(\.snapshot)) { command.write(line: line) }
        if taps.isEmpty { messages.say(.notice, "no Tap is known: `tapinput pair`") }
        try command.finish()
    }

    /// The lines: a header, and one line for each Tap, in columns.
    static func table(of taps: [TapSnapshot]) -> [String] {
        let header = ["NAME", "ADDRESS", "BONDED", "CONNECTED", "PROTOCOL", "BATTERY"]
        let rows = [header] + taps.map(cells)
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths).dropLast() {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            return line + (row.last ?? "")
        }
    }

    private static func cells(of tap: TapSnapshot) -> [String] {
        [
            tap.name.printable, tap.address.printable, tap.isBonded ? "yes" : "no",
            tap.isConnected ? "yes" : "no", tap.protocolVersion?.rawValue ?? "-",
            tap.battery.map { "\($0)%" } ?? "-",
        ]
    }
}
