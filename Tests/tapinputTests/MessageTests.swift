import BlueZ
import EventLoop
import Testing
import VirtualInput

@testable import tapinput

@Suite("What a person is told")
struct MessageTests {
    @Test(
        "Whatever is missing, the message says what to do",
        arguments: [
            (BlueZSituation.noService, "systemctl start bluetooth"),
            (.noAdapter, "rfkill list"),
            (.adapterOff, "bluetoothctl power on"),
            (.noBondedTap, "pair"),
            (.refused, "usermod -aG bluetooth"),
            (.noBus, "waiting"),
        ])
    func situation(situation: BlueZSituation, remedy: String) throws {
        #expect(try #require(situation.text).contains(remedy))
    }

    @Test("There is nothing to say while all is well")
    func ready() {
        #expect(BlueZSituation.ready.text == nil)
    }

    @Test(arguments: [
        (TapReport.characteristicsMissing, "bluetoothctl remove"),
        (.notBonded, "bluetoothctl pair"),
        (.silent, "off and on"),
        (.motionless, "5.62"),
        (.v1NotSupported, "v1"),
        (.refused(BusError(name: "org.freedesktop.DBus.Error.AccessDenied")), "group"),
        (.unreachable(BusError(name: "org.bluez.Error.Failed")), "trying again"),
    ])
    func report(report: TapReport, words: String) {
        #expect(report.message.1.contains(words))
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
        ] as [(String, String?)])
    func nearest(word: String, expected: String?) {
        let known = ["run", "replay", "capture", "text"]
        #expect(nearestWord(to: word, among: known) == expected)
    }
}
