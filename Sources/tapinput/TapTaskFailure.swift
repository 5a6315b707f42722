import BlueZ
import Bus
import Doctor
import TapProtocol

extension TapIdentity {
    /// Name and address, as a person is told.
    var text: String { "\(name.printable) \(address.printable)" }
}

extension [TapIdentity] {
    /// Several Taps in one line.
    var text: String { map(\.text).joined(separator: ", ") }
}

extension Failure {
    /// The failure of a task with a Tap.
    ///
    /// `hint` is how to say which of several Taps is meant, and `block` what keeps the radio off.
    init(_ error: TapTaskError, hint: String, block: RadioBlock) {
        let status: ExitStatus =
            switch error {
            case .several: .usage
            case .refused: .noPermission
            default: .unavailable
            }
        self.init(status, error.text(hint: hint, block: block))
    }
}

extension TapTaskError {
    /// What a person is told, with what to do about it.
    fileprivate func text(hint: String, block: RadioBlock) -> String {
        switch self {
        case .noBus:
            "the system bus is gone or does not answer; is dbus running? "
                + "(`sudo systemctl start dbus`)"
        case .noService: SharedWords.noService
        case .serviceLost:
            "bluetoothd ended or was restarted meanwhile: try again, and if it does not run "
                + "`\(BluetoothFacts.start)`"
        case .refused: SharedWords.refused
        case .failing(let error): "BlueZ does not answer as it should: try again (\(error))"
        case .noAdapter: "there is no Bluetooth adapter: \(block.remedy ?? "plug one in")"
        case .adapterOff:
            "the Bluetooth adapter is off: \(block.remedy ?? "`bluetoothctl power on`")"
        case .noneFound: "no Tap was found: \(Self.findingIt)"
        case .notFound(let word): "\"\(word)\" was not found: \(Self.findingIt)"
        case .several(let taps): "several Taps: \(taps.text); say which: `\(hint)`"
        case .unknown(let word, known: []):
            "\"\(word)\" is not known here, and neither is any other Tap: `tapinput pair`"
        case .unknown(let word, let known):
            "\"\(word)\" is not known here; known: \(known.text)"
        case .noBondedTap: "no Tap is bonded: `tapinput pair`"
        case .notBonded(let tap):
            "there are no keys for \(tap.text), so it is left alone: `tapinput pair \(tap.address)`"
        case .failed(let step, let tap, let error): step.text(tap, error)
        case .gone(let tap): "BlueZ forgot \(tap.text) meanwhile: try again"
        case .linkLost(let tap):
            "\(tap.text): the connection was lost; is it on and near? Try again; if that does not "
                + "help, \(tap.pairingAnew)"
        case .keyMissing(let tap):
            "\(tap.text) ends the connection at once, as if it had lost its key: "
                + tap.pairingAnew
        case .notResolved(let tap):
            "\(tap.text) does not tell its services: switch it off and on and try again"
        case .characteristicsMissing(let tap):
            "\(tap.text): its Tap service is missing, perhaps since BlueZ remembers an older "
                + "firmware's: \(tap.pairingAnew)"
        case .interrupted: "ended before it was done"
        }
    }

    private static let findingIt =
        "switch it on, hold it near, see that it is not connected to a phone or another "
        + "computer, charge it, and try again"
}

extension TapIdentity {
    /// What to do where the two sides do not have the same key.
    fileprivate var pairingAnew: String {
        "`tapinput forget \(address)`, put the Tap into pairing mode, and `tapinput pair` again"
    }
}

extension RadioBlock {
    /// What to do about it; nil where there is none.
    fileprivate var remedy: String? {
        switch self {
        case .none: nil
        case .soft: "it is blocked, `rfkill unblock bluetooth`"
        case .hard: "a switch or a key of the machine blocks it, turn it on there"
        }
    }
}

extension TapStep {
    /// What failed, and what to do about it.
    fileprivate func text(_ tap: TapIdentity, _ error: BusError) -> String {
        switch self {
        case .pair: Self.pairingText(tap, error)
        case .trust: "\(tap.text) is paired, but cannot be trusted: try again (\(error))"
        case .connectNew:
            "\(tap.text) is paired, but cannot be connected: \(Self.connecting(error)) (\(error))"
        case .connectKnown:
            "\(tap.text) is paired, but cannot be connected: \(Self.connecting(error)) If so, one side "
                + "may have lost its key: \(tap.pairingAnew) (\(error))"
        case .read, .write:
            "\(tap.text) does not answer as it should: switch it off and on and try again "
                + "(\(error))"
        case .forget: "\(tap.text) could not be forgotten: try again (\(error))"
        }
    }

    private static func connecting(_ error: BusError) -> String {
        error.isBlueZ("NotReady")
            ? "is the Bluetooth adapter on? (`bluetoothctl power on`)"
            : "is it on and near, and not connected to another device?"
    }

    private static func pairingText(_ tap: TapIdentity, _ error: BusError) -> String {
        let start = "\(tap.text) could not be paired: "
        let end = " (\(error))"
        if error.isBlueZ(
            "AuthenticationFailed", "AuthenticationRejected", "AuthenticationCanceled",
            "AuthenticationTimeout")
        {
            return start
                + "it may be paired with another device, or one side has lost its key; forget it "
                + "on the other device and here, \(tap.pairingAnew)" + end
        }
        if error.isBlueZ("ConnectionAttemptFailed") {
            return start + "is it on and near? Try again" + end
        }
        if error.isBlueZ("NotReady") {
            return start + "the Bluetooth adapter is off: `bluetoothctl power on`" + end
        }
        if error.isBlueZ("InProgress") {
            return start + "another pairing is under way; wait for it, or end it, and try again"
                + end
        }
        if error.isNoReply {
            return start + "no answer in time; is it on and near, and in pairing mode? Try again"
                + end
        }
        return start + "switch it off and on and try again" + end
    }
}
