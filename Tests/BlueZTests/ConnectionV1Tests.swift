import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

/// A Tap that speaks v1: three characteristics to listen to, and a mode that must be kept up.
@Suite("A connection of a v1 Tap")
struct ConnectionV1Tests {
    private static let controller = "rx 030c0001"
    private static let airMouse = "rx 030d0001"
    private static let tapping = "rx 030d0002"
    private static let leaving = ["rx 030d0003", "rx 030c0000"]

    private func streaming(mode: TapMode = .airMouse) -> ConnectionRig {
        var rig = ConnectionRig(mode: mode)
        rig.bringUp { $0.linkV1() }
        return rig
    }

    @Test("It is listened to on all three, and then put into controller mode as an air mouse")
    func setUp() {
        let rig = streaming()
        #expect(
            rig.calls.map(\.call).filter(\.isSubscription) == [
                .acquireNotify(path: "/v1/tap"), .acquireNotify(path: "/v1/mouse"),
                .acquireNotify(path: "/v1/air"),
            ])
        #expect(rig.written == [Self.controller, Self.airMouse])
        #expect(rig.reports == [.connected])
    }

    @Test("Mode commands want a response, haptics do not")
    func responses() {
        var rig = streaming()
        #expect(
            rig.calls.last?.call
                == .write(path: "/v1/rx", bytes: [3, 0x0d, 0, 1], withResponse: true))
        rig.vibrate()
        #expect(
            rig.calls.last?.call == .write(path: "/v1/ui", bytes: [0, 2, 4], withResponse: false))
    }

    @Test("What the Tap does not have is not listened to")
    func withoutAirGestures() {
        var rig = ConnectionRig()
        rig.bringUp {
            $0.linkV1()
            $0.characteristics[TapUUIDs.v1AirGesture] = nil
        }
        #expect(rig.calls.count { $0.call.isSubscription } == 2)
    }

    @Test("Without the UART it is looked for until the limit, and said to be missing")
    func withoutUART() {
        var rig = ConnectionRig()
        rig.tell {
            $0.linkV1()
            $0.characteristics[TapUUIDs.uartRX] = nil
        }
        #expect(rig.calls == [])
        rig.pass(.seconds(30))
        #expect(rig.reports == [.characteristicsMissing])
        #expect(rig.pending == .disconnect)
    }

    @Test("A refused socket is replaced by signals, for the other characteristics as well")
    func signals() {
        var rig = ConnectionRig()
        rig.tell { $0.linkV1() }
        rig.answer(.bluez("NotSupported"))
        for _ in 0..<5 { rig.answer() }
        #expect(rig.connection.state == .streaming)
        #expect(
            rig.calls.map(\.call).filter(\.isSubscription) == [
                .acquireNotify(path: "/v1/tap"), .startNotify(path: "/v1/tap"),
                .startNotify(path: "/v1/mouse"), .startNotify(path: "/v1/air"),
            ])
    }

    @Test("Mode and state are said again every ten seconds, and not a moment earlier")
    func refresh() {
        var rig = streaming()
        for _ in 0..<5 {
            rig.forget()
            rig.pass(.seconds(10) - 1)
            #expect(rig.written == [])
            rig.pass(1)
            rig.answer()
            rig.answer()
            #expect(rig.written == [Self.controller, Self.airMouse])
        }
    }

    @Test("At the end it has its user's state and is a keyboard again")
    func leave() {
        var rig = streaming()
        rig.forget()
        rig.handle(.leave)
        rig.answer()
        rig.answer()
        #expect(rig.written == Self.leaving)
        #expect(rig.connection.isDone)
    }

    @Test("A Tap at rest that says nothing is well")
    func rest() {
        var rig = streaming()
        rig.forget()
        for _ in 0..<20 {
            rig.pass(.seconds(10))
            rig.answer()
            rig.answer()
        }
        #expect(rig.reports == [])
        #expect(rig.written.count == 40)
    }

    @Test("Taps without motion are well")
    func tapsAlone() {
        var rig = streaming()
        rig.forget()
        for _ in 0..<5 {
            rig.notify(.other)
            rig.pass(.seconds(10))
            rig.answer()
            rig.answer()
        }
        #expect(rig.reports == [])
    }

    @Test("The hand's states without motion: told the mode once more, then one message")
    func motionless() {
        var rig = streaming()
        rig.forget()
        for _ in 0..<6 {
            rig.notify(.handState)
            rig.pass(.seconds(10))
            rig.answer()
            rig.answer()
        }
        #expect(rig.reports == [.motionless])
        rig.forget()
        for _ in 0..<3 {
            rig.notify(.handState)
            rig.notify(.motion)
            rig.pass(.seconds(10))
            rig.answer()
            rig.answer()
        }
        #expect(rig.reports == [])
    }

    @Test("From air gestures to tapping and back, over a new link as well")
    func model() {
        var rig = streaming()
        rig.forget()
        rig.ask(.switchModel)
        rig.answer()
        #expect(rig.written == [Self.tapping])
        #expect(rig.reports == [.modelSwitched(.tapping)])
        rig.tell { $0.unlink() }
        rig.forget()
        rig.bringUp { $0.linkV1() }
        #expect(rig.written == [Self.controller, Self.tapping])
        rig.forget()
        rig.ask(.switchModel)
        rig.answer()
        #expect(rig.written == [Self.airMouse])
        #expect(rig.reports == [.modelSwitched(.airGesture)])
    }

    @Test("Raw sensors: the UART's TX alone, the ranges in the mode, and refreshed")
    func raw() {
        let ranges = SensorSensitivity(
            finger: .g16, imu: IMUSensitivity(gyro: .dps2000, accelerometer: .g8))
        var rig = streaming(mode: .rawSensors(ranges))
        #expect(
            rig.calls.map(\.call).filter(\.isSubscription) == [.acquireNotify(path: "/v1/tx")])
        #expect(rig.written == ["rx 030c000a040503"])
        rig.notify(.other)
        rig.forget()
        rig.pass(.seconds(10))
        rig.answer()
        #expect(rig.written == ["rx 030c000a040503"])
        rig.forget()
        rig.handle(.leave)
        rig.answer()
        rig.answer()
        #expect(rig.written == Self.leaving)
    }

    @Test("The ranges of a v1 Tap are set with its mode, and never read back")
    func sensitivity() {
        var rig = streaming(mode: .rawSensors(SensorSensitivity()))
        rig.forget()
        rig.ask(
            .setSensitivity(SensorSensitivity(finger: .g4, imu: IMUSensitivity(gyro: .dps500))))
        #expect(rig.connection.sensitivity.current == IMUSensitivity())
        #expect(rig.connection.sensitivity.finger == .g2)
        rig.answer()
        #expect(rig.connection.sensitivity.current == IMUSensitivity(gyro: .dps500))
        #expect(rig.connection.sensitivity.finger == .g4)
        rig.pass(.seconds(5))
        #expect(rig.reports == [])
        #expect(rig.written == ["rx 030c000a020301"])
    }

    @Test("A refresh that is under way does not undo a switch")
    func refreshAndSwitch() {
        var rig = streaming()
        rig.forget()
        rig.pass(.seconds(10))
        #expect(rig.written == [Self.controller])
        rig.ask(.switchModel)
        for _ in 0..<4 { rig.answer() }
        #expect(rig.written == [Self.controller, Self.tapping, Self.controller, Self.tapping])
        #expect(rig.reports == [.modelSwitched(.tapping)])
    }

    @Test("A socket that ends at once while the others are still asked for: signals, all anew")
    func earlyEnd() {
        var rig = ConnectionRig()
        rig.tell { $0.linkV1() }
        rig.answer()
        #expect(rig.pending == .acquireNotify(path: "/v1/mouse"))
        rig.handle(.socketEnded(hadData: false))
        #expect(rig.pass(.seconds(1)) == [.call(.startNotify(path: "/v1/tap"))])
        for _ in 0..<5 { rig.answer() }
        #expect(rig.connection.state == .streaming)
    }

    @Test("A socket that ends at once while another one brings data is not used again either")
    func earlyEndBesideData() {
        var rig = streaming()
        rig.notify(.motion)
        rig.handle(.socketEnded(hadData: false))
        #expect(rig.pass(.seconds(1)) == [.call(.startNotify(path: "/v1/tap"))])
    }

    @Test("A firmware update from v1 to v2 while the Tap is linked")
    func update() {
        var rig = streaming()
        rig.forget()
        let actions = rig.tell {
            $0.characteristics = [:]
            $0.resolve()
        }
        #expect(actions.contains(.stopListening))
        for _ in 0..<6 { rig.answer() }
        #expect(rig.connection.state == .streaming)
        #expect(rig.writes == TapFrames.setUp)
    }
}
