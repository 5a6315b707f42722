import EventLoop
import FuzzTargets
import Glibc
import TestSupport
import Testing

/// A fuzzing target by its name, which a test shows.
struct NamedTarget: CustomTestStringConvertible, Sendable {
    static let all = [
        "frames", "sensors", "captures", "configuration", "bus-messages", "bus-values", "records",
    ].map(NamedTarget.init)

    let name: String

    var testDescription: String { name }

    func target() throws -> FuzzTarget {
        try #require(try FuzzTarget.all().first { $0.name == name })
    }

    /// The files of its corpus, by name.
    func corpus() throws -> [(name: String, bytes: [UInt8])] {
        let folder = Project.path("Tests/Fuzz/Corpus/\(name)")
        return try names(in: folder).map {
            ($0, try FileDescriptor.open("\(folder)/\($0)", flags: O_RDONLY).readToEnd())
        }
    }
}

@Suite("The fuzzer's corpus")
struct CorpusTests {
    @Test("Every target is tested")
    func targets() throws {
        #expect(try FuzzTarget.all().map(\.name) == NamedTarget.all.map(\.name))
    }

    @Test("What must hold holds for every file", arguments: NamedTarget.all)
    func files(_ named: NamedTarget) throws {
        let target = try named.target()
        let corpus = try named.corpus()
        #expect(corpus.count > 1)
        for (name, bytes) in corpus {
            #expect(bytes.count <= target.longestInput, "\(name)")
            #expect(target.problem(of: bytes) == nil, "\(name)")
        }
        #expect(target.problem(of: []) == nil)
    }

    @Test("What must hold holds for inputs near those of the corpus", arguments: NamedTarget.all)
    func mutations(_ named: NamedTarget) throws {
        let target = try named.target()
        let corpus = try named.corpus().map(\.bytes)
        var mutation = Mutation(
            random: SplitMix64(seed: 1), words: FuzzTarget.words.map { Array($0.utf8) })
        for number in 0..<1000 {
            let input = corpus[number % corpus.count]
            let other = try #require(corpus.randomElement(using: &mutation.random))
            let changed = mutation.changed(input, with: other).prefix(target.longestInput)
            let problem = target.problem(of: Array(changed))
            #expect(problem == nil, "number \(number)")
        }
    }
}
