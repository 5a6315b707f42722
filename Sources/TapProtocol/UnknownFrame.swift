/// Why something that the Tap sent was not understood.
public enum UnknownFrame: Equatable, Sendable {
    /// It ends before what its header promises.
    case tooShort
    /// Its header is in no table.
    case unknownHeader
    /// A value in its payload is in no table.
    case unknownValue
}
