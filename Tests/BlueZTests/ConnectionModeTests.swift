import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

/// What a v2 Tap is asked beside its set-up: model, standby, raw sensors, ranges, battery.
@Suite("A connection's modes")
struct ConnectionModeTests {
    private static let getRanges = "char0014 01010c00"
    private let wide = IMUSensitivity(gyro: .dps2000, accelerometer: .g16)
    private let narrow = IMUSensitivity(gyro: .dps250, accelerometer: .g4)

    private func streaming(_ mode: TapMode) -> ConnectionRig {
        var rig = ConnectionRig(mode: mode)
        rig.bringUp()
        return rig
    }

    /// In raw mode with wide ranges, where the Tap had told what it had before.
    private func raw(original: IMUSensitivity?) -> ConnectionRig {
        var rig = streaming(.rawSensors(SensorSensitivity(imu: wide)))
        if let original { rig.handle(.imuSensitivity(original)) }
        return rig
    }

    // MARK: Model

    @Test("Tapping: the model and when it runs, in one go, and back")
    func model() {
        var rig = streaming(.airMouse)
        rig.forget()
        rig.ask(.switchModel)
        rig.answer()
        rig.answer()
        #expect(rig.written == ["char0014 0100010000", "char0014 0100000000"])
        rig.ask(.switchModel)
        rig.answer()
        rig.answer()
        #expect(rig.writes.suffix(2) == [[1, 0, 1, 0, 1], [1, 0, 0, 0, 2]])
        #expect(rig.reports == [.modelSwitched(.tapping), .modelSwitched(.airGesture)])
    }

    @Test("A switch while a command is under way waits for it")
    func busy() {
        var rig = streaming(.airMouse)
        rig.vibrate()
        rig.forget()
        rig.ask(.switchModel)
        #expect(rig.written == [])
        rig.answer()
        rig.answer()
        #expect(rig.written == ["char0014 0100010000", "char0014 0100000000"])
    }

    @Test("A switch without a link counts from the next one on")
    func later() {
        var rig = streaming(.airMouse)
        rig.tell { $0.unlink() }
        rig.forget()
        #expect(rig.ask(.switchModel) == [])
        rig.bringUp()
        #expect(rig.writes.suffix(2) == [[1, 0, 1, 0, 0], [1, 0, 0, 0, 0]])
    }

    @Test("A switch in the middle of a set-up is told the Tap at its end")
    func whileSettingUp() {
        var rig = ConnectionRig()
        rig.tell { $0.link() }
        rig.answer()
        rig.ask(.switchModel)
        for _ in 0..<7 { rig.answer() }
        #expect(rig.writes == TapFrames.setUp + [[1, 0, 1, 0, 0], [1, 0, 0, 0, 0]])
        #expect(rig.reports == [.connected, .modelSwitched(.tapping)])
    }

    @Test("A switch that fails half-way is set up anew, and told once it is there")
    func switchFails() {
        var rig = streaming(.airMouse)
        rig.forget()
        rig.ask(.switchModel)
        rig.answer()
        rig.answer(.bluez("InProgress"))
        #expect(rig.reports == [])
        for _ in 0..<5 { rig.answer() }
        #expect(rig.connection.state == .streaming)
        #expect(rig.writes.suffix(2) == [[1, 0, 1, 0, 0], [1, 0, 0, 0, 0]])
        #expect(rig.reports == [.modelSwitched(.tapping)])
    }

    @Test("A model that the Tap refuses is given up for the one that it had, and it streams on")
    func switchRefused() {
        var rig = streaming(.airMouse)
        rig.forget()
        rig.ask(.switchModel)
        rig.answer(.bluez("Failed"))
        for _ in 0..<5 { rig.answer() }
        #expect(rig.connection.state == .streaming)
        #expect(rig.writes.suffix(5) == TapFrames.setUp[...])
        #expect(rig.reports == [])
        // It can be asked again.
        rig.ask(.switchModel)
        rig.answer()
        rig.answer()
        #expect(rig.reports == [.modelSwitched(.tapping)])
    }

