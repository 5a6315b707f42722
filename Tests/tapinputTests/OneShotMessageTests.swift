import Bus
import Doctor
import TapProtocol
import Testing

@testable import BlueZ
@testable import tapinput

@Suite("What a person is told by the short commands")
struct OneShotMessageTests {
    private static let tap = TapIdentity(name: "Tap", address: "A0:B1:C2:D3:E4:F5")
    private static let other = TapIdentity(name: "Odd\u{1b}", address: "00:00:00:00:00:01")
    private static let anew = """
        `tapinput forget A0:B1:C2:D3:E4:F5`, put the Tap into pairing mode, and `tapinput pair` again
        """
    private static let finding = """
        switch it on, hold it near, see that it is not connected to a phone or another computer, \
        charge it, and try again
        """

    private static func bluez(_ word: String) -> BusError {
        BusError(name: "org.bluez.Error.\(word)")
    }

    private static let denied = BusError(name: "org.freedesktop.DBus.Error.AccessDenied")
    private static let noReply = BusError(name: "org.freedesktop.DBus.Error.NoReply")

    @Test(
        "Each failure has its status, and its words say what to do",
        arguments: [
            (
                TapTaskError.noBus, 69,
                """
                the system bus is gone or does not answer; is dbus running? \
                (`sudo systemctl start dbus`)
                """
            ),
            (.noService, 69, "bluetoothd is not running (`sudo systemctl enable --now bluetooth`)"),
            (
                .serviceLost, 69,
                """
                bluetoothd ended or was restarted meanwhile: try again, and if it does not run \
                `sudo systemctl enable --now bluetooth`
                """
            ),
            (
                .refused(denied), 77,
                """
                BlueZ refuses this user: D-Bus policy allows the group "bluetooth" or the user \
                at the seat (`sudo usermod -aG bluetooth $USER`, then log in again)
                """
            ),
            (
                .failing(noReply), 69,
                """
                BlueZ does not answer as it should: try again \
                (org.freedesktop.DBus.Error.NoReply)
                """
            ),
            (.noAdapter, 69, "there is no Bluetooth adapter: plug one in"),
            (.adapterOff, 69, "the Bluetooth adapter is off: `bluetoothctl power on`"),
            (.noneFound, 69, "no Tap was found: \(finding)"),
            (.notFound("Tap"), 69, "\"Tap\" was not found: \(finding)"),
            (
                .several([tap, other]), 64,
                """
                several Taps: Tap A0:B1:C2:D3:E4:F5, Odd? 00:00:00:00:00:01; say which: `HINT`
                """
            ),
            (
                .unknown("Tip", known: []), 69,
                "\"Tip\" is not known here, and neither is any other Tap: `tapinput pair`"
            ),
            (
                .unknown("Tip", known: [tap, other]), 69,
                """
                "Tip" is not known here; known: Tap A0:B1:C2:D3:E4:F5, Odd? 00:00:00:00:00:01
                """
            ),
            (.noBondedTap, 69, "no Tap is bonded: `tapinput pair`"),
            (
                .notBonded(tap), 69,
                """
                there are no keys for Tap A0:B1:C2:D3:E4:F5, so it is left alone: \
                `tapinput pair A0:B1:C2:D3:E4:F5`
                """
            ),
            (.gone(tap), 69, "BlueZ forgot Tap A0:B1:C2:D3:E4:F5 meanwhile: try again"),
            (
                .linkLost(tap), 69,
                """
                Tap A0:B1:C2:D3:E4:F5: the connection was lost; is it on and near? Try again; if \
                that does not help, \(anew)
                """
            ),
            (
                .keyMissing(tap), 69,
                """
                Tap A0:B1:C2:D3:E4:F5 ends the connection at once, as if it had lost its key: \
                \(anew)
                """
            ),
            (
                .notResolved(tap), 69,
                """
                Tap A0:B1:C2:D3:E4:F5 does not tell its services: switch it off and on and try \
                again
                """
            ),
            (
                .characteristicsMissing(tap), 69,
                """
                Tap A0:B1:C2:D3:E4:F5: its Tap service is missing, perhaps since BlueZ remembers \
                an older firmware's: \(anew)
                """
            ),
            (.interrupted, 69, "ended before it was done"),
        ] as [(TapTaskError, Int32, String)])
    func failures(error: TapTaskError, status: Int32, text: String) {
        let failure = Failure(error, hint: "HINT", block: .none)
        #expect(failure.status.rawValue == status)
        #expect(failure.message == text)
    }

