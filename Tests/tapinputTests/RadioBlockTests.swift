import Glibc
import TestSupport
import Testing

@testable import tapinput

@Suite("What keeps the radio off")
struct RadioBlockTests {
    /// Radios, each as the type, the soft and the hard block; the folder must outlive its use.
    private func block(of radios: [(String, String, String)]) throws -> RadioBlock {
        let folders = try TemporaryFolder()
        var kept: [TemporaryFolder] = []
        for (number, radio) in radios.enumerated() {
            // As in /sys, what is in the folder are links to others.
            let folder = try TemporaryFolder()
            kept.append(folder)
            try folder.write("\(radio.0)\n", to: "type")
            try folder.write("\(radio.1)\n", to: "soft")
            try folder.write("\(radio.2)\n", to: "hard")
            symlink(folder.path, folders.file("rfkill\(number)"))
        }
        return withExtendedLifetime(kept) { RadioBlock(folder: folders.path) }
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
        #expect(RadioBlock(folder: "/nonexistent/rfkill") == .none)
        let folder = try TemporaryFolder()
        try folder.write("", to: "rfkill0")
        #expect(RadioBlock(folder: folder.path) == .none)
    }
}
