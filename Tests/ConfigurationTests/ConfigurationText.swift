import Gestures
import Mapping

@testable import Configuration

/// Configurations as files write them.
enum ConfigurationText {
    /// A line of settings, and what is to be said of it.
    struct Line {
        /// The setting without a semicolon; nil where it says nothing or has no effect.
        var text: String?
        var setting: SettingSpec
        /// What it has where it is put into effect, or nil where that is up to the reader.
        var sample: SettingValue?
        /// Why it has no effect.
        var hindrance: String?
    }

    /// A value as it stands after `=`.
    static func text(_ value: SettingValue) -> String {
        switch value {
        case .flag(let flag): "\(flag)"
        case .whole(let number): "\(number)"
        case .number(let number): SettingSpec.text(number)
        case .word(let text), .text(let text): quoted(text)
        case .name(let name): quoted(name.text)
        case .names(let names): "[\(names.map { quoted($0.text) }.joined(separator: ", "))]"
        case .action(let action): text(action)
        case .keys(let keys): quoted(ActionText.text(keys))
        case .drag(let drag): quoted(ActionText.text(drag))
        case .rows(let rows): text(rows)
        }
    }

    static func text(_ action: Action) -> String {
        let (texts, isList) = ActionText.texts(of: action)
        let quoted = texts.map(Self.quoted).joined(separator: ", ")
        return isList ? "(\(quoted))" : quoted
    }

    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static func text(_ rows: [SettingValue.Row]) -> String {
        let texts = rows.map { row in
            let members = row.values.sorted { $0.key > $1.key }
                .map { "\($0.key) = \(text($0.value));" }
            return "{ \(members.joined(separator: " ")) }"
        }
        return "(\(texts.joined(separator: ", ")))"
    }

    /// The settings of a section of a profile.
    static func lines(_ section: ProfileSchema.Section, of profile: Profile) -> [Line] {
        section.settings.map { setting in
            let value = setting.get(profile)
            let hindrance = value?.isNothing == true ? nil : setting.hindrance(profile)
            return Line(
                text: hindrance == nil ? value.map { "\(setting.spec.name) = \(text($0))" } : nil,
                setting: setting.spec, sample: value ?? valueWithFilter(setting),
                hindrance: hindrance)
        }
    }

    /// The value that a setting has in the desktop profile, as a document's table shows it, with
    /// the code between two marks.
    static func standard(_ setting: Setting<Profile>, mark: String) -> String? {
        if let value = setting.get(.desktop) { return mark + text(value) + mark }
        return valueWithFilter(setting).map { "\(mark)\(text($0))\(mark) with the filter" }
    }

    /// The value that a setting of the filter has where nothing but the filter is named.
    private static func valueWithFilter(_ setting: Setting<Profile>) -> SettingValue? {
        var profile = Profile.desktop
        guard setting.get(profile) == nil else { return nil }
        profile.pointer.filter = OneEuroSettings()
        return setting.get(profile)
    }
}
