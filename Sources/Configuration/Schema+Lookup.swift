extension Schema {
    /// The setting at the end of a path of names, the outermost group first; nil where none is known.
    static func spec(at path: [String]) -> SettingSpec? {
        guard let name = path.last else { return nil }
        if path.count == 1 {
            return (settings.map(\.spec) + [profiles]).first { $0.name == name }
        }
        guard path[0] == profiles.name else { return nil }
        switch path.count {
        case 2: return SettingSpec(name: name, type: .group, meaning: "")
        case 3 where name == ProfileSchema.extends.name: return ProfileSchema.extends
        case 3:
            return ProfileSchema.sections.first { $0.name == name }.map {
                SettingSpec(name: $0.name, type: .group, meaning: $0.meaning)
            }
        case 4:
            let section = ProfileSchema.sections.first { $0.name == path[2] }
            return section?.settings.map(\.spec).first { $0.name == name }
        default: return nil
        }
    }
}