    @Test(
        "What blocks the radio is said instead of what would not help",
        arguments: [
            (
                TapTaskError.adapterOff, RadioBlock.soft,
                "is off: it is blocked, `rfkill unblock bluetooth`"
            ),
            (
                .adapterOff, .hard,
                "is off: a switch or a key of the machine blocks it, turn it on there"
            ),
            (.noAdapter, .soft, "no Bluetooth adapter: it is blocked, `rfkill unblock bluetooth`"),
            (
                .noAdapter, .hard,
                "no Bluetooth adapter: a switch or a key of the machine blocks it, turn it on there"
            ),
        ])
    func blocks(error: TapTaskError, block: RadioBlock, text: String) {
        #expect(Failure(error, hint: "", block: block).message.hasSuffix(text))
    }

    private static let authentication = """
        could not be paired: it may be paired with another device, or one side has lost its key; \
        forget it on the other device and here, \(anew)
        """

    @Test(
        "What failed with a Tap, and what to try",
        arguments: [
            (TapStep.pair, bluez("AuthenticationFailed"), authentication),
            (.pair, bluez("AuthenticationRejected"), authentication),
            (.pair, bluez("AuthenticationCanceled"), authentication),
            (.pair, bluez("AuthenticationTimeout"), authentication),
            (
                .pair, bluez("ConnectionAttemptFailed"),
                "could not be paired: is it on and near? Try again"
            ),
            (
                .pair, bluez("NotReady"),
                "could not be paired: the Bluetooth adapter is off: `bluetoothctl power on`"
            ),
            (
                .pair, bluez("InProgress"),
                """
                could not be paired: another pairing is under way; wait for it, or end it, and \
                try again
                """
            ),
            (
                .pair, noReply,
                """
                could not be paired: no answer in time; is it on and near, and in pairing mode? \
                Try again
                """
            ),
            (.pair, bluez("Failed"), "could not be paired: switch it off and on and try again"),
            (.trust, bluez("Failed"), "is paired, but cannot be trusted: try again"),
            (
                .connectNew, bluez("Failed"),
                """
                is paired, but cannot be connected: is it on and near, and not connected to \
                another device?
                """
            ),
            (
                .connectNew, bluez("NotReady"),
                """
                is paired, but cannot be connected: is the Bluetooth adapter on? \
                (`bluetoothctl power on`)
                """
            ),
            (
                .connectKnown, bluez("Failed"),
                """
                is paired, but cannot be connected: is it on and near, and not connected to \
                another device? If so, one side may have lost its key: \(anew)
                """
            ),
            (
                .read, noReply,
                "does not answer as it should: switch it off and on and try again"
            ),
            (
                .write, bluez("Failed"),
                "does not answer as it should: switch it off and on and try again"
            ),
            (.forget, bluez("Failed"), "could not be forgotten: try again"),
        ])
    func steps(step: TapStep, error: BusError, text: String) {
        let failure = Failure(.failed(step, Self.tap, error), hint: "", block: .none)
        #expect(failure.message == "Tap A0:B1:C2:D3:E4:F5 \(text) (\(error))")
        #expect(failure.status == .unavailable)
    }

    @Test(
        "What a pairing tells on its way",
        arguments: [
            (
                PairingReport.scanning,
                """
                looking for Taps, for 60 s at most: switch it on, in pairing mode, and hold it near
                """
            ),
            (.found(tap), nil),
            (.pairing(tap), "pairing Tap A0:B1:C2:D3:E4:F5"),
            (.connecting(tap), "connecting Tap A0:B1:C2:D3:E4:F5"),
        ] as [(PairingReport, String?)])
    func reports(report: PairingReport, text: String?) {
        #expect(report.words(seconds: 60) == text)
    }

