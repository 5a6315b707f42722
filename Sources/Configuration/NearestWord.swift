/// The known word that a misspelt one is likeliest meant to be, or nil where none is near.
public func nearestWord(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.unicodeScalars)
    var limit = max(2, letters.count / 3)
    var nearest: String?
    for candidate in known {
        let other = Array(candidate.unicodeScalars)
        guard abs(other.count - letters.count) <= limit else { continue }
        let distance = editDistance(letters, other)
        guard distance < limit || distance == limit && nearest == nil else { continue }
        (nearest, limit) = (candidate, distance)
    }
    return nearest
}

/// How many letters must be put in, taken out or changed to turn one word into the other.
private func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
        var current = [row + 1]
        for (column, other) in second.enumerated() {
            let change = previous[column] + (letter == other ? 0 : 1)
            current.append(min(change, previous[column + 1] + 1, current[column] + 1))
        }
        previous = current
    }
    return previous[second.count]
}
