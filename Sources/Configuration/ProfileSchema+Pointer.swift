internal import Gestures
internal import Mapping

extension ProfileSchema {
    /// Counts of the pointer for a unit of the device.
    private static let gains = 0.0...100.0

    static let pointer = Section(
        name: "pointer", meaning: "How motion of the hand becomes motion of the pointer.",
        settings: [
            .flag(
                "enabled", \.pointer.isEnabled,
                "Whether the hand moves the pointer while nothing is held."),
            gain,
            .number(
                "gain_x", gains, "counts a device unit", \.pointer.gainX,
                "How fast the pointer moves sideways."),
            .number(
                "gain_y", gains, "counts a device unit", \.pointer.gainY,
                "How fast the pointer moves up and down."),
            .flag("invert_x", \.pointer.invertsX, "Whether left and right are changed over."),
            .flag("invert_y", \.pointer.invertsY, "Whether up and down are changed over."),
            .flag(
                "swap_axes", \.pointer.swapsAxes,
                "Whether sideways motion of the hand moves the pointer up and down, and the other "
                    + "way round."),
            .number(
                "dead_zone", 0...1000, "device units a sample", \.pointer.deadZone,
                "Slower motion is taken for a hand at rest, and so much is taken off faster motion."
            ),
            filter,
            oneEuro(
                "min_cutoff", 0.01...100, "hertz", \.minCutoff,
                "The filter's cutoff frequency for a hand at rest: less is steadier."),
            oneEuro(
                "beta", 0...10, "hertz for a device unit a second", \.beta,
                "How much a moving hand raises the cutoff frequency: more lags less."),
            acceleration,
        ])

    private static let gain = Setting<Profile>(
        spec: SettingSpec(
            name: "gain", type: .number(gains), unit: "counts a device unit",
            meaning: "Both gain_x and gain_y, where these are not set themselves."),
        // The documents have the two others.
        get: { _ in nil },
        set: {
            if case .number(let value) = $1 {
                ($0.pointer.gainX, $0.pointer.gainY) = (value, value)
            }
        },
        replacements: ["gain_x", "gain_y"])

    /// The words of the setting `filter`.
    enum FilterWord: String, CaseIterable {
        case none
        case oneEuro = "one-euro"
    }

    private static let filter = Setting<Profile>(
        spec: SettingSpec(
            name: "filter", type: .word(FilterWord.allCases.map(\.rawValue)),
            meaning: "What steadies a trembling hand: \"one-euro\" is the One Euro filter."),
        get: {
            .word(($0.pointer.filter == nil ? FilterWord.none : FilterWord.oneEuro).rawValue)
        },
        set: {
            guard case .word(let text) = $1, let word = FilterWord(rawValue: text) else { return }
            switch word {
            case .none: $0.pointer.filter = nil
            case .oneEuro: $0.pointer.filter = $0.pointer.filter ?? OneEuroSettings()
            }
        })

    private static func oneEuro(
        _ name: String, _ range: ClosedRange<Double>, _ unit: String,
        _ path: any WritableKeyPath<OneEuroSettings, Double> & Sendable, _ meaning: String
    ) -> Setting<Profile> {
        Setting<Profile>(
            spec: SettingSpec(name: name, type: .number(range), unit: unit, meaning: meaning),
            get: { $0.pointer.filter.map { .number($0[keyPath: path]) } },
            set: { if case .number(let value) = $1 { $0.pointer.filter?[keyPath: path] = value } }
        ).needs({ $0.pointer.filter != nil }, else: "filter is \"none\"")
    }

    private static let acceleration = Setting<Profile>(
        spec: SettingSpec(
            name: "acceleration",
            type: .rows(
                [
                    SettingSpec(
                        name: "speed", type: .number(0...100_000), unit: "device units a second",
                        meaning:
                            "How fast the hand moves; each speed is higher than the one before."),
                    SettingSpec(
                        name: "factor", type: .number(0...100),
                        meaning: "What the gain is multiplied with at this speed."),
                ], most: 32),
            meaning:
                "The factors of the gain at some speeds, slowest first; between two of them it "
                + "is interpolated, and an empty list is a factor of 1."),
        get: { profile in
            .rows(
                profile.pointer.acceleration.map {
                    SettingValue.Row(
                        values: ["speed": .number($0.speed), "factor": .number($0.factor)])
                })
        },
        set: { profile, value in
            guard case .rows(let rows) = value else { return }
            profile.pointer.acceleration = rows.compactMap { row in
                guard case .number(let speed) = row.values["speed"],
                    case .number(let factor) = row.values["factor"]
                else { return nil }
                return AccelerationPoint(speed: speed, factor: factor)
            }
        })
}