    @Test("A model that is refused in a set-up is given up as well")
    func refusedInSetUp() {
        var rig = streaming(.airMouse)
        rig.tell { $0.unlink() }
        rig.ask(.switchModel)
        rig.tell { $0.link() }
        for _ in 0..<4 { rig.answer() }
        rig.answer(.bluez("Failed"))
        rig.forget()
        rig.pass(.seconds(1))
        for _ in 0..<6 { rig.answer() }
        #expect(rig.connection.state == .streaming)
        #expect(rig.writes == TapFrames.setUp)
    }

    @Test("There and back while the Tap is busy is no switch")
    func thereAndBack() {
        var rig = streaming(.airMouse)
        rig.vibrate()
        rig.forget()
        rig.ask(.switchModel)
        rig.ask(.switchModel)
        rig.answer()
        #expect(rig.written == [])
        #expect(rig.reports == [])
    }

    @Test("However many ranges are asked for at once, the last ones count")
    func manySets() {
        var rig = raw(original: narrow)
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        rig.vibrate()
        rig.forget()
        for _ in 0..<50 {
            rig.ask(.setSensitivity(SensorSensitivity(imu: wide)))
            rig.ask(.setSensitivity(SensorSensitivity(imu: narrow)))
        }
        rig.answer()
        #expect(rig.written == ["char0014 010102000202"])
        rig.answer()
        #expect(rig.connection.sensitivity.current == narrow)
        #expect(rig.written.last == Self.getRanges)
    }

    @Test("The fingers' range of a v2 Tap, which is never told it, stays as it was")
    func fingerStays() {
        var rig = raw(original: narrow)
        rig.ask(.setSensitivity(SensorSensitivity(finger: .g16, imu: narrow)))
        #expect(rig.connection.mode.sensitivity?.finger == .g2)
    }

    @Test("Raw sensors have no model to switch")
    func rawModel() {
        var rig = raw(original: nil)
        rig.forget()
        #expect(rig.ask(.switchModel) == [])
        #expect(rig.written == [])
    }

    // MARK: Standby

    @Test("Standby is told at its beginning and its end, and its silence is not")
    func standby() {
        var rig = streaming(.airMouse)
        rig.forget()
        rig.handle(.standby(true))
        rig.handle(.standby(true))
        for _ in 0..<6 {
            rig.pass(.seconds(10))
            rig.answer()
        }
        rig.handle(.standby(false))
        #expect(rig.reports == [.standby(true), .standby(false)])
        for _ in 0..<4 {
            rig.pass(.seconds(10))
            for _ in 0..<6 { rig.answer() }
        }
        #expect(rig.reports.last == .silent)
    }

    // MARK: Raw sensors

