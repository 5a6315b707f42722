import Driver
import Gestures
import Mapping
import TapProtocol
import Testing

@Suite("A program that was stopped in a gesture and goes on")
struct PipelineAbandonTests {
    /// What the hand was doing, and what is down by then.
    struct Situation: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var profile: Profile
        /// v2 classes and v1 states, by the characteristic, one every 20 ms from 0 on.
        var notifications: [(characteristic: UInt32, bytes: [UInt8])]
        /// When it was stopped, in milliseconds.
        var stopped: Double
        /// What comes up when it goes on.
        var comesUp: [String]

        init(
            _ name: String, _ profile: Profile = .desktop, classes: [UInt8] = [],
            others: [(UInt32, [UInt8])] = [], stopped: Double = 100, comesUp: [String] = []
        ) {
            testDescription = name
            self.profile = profile
            notifications = classes.map { (0xc3ff_000e, [1, 3, 0, 0, $0]) } + others
            self.stopped = stopped
            self.comesUp = comesUp
        }
    }

    private static func desktop(_ change: (inout Profile) -> Void) -> Profile {
        var profile = Profile.desktop
        change(&profile)
        return profile
    }

    private static let waiting = desktop {
        $0.fingers.index.doublePinch = .key(.up)
        $0.taps[TapGesture(.index, count: 2)] = .key(.up)
    }
    private static let repeating = desktop {
        $0.directions.repeatRate = 8
        $0.directions.left = .sequence([Chord([.left]), Chord([.right])])
    }

    static let situations = [
        Situation("in a drag", classes: [110], stopped: 1500, comesUp: ["BTN_LEFT 0"]),
        Situation("in a hold that is not decided", classes: [110]),
        Situation(
            "in a pinch that is down", classes: [105], stopped: 10, comesUp: ["BTN_LEFT 0"]),
        Situation("after a pinch that waits for another", waiting, classes: [105, 100]),
        Situation(
            "after a tap that waits for another", waiting, others: [(0xc3ff_000e, [1, 2, 0, 0, 2])]),
        Situation(
            "in a swipe that plays a sequence", repeating, classes: [101], stopped: 10,
            comesUp: ["KEY_LEFT 0"]),
        Situation(
            "in a swipe that is about to repeat itself", repeating, classes: [101], stopped: 200),
        Situation("in a fist", classes: [109, 109]),
        Situation("in a touch of v1", others: [(0xc3ff_000a, [101])]),
        Situation("at rest"),
    ]

    @Test(
        "What is down comes up, and nothing goes down that was due meanwhile", arguments: situations
    )
    func abandoned(situation: Situation) {
        var path = Path(situation.profile)
        for (place, each) in situation.notifications.enumerated() {
            _ = path.receive(each.bytes, from: each.characteristic, at: Double(place) * 20)
        }
        _ = path.advance(to: situation.stopped)
        let keys = path.call(at: 60_000) { $0.abandon(at: $2, into: &$1) }
            .filter { $0.contains("KEY_") || $0.contains("BTN_") }
        #expect(keys == situation.comesUp)
        #expect(path.pipeline.hand == HandState())
        #expect(!path.pipeline.isEngaged)
        #expect(path.pipeline.deadline == nil)
        // Everything works again, as if nothing had been.
        #expect(path.motion(20, 0, at: 60_010).count == 1)
        #expect(path.receive(class: 106, at: 60_020) == ["pinch 1", "BTN_RIGHT 1"])
    }
}
