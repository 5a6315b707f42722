internal import BlueZ
public import Mapping
public import TapProtocol

/// Which profile each Tap begins with, and to which ones it can change.
public struct ProfileChoice: Equatable, Sendable {
    /// All profiles.
    public var profiles: ProfileSet
    /// The profile of the Taps that have none of their own, by its name.
    public var standard: String
    /// The profiles of single Taps; the first that fits holds.
    public var own: [DeviceProfile]
    /// What the swipes of v1 Taps mean.
    public var swipes = SwipeTable.swift
    /// Whether Taps answer pinches, holds and another profile with short pulses.
    public var vibrates = true

    /// A profile for all Taps but those that have their own.
    public init(_ profiles: ProfileSet = .builtIn, standard: String, own: [DeviceProfile] = []) {
        self.profiles = profiles
        self.standard = standard
        self.own = own
    }

    /// The set-up of the Taps that have no profile of their own.
    public var standardSetup: PipelineSetup {
        PipelineSetup(profiles, profile: standard, swipes: swipes)
    }

    /// The set-up with which a Tap of an address and a name begins.
    func setup(address: String, name: String) -> PipelineSetup {
        let own = own.first { TapChoice.names($0.device, address: address, name: name) }
        return PipelineSetup(profiles, profile: own?.profile ?? standard, swipes: swipes)
    }
}
