import Gestures
import Mapping
import TapProtocol
import TestSupport

@testable import Configuration

/// A random right configuration: what a file says, and what must come of it.
struct RandomConfiguration {
    /// A profile of the file.
    struct Entry {
        var name: String
        /// The profile that it names, if any.
        var extends: String?
        /// Settings by section.
        var sections: [String: [String: SettingValue]] = [:]
        /// What is in effect.
        var profile: Profile
    }

    var values: RandomValues
    var entries: [Entry] = []
    var top: [String: SettingValue] = [:]
    var devices: [DeviceProfile] = []

    init(seed: UInt64) {
        values = RandomValues(random: SplitMix64(seed: seed))
        makeProfiles()
        let names = self.names
        for setting in Schema.settings where values.chance(50) && setting.spec.name != "devices" {
            top[setting.spec.name] = values.value(setting.spec, profiles: names)
        }
        // With one name no profile would follow.
        if case .names(let names)? = top["cycle"], names.count < 2 { top["cycle"] = nil }
        for device in ["Left", "A0:B1:C2:D3:E4:F5", "Größe \"2\""] where values.chance(40) {
            devices.append(DeviceProfile(device: device, profile: values.pick(names)))
        }
    }

    /// The names of all profiles in their order.
    var names: [String] {
        let builtIn = Profile.builtIn.map(\.name)
        return builtIn + entries.map(\.name).filter { !builtIn.contains($0) }
    }

    /// What must be loaded.
    var configuration: Configuration {
        let all = names.map { name in
            entries.first { $0.name == name }?.profile
                ?? Profile.builtIn.first { $0.name == name } ?? .desktop
        }
        var configuration = Configuration.builtIn
        var cycle: [String]?
        for (name, value) in top {
            switch (name, value) {
            case ("profile", .name(let name)): configuration.profile = name.text
            case ("cycle", .names(let names)): cycle = names.map(\.text)
            case ("merge", .flag(let flag)): configuration.merges = flag
            case ("vibrate", .flag(let flag)): configuration.vibrates = flag
            case ("grab", .flag(let flag)): configuration.grabs = flag
            case ("swipes", .word(let word)):
                configuration.swipes = word == "web" ? .web : .swift
            case ("bus", .word(let word)):
                configuration.bus = ["usb": .usb, "virtual": .virtual][word] ?? .bluetooth
            default: break
            }
        }
        configuration.profiles = ProfileSet(all[0], Array(all.dropFirst()), cycle: cycle)
        configuration.devices = devices
        return configuration
    }

    private mutating func makeProfiles() {
        let candidates = ["desktop", "media", "kiosk", "tapping", "one", "Two-2", "th*ree", "four"]
        let chosen = candidates.filter { _ in values.chance(50) }
        // In the order in which they can extend each other; the file has them in another.
        for name in chosen { entries.append(makeProfile(name, chosen: chosen)) }
        entries.shuffle(using: &values.random)
    }

    /// The profile of a name that profiles made later may extend.
    private func effective(_ name: String) -> Profile? {
        entries.first { $0.name == name }?.profile
            ?? Profile.builtIn.first { $0.name == name }
    }

    private mutating func makeProfile(_ name: String, chosen: [String]) -> Entry {
        let isBuiltIn = Profile.builtIn.contains { $0.name == name }
        let later = Profile.builtIn.map(\.name).filter { chosen.contains($0) }
            .drop { $0 != name }
        let parents =
            entries.map(\.name)
            + Profile.builtIn.map(\.name).filter { !later.contains($0) && $0 != name }
        var base = isBuiltIn ? effective(name) : effective("desktop")
        var extends: String?
        if values.chance(20) {
            extends = "none"
            base = Profile(name: name)
        } else if values.chance(50), !parents.isEmpty {
            let parent = values.pick(parents)
            extends = parent
            base = effective(parent)
        }
        var entry = Entry(name: name, extends: extends, profile: base ?? Profile(name: name))
        entry.profile.name = name
        let names = ["desktop", "media", "kiosk", "tapping"] + chosen
        for section in ProfileSchema.sections where values.chance(50) {
            var written: [String: SettingValue] = [:]
            for setting in section.settings
            where values.chance(section.name == "taps" ? 8 : 40) {
                written[setting.spec.name] = values.value(setting.spec, profiles: names)
            }
            entry.sections[section.name] = written
        }
        entry.putIntoEffect()
        return entry
    }
}

extension RandomConfiguration.Entry {
    /// Puts the settings into effect, without those that can have none.
    fileprivate mutating func putIntoEffect() {
        let base = profile
        while true {
            profile = base
            for section in ProfileSchema.sections {
                for setting in section.settings {
                    guard let value = sections[section.name]?[setting.spec.name] else { continue }
                    setting.set(&profile, value)
                }
            }
            guard mend() else { return }
        }
    }

    /// Takes out what has no effect, and lets a tap lead back from tapping; returns whether anything
    /// was to be done.
    private mutating func mend() -> Bool {
        let before = sections
        for section in ProfileSchema.sections {
            for setting in section.settings where setting.hindrance(profile) != nil {
                sections[section.name]?[setting.spec.name] = nil
            }
        }
        if let pointer = sections["pointer"], pointer["gain_x"] != nil, pointer["gain_y"] != nil {
            sections["pointer"]?["gain"] = nil
        }
        for finger in Finger.allCases {
            let actions = profile.fingers[finger]
            guard actions.hold == .button, actions.button.isEmpty else { continue }
            sections["\(finger)"]?["hold"] = nil
            sections["\(finger)"]?["button"] = nil
        }
        var air = profile
        air.taps = [:]
        let thumb = TapGesture(.thumb)
        if air.actions.contains(.switchModel), profile.taps[thumb] != .switchModel {
            sections["taps", default: [:]]["thumb"] = .action(.switchModel)
        }
        return sections != before
    }

    /// The profile as a file has it.
    func item(_ random: inout SplitMix64) -> Item {
        var items = sections.sorted { $0.key < $1.key }.map { name, settings in
            Item(
                name: name,
                value: .group(
                    settings.sorted { $0.key < $1.key }
                        .map { Item(name: $0.key, value: Content($0.value)) }
                        .shuffled(using: &random)))
        }
        if let extends { items.append(Item(name: "extends", value: .token("\"\(extends)\""))) }
        return Item(name: name, value: .group(items.shuffled(using: &random)))
    }
}

extension RandomConfiguration {
    /// The settings as a file has them; the profiles come somewhere among them.
    mutating func items() -> [Item] {
        var items = top.sorted { $0.key < $1.key }
            .map { Item(name: $0.key, value: Content($0.value)) }
        if !devices.isEmpty {
            let rows = devices.map { device in
                Content.group([
                    Item(name: "device", value: .token(ConfigurationText.quoted(device.device))),
                    Item(name: "profile", value: .token("\"\(device.profile)\"")),
                ])
            }
            items.append(Item(name: "devices", value: .list(rows)))
        }
        if !entries.isEmpty {
            var profiles: [Item] = []
            for entry in entries { profiles.append(entry.item(&values.random)) }
            items.append(Item(name: "profiles", value: .group(profiles)))
        }
        return items.shuffled(using: &values.random)
    }
}
