/// What a method call is answered with.
public enum BusAnswer: Equatable {
    /// It was done; these are its results.
    case values([BusValue])
    /// It was refused or failed.
    case failure(BusError)
    /// Whoever was called replies by itself, or never.
    case later
}
