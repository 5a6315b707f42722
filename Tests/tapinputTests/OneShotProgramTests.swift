import TestSupport
import Testing

@testable import tapinput

@Suite("The short commands of the program as it is built")
struct OneShotProgramTests {
    private static let commands = [
        ["pair"], ["devices"], ["forget", "Tap"], ["info"], ["vibrate", "40"],
    ]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Without a bus", arguments: commands)
    func noBus(arguments: [String]) throws {
        let variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/tapinput/bus"]
        let run = try Program.run(arguments, in: folder, setting: variables)
        #expect(run.status == 69)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("tapinput: no connection to the system bus: "))
        #expect(run.errors.hasSuffix("; is dbus running? (`sudo systemctl start dbus`)\n"))
    }

    @Test("On a bus without BlueZ", arguments: commands)
    func noBlueZ(arguments: [String]) throws {
        let script = "DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS exec \"$0\" \"$@\""
        let command = ["dbus-run-session", "--", "sh", "-c", script, Program.path] + arguments
        let run = try Program.run(command: command, in: folder)
        #expect(run.status == 69)
        #expect(run.output == "")
        // The bus may have something to say as well.
        let errors = run.errors.split(separator: "\n").filter { $0.hasPrefix("tapinput") }
        #expect(
            errors == [
                "tapinput: bluetoothd is not running (`sudo systemctl enable --now bluetooth`)"
            ])
    }
}
