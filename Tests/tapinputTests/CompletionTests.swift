import Glibc
import TestSupport
import Testing

@testable import tapinput

/// The completions, as the shells themselves complete with them.
@Suite("Completions")
struct CompletionTests {
    private static func has(_ shell: String) -> Bool {
        access("/usr/bin/\(shell)", X_OK) == 0 || access("/bin/\(shell)", X_OK) == 0
    }
    private static let hasZsh = has("zsh")
    private static let hasFish = has("fish")

    /// Words as typed, the last one to be completed, and what must be offered for it.
    private static let cases: [([String], [String])] = [
        (["rep"], ["replay"]),
        (["re"], ["reload", "replay", "resume"]),
        (["replay", "--s"], ["--sink", "--swipes"]),
        (["replay", "--sink", ""], ["dpad", "text", "uinput"]),
        (["replay", "--sink", "t"], ["text"]),
        (["run", "--swipes", ""], ["swift", "web"]),
        (["run", "--profile", "m"], ["media", "mine"]),
        (["profile", ""], ["desktop", "media", "mine"]),
        (["replay", "eve"], ["evening one.tapcap"]),
        (["check", "--config", "eve"], ["evening one.tapcap"]),
        (["help", "vi"], ["vibrate"]),
        (["sensors", "--de"], ["--debug", "--device"]),
        (["status", "--"], ["--help", "--json"]),
        (["vibrate", "1"], []),
    ]

    /// A folder with a file to be completed and a `tapinput` which answers as one whose driver has
    /// these profiles; a name that would be run as a command is among them.
    private static func desk(answer: String? = "* mine\n  desktop\n  media\n  $(touch bad)\n")
        throws
        -> TemporaryFolder
    {
        let desk = try TemporaryFolder()
        try desk.write("", to: "evening one.tapcap")
        let body = answer.map { "cat <<'END'\n\($0)END\n" } ?? "exit 69\n"
        let path = try desk.write(
            "#!/bin/sh\n[ \"$*\" = profile ] || exit 64\n\(body)", to: "tapinput")
        chmod(path, 0o755)
        return desk
    }

    /// What a script of a shell prints, its lines in order.
    private static func lines(
        _ shell: [String], _ script: String, in desk: TemporaryFolder
    ) throws -> [String] {
        let old = String(cString: getenv("PATH"))
        let run = try Program.run(
            command: shell + [script], in: desk,
            setting: [
                "PATH": "\(desk.path):\(old)", "HOME": desk.path, "XDG_CONFIG_HOME": desk.path,
            ])
        #expect(run.errors == "")
        #expect(access(desk.file("bad"), F_OK) != 0, "a profile's name was run")
        return run.output.split(separator: "\n").map(String.init).sorted()
    }

    private static func quoted(_ word: String) -> String { "'\(word)'" }

    /// What bash offers.
    private static func inBash(_ words: [String], in desk: TemporaryFolder) throws -> [String] {
        let script = """
            . '\(Project.path("completions/tapinput.bash"))'
            complete -p tapinput >/dev/null || exit
            COMP_WORDS=(tapinput \(words.map(quoted).joined(separator: " ")))
            COMP_CWORD=\(words.count)
            _tapinput tapinput
            [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try lines(["bash", "--norc", "-c"], script, in: desk)
    }

    @Test("bash offers what fits", arguments: cases)
    func bash(words: [String], offered: [String]) throws {
        #expect(try Self.inBash(words, in: Self.desk()) == offered)
    }

    @Test("bash completes a value after the equals sign, which it takes for a word")
    func bashEquals() throws {
        let desk = try Self.desk()
        #expect(try Self.inBash(["run", "--swipes", "=", "w"], in: desk) == ["web"])
        #expect(try Self.inBash(["run", "--swipes", "="], in: desk) == ["swift", "web"])
    }

    @Test("Without a driver the built-in profiles are offered")
    func noDriver() throws {
        let desk = try Self.desk(answer: nil)
        let builtIn = ["desktop", "kiosk", "media", "tapping"]
        #expect(try Self.inBash(["profile", ""], in: desk) == builtIn)
        if Self.hasFish { #expect(try Self.inFish(["profile", ""], in: desk) == builtIn) }
        if Self.hasZsh { #expect(try Self.inZsh(["profile", ""], in: desk) == builtIn) }
    }

    /// What fish offers.
    private static func inFish(_ words: [String], in desk: TemporaryFolder) throws -> [String] {
        let line = (["tapinput"] + words).joined(separator: " ")
        let script = """
            source '\(Project.path("completions/tapinput.fish"))'
            complete -C '\(line)'
            """
        return try lines(["fish", "--no-config", "-c"], script, in: desk)
            .map { String($0.split(separator: "\t")[0]) }
    }

    @Test("fish offers what fits", .enabled(if: hasFish), arguments: cases)
    func fish(words: [String], offered: [String]) throws {
        #expect(try Self.inFish(words, in: Self.desk()) == offered)
    }

    /// What zsh offers, asked in a terminal of its own.
    private static func inZsh(_ words: [String], in desk: TemporaryFolder) throws -> [String] {
        let script = Project.path("Tests/tapinputTests/Support/zsh-completions")
        return try lines(
            ["zsh", "-f", script, Project.path("completions")],
            (["tapinput"] + words).joined(separator: " "), in: desk)
    }

    @Test("zsh offers what fits", .enabled(if: hasZsh), arguments: cases)
    func zsh(words: [String], offered: [String]) throws {
        #expect(try Self.inZsh(words, in: Self.desk()) == offered)
    }
}
