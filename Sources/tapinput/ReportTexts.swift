import BlueZ
import Bus
import Doctor
import Driver
import Evdev
import TapProtocol

extension BlueZSituation {
    /// What a person is told, with what to do about it; nil where there is nothing to tell.
    var text: String? {
        switch self {
        case .ready: nil
        case .noBus:
            "there is no system bus; waiting for it (`sudo systemctl start dbus`)"
        case .noService:
            "bluetoothd is not running; waiting for it (`\(BluetoothFacts.start)`)"
        case .noAdapter:
            "there is no Bluetooth adapter; waiting for one (plug one in, or `rfkill list`)"
        case .adapterOff:
            "the Bluetooth adapter is off; waiting for it (`bluetoothctl power on`, and if it is "
                + "blocked `rfkill unblock bluetooth`)"
        case .noBondedTap:
            "no Tap is bonded; waiting for one (`tapinput pair`)"
        case .failing(let error):
            "BlueZ does not answer as it should; asking again (\(error))"
        case .refused:
            SharedWords.refused + "; trying again"
        }
    }
}

extension TapReport {
    /// How much it matters, and what a person is told.
    var message: (Priority, String) {
        switch self {
        case .connected: (.notice, "connected")
        case .lost: (.notice, "connection lost; reconnecting as soon as it is back")
        case .unreachable(let error):
            (.notice, "not reachable, is it on and near? trying again by itself (\(error))")
        case .refused(let error):
            (
                .warning,
                "BlueZ refuses to connect it for this user: join the group \"bluetooth\" "
                    + "(`sudo usermod -aG bluetooth $USER`, then log in again); trying again (\(error))"
            )
        case .notBonded:
            (
                .warning,
                "connected but not bonded, so it is not listened to (`tapinput pair ADDRESS`)"
            )
        case .failing(let error) where error.meansTaken:
            (
                .warning,
                "another program listens to it, perhaps a second `tapinput`; trying again by "
                    + "itself (\(error))"
            )
        case .failing(let error):
            (.warning, "does not answer as it should, trying again by itself (\(error))")
        case .characteristicsMissing:
            (
                .warning,
                "its Tap service is missing, perhaps since BlueZ remembers an older firmware's: "
                    + "`tapinput forget ADDRESS`, then pair it again; trying again"
            )
        case .silent:
            (
                .warning,
                "connected, but it sends nothing: switch it off and on; still listening"
            )
        case .motionless:
            (
                .warning,
                "sends gestures but no motion: switch it off and on, and see that BlueZ is 5.62 "
                    + "or later; still listening"
            )
        case .standby(true): (.notice, "in standby")
        case .standby(false): (.notice, "awake")
        case .batteryLow(let percent):
            (.warning, "battery at \(percent) %: charge it soon")
        case .modelSwitched(.tapping): (.info, "looks for taps")
        case .modelSwitched(.airGesture): (.info, "looks for air gestures")
        case .imuSensitivity(let ranges?): (.info, "IMU sensitivity \(ranges.text)")
        case .imuSensitivity(nil): (.warning, "IMU sensitivity: no answer")
        case .rawModeGivenUp:
            (
                .warning,
                "was lost again and again with raw sensors on, so they are left off; on some Taps "
                    + "Developer mode must be on in the vendor's TapManager"
            )
        }
    }
}

extension DeviceReport {
    /// How much it matters, and what a person is told, with what to do about it.
    func message(in sandbox: Sandbox? = .current) -> (Priority, String) {
        switch self {
        case .waiting(let error):
            (
                .warning,
                "the virtual devices: \(Failure(error, in: sandbox).message); waiting for them"
            )
        case .made: (.notice, "the virtual devices are there")
        }
    }
}

extension GrabReport {
    /// How much it matters, and what a person is told.
    var message: (Priority, String) {
        switch self {
        case .grabbed(let name, _):
            (.info, "\(name) types and points through this driver alone now")
        case .notPermitted(let path, _):
            (
                .warning,
                "\(path): permission denied, so what the Tap does as a keyboard and mouse of its own "
                    + "may come twice: join the group \"input\" (`sudo usermod -aG input $USER`, then "
                    + "log in again), or run with --no-grab"
            )
        case .busy(let path, _):
            (.warning, "\(path): another program has grabbed the Tap's own keyboard or mouse")
        case .failed(let error):
            (.warning, "the Tap's own keyboard and mouse may type as well: \(error)")
        }
    }
}