    @Test("Raw sensors: asks for the ranges, sets them, and turns on nothing else")
    func rawSetUp() {
        let rig = streaming(.rawSensors(SensorSensitivity(imu: wide)))
        #expect(
            rig.written == [
                Self.getRanges, "char0014 010102000504", "char0014 000000000100",
                "char0014 000000000200", "char0014 000000000001",
            ])
    }

    @Test("The vendor's debug mode: all three, air gestures, stream")
    func debug() {
        let rig = streaming(.debug(SensorSensitivity()))
        #expect(
            rig.writes.dropFirst(2) == [
                [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 2, 1], [0, 0, 0, 0, 0, 1], [1, 0, 1, 0, 1],
                [1, 0, 0, 0, 2],
            ])
    }

    @Test("Raw records without motion are well; nothing at all is told")
    func rawQuiet() {
        var rig = raw(original: narrow)
        rig.handle(.imuSensitivity(wide))
        rig.forget()
        for _ in 0..<4 {
            rig.notify(.other)
            rig.pass(.seconds(10))
            rig.answer()
        }
        #expect(rig.reports == [])
        for _ in 0..<4 {
            rig.pass(.seconds(10))
            for _ in 0..<6 { rig.answer() }
        }
        #expect(rig.reports == [.silent])
    }

    @Test("After three lost links in a row raw sensors are given up")
    func givenUp() {
        var rig = raw(original: nil)
        for attempt in 1...3 {
            rig.forget()
            rig.tell { $0.unlink() }
            #expect(rig.reports.contains(.rawModeGivenUp) == (attempt == 3))
            rig.forget()
            rig.bringUp()
        }
        #expect(rig.writes == TapFrames.setUp)
    }

    @Test("A link that lasted begins the count anew")
    func lasted() {
        var rig = raw(original: nil)
        for _ in 0..<6 {
            rig.pass(.seconds(3))
            rig.answer()
            rig.notify(.other)
            rig.pass(.seconds(7))
            for _ in 0..<6 { rig.answer() }
            rig.tell { $0.unlink() }
            rig.bringUp()
        }
        #expect(!rig.reports.contains(.rawModeGivenUp))
    }

    // MARK: The IMU's ranges

    @Test("The first answer is what they were, the second what they are")
    func readBack() {
        var rig = streaming(.rawSensors(SensorSensitivity(imu: wide)))
        rig.forget()
        rig.handle(.imuSensitivity(narrow))
        #expect(rig.written == [Self.getRanges])
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        #expect(rig.reports == [.imuSensitivity(wide)])
        #expect(rig.connection.sensitivity.original == narrow)
    }

    @Test("An answer two seconds late is none", arguments: [-1, 0] as [Int64])
    func noAnswer(offset: Int64) {
        var rig = raw(original: narrow)
        rig.answer()
        rig.forget()
        rig.pass(.seconds(2) + offset)
        #expect(rig.reports == (offset < 0 ? [] : [.imuSensitivity(nil)]))
        rig.handle(.imuSensitivity(wide))
        #expect(rig.reports == (offset < 0 ? [.imuSensitivity(wide)] : [.imuSensitivity(nil)]))
    }

    @Test("Codes that do not exist are no answer, at once")
    func wrongCodes() {
        var rig = raw(original: narrow)
        rig.forget()
        rig.handle(.imuSensitivity(nil))
        #expect(rig.reports == [.imuSensitivity(nil)])
        #expect(rig.connection.sensitivity.current == wide)
    }

    @Test("A Tap that never told what they were is read all the same, two seconds later")
    func originalUnknown() {
        var rig = raw(original: nil)
        rig.forget()
        rig.pass(.seconds(2))
        #expect(rig.written == [Self.getRanges])
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        #expect(rig.reports == [.imuSensitivity(wide)])
    }

    @Test("Set while streaming: written, taken over once acknowledged, read back")
    func set() {
        var rig = raw(original: narrow)
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        rig.forget()
        rig.ask(.setSensitivity(SensorSensitivity(imu: narrow)))
        #expect(rig.written == ["char0014 010102000202"])
        #expect(rig.connection.sensitivity.current == wide)
        rig.answer()
        #expect(rig.connection.sensitivity.current == narrow)
        #expect(rig.written.last == Self.getRanges)
        rig.answer()
        rig.handle(.imuSensitivity(narrow))
        #expect(rig.reports == [.imuSensitivity(narrow)])
    }

    @Test("Two in a row: each is in force once it is acknowledged")
    func setTwice() {
        var rig = raw(original: narrow)
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        let middle = IMUSensitivity(gyro: .dps500, accelerometer: .g8)
        rig.ask(.setSensitivity(SensorSensitivity(imu: narrow)))
        rig.ask(.setSensitivity(SensorSensitivity(imu: middle)))
        rig.answer()
        #expect(rig.connection.sensitivity.current == narrow)
        // The reading back of the first, then the second.
        rig.answer()
        rig.answer()
        #expect(rig.connection.sensitivity.current == middle)
    }

    @Test("Before the Tap streams a set counts for its set-up")
    func setEarly() {
        var rig = ConnectionRig(mode: .rawSensors(SensorSensitivity()))
        rig.ask(.setSensitivity(SensorSensitivity(imu: narrow)))
        rig.bringUp()
        #expect(rig.written.contains("char0014 010102000202"))
    }

    @Test("An answer that is too late for its question is still the Tap's last word")
    func late() {
        var rig = raw(original: nil)
        rig.pass(.seconds(2))
        rig.answer()
        rig.forget()
        // The one to the first question, and then the one to the second.
        rig.handle(.imuSensitivity(narrow))
        rig.handle(.imuSensitivity(wide))
        #expect(rig.reports == [.imuSensitivity(narrow), .imuSensitivity(wide)])
        #expect(rig.connection.sensitivity.current == wide)
    }

    @Test("A set that is not acknowledged is put back all the same")
    func putBackUnsure() {
        var rig = raw(original: wide)
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        rig.ask(.setSensitivity(SensorSensitivity(imu: narrow)))
        rig.answer(.bus("NoReply"))
        rig.forget()
        rig.handle(.leave)
        for _ in 0..<5 { rig.answer() }
        #expect(rig.written.last == "char0014 010102000504")
    }

    @Test("A question that was not taken is asked again before anything is set")
    func askedAgain() {
        var rig = ConnectionRig(mode: .rawSensors(SensorSensitivity(imu: wide)))
        rig.tell { $0.link() }
        rig.answer()
        rig.answer(.bluez("InProgress"))
        rig.pass(.seconds(1))
        for _ in 0..<2 { rig.answer() }
        #expect(rig.written.prefix(2) == [Self.getRanges, Self.getRanges])
    }

    @Test("A set that fails changes nothing here")
    func setFails() {
        var rig = raw(original: narrow)
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        rig.ask(.setSensitivity(SensorSensitivity(imu: narrow)))
        rig.answer(.bluez("Failed"))
        #expect(rig.connection.sensitivity.current == wide)
    }

    @Test("At the end the Tap has the ranges that it had")
    func putBack() {
        var rig = raw(original: narrow)
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        rig.forget()
        rig.handle(.leave)
        for _ in 0..<5 { rig.answer() }
        #expect(
            rig.written == [
                "char0014 000000000100", "char0014 000000000200", "char0014 000000000000",
                "char0014 010102000202",
            ])
    }

    @Test("What was not told, or is the same, is not put back", arguments: [true, false])
    func notPutBack(isSame: Bool) {
        var rig = raw(original: isSame ? wide : nil)
        rig.pass(.seconds(4))
        rig.answer()
        rig.forget()
        rig.handle(.leave)
        for _ in 0..<5 { rig.answer() }
        #expect(rig.writes == TapFrames.leaving)
    }

    @Test("On a second link the ranges from before the first set-up are remembered")
    func remembered() {
        var rig = raw(original: narrow)
        rig.tell { $0.unlink() }
        rig.forget()
        rig.bringUp()
        #expect(!rig.written.dropLast().contains(Self.getRanges))
        rig.answer()
        rig.handle(.imuSensitivity(wide))
        #expect(rig.connection.sensitivity.original == narrow)
    }

    @Test("Ranges that nobody asked for mean nothing")
    func unasked() {
        var rig = streaming(.airMouse)
        rig.forget()
        #expect(rig.handle(.imuSensitivity(wide)) == [])
        #expect(rig.ask(.setSensitivity(SensorSensitivity(imu: wide))) == [])
    }

    // MARK: Battery

    @Test(
        "Warned once at 15 %, once at 5 %, and again after it was charged",
        arguments: [
            ([100, 16, 15, 14, 6, 5, 4, 0], [15, 5]),
            ([3, 2, 1], [3]),
            ([15, 20, 15], [15]),
            ([15, 21, 15], [15, 15]),
            ([5, 10, 5], [5]),
            ([5, 11, 5], [5, 5]),
            ([5, 100, 15, 5], [5, 15, 5]),
            ([50, 60, 70], []),
        ] as [([Int], [Int])])
    func battery(charges: [Int], warnings: [Int]) {
        var rig = streaming(.airMouse)
        rig.forget()
        for charge in charges { rig.tell { $0.battery = charge } }
        #expect(rig.reports == warnings.map { .batteryLow(percent: $0) })
    }

    @Test("What BlueZ remembers of a battery is no warning without a link")
    func rememberedBattery() {
        var rig = ConnectionRig()
        rig.tell { $0.battery = 3 }
        #expect(rig.reports == [])
    }
}
