internal import Gestures
internal import Mapping

/// What a setting is called, what it takes and what it means.
struct SettingSpec: Sendable {
    /// Its name in its group.
    var name: String
    var type: SettingType
    /// What its numbers count: "ms", "degrees"; empty where they are no quantity.
    var unit = ""
    /// Whether it takes 0 besides its range.
    var isOrZero = false
    /// One sentence.
    var meaning: String
}

/// What a setting takes.
enum SettingType: Sendable {
    case flag
    case whole(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// One of some words.
    case word([String])
    /// Any text.
    case text
    /// The name of a profile; `orNone` lets "none" stand for no profile.
    case profile(orNone: Bool)
    /// Names of profiles, in a list or an array.
    case profiles
    case action
    /// Keys that go down together, or "none".
    case keys
    /// What moves: a word, or keys.
    case drag
    /// A list of groups; each must have all these settings.
    case rows([SettingSpec], most: Int)
    /// A group of settings that the table has elsewhere.
    case group
}

/// The checked value of a setting.
enum SettingValue: Equatable, Sendable {
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case word(String)
    case text(String)
    case name(Name)
    case names([Name])
    case action(Action)
    case keys([KeyCode])
    case drag(DragAction.Kind)
    case rows([Row])

    /// A name and where it stands.
    struct Name: Equatable, Sendable {
        var text: String
        var place: Place
    }

    /// A group in a list.
    struct Row: Equatable, Sendable {
        var values: [String: SettingValue]
        /// Where each setting stands.
        var places: [String: Place] = [:]
    }

    /// Whether it says that nothing is done.
    var isNothing: Bool {
        switch self {
        case .action(.none), .drag(.none): true
        case .keys(let keys): keys.isEmpty
        default: false
        }
    }
}

/// A setting and the part of a value that it is.
struct Setting<Root>: Sendable {
    var spec: SettingSpec
    /// The value of this setting, or nil where it says nothing about the root.
    var get: @Sendable (Root) -> SettingValue?
    /// Takes a value of the setting's type; any other is ignored.
    var set: @Sendable (inout Root, SettingValue) -> Void
    /// Why the setting never has an effect, or nil where it has.
    var hindrance: @Sendable (Root) -> String? = { _ in nil }
    /// The settings of its group that leave nothing of it to have an effect where all are written.
    var replacements: [String] = []
}

extension Setting {
    /// The same setting, which has no effect for a reason where a condition does not hold.
    func needs(
        _ condition: @escaping @Sendable (Root) -> Bool, else reason: String
    ) -> Setting {
        var setting = self
        setting.hindrance = { condition($0) ? nil : reason }
        return setting
    }

    /// The same setting, which takes 0 as well.
    var orZero: Setting {
        var setting = self
        setting.spec.isOrZero = true
        return setting
    }

    static func flag(
        _ name: String, _ path: any WritableKeyPath<Root, Bool> & Sendable, _ meaning: String
    ) -> Setting {
        Setting(
            spec: SettingSpec(name: name, type: .flag, meaning: meaning),
            get: { .flag($0[keyPath: path]) },
            set: { if case .flag(let value) = $1 { $0[keyPath: path] = value } })
    }

    static func number(
        _ name: String, _ range: ClosedRange<Double>, _ unit: String,
        _ path: any WritableKeyPath<Root, Double> & Sendable, _ meaning: String
    ) -> Setting {
        Setting(
            spec: SettingSpec(name: name, type: .number(range), unit: unit, meaning: meaning),
            get: { .number($0[keyPath: path]) },
            set: { if case .number(let value) = $1 { $0[keyPath: path] = value } })
    }

    /// A whole number of milliseconds.
    static func time(
        _ name: String, _ range: ClosedRange<Int>,
        _ path: any WritableKeyPath<Root, Interval> & Sendable, _ meaning: String
    ) -> Setting {
        Setting(
            spec: SettingSpec(name: name, type: .whole(range), unit: "ms", meaning: meaning),
            get: { .whole(Int($0[keyPath: path].nanoseconds / 1_000_000)) },
            set: {
                if case .whole(let value) = $1 {
                    $0[keyPath: path] = .milliseconds(Int64(value))
                }
            })
    }

    static func action(
        _ name: String, _ path: any WritableKeyPath<Root, Action> & Sendable, _ meaning: String
    ) -> Setting {
        Setting(
            spec: SettingSpec(name: name, type: .action, meaning: meaning),
            get: { .action($0[keyPath: path]) },
            set: { if case .action(let value) = $1 { $0[keyPath: path] = value } })
    }

    /// One of the words of an enumeration.
    static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Word> & Sendable, _ meaning: String
    ) -> Setting {
        Setting(
            spec: SettingSpec(
                name: name, type: .word(Word.allCases.map(\.rawValue)), meaning: meaning),
            get: { .word($0[keyPath: path].rawValue) },
            set: {
                if case .word(let text) = $1, let word = Word(rawValue: text) {
                    $0[keyPath: path] = word
                }
            })
    }
}
