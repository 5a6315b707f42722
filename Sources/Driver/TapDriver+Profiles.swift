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
    /// The virtual devices that it needs cannot be made.
    case noDevices(VirtualInputError)
}

/// The profiles of a driver at work.
extension TapDriver {
    /// The names of all profiles.
    public var profileNames: [String] { profiles.choice.profiles.profiles.map(\.name) }

    /// The name of the profile that all Taps have which are here, or else of the one with which
    /// Taps begin that have none of their own.
    public var currentProfile: String {
        let names = Set(sessions.values.compactMap { $0.object?.profile.name })
        return names.count == 1 ? names.first ?? profiles.standard : profiles.standard
    }

    /// Lets Taps have the profile of a name, as soon as the gesture of this moment is over: the one of
    /// a name or an address, or all, those that come later included.
    public func setProfile(_ name: String, device: String?) throws(ProfileError) {
        guard profiles.choice.profiles[name] != nil else { throw .unknownProfile(name) }
        let meant = present.filter { address, _ in
            device.map { TapChoice.names($0, address: address, name: profiles.name(of: address)) }
                ?? true
        }
        if let device, meant.isEmpty { throw .unknownDevice(device) }
        let setups = meant.map { ($0, $1.setup.with(profile: name)) }
        var needs = pool.needs
        for (address, setup) in setups {
            // What was needed before is kept, so that a way back needs no other devices.
            let needed = setup.capabilities
            needs.taps[address] = needs.taps[address]?.union(needed) ?? needed
        }
        do throws(VirtualInputError) {
            try pool.prepare(needs)
        } catch {
            throw .noDevices(error)
        }
        profiles.command(name, to: device == nil ? nil : meant.map(\.0))
        for (address, setup) in setups {
            profiles.note(setup.profile.name, of: address)
            sessions[address]?.object?.change(to: setup)
        }
    }

    /// Lets another configuration hold, as soon as the gesture of this moment is over.
    ///
    /// A Tap keeps the profile that it has, by its name, unless it is to begin with another one than
    /// before. Where the virtual devices cannot be made, nothing changes.
    public func configure(_ choice: ProfileChoice) throws(VirtualInputError) {
        let setups = present.map { address, session in
            (
                address,
                profiles.setup(of: address, by: choice, has: session.setup.profile.name)
            )
        }
        var needs = DevicePool<Base>.Needs(
            standard: Self.capabilities(choice, isShared: isShared))
        // A Tap that is away gets its devices when it comes back.
        for address in pool.needs.taps.keys where !isShared {
            needs.taps[address] = pool.needs.taps[address]
        }
        for (address, setup) in setups { needs.taps[address] = setup.capabilities }
        try pool.prepare(needs)
        profiles.configure(choice)
        for (address, setup) in setups { sessions[address]?.object?.change(to: setup) }
        if setups.isEmpty { commit(of: "") }
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

    /// Lets devices that were prepared for a Tap take their place, if nobody who uses them is in a
    /// gesture.
    func commit(of address: String) {
        let users = isShared ? present.map(\.1) : [sessions[address]?.object].compactMap { $0 }
        if !users.contains(where: \.isEngaged) { pool.commit(of: address) }
    }

    /// The Taps that are here, by address.
    private var present: [(String, TapSession<DevicePool<Base>.Sink>)] {
        sessions.compactMap { address, box in box.object.map { (address, $0) } }
            .sorted { $0.0 < $1.0 }
    }
}
