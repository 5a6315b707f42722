import Gestures
import Mapping

@testable import Configuration

/// The reference of every setting, word and key, for `docs/configuration.md`.
enum ReferenceDocument {
    static var text: String {
        [file, devices, profile, sections, acceleration, taps, actions, keys].joined(
            separator: "\n\n") + "\n"
    }

    private static func table(_ specs: [(spec: SettingSpec, standard: String)]) -> String {
        let rows = specs.map {
            "| `\($0.spec.name)` | \(takes($0.spec)) | \($0.standard) | \($0.spec.meaning) |"
        }
        return (["| Setting | Takes | Built in | Meaning |", "|---|---|---|---|"] + rows).joined(
            separator: "\n")
    }

    /// What a setting takes, for a table.
    static func takes(_ spec: SettingSpec) -> String {
        switch spec.type {
        case .flag: "true, false"
        case .whole: "whole number, \(spec.rangeWords)"
        case .number: "number, \(spec.rangeWords)"
        case .word(let words): words.map { "`\"\($0)\"`" }.joined(separator: ", ")
        case .text: "text"
        case .profile: "name of a profile"
        case .profiles: "list of names of profiles"
        case .action: "action"
        case .keys: "keys joined by `+`, or `\"none\"`"
        case .drag: "`\"none\"`, `\"pointer\"`, `\"scroll\"`, or keys joined by `+`"
        case .rows(_, let most): "list of groups, at most \(most)"
        case .group: "group"
        }
    }

    private static var file: String {
        var draft = Draft()
        let nowhere = Place(file: "", line: 0)
        draft.profile = SettingValue.Name(text: Configuration.builtIn.profile, place: nowhere)
        let rows = Schema.settings.map { setting in
            let value = setting.get(draft).map { "`\(ConfigurationText.text($0))`" }
            return (spec: setting.spec, standard: value ?? "all")
        }
        return "### The file\n\n"
            + table(rows + [(spec: Schema.profiles, standard: "see below")])
    }

    private static func members(of name: String, in specs: [SettingSpec]) -> [SettingSpec] {
        guard let spec = specs.first(where: { $0.name == name }),
            case .rows(let members, _) = spec.type
        else { return [] }
        return members
    }

    private static var devices: String {
        "### `devices`\n\nEach group of the list has both settings.\n\n"
            + table(
                members(of: "devices", in: Schema.settings.map(\.spec)).map { ($0, "") })
    }

    private static var profile: String {
        "### A profile\n\n"
            + table([(spec: ProfileSchema.extends, standard: "")])
            + "\n\nand the groups that follow. \"Built in\" is what `desktop` has."
    }

    /// The sections; fingers have the same settings.
    private static var sections: String {
        ProfileSchema.sections.filter { $0.name != ProfileSchema.taps.name }.map { section in
            let rows = section.settings.map { setting in
                let value = ConfigurationText.standard(setting, mark: "`") ?? ""
                return (spec: setting.spec, standard: value)
            }
            return "### `\(section.name)`\n\n\(section.meaning)\n\n\(table(rows))"
        }.joined(separator: "\n\n")
    }

    private static var acceleration: String {
        let specs = ProfileSchema.pointer.settings.map(\.spec)
        return "### `acceleration` in `pointer`\n\nEach group of the list has both settings.\n\n"
            + table(members(of: "acceleration", in: specs).map { ($0, "") })
    }

    private static var taps: String {
        let rows = TapNames.all.filter { $0.tap.count == 1 }.map { name, _ in
            "| `\(name)` | `\(name)-double` | `\(name)-triple` |"
        }
        return "### `taps`\n\n\(ProfileSchema.taps.meaning) Each takes an action.\n\n"
            + (["| Once | Twice | Three times |", "|---|---|---|"] + rows).joined(separator: "\n")
    }

    private static var actions: String {
        let words = ActionText.words.map { "| `\"\($0.text)\"` | \($0.meaning) |" }
        let wheels = WheelStep.Direction.allCases.map {
            "| `\"\(ActionText.wheel)\($0.rawValue)\"` | The content scrolls \(way($0)) by a "
                + "detent; a number, \(ActionText.detents.lowerBound) to "
                + "\(ActionText.detents.upperBound), may follow. |"
        }
        let rest = [
            "| `\"\(ActionText.profile) NAME\"` | Changes to the profile of a name. |",
            "| `\"KEY_A\"`, `\"BTN_LEFT\"` | A key or button of the list below. |",
            "| `\"KEY_LEFTCTRL+KEY_T\"` | Keys that go down together, at most "
                + "\(ActionText.mostKeys); a wheel may be the last part. |",
            "| `(\"KEY_A\", \"KEY_B\")` | Chords one after the other, at most "
                + "\(ActionText.mostChords); words that are a whole action cannot be among them. |",
        ]
        return "### Actions\n\n"
            + (["| Action | Meaning |", "|---|---|"] + words + rest + wheels).joined(
                separator: "\n")
    }

    static func way(_ direction: WheelStep.Direction) -> String {
        switch direction {
        case .up: "up"
        case .down: "down"
        case .left: "to the left"
        case .right: "to the right"
        }
    }

    /// The names of the keys that every desktop sees, and of the buttons.
    ///
    /// Those of the other keys are more with each kernel.
    static var keyNames: (keys: [String], buttons: [String]) {
        let keys = KeyNames.all.filter { $0.key.device == .keyboard }
        return (
            keys.filter { $0.key.rawValue <= KeyNames.highestOfX11 }.map(\.name),
            KeyNames.all.filter { $0.key.device == .pointer }.map(\.name)
        )
    }

    private static var keys: String {
        let names = keyNames
        let groups = [("Mouse buttons:", names.buttons), ("Keys:", names.keys)]
        return "### Keys and buttons\n\n"
            + groups.map { title, names in
                let lines = ExampleDocument.wrapped(names.joined(separator: " "), width: 112)
                return "\(title)\n\n" + lines.map { "    \($0)" }.joined(separator: "\n")
            }.joined(separator: "\n\n")
            + "\n\nThe other names of keys in the kernel's `linux/input-event-codes.h` can be bound "
            + "too. Their codes are\nabove \(KeyNames.highestOfX11): Wayland sees them and X11 does "
            + "not, which is a warning."
    }
}
