import BlueZ
import Testing

@testable import Doctor

extension BluetoothFacts {
    /// A machine in which the kernel has never seen an adapter.
    fileprivate static func notStarted(_ block: RadioBlock) -> BluetoothFacts {
        BluetoothFacts(
            service: .notRunning, version: nil, adapters: 0, isPowered: false, block: block,
            hasRadio: false)
    }
}

@Suite("What follows from the facts")
struct FindingsTests {
    @Test("On a healthy machine all is told, and all of it is ok")
    func healthy() {
        #expect(
            lines(of: findings(of: .healthy)) == [
                "ok kernel module uinput: loaded, and at every boot",
                "ok /dev/uinput: this user may use it",
                "ok udev rule: /usr/lib/udev/rules.d/60-tapinput.rules",
                "ok group input: eva is a member",
                "ok bluetoothd: running, BlueZ 5.66",
                "ok adapter: on",
                "ok Tap Tap A0:B1:C2:D3:E4:F5: connected, protocol v2",
                "ok user's service: runs",
                "ok configuration: none, the built-in values hold",
            ])
    }

    @Test(
        "Bluetooth",
        arguments: [
            FactsCase("problem system bus: no such file: `sudo systemctl start dbus`") {
                $0.systemBus = .unreachable("no such file")
            },
            FactsCase("problem system bus: it does not answer: restart the machine") {
                $0.systemBus = .silent
            },
            FactsCase(
                "problem bluetoothd: not installed: `sudo apt update && sudo apt install bluez`"
            ) { $0.bluetooth.service = .notInstalled },
            FactsCase("problem bluetoothd: not installed: install the package bluez") {
                $0.bluetooth.service = .notInstalled
                $0.hasApt = false
            },
            FactsCase("problem bluetoothd: not running: `sudo systemctl enable --now bluetooth`") {
                $0.bluetooth.service = .notRunning
            },
            // Without an adapter it is not started, whatever it is told.
            FactsCase("problem adapter: none: plug one in") {
                $0.bluetooth = .notStarted(.none)
            },
            FactsCase(
                "problem adapter: none, blocked by a program: `sudo rfkill unblock bluetooth`"
            ) { $0.bluetooth = .notStarted(.soft) },
            FactsCase(
                "problem bluetoothd: D-Bus policy does not let eva ask it: "
                    + "`sudo usermod -aG bluetooth eva`, then log out and log in again"
            ) { $0.bluetooth.service = .refused },
            FactsCase(
                "problem bluetoothd: D-Bus policy does not let eva ask it: "
                    + "log out and log in again"
            ) {
                $0.bluetooth.service = .refused
                $0.user.bluetooth = .afterLogin
            },
            FactsCase(
                "problem bluetoothd: it does not answer, why: `sudo systemctl restart bluetooth`"
            ) { $0.bluetooth.service = .failing("why") },
            FactsCase("ok bluetoothd: running") { $0.bluetooth.version = nil },
            FactsCase("ok bluetoothd: running, BlueZ 5.62") {
                $0.bluetooth.version = BlueZVersion(major: 5, minor: 62)
            },
            FactsCase(
                "warning bluetoothd: running, BlueZ 5.61; with one older than 5.62 a Tap may fall "
                    + "silent: `sudo apt update && sudo apt install bluez`, "
                    + "or take a newer distribution"
            ) { $0.bluetooth.version = BlueZVersion(major: 5, minor: 61) },
            FactsCase(
                "warning bluetoothd: running, BlueZ 5.61; with one older than 5.62 a Tap may fall "
                    + "silent: install the package bluez, or take a newer distribution"
            ) {
                $0.bluetooth.version = BlueZVersion(major: 5, minor: 61)
                $0.hasApt = false
            },
            FactsCase("problem adapter: none: plug one in") {
                $0.bluetooth.adapters = 0
                $0.bluetooth.isPowered = false
            },
            FactsCase("problem adapter: off: `bluetoothctl power on`") {
                $0.bluetooth.isPowered = false
            },
            FactsCase(
                "problem adapter: off, blocked by a program: `sudo rfkill unblock bluetooth`"
            ) {
                $0.bluetooth.isPowered = false
                $0.bluetooth.block = .soft
            },
            FactsCase(
                "problem adapter: none, blocked by a switch or a key of the machine: "
                    + "turn it on there"
            ) {
                $0.bluetooth.adapters = 0
                $0.bluetooth.isPowered = false
                $0.bluetooth.block = .hard
            },
        ])
    func bluetooth(testCase: FactsCase) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "Taps",
        arguments: [
            FactsCase("problem Tap: none is paired: `tapinput pair`") { $0.taps = [] },
            // Heard in passing, and nobody's.
            FactsCase("problem Tap: none is paired: `tapinput pair`") {
                $0.taps[0].isPaired = false
                $0.taps[0].isBonded = false
                $0.taps[0].isConnected = false
            },
            FactsCase(
                "problem Tap Tap A0:B1:C2:D3:E4:F5: connected, but not paired: `tapinput "
                    + "forget A0:B1:C2:D3:E4:F5; tapinput pair A0:B1:C2:D3:E4:F5`, "
                    + "with the Tap in pairing mode"
            ) {
                $0.taps[0].isPaired = false
                $0.taps[0].isBonded = false
            },
            FactsCase(
                "problem Tap Tap A0:B1:C2:D3:E4:F5: paired, but its keys are not kept: `tapinput "
                    + "forget A0:B1:C2:D3:E4:F5; tapinput pair A0:B1:C2:D3:E4:F5`, "
                    + "with the Tap in pairing mode"
            ) { $0.taps[0].isBonded = false },
            FactsCase(
                "warning Tap Tap A0:B1:C2:D3:E4:F5: not connected: switch it on, hold it near, and "
                    + "see that it is not connected to a phone or another computer"
            ) { $0.taps[0].isConnected = false },
            FactsCase(
                "warning Tap Tap A0:B1:C2:D3:E4:F5: connected, its services are not known yet: "
                    + "wait for half a minute, and else switch it off and on"
            ) { $0.taps[0].servicesResolved = false },
            FactsCase(
                "problem Tap Tap A0:B1:C2:D3:E4:F5: its Tap service is missing, perhaps since "
                    + "BlueZ remembers an older firmware's: `tapinput forget A0:B1:C2:D3:E4:F5; "
                    + "tapinput pair A0:B1:C2:D3:E4:F5`, with the Tap in pairing mode"
            ) { $0.taps[0].protocolVersion = nil },
        ])
    func taps(testCase: FactsCase) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "The configuration",
        arguments: [
            FactsCase("ok configuration: /etc/a.conf") { $0.configuration.file = "/etc/a.conf" },
            FactsCase(
                "problem /etc/a.conf:3: wrong: `sudo ${EDITOR:-nano} /etc/a.conf`",
                "problem /etc/a.conf:4: wrong: `sudo ${EDITOR:-nano} /etc/a.conf`"
            ) {
                $0.configuration = ConfigurationFacts(
                    file: "/etc/a.conf", isUsable: false,
                    mistakes: ["/etc/a.conf:3: wrong", "/etc/a.conf:4: wrong"])
            },
            FactsCase("warning a'b:3: odd: `${EDITOR:-nano} 'a'\\''b'`") {
                $0.configuration = ConfigurationFacts(
                    file: "a'b", isUsable: true, mistakes: ["a'b:3: odd"])
            },
            FactsCase("problem configuration: a cannot be used: `${EDITOR:-nano} a`") {
                $0.configuration = ConfigurationFacts(file: "a", isUsable: false, mistakes: [])
            },
        ])
    func configuration(testCase: FactsCase) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test("Where BlueZ cannot be asked, nothing is told of adapters and Taps")
    func noBlueZ() {
        let parts = ["adapter", "Tap "]
        for state in [BusState.silent, .unreachable("why")] {
            let found = findings(of: .with { $0.systemBus = state }).map(\.text)
            #expect(!found.contains { text in parts.contains { text.hasPrefix($0) } })
        }
        let found = findings(of: .with { $0.bluetooth.service = .notRunning }).map(\.text)
        #expect(!found.contains { text in parts.contains { text.hasPrefix($0) } })
    }
}
