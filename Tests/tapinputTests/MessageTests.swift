import BlueZ
import Bus
import Configuration
import Doctor
import Driver
import EventLoop
import TapProtocol
import Testing
import VirtualInput

@testable import tapinput

@Suite("What a person is told")
struct MessageTests {
    private static let failed = BusError(name: "org.bluez.Error.Failed", message: "br-connection")

    @Test(
        "Whatever is missing, the message says what to do",
        arguments: [
            (
                BlueZSituation.noBus,
                "there is no system bus; waiting for it (`sudo systemctl start dbus`)"
            ),
            (
                .noService,
                "bluetoothd is not running; waiting for it (`sudo systemctl enable --now bluetooth`)"
            ),
            (
                .noAdapter,
                "there is no Bluetooth adapter; waiting for one (plug one in, or `rfkill list`)"
            ),
            (
                .adapterOff,
                """
                the Bluetooth adapter is off; waiting for it (`bluetoothctl power on`, and if it \
                is blocked `rfkill unblock bluetooth`)
                """
            ),
            (
                .noBondedTap,
                """
                no Tap is bonded; waiting for one (`tapinput pair`)
                """
            ),
            (
                .refused,
                """
                BlueZ refuses this user: D-Bus policy allows the group "bluetooth" or the user \
                at the seat (`sudo usermod -aG bluetooth $USER`, then log in again); \
                trying again
                """
            ),
            (
                .failing(failed),
                """
                BlueZ does not answer as it should; asking again \
                (br-connection (org.bluez.Error.Failed))
                """
            ),
        ] as [(BlueZSituation, String)])
    func situation(situation: BlueZSituation, text: String) {
        #expect(situation.text == text)
    }

    @Test("There is nothing to say while all is well")
    func ready() {
        #expect(BlueZSituation.ready.text == nil)
    }

    @Test(
        "What happens to a Tap, how much it matters and what to do",
        arguments: [
            (TapReport.connected, .notice, "connected"),
            (.lost, .notice, "connection lost; reconnecting as soon as it is back"),
            (
                .unreachable(failed), .notice,
                """
                not reachable, is it on and near? trying again by itself \
                (br-connection (org.bluez.Error.Failed))
                """
            ),
            (
                .refused(BusError(name: "org.freedesktop.DBus.Error.AccessDenied")), .warning,
                """
                BlueZ refuses to connect it for this user: join the group "bluetooth" \
                (`sudo usermod -aG bluetooth $USER`, then log in again); trying again \
                (org.freedesktop.DBus.Error.AccessDenied)
                """
            ),
            (
                .notBonded, .warning,
                "connected but not bonded, so it is not listened to (`tapinput pair ADDRESS`)"
            ),
            (
                .failing(failed), .warning,
                """
                does not answer as it should, trying again by itself \
                (br-connection (org.bluez.Error.Failed))
                """
            ),
            (
                .failing(BusError(name: "org.bluez.Error.NotPermitted")), .warning,
                """
                another program listens to it, perhaps a second `tapinput`; trying again by \
                itself (org.bluez.Error.NotPermitted)
                """
            ),
            (
                .failing(BusError(name: "org.bluez.Error.InProgress")), .warning,
                """
                another program listens to it, perhaps a second `tapinput`; trying again by \
                itself (org.bluez.Error.InProgress)
                """
            ),
            (
                .characteristicsMissing, .warning,
                """
                its Tap service is missing, perhaps since BlueZ remembers an older firmware's: \
                `tapinput forget ADDRESS`, then pair it again; trying again
                """
            ),
            (
                .silent, .warning,
                "connected, but it sends nothing: switch it off and on; still listening"
            ),
            (
                .motionless, .warning,
                """
                sends gestures but no motion: switch it off and on, and see that BlueZ is 5.62 \
                or later; still listening
                """
            ),
            (.standby(true), .notice, "in standby"),
            (.standby(false), .notice, "awake"),
            (.batteryLow(percent: 15), .warning, "battery at 15 %: charge it soon"),
            (.modelSwitched(.tapping), .info, "looks for taps"),
            (.modelSwitched(.airGesture), .info, "looks for air gestures"),
            (
                .imuSensitivity(IMUSensitivity(gyro: .dps2000, accelerometer: .g16)), .info,
                "IMU sensitivity gyro=dps2000,accel=g16"
            ),
            (.imuSensitivity(nil), .warning, "IMU sensitivity: no answer"),
            (
                .rawModeGivenUp, .warning,
                """
                was lost again and again with raw sensors on, so they are left off; on some Taps \
                Developer mode must be on in the vendor's TapManager
                """
            ),
        ] as [(TapReport, Priority, String)])
    func report(report: TapReport, priority: Priority, text: String) {
        #expect(report.message == (priority, text))
    }

    @Test("Virtual devices that are waited for: why, what mends it, and in a sandbox what it is")
    func devices() {
        let error = VirtualInputError.moduleMissing(path: "/x")
        let (priority, text) = DeviceReport.waiting(error).message(in: nil)
        #expect(priority == .warning)
        #expect(text == "the virtual devices: \(error); waiting for them")
        let packed = DeviceReport.waiting(error).message(in: .flatpak).1
        #expect(packed.contains("this is a Flatpak"))
        #expect(DeviceReport.made.message(in: nil) == (.notice, "the virtual devices are there"))
    }

    @Test("The priorities are the journal's")
    func priorities() {
        let priorities = [Priority.error, .warning, .notice, .info]
        #expect(priorities.map(\.rawValue) == [3, 4, 5, 6])
    }

    @Test(
        "A device that cannot be made has the exit status of its reason",
        arguments: [
            (VirtualInputError.moduleMissing(path: "/x"), tapinput.ExitStatus.cannotCreate),
            (.notPermitted(path: "/x"), .noPermission),
            (.noDevice(path: "/x"), .cannotCreate),
            (.notUinput(path: "/x"), .cannotCreate),
            (.system(SystemError(action: "open /x", code: 13)), .noPermission),
            (.system(SystemError(action: "open /x", code: 24)), .cannotCreate),
        ])
    func status(error: VirtualInputError, status: tapinput.ExitStatus) throws {
        let failure = try #require(throws: Failure.self) {
            try Failure.rethrow { () throws(VirtualInputError) in throw error }
        }
        #expect(failure.status == status)
        #expect(failure.message == error.description)
    }

    @Test(
        "A misspelt word is mended where it is near enough",
        arguments: [
            ("replya", "replay"), ("tex", "text"), ("captur", "capture"), ("zzzzzz", nil),
            ("rnu", "run"), ("rn", "run"), ("", nil),
        ] as [(String, String?)])
    func nearest(word: String, expected: String?) {
        let known = ["run", "replay", "capture", "text"]
        #expect(nearestWord(to: word, among: known) == expected)
    }
}
