internal import Mapping
internal import TapProtocol

/// What a file's settings say, before names of profiles are looked up.
struct Draft: Sendable {
    var profile: SettingValue.Name?
    var cycle: [SettingValue.Name]?
    var devices: [SettingValue.Row] = []
    var swipes = Configuration.builtIn.swipes
    var merges = Configuration.builtIn.merges
    var grabs = Configuration.builtIn.grabs
    var vibrates = Configuration.builtIn.vibrates
    var bus = Configuration.builtIn.bus
    var profiles: [ProfileDraft] = []
}

/// What a file says of one profile.
struct ProfileDraft: Sendable {
    var name: String
    var place: Place
    var extends: SettingValue.Name?
    /// The right settings, in the order of the table.
    private(set) var written: [Written] = []

    /// A setting of the table, what it is set to and where that stands.
    struct Written: Sendable {
        var section: String
        var setting: Setting<Profile>
        var value: SettingValue
        var place: Place
    }

    init(name: String, place: Place) {
        self.name = name
        self.place = place
    }

    /// What is written of a setting.
    func written(_ name: String, in section: String) -> Written? {
        written.first { $0.section == section && $0.setting.spec.name == name }
    }

    /// Takes all that is written, in the order of the file.
    mutating func take(_ settings: [(order: (Int, Int), Written)]) {
        written = settings.sorted { $0.order < $1.order }.map { $0.1 }
    }
}
