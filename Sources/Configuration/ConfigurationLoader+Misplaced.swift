internal import Gestures
internal import Mapping

extension ConfigurationLoader {
    /// Tells where a part of a profile, or a profile, that stands outside of all profiles belongs;
    /// false where a setting is neither.
    mutating func isMisplaced(_ node: Node) -> Bool {
        let name = (node.name ?? "").shortened
        let sections = ProfileSchema.sections.map(\.name) + [ProfileSchema.extends.name]
        guard !sections.contains(name) else {
            let value = name == ProfileSchema.extends.name ? "…" : "{ … }"
            reader.report(
                "\"\(name)\" belongs into a profile: profiles = { desktop = { \(name) = \(value); }; };",
                at: node.place)
            return true
        }
        guard !isOutsideOfSection(node) else { return true }
        guard case .group(let members) = node.value,
            builtIn.contains(where: { $0.name == name })
                || members.contains(where: { sections.contains($0.name ?? "") })
        else { return false }
        reader.report(
            "the profile \"\(name)\" belongs into profiles: profiles = { \(name) = { … }; };",
            at: node.place)
        return true
    }

    /// Tells the group of a profile where a setting belongs; false where none has it.
    mutating func isOutsideOfSection(_ node: Node) -> Bool {
        let name = node.name ?? ""
        let section = ProfileSchema.sections.first { $0.settings.contains { $0.spec.name == name } }
        guard let section else { return false }
        let isFinger = Finger.allCases.contains { "\($0)" == section.name }
        let place =
            isFinger
            ? "a finger of a profile, such as \"\(section.name)\""
            : "\"\(section.name)\" of a profile"
        reader.report("\"\(name)\" belongs into \(place)", at: node.place)
        return true
    }

    /// Tells the tap that an unknown name in `taps` means, and how the names are made; false where
    /// it means none.
    mutating func isTapByOtherName(_ node: Node) -> Bool {
        let name = node.name ?? ""
        guard let meant = TapNames.meant(by: name) else { return false }
        reader.unknown(node, meant: meant, because: TapNames.rule)
        return true
    }
}
