internal import BlueZ
internal import EventLoop
internal import Mapping
public import VirtualInput

/// Why a profile cannot be set.
public enum ProfileError: Error, Equatable, Sendable {
    /// There is no profile of this name.
    case unknownProfile(String)
    /// No Tap of this name or address is there.
    case unknownDevice(String)
}

/// The profiles of a driver at work.
extension TapDriver {
    /// The names of all profiles.
    public var profileNames: [String] { profiles.profiles.profiles.map(\.name) }

    /// The name of the profile that Taps have that have none of their own.
    public var standardProfile: String { commanded ?? profiles.standard }

    /// Lets Taps have the profile of a name, as soon as the gesture of this moment is over: the one of
    /// a name or an address, or all, those that come later included.
    public func setProfile(_ name: String, device: String?) throws(ProfileError) {
        guard profiles.profiles[name] != nil else { throw .unknownProfile(name) }
        let meant = sessions.keys.filter { address in
            device.map { TapChoice.names($0, address: address, name: names[address] ?? "") } ?? true
        }
        if let device, meant.isEmpty { throw .unknownDevice(device) }
        if device == nil {
            commanded = name
            latest = [:]
        }
        for address in meant {
            latest[address] = name
            change(address) { $0.with(profile: name) }
        }
    }

    /// Lets other profiles hold, as soon as the gesture of this moment is over.
    ///
    /// A Tap keeps the profile that it has, by its name, unless it is to begin with another one than
    /// before.
    public func configure(_ choice: ProfileChoice) throws(VirtualInputError) {
        let former = profiles
        profiles = choice
        if former.standard != choice.standard
            || commanded.map({ choice.profiles[$0] == nil }) == true
        {
            commanded = nil
        }
        try pool.change(Self.capabilities(choice, isShared: isShared))
        for address in Set(sessions.keys).union(latest.keys) {
            let name = names[address] ?? ""
            let setup = choice.setup(address: address, name: name)
            let begins = former.setup(address: address, name: name).first.name
            if begins != setup.first.name || choice.profiles[latest[address] ?? ""] == nil {
                latest[address] = nil
            }
            let current = latest[address] ?? commanded
            change(address) { _ in current.map { setup.with(profile: $0) } ?? setup }
        }
    }

    /// What the devices must be able to send before any Tap is there.
    static func capabilities(_ choice: ProfileChoice, isShared: Bool) -> Capabilities {
        let standard = choice.standardSetup.capabilities
        guard isShared else { return standard }
        return choice.own.reduce(standard) {
            $0.union(
                PipelineSetup(choice.profiles, profile: $1.profile, swipes: choice.swipes)
                    .capabilities)
        }
    }

    private func change(_ address: String, _ change: (PipelineSetup) -> PipelineSetup) {
        guard let session = sessions[address]?.object else { return }
        session.change(to: change(session.setup))
    }
}
