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
        let kind = Setting<Profile>(
            spec: SettingSpec(
                name: "drag", type: .drag,
                meaning:
                    "What a held pinch does that moves: nothing, the pointer, both wheels, "
                    + "or the pointer with keys and buttons held down."),
            get: { .drag($0.fingers[finger].drag.kind) },
            set: { if case .drag(let kind) = $1 { $0.fingers[finger].drag.kind = kind } })
        let scale = Setting<Profile>.number(
            "drag_scale", 0.01...10, "", \.fingers[finger].drag.gainScale,
            "The part of its gain at which a drag moves the pointer.")
        let units = Setting<Profile>.number(
            "drag_units", 0.1...1000, "device units", \.fingers[finger].drag.unitsPerDetent,
            "How far the hand moves for a detent of a wheel.")
        return [
            held(kind, finger, without: [.rotate, .button]) { _ in nil },
            held(scale, finger, without: [.rotate, .button]) { actions in
                switch actions.drag.kind {
                case .none: "drag is \"none\""
                case .scroll: "drag is \"scroll\""
                case .pointer, .keys: nil
                }
            },
            held(units, finger, without: [.rotate, .button]) {
                $0.drag.kind == .scroll ? nil : "drag is not \"scroll\""
            },
        ]
    }

    private static func rotate(_ finger: Finger) -> [Setting<Profile>] {
        let positive = Setting<Profile>.action(
            "rotate_positive", \.fingers[finger].rotate.positive,
            "A twist by positive degrees; a wheel turns smoothly with the hand.")
        let negative = Setting<Profile>.action(
            "rotate_negative", \.fingers[finger].rotate.negative,
            "A twist by negative degrees, the other way.")
        let degrees = Setting<Profile>.number(
            "rotate_degrees", 1...360, "degrees", \.fingers[finger].rotate.degrees,
            "How far the hand twists for each time, or for a detent.")
        return [
            held(positive, finger, without: [.drag, .button]) { _ in nil },
            held(negative, finger, without: [.drag, .button]) { _ in nil },
            held(degrees, finger, without: [.drag, .button]) {
                $0.rotate.positive == Action.none && $0.rotate.negative == Action.none
                    ? "rotate_positive and rotate_negative are \"none\"" : nil
            },
        ]
    }

    /// A setting of held pinches, which has no effect with some styles, or for another reason.
    private static func held(
        _ setting: Setting<Profile>, _ finger: Finger, without styles: [HoldStyle],
        or reason: @escaping @Sendable (FingerActions) -> String?
    ) -> Setting<Profile> {
        var setting = setting
        setting.hindrance = {
            let actions = $0.fingers[finger]
            return styles.contains(actions.hold)
                ? "hold is \"\(actions.hold.rawValue)\"" : reason(actions)
        }
        return setting
    }
}
