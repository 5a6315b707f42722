import TestSupport
import Testing

@Suite("The security document")
struct SecurityDocumentTests {
    /// The words between backquotes.
    private static func quoted(_ text: some StringProtocol) -> [Substring] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { Substring($0.element) }
    }

    @Test("Every test and scenario that it names is there")
    func named() throws {
        let document = try text(of: Project.path("SECURITY.md"))
        let rows = document.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count > 5)
        var count = 0
        for row in rows {
            let cells = row.split(separator: "|")
            var folder = ""
            for name in Self.quoted(cells.last { $0.contains { $0 != " " } } ?? "") {
                if name.hasSuffix(".swift") {
                    let parts = name.split(separator: "/")
                    if parts.count > 1 { folder = parts.dropLast().joined(separator: "/") }
                    let path = "\(folder)/\(parts.last ?? "")"
                    #expect(throws: Never.self, "\(path)") { try text(of: Project.path(path)) }
                } else {
                    let path = "Tests/EndToEnd/scenarios/\(name).py"
                    #expect(throws: Never.self, "\(path)") { try text(of: Project.path(path)) }
                }
                count += 1
            }
        }
        #expect(count > 20)
    }
}
