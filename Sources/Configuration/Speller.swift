/// Finds the words that misspelt ones are likeliest meant to be.
///
/// Looking for them takes its time, and nobody reads hundreds of them: a file that is full of
/// mistakes gets a few, and the rest of its mistakes without.
struct Speller {
    /// The most words that are found.
    static let mostFound = 20
    /// The most words that are looked for.
    static let mostSearches = 100
    /// The longest word that is looked for, in bytes: nobody misspells a longer one.
    static let longestWord = 64

    private var found = 0
    private var searches = 0

    /// The known word that is nearest to another one, or nil where none is near or enough were told.
    mutating func nearest<Words: Sequence<String>>(
        to word: String, among known: @autoclosure () -> Words
    ) -> String? {
        guard found < Self.mostFound, searches < Self.mostSearches,
            word.utf8.count <= Self.longestWord
        else { return nil }
        searches += 1
        guard let word = nearestWord(to: word, among: known()) else { return nil }
        found += 1
        return word
    }
}

/// What is said of a name that no profile has: which one was likely meant, or which there are.
public func unknownProfile(_ name: String, among known: [String]) -> String {
    var speller = Speller()
    return unknownProfile(name, among: known, &speller)
}

func unknownProfile(_ name: String, among known: [String], _ speller: inout Speller) -> String {
    let unknown = "unknown profile \"\(name.shortened)\""
    if let near = speller.nearest(to: name, among: known) {
        return "\(unknown), did you mean \"\(near)\"?"
    }
    guard known.count <= 16 else { return unknown }
    return "\(unknown), available: \(known.map(\.shortened).joined(separator: ", "))"
}
