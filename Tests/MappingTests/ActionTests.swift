import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@Suite("Actions of swipes, pinches and taps")
struct ActionTests {
    @Test(
        "On the desktop a tap of one finger does what its pinch does",
        arguments: [
            (.index, "pointer BTN_LEFT"), (.middle, "pointer BTN_RIGHT"),
            (.ring, "pointer BTN_MIDDLE"), (.little, "keyboard KEY_ESC"),
        ] as [(FingerMask, String)])
    func tap(fingers: FingerMask, key: String) {
        var desk = Desk()
        #expect(desk.handle(tap: TapGesture(fingers), at: 5) == ["5 \(key) 1"])
        #expect(desk.request == nil)
        #expect(desk.advance(to: 100) == ["25 \(key) 0"])
        #expect(desk.grammar.faults == [])
    }

    @Test("A tap for which the profile has nothing does nothing")
    func unbound() {
        var desk = Desk()
        for mask in UInt8(1)...31 {
            let fingers = FingerMask(rawValue: mask)
            for count in 1...3 where Profile.desktop.taps[TapGesture(fingers)] == nil {
                #expect(desk.handle(tap: TapGesture(fingers, count: count), at: 0) == [])
                #expect(desk.request == nil)
            }
        }
    }

    @Test("Every swipe, pinch and tap can ask for the other model, and sends nothing then")
    func switchModel() {
        var profile = Profile.desktop
        (profile.directions.left, profile.directions.right) = (.switchModel, .switchModel)
        (profile.directions.up, profile.directions.down) = (.switchModel, .switchModel)
        for finger in Finger.allCases { profile.fingers[finger].pinch = .switchModel }
        profile.taps = [TapGesture(.thumb, count: 2): .switchModel]
        var desk = Desk(profile)
        for direction in Direction.allCases {
            #expect(desk.handle(.direction(direction), at: 0) == [])
            #expect(desk.request == .switchModel)
        }
        for finger in Finger.allCases {
            #expect(desk.handle(.pinch(finger), at: 0) == [])
            #expect(desk.request == .switchModel)
        }
        #expect(desk.handle(tap: TapGesture(.thumb), at: 0) == [])
        #expect(desk.request == nil)
        #expect(desk.handle(tap: TapGesture(.thumb, count: 2), at: 0) == [])
        #expect(desk.request == .switchModel)
        #expect(desk.mapper.deadline == nil)
    }

    @Test("Every swipe and pinch can do nothing")
    func nothing() {
        var profile = Profile.desktop
        (profile.directions.left, profile.directions.right) = (Action.none, Action.none)
        (profile.directions.up, profile.directions.down) = (Action.none, Action.none)
        for finger in Finger.allCases { profile.fingers[finger].pinch = Action.none }
        var desk = Desk(profile)
        for direction in Direction.allCases {
            #expect(desk.handle(.direction(direction), at: 0) == [])
            #expect(desk.request == nil)
        }
        for finger in Finger.allCases {
            #expect(desk.handle(.pinch(finger), at: 0) == [])
            #expect(desk.request == nil)
        }
    }

    @Test("What is held, moved or let go asks for nothing")
    func otherEvents() {
        var desk = Desk(.tapping)
        let events: [DpadEvent] = [
            .hold(.little), .rotate(degrees: 0), .mode(.drag), .drag(dx: 80, dy: 0),
            .release(.little), .hide, .show,
        ]
        for event in events {
            _ = desk.handle(event, at: 0)
            #expect(desk.request == nil)
        }
    }
}
