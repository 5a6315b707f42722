internal import Gestures
internal import Mapping
internal import TapProtocol

/// Makes a configuration of a tree of settings, or tells all that is wrong with it.
struct ConfigurationLoader {
    /// The profiles behind the file's.
    let builtIn: [Profile]
    private(set) var configuration: Configuration?
    var reader = ValueReader()
    private(set) var draft = Draft()

    /// Everything that is wrong, in the order of files and lines.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ tree: SettingTree, builtIn: [Profile] = Profile.builtIn) {
        self.builtIn = builtIn
        reader.isCut = tree.isCut
        take(tree.settings)
        // What only seems wrong because a part is missing is not told.
        let resolver =
            tree.isCut ? nil : ProfileResolver(draft, builtIn: builtIn, speller: reader.speller)
        let found = tree.diagnostics + reader.diagnostics + (resolver?.diagnostics ?? [])
        diagnostics = Self.sorted(found, files: tree.files)
        guard let resolver, !found.contains(where: { $0.severity == .error }) else { return }
        configuration = resolver.configuration
    }

    private static func sorted(_ diagnostics: [Diagnostic], files: [String]) -> [Diagnostic] {
        let order = Dictionary(
            zip(files, files.indices).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
        let keys = diagnostics.enumerated().map { index, diagnostic in
            (order[diagnostic.file] ?? .max, diagnostic.line, index)
        }
        return keys.sorted(by: <).map { diagnostics[$0.2] }
    }

    private mutating func take(_ nodes: [Node]) {
        let known = Schema.settings.map(\.spec.name) + [Schema.profiles.name]
        for node in nodes {
            if node.name == Schema.profiles.name {
                takeProfiles(node)
            } else if let setting = Schema.settings.first(where: { $0.spec.name == node.name }) {
                guard let value = reader.value(node, setting.spec) else { continue }
                setting.set(&draft, value)
                checkRows(value)
            } else if !isMisplaced(node) {
                reader.unknown(node, among: known, in: "the file")
            }
        }
    }

    private mutating func takeProfiles(_ node: Node) {
        for node in reader.group(node, Schema.profiles) ?? [] {
            let name = node.name ?? ""
            if name == "none" {
                reader.report("\"none\" cannot be the name of a profile", at: node.place)
            } else if name.utf8.count > ProfileSchema.longestName {
                reader.report(
                    "the name of a profile has at most \(ProfileSchema.longestName) letters, not "
                        + "\(name.utf8.count)", at: node.place)
            }
            let spec = SettingSpec(name: name.shortened, type: .group, meaning: "")
            guard let members = reader.group(node, spec) else { continue }
            takeProfile(name, members, at: node.place)
        }
    }

    private mutating func takeProfile(_ name: String, _ nodes: [Node], at place: Place) {
        var profile = ProfileDraft(name: name, place: place)
        let sections = ProfileSchema.sections
        var written: [(order: (Int, Int), ProfileDraft.Written)] = []
        for node in nodes {
            if node.name == ProfileSchema.extends.name {
                if case .name(let name) = reader.value(node, ProfileSchema.extends) {
                    profile.extends = name
                }
            } else if let index = sections.firstIndex(where: { $0.name == node.name }) {
                let spec = SettingSpec(name: sections[index].name, type: .group, meaning: "")
                guard let members = reader.group(node, spec) else { continue }
                written += settings(members, of: sections[index]).map { ((index, $0), $1) }
            } else if let finger = TapNames.finger(node.name ?? ""),
                sections.contains(where: { $0.name == finger })
            {
                reader.unknown(node, meant: finger)
            } else if !isOutsideOfSection(node) {
                let known = sections.map(\.name) + [ProfileSchema.extends.name]
                reader.unknown(node, among: known, in: "a profile")
            }
        }
        profile.take(written)
        draft.profiles.append(profile)
    }

    /// The right settings of a section, with their indices in the table.
    private mutating func settings(
        _ nodes: [Node], of section: ProfileSchema.Section
    ) -> [(Int, ProfileDraft.Written)] {
        var settings: [(Int, ProfileDraft.Written)] = []
        let isTaps = section.name == ProfileSchema.taps.name
        var seen: [String: SettingValue.Name] = [:]
        for node in nodes {
            let written = node.name ?? ""
            let name = isTaps ? TapNames.inOrder(written) : written
            guard let index = section.settings.firstIndex(where: { $0.spec.name == name }) else {
                guard !isTaps || !isTapByOtherName(node) else { continue }
                reader.unknown(
                    node, among: section.settings.map(\.spec.name), in: "\"\(section.name)\"",
                    rule: isTaps ? TapNames.rule : nil)
                continue
            }
            if let first = seen[name] {
                reader.report(
                    "\"\(written)\" is the same tap as \"\(first.text)\", which is set at "
                        + first.place.seen(from: node.place), at: node.place)
                continue
            }
            seen[name] = SettingValue.Name(text: written, place: node.place)
            let setting = section.settings[index]
            guard let value = reader.value(node, setting.spec) else { continue }
            checkRows(value)
            let entry = ProfileDraft.Written(
                section: section.name, setting: setting, value: value, place: node.place)
            settings.append((index, entry))
        }
        return settings
    }

    /// Looks at the rows of a list together.
    private mutating func checkRows(_ value: SettingValue) {
        guard case .rows(let rows) = value else { return }
        var devices: [String: Place] = [:]
        var last: Double?
        for row in rows {
            if case .text(let device) = row.values["device"], let place = row.places["device"] {
                let key = DeviceName.key(device)
                if let first = devices[key] {
                    reader.report(
                        "\"\(device.shortened)\" has a profile already, at \(first.seen(from: place))",
                        at: place)
                } else {
                    devices[key] = place
                }
            }
            if case .number(let speed) = row.values["speed"], let place = row.places["speed"] {
                if let last, speed <= last {
                    reader.report(
                        "each speed must be higher than the one before: "
                            + "\(SettingSpec.text(speed)) follows \(SettingSpec.text(last))",
                        at: place)
                }
                last = max(last ?? speed, speed)
            }
        }
    }
}

/// Names and addresses of Taps.
private enum DeviceName {
    /// What is the same for two names of one device: an address has no case of letters.
    static func key(_ device: String) -> String {
        let parts = device.split(separator: ":", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 6
            && parts.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isHexDigit) }
        return isAddress ? device.uppercased() : device
    }
}
