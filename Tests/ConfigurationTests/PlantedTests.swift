import EventLoop
import TestSupport
import Testing

@testable import Configuration

@Suite("Mistakes among much that is right")
struct PlantedTests {
    @Test("Every mistake is told at its line, and nothing else", arguments: 0..<4 as Range<UInt64>)
    func planted(part: UInt64) throws {
        for seed in (part * 100 + 1)...(part * 100 + 100) {
            let planter = Planter(RandomConfiguration(seed: seed), seed: seed &* 31)
            let writer = SourceWriter(planter.items, random: SplitMix64(seed: seed &* 77))
            let expected = Self.expected(planter, writer)
            let desk = try ConfigurationDesk()
            let loaded = try desk.load(writer.files["main.conf"] ?? "", files: writer.files)
            let told = desk.words(of: loaded)
            let text = writer.files.map { "--- \($0.key)\n\($0.value)" }.joined(separator: "\n")
            try #require(
                told.count == expected.count, "seed \(seed): \(told), \(expected)\n\(text)")
            var rest = told
            for (place, message) in expected {
                let index = rest.firstIndex {
                    $0.hasPrefix("\(place): ") && $0.contains(message)
                }
                let found = try #require(
                    index, "seed \(seed): \(place) \(message) not in \(told)\n\(text)")
                rest.remove(at: found)
            }
            let isRight = loaded.diagnostics.allSatisfy { $0.severity == .warning }
            #expect((loaded.configuration != nil) == isRight)
        }
    }

    /// Where mistakes must be told, and a part of the words.
    private static func expected(
        _ planter: Planter, _ writer: SourceWriter
    ) -> [(place: String, message: String)] {
        let end = planter.plants.indices.first { planter.plants[$0].kind == .form }
            .flatMap { writer.positions[$0]?.order }
        var expected: [(String, String)] = []
        for (number, plant) in planter.plants.enumerated() {
            guard let position = writer.positions[number] else { continue }
            if let end, plant.kind == .global || position.order > end { continue }
            expected.append(("\(position.file):\(position.line)", plant.message))
        }
        return expected
    }
}
