/// The known word that a misspelt one is likeliest meant to be, or nil where none is near.
///
/// At most a third of the letters of the longer one are wrong; capitals do not count.
public func nearestWord(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    var nearest: String?
    var nearestDistance = Int.max
    for candidate in known {
        let other = Array(candidate.lowercased().unicodeScalars)
        let limit = min(max(letters.count, other.count) / 3, nearestDistance - 1)
        guard abs(other.count - letters.count) <= limit,
            let distance = editDistance(letters, other, limit: limit)
        else { continue }
        guard distance > 0 else { return candidate }
        (nearest, nearestDistance) = (candidate, distance)
    }
    return nearest
}

/// How many letters must be put in, taken out or changed, or change places with the next one, to
/// turn one word into the other; nil where it is more than `limit`.
private func editDistance(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], limit: Int
) -> Int? {
    var before: [Int] = []
    var previous = Array(0...second.count)
    var current = previous
    for row in first.indices {
        current[0] = row + 1
        var lowest = row + 1
        for column in second.indices {
            let isSame = first[row] == second[column]
            var distance = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1)
            distance = min(distance, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1],
                first[row - 1] == second[column]
            {
                distance = min(distance, before[column - 1] + 1)
            }
            current[column + 1] = distance
            lowest = min(lowest, distance)
        }
        guard lowest <= limit else { return nil }
        (before, previous, current) = (previous, current, before.isEmpty ? previous : before)
    }
    return previous[second.count] <= limit ? previous[second.count] : nil
}
