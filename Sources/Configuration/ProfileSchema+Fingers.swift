internal import Gestures
internal import Mapping

extension ProfileSchema {
    /// The settings of the pinches of a finger.
    static func finger(_ finger: Finger) -> Section {
        Section(
            name: "\(finger)", meaning: "What pinches of thumb and \(finger) finger do.",
            settings: [
                .action("pinch", \.fingers[finger].pinch, "A short pinch."),
                Setting.action(
                    "double_pinch", \.fingers[finger].doublePinch,
                    "Two short pinches; without it a pinch need not wait for another."
                ).needs(
                    { $0.timing.doublePinch > Interval(nanoseconds: 0) },
                    else: "timing.double_pinch is 0"),
                .word(
                    "hold", \.fingers[finger].hold,
                    "What a held pinch becomes: \"decide\" is a twist once the hand has rolled far "
                        + "enough, or else a drag; the others begin at once."),
                button(finger),
            ] + drag(finger) + rotate(finger))
    }

    private static func button(_ finger: Finger) -> Setting<Profile> {
        Setting<Profile>(
            spec: SettingSpec(
                name: "button", type: .keys,
                meaning: "The keys and buttons that a pinch with hold = \"button\" holds down."),
            get: { profile in
                let actions = profile.fingers[finger]
                return actions.hold == .button ? .keys(actions.button) : nil
            },
            set: { if case .keys(let keys) = $1 { $0.fingers[finger].button = keys } }
        ).needs({ $0.fingers[finger].hold == .button }, else: "hold is not \"button\"")
    }

    private static func drag(_ finger: Finger) -> [Setting<Profile>] {
        [
            Setting<Profile>(
                spec: SettingSpec(
                    name: "drag", type: .drag,
                    meaning:
                        "What a held pinch does that moves: nothing, the pointer, both wheels, "
                        + "or the pointer with keys and buttons held down."),
                get: { .drag($0.fingers[finger].drag.kind) },
                set: { if case .drag(let kind) = $1 { $0.fingers[finger].drag.kind = kind } }
            ),
            .number(
                "drag_scale", 0.01...10, "", \.fingers[finger].drag.gainScale,
                "The part of its gain at which a drag moves the pointer."),
            .number(
                "drag_units", 0.1...1000, "device units", \.fingers[finger].drag.unitsPerDetent,
                "How far the hand moves for a detent of a wheel."),
        ].map { setting in
            var setting = setting
            setting.hindrance = { hindrance($0.fingers[finger].hold, of: [.rotate, .button]) }
            return setting
        }
    }

    private static func rotate(_ finger: Finger) -> [Setting<Profile>] {
        [
            .action(
                "rotate_positive", \.fingers[finger].rotate.positive,
                "A twist by positive degrees; a wheel turns smoothly with the hand."),
            .action(
                "rotate_negative", \.fingers[finger].rotate.negative,
                "A twist by negative degrees, the other way."),
            .number(
                "rotate_degrees", 1...360, "degrees", \.fingers[finger].rotate.degrees,
                "How far the hand twists for each time, or for a detent."),
        ].map { (setting: Setting<Profile>) in
            var setting = setting
            setting.hindrance = { hindrance($0.fingers[finger].hold, of: [.drag, .button]) }
            return setting
        }
    }

    private static func hindrance(_ hold: HoldStyle, of styles: [HoldStyle]) -> String? {
        styles.contains(hold) ? "hold is \"\(hold.rawValue)\"" : nil
    }
}
