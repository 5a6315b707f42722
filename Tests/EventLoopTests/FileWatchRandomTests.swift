import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("Files that are watched, whatever happens")
struct FileWatchRandomTests {
    private static let directories = ["a", "a/b", "c", "c/b"]
    private static let files = ["a/file", "a/b/file", "c/file", "c/b/file", "a/b/other"]

    /// Does anything at all to a small tree; much of it fails, since things are in the way or gone.
    private static func act(in folder: TemporaryFolder, _ random: inout SplitMix64) {
        func pick(_ names: [String]) -> String {
            folder.file(names.randomElement(using: &random) ?? "a")
        }
        let anything = directories + files
        switch Int.random(in: 0..<8, using: &random) {
        case 0: mkdir(pick(directories), 0o700)
        case 1: rename(pick(anything), pick(anything))
        case 2: remove(pick(files))
        case 3: remove(pick(directories))
        case 4:
            let target = anything.randomElement(using: &random) ?? "a"
            symlink(
                Bool.random(using: &random) ? folder.file(target) : "../\(target)", pick(anything))
        default:
            guard let file = fopen(pick(files), Bool.random(using: &random) ? "w" : "a") else {
                return
            }
            fputs("\(random.next())", file)
            fclose(file)
        }
    }

    /// Runs a shell's command while something else is done, and waits for both.
    private static func run(_ command: String, while act: () throws -> Void) throws {
        var words = ["sh", "-c", command].map { (word: String) in strdup(word) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", nil, nil, words, environ)
        guard code == 0 else { throw SystemError(action: "run sh", code: code) }
        defer { waitpid(child, nil, 0) }
        try act()
    }

    @Test("What was read at the last call is what is there", arguments: UInt64(1)...8)
    func lastCall(seed: UInt64) throws {
        let (folder, loop) = (try TemporaryFolder(), try EventLoop())
        var random = SplitMix64(seed: seed)
        let path = folder.file("a/b/file")
        var (seen, calls): (String?, Int) = (nil, 0)
        let watch = try FileWatch(on: loop, settle: 0) {
            seen = try? text(of: path)
            calls += 1
        }
        watch.watch([path])
        var found = 0
        for step in 0..<2000 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                Self.act(in: folder, &random)
            }
            // Everything is queued by now; other tests' folders come in between.
            for _ in 0..<3 { try loop.runReady() }
            let there = try? text(of: path)
            if there != nil { found += 1 }
            let agreed = try seen == there || loop.runUntil(within: 2) { seen == there }
            try #require(agreed, "step \(step): \(there ?? "nothing"), but \(seen ?? "nothing")")
        }
        #expect(found > 50)
        #expect(calls > 50)
        withExtendedLifetime(watch) {}
    }

    @Test("Another program makes and removes directories and the file while they are looked for")
    func race() throws {
        let (folder, loop) = (try TemporaryFolder(), try EventLoop())
        let path = folder.file("a/b/c/d/e/file")
        var seen: String?
        let watch = try FileWatch(on: loop, settle: 0) { seen = try? text(of: path) }
        watch.watch([path])
        for round in 0..<50 {
            let (directory, text) = (folder.file("a/b/c/d/e"), "\(round)\n")
            try Self.run("mkdir -p \(directory); echo \(round) > \(directory)/file") {
                let came = try loop.runUntil { seen == text }
                try #require(came, "round \(round)")
            }
            try Self.run("rm -r \(folder.file("a"))") {
                let gone = try loop.runUntil { seen == nil }
                try #require(gone, "round \(round)")
            }
        }
        withExtendedLifetime(watch) {}
    }
}
