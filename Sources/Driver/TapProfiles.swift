internal import Mapping

/// Which profile each Tap has: what the configuration says, and what commands and gestures made of
/// it since.
struct TapProfiles {
    /// What the configuration says.
    private(set) var choice: ProfileChoice
    /// The profile that a command gave to all Taps, those that come later included.
    private var commanded: String?
    /// The profile that each Tap had last, by its address: it has it again when it comes back.
    private var latest: [String: String] = [:]
    /// The names of the Taps, by their addresses.
    private var names: [String: String] = [:]

    /// What a configuration says, and nothing else yet.
    init(_ choice: ProfileChoice) {
        self.choice = choice
    }

    /// The profile of the Taps that come and have none of their own.
    var standard: String { commanded ?? choice.standard }

    /// The name of a Tap that was here, or an empty one.
    func name(of address: String) -> String { names[address] ?? "" }

    /// The set-up of a Tap that begins.
    mutating func begin(address: String, name: String) -> PipelineSetup {
        names[address] = name
        let setup = choice.setup(address: address, name: name)
        return (latest[address] ?? commanded).map { setup.with(profile: $0) } ?? setup
    }

    /// A Tap has the profile of a name from now on.
    mutating func note(_ profile: String, of address: String) {
        latest[address] = profile
    }

    /// A command gave some Taps the profile of a name: all, or those of these addresses.
    mutating func command(_ profile: String, to addresses: [String]?) {
        guard let addresses else {
            commanded = profile
            latest = [:]
            return
        }
        for address in addresses { latest[address] = profile }
    }

    /// The set-up of a Tap that is here, by another configuration: it keeps the profile that it has,
    /// by its name, unless it is to begin with another one than before.
    func setup(of address: String, by next: ProfileChoice, has profile: String) -> PipelineSetup {
        let name = name(of: address)
        let setup = next.setup(address: address, name: name)
        let former = choice.setup(address: address, name: name)
        return former.first.name == setup.first.name ? setup.with(profile: profile) : setup
    }

    /// Another configuration holds from now on.
    mutating func configure(_ next: ProfileChoice) {
        for (address, profile) in latest {
            let setup = setup(of: address, by: next, has: profile)
            latest[address] = setup.profile.name == profile ? profile : nil
        }
        let isGone = commanded.map { next.profiles[$0] == nil } ?? false
        if choice.standard != next.standard || isGone { commanded = nil }
        choice = next
    }
}
