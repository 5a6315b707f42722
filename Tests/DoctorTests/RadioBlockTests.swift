import TestSupport
import Testing

@testable import Doctor

@Suite("What keeps the radio off")
struct RadioBlockTests {
    /// Radios, each as the type, the soft and the hard block.
    private func block(of radios: [(String, String, String)]) throws -> RadioBlock {
        let machine = try Machine()
        for (number, radio) in radios.enumerated() {
            // As in /sys, what is in the folder are links to others.
            let folder = "/sys/devices/radio\(number)"
            try machine.write("\(radio.0)\n", to: "\(folder)/type")
            try machine.write("\(radio.1)\n", to: "\(folder)/soft")
            try machine.write("\(radio.2)\n", to: "\(folder)/hard")
            try machine.link(
                "/sys/class/rfkill/rfkill\(number)", to: "\(machine.folder.path)\(folder)")
        }
        return RadioBlock(machine.roots)
    }

    @Test(
        "Of each radio that is one of Bluetooth",
        arguments: [
            ([], RadioBlock.none),
            ([("bluetooth", "0", "0")], .none),
            ([("bluetooth", "1", "0")], .soft),
            ([("bluetooth", "0", "1")], .hard),
            ([("bluetooth", "1", "1")], .hard),
            ([("wlan", "1", "1")], .none),
            ([("wlan", "0", "0"), ("bluetooth", "1", "0")], .soft),
            ([("bluetooth", "1", "0"), ("bluetooth", "0", "0")], .none),
            ([("bluetooth", "0", "1"), ("bluetooth", "1", "0")], .soft),
        ] as [([(String, String, String)], RadioBlock)])
    func blocks(radios: [(String, String, String)], expected: RadioBlock) throws {
        #expect(try block(of: radios) == expected)
    }

    @Test("Where there is nothing to read, nothing is blocked")
    func nothing() throws {
        let machine = try Machine()
        #expect(RadioBlock(machine.roots) == .none)
        try machine.write("", to: "/sys/class/rfkill/rfkill0")
        #expect(RadioBlock(machine.roots) == .none)
    }
}
