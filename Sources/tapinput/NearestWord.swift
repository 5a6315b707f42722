/// The known word that a misspelt one is likeliest meant to be, or nil where none is near.
func nearestWord(to word: String, among known: [String]) -> String? {
    let limit = max(2, word.count / 3)
    let nearest = known.map { (word: $0, distance: editDistance(word, $0)) }
        .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= limit else { return nil }
    return nearest.word
}

/// How many letters must be put in, taken out or changed to turn one word into the other.
private func editDistance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
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
