/// A piece of a configuration's text.
struct Token: Equatable {
    enum Kind: Equatable {
        /// The name of a setting.
        case name(String)
        case bool(Bool)
        /// A whole number, as near as 64 bits come to it.
        case integer(Int64)
        case float(Double)
        /// A string; the text has it as libconfig is to read it, on one line.
        case string
        case equals
        case comma
        case semicolon
        case open(Bracket)
        case close(Bracket)
        /// The path of a file that stands here.
        case include(String)
        /// A word that is neither a name nor a number.
        case unreadable
        /// Nothing can be read from here on.
        case problem(String)
        case end
    }

    var kind: Kind
    /// What stands in the file.
    var text: String
    var place: Place
    /// The line on which it ends: only strings have several.
    var lastLine: Int
}

/// The three kinds of values that hold others.
enum Bracket: String {
    /// Settings with names: `{ }`.
    case group = "{"
    /// Values of any type: `( )`.
    case list = "("
    /// Simple values of one type: `[ ]`.
    case array = "["

    var closing: String {
        switch self {
        case .group: "}"
        case .list: ")"
        case .array: "]"
        }
    }
}
