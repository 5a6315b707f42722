public import Bus

/// What was being done with a Tap when it failed.
public enum TapStep: Equatable, Sendable {
    /// Exchanging keys.
    case pair
    /// Letting it connect by itself from now on.
    case trust
    /// Making a link to one that was bonded just now.
    case connectNew
    /// Making a link to one that was bonded before.
    case connectKnown
    /// Reading what it says of itself.
    case read
    /// Writing a command.
    case write
    /// Making BlueZ forget it.
    case forget
}

/// Why a task with a Tap came to nothing.
public enum TapTaskError: Error, Equatable, Sendable {
    /// The message bus is gone.
    case noBus
    /// `bluetoothd` does not run.
    case noService
    /// `bluetoothd` ended, or was started anew, in the middle of it.
    case serviceLost
    /// BlueZ does not let us.
    case refused(BusError)
    /// BlueZ does not answer as it should.
    case failing(BusError)
    /// BlueZ has no adapter.
    case noAdapter
    /// The adapter is switched off.
    case adapterOff
    /// No Tap was found in time.
    case noneFound
    /// The Tap that was asked for was not found in time.
    case notFound(String)
    /// There are several, and it was not said which one is meant.
    case several([TapIdentity])
    /// BlueZ knows no such Tap.
    case unknown(String, known: [TapIdentity])
    /// BlueZ knows no Tap with which keys were exchanged.
    case noBondedTap
    /// Keys were not exchanged with this one.
    case notBonded(TapIdentity)
    /// A call for a Tap failed.
    case failed(TapStep, TapIdentity, BusError)
    /// BlueZ forgot the Tap in the middle of it.
    case gone(TapIdentity)
    /// The link ended in the middle of it.
    case linkLost(TapIdentity)
    /// The link ended right after it began, although there are keys: the Tap may have lost its own.
    case keyMissing(TapIdentity)
    /// BlueZ did not find the Tap's services in time.
    case notResolved(TapIdentity)
    /// BlueZ knows its services and a Tap's characteristics are not among them.
    case characteristicsMissing(TapIdentity)
    /// The user ended it.
    case interrupted

    /// A failed call; that the bus's policy forbids it is the same whatever was called.
    static func step(_ step: TapStep, _ tap: TapIdentity, _ error: BusError) -> TapTaskError {
        error.isRefusal ? .refused(error) : .failed(step, tap, error)
    }

    /// A failed call that is for no single Tap.
    static func general(_ error: BusError) -> TapTaskError {
        if error.isRefusal { return .refused(error) }
        return error.isBlueZ("NotReady") ? .adapterOff : .failing(error)
    }
}

extension BusError {
    /// Whether it is one of BlueZ's own errors.
    public func isBlueZ(_ words: String...) -> Bool {
        words.contains { name == "org.bluez.Error.\($0)" }
    }
}