    @Test(
        "What came of it",
        arguments: [
            (PairingResult.paired(tap, isReady: true), true, nil),
            (
                .paired(tap, isReady: false), true,
                "Tap is not ready yet; `tapinput run` goes on as soon as it is"
            ),
            (.connected(tap, isReady: true), true, "Tap was paired already; it is connected"),
            (
                .connected(tap, isReady: false), true,
                """
                Tap was paired already; it is not ready yet; `tapinput run` goes on as soon as \
                it is
                """
            ),
            (
                .nothingNew([tap, other], problem: nil), false,
                """
                no new Tap was found; paired already: Tap A0:B1:C2:D3:E4:F5, \
                Odd? 00:00:00:00:00:01
                """
            ),
            (
                .nothingNew([tap], problem: bluez("Failed")), false,
                """
                no new Tap was found; Tap A0:B1:C2:D3:E4:F5 is paired already, but cannot be \
                connected now (org.bluez.Error.Failed)
                """
            ),
        ] as [(PairingResult, Bool, String?)])
    func results(result: PairingResult, isPaired: Bool, text: String?) {
        #expect(result.paired == (isPaired ? Self.tap : nil))
        #expect(result.words == text)
    }

    @Test("The table has its columns one below the other, and nothing that moves a cursor")
    func table() {
        #expect(
            DevicesCommand.table(of: []) == [
                "NAME  ADDRESS  BONDED  CONNECTED  PROTOCOL  BATTERY"
            ])
        let taps = [
            TapSnapshot(
                address: Self.tap.address, name: "Linker Arm", isBonded: true, isConnected: true,
                protocolVersion: .v2, battery: 87),
            TapSnapshot(address: Self.other.address, name: Self.other.name),
            TapSnapshot(
                address: "00:00:00:00:00:02", name: "Zoë", isBonded: true, protocolVersion: .v1,
                battery: 100),
        ]
        let table = """
            NAME        ADDRESS            BONDED  CONNECTED  PROTOCOL  BATTERY
            Linker Arm  A0:B1:C2:D3:E4:F5  yes     yes        v2        87%
            Odd?        00:00:00:00:00:01  no      no         -         -
            Zoë         00:00:00:00:00:02  yes     no         v1        100%
            """
        #expect(DevicesCommand.table(of: taps).joined(separator: "\n") == table)
    }

    @Test("Facts are one line each, with a dash for what is not known")
    func facts() {
        var facts = TapFacts(identity: Self.other, protocolVersion: nil)
        #expect(
            InfoCommand.lines(of: facts) == [
                "name: Odd?", "address: 00:00:00:00:00:01", "protocol: -", "model: -",
                "hardware: -", "firmware: -", "firmware 2: -", "bootloader: -", "serial: -",
                "manufacturer: -", "battery: -",
            ])
        facts = TapFacts(identity: Self.tap, protocolVersion: .v2, battery: 87)
        facts.texts = [
            TapUUID.modelVersion: "XR", TapUUID.hardware: "1", TapUUID.firmware: "2",
            TapUUID.secondFirmware: "3", TapUUID.bootloader: "4", TapUUID.serialNumber: "5",
            TapUUID.manufacturer: "Tap Systems",
        ]
        #expect(
            InfoCommand.lines(of: facts) == [
                "name: Tap", "address: A0:B1:C2:D3:E4:F5", "protocol: v2", "model: XR",
                "hardware: 1", "firmware: 2", "firmware 2: 3", "bootloader: 4", "serial: 5",
                "manufacturer: Tap Systems", "battery: 87 %",
            ])
        #expect(VisitReport.connecting(Self.tap).words == "connecting Tap A0:B1:C2:D3:E4:F5")
    }
}
