internal import TapProtocol

/// What a file's settings say, before names of profiles are looked up.
struct Draft: Sendable {
    var profile: SettingValue.Name?
    var cycle: [SettingValue.Name]?
    var devices: [SettingValue.Row] = []
    var swipes = Configuration.builtIn.swipes
    var merges = Configuration.builtIn.merges
    var grabs = Configuration.builtIn.grabs
    var bus = Configuration.builtIn.bus
    var profiles: [ProfileDraft] = []
}

/// What a file says of one profile.
struct ProfileDraft: Sendable {
    var name: String
    var place: Place
    var extends: SettingValue.Name?
    /// The right settings, by section and name: `pointer.gain`.
    var written: [String: Written] = [:]

    /// A setting's value and where it stands.
    struct Written: Sendable {
        var value: SettingValue
        var place: Place
    }
}
