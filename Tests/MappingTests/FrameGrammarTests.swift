import Gestures
import Mapping
import TestSupport
import Testing

/// The judge must itself be able to find each fault.
@Suite("The checker of the frame grammar")
struct FrameGrammarTests {
    private static func event(
        _ device: OutputDevice, _ type: UInt16, _ code: UInt16, _ value: Int32, at time: Int64 = 0
    ) -> InputEvent {
        InputEvent(
            time: Timestamp(nanoseconds: time), device: device, type: type, code: code,
            value: value)
    }

    private static func syn(_ device: OutputDevice = .pointer, at time: Int64 = 0) -> InputEvent {
        event(device, 0, 0, 0, at: time)
    }

    private static let button = event(.pointer, 1, 272, 1)
    private static let buttonUp = event(.pointer, 1, 272, 0)

    private static func faults(_ events: [InputEvent]) -> [String] {
        var grammar = FrameGrammar()
        grammar.check(events)
        return grammar.faults
    }

    @Test("A trace without a fault has none")
    func good() {
        var grammar = FrameGrammar()
        grammar.check([Self.button, Self.syn()])
        #expect(grammar.down == [.init(device: .pointer, code: 272)])
        grammar.check([
            Self.event(.pointer, 2, 0, 5), Self.event(.pointer, 2, 1, -5), Self.syn(),
            Self.event(.pointer, 2, 0x0b, -130), Self.event(.pointer, 2, 0x08, -1),
            Self.event(.pointer, 2, 0x0c, 119), Self.syn(),
            Self.event(.keyboard, 1, 1, 1), Self.syn(.keyboard),
            Self.buttonUp, Self.syn(),
            Self.event(.keyboard, 1, 1, 0, at: 9), Self.syn(.keyboard, at: 9),
        ])
        grammar.checkNothingDown()
        #expect(grammar.faults == [])
        #expect(grammar.frameCount == 6)
    }

    @Test(
        "Each fault is found",
        arguments: [
            ("a frame is not ended", [button]),
            ("an empty frame", [syn()]),
            ("not SYN_REPORT 0", [button, event(.pointer, 0, 3, 0)]),
            ("a frame of two devices", [button, event(.keyboard, 1, 1, 1), syn()]),
            ("a frame of two times", [button, syn(at: 1)]),
            ("twice in a frame", [button, buttonUp, syn()]),
            ("an event of another type", [event(.pointer, 4, 4, 1), syn()]),
            ("a key of the other device", [event(.pointer, 1, 1, 1), syn()]),
            ("a key of the other device", [event(.keyboard, 1, 272, 1), syn(.keyboard)]),
            ("down while down", [button, syn(), button, syn()]),
            ("up while up", [buttonUp, syn()]),
            ("neither down nor up", [event(.pointer, 1, 272, 2), syn()]),
            ("motion of the keyboard", [event(.keyboard, 2, 0, 1), syn(.keyboard)]),
            ("an axis of 0", [event(.pointer, 2, 0, 0), syn()]),
            ("an unknown axis", [event(.pointer, 2, 2, 1), syn()]),
            ("Y before X", [event(.pointer, 2, 1, 1), event(.pointer, 2, 0, 1), syn()]),
            ("detents without", [event(.pointer, 2, 8, 1), syn()]),
            ("detents without", [event(.pointer, 2, 8, 1), event(.pointer, 2, 11, 120), syn()]),
            ("120 high-resolution units and 0", [event(.pointer, 2, 11, 120), syn()]),
            (
                "time goes back",
                [
                    event(.pointer, 1, 272, 1, at: 5), syn(at: 5), buttonUp, syn(),
                ]
            ),
        ] as [(String, [InputEvent])])
    func fault(problem: String, events: [InputEvent]) {
        #expect(Self.faults(events).contains { $0.hasPrefix(problem) })
    }

    @Test("What is down at the end is a fault")
    func downAtEnd() {
        var grammar = FrameGrammar()
        grammar.check([Self.button, Self.syn()])
        #expect(grammar.faults == [])
        grammar.checkNothingDown()
        #expect(grammar.faults == ["pointer 272 is still down at the end"])
    }
}
