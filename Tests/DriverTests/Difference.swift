/// Two texts line by line, aligned: what both have, what is missing (`-`) and what is too much
/// (`+`); nil where they are the same.
func difference(expected: [String], actual: [String]) -> String? {
    guard expected != actual else { return nil }
    // common[i][j]: how many lines expected[i...] and actual[j...] have in common, in order.
    var common = Array(
        repeating: Array(repeating: 0, count: actual.count + 1), count: expected.count + 1)
    for i in expected.indices.reversed() {
        for j in actual.indices.reversed() {
            common[i][j] =
                expected[i] == actual[j]
                ? common[i + 1][j + 1] + 1 : max(common[i + 1][j], common[i][j + 1])
        }
    }
    var lines = ["", "- expected, + actual"]
    var (i, j) = (0, 0)
    while i < expected.count || j < actual.count {
        if i < expected.count, j < actual.count, expected[i] == actual[j] {
            lines.append("  " + expected[i])
            (i, j) = (i + 1, j + 1)
        } else if j == actual.count || (i < expected.count && common[i + 1][j] >= common[i][j + 1])
        {
            lines.append("- " + expected[i])
            i += 1
        } else {
            lines.append("+ " + actual[j])
            j += 1
        }
    }
    return lines.joined(separator: "\n")
}
