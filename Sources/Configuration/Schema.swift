internal import Mapping

/// Every setting outside of the profiles.
enum Schema {
    /// The settings in the order of the documents; `profiles` is a group of its own.
    static let settings: [Setting<Draft>] = [
        Setting(
            spec: SettingSpec(
                name: "profile", type: .profile(orNone: false),
                meaning: "The profile of Taps that have none of their own."),
            get: { $0.profile.map { .name($0) } },
            set: { if case .name(let name) = $1 { $0.profile = name } }),
        Setting(
            spec: SettingSpec(
                name: "cycle", type: .profiles,
                meaning: "What next-profile goes through, in this order; without it all profiles, "
                    + "the built-in ones first, then those of the file."),
            get: { $0.cycle.map { .names($0) } },
            set: { if case .names(let names) = $1 { $0.cycle = names } }),
        .flag("merge", \.merges, "Whether all Taps are one mouse and one keyboard."),
        .flag(
            "grab", \.grabs,
            "Whether what a Tap types by itself, as a Bluetooth keyboard, is kept from everybody "
                + "while it is driven."),
        .flag(
            "vibrate", \.vibrates,
            "Whether the Tap answers pinches, holds and another profile with short pulses."),
        .word("swipes", \.swipes, "What the swipes of protocol v1 mean."),
        .word(
            "bus", \.bus,
            "The bus that the virtual devices tell the system, by which some desktops choose "
                + "their settings."),
        Setting(
            spec: SettingSpec(
                name: "devices",
                type: .rows(
                    [
                        SettingSpec(
                            name: "device", type: .text, meaning: "The Tap's name or address."),
                        SettingSpec(
                            name: "profile", type: .profile(orNone: false),
                            meaning: "The name of its profile."),
                    ], most: 256),
                meaning: "The profiles of single Taps."),
            get: { .rows($0.devices) },
            set: { if case .rows(let rows) = $1 { $0.devices = rows } }),
    ]

    /// The group of the profiles.
    static let profiles = SettingSpec(
        name: "profiles", type: .group, meaning: "The profiles, each a group with its name.")
}
