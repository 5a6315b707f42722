import Configuration
import Glibc
import TestSupport
import Testing

@testable import tapinput

@Suite("Configuration files of the program")
struct CheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let capture = "tapcap 1\ndevice v2 Tap\ng 0.1 2\nn 0.2 c3ff000e 0103000066\n"

    @Test("A good file has no mistakes")
    func good() throws {
        try folder.write("profile = \"media\";\n", to: "good.conf")
        let run = try Program.run(["check", "good.conf"], in: folder)
        #expect(run == ProgramRun(status: 0, output: "good.conf: no mistakes\n", errors: ""))
    }

    @Test("All mistakes are told, a line for each; warnings alone do not matter")
    func bad() throws {
        let warned = "profiles = { a = { fist = { begin = \"KEY_MICMUTE\"; }; }; };\n"
        try folder.write(warned, to: "warned.conf")
        let warning =
            "KEY_MICMUTE has the code 248: Wayland sees it, X11 sees none above 247\n"
        var run = try Program.run(["check", "warned.conf"], in: folder)
        #expect(run.status == 0)
        #expect(run.output == "warned.conf: no mistakes\n")
        #expect(run.errors == "tapinput: warned.conf:1: \(warning)")

        try folder.write("merge = 1;\n\nprofil = \"media\";\n\(warned)", to: "bad.conf")
        run = try Program.run(["check", "bad.conf"], in: folder)
        let errors = """
            tapinput: bad.conf:1: "merge" must be true or false, not the whole number 1
            tapinput: bad.conf:3: unknown setting "profil", did you mean "profile"?
            tapinput: bad.conf:4: \(warning)
            """
        #expect(run == ProgramRun(status: 78, output: "", errors: errors))

        try folder.write(Self.capture, to: "capture")
        run = try Program.run(["replay", "capture", "--config", "bad.conf"], in: folder)
        #expect(run == ProgramRun(status: 78, output: "", errors: errors))
    }

    @Test(
        "Of many mistakes fifty lines are told, errors before warnings, and how many there are besides"
    )
    func many() throws {
        let warnings = (1...10).map { "a\($0) = { fist = { begin = \"KEY_MICMUTE\"; }; };\n" }
        let text = "profiles = {\n\(warnings.joined())};\n"
        let fits = (1...40).map { "x\($0) = 1;\n" }.joined()
        var loaded = Configuration.load(path: try folder.write(text + fits, to: "fits.conf"))
        var lines = ConfigurationFile.lines(of: loaded.diagnostics)
        #expect(lines == loaded.diagnostics.map(\.description))
        #expect(lines.count == 50)

        let path = try folder.write(text + fits + "y = 1;\n", to: "many.conf")
        loaded = Configuration.load(path: path)
        #expect(loaded.diagnostics.count == 51)
        lines = ConfigurationFile.lines(of: loaded.diagnostics)
        let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.description)
        let warned = loaded.diagnostics.filter { $0.severity == .warning }.map(\.description)
        #expect(lines == errors + warned.prefix(8) + ["and 2 more"])
        let run = try Program.run(["check", path], in: folder)
        #expect(run.status == 78)
        #expect(run.errors == lines.map { "tapinput: \($0)\n" }.joined())
        #expect(ConfigurationFile.lines(of: []) == [])
    }

    @Test("A file that cannot be read")
    func unreadable() throws {
        _ = try folder.create("secret.conf", mode: 0)
        let cases: [(file: String, status: Int32, reason: String)] = [
            ("missing.conf", 65, "No such file or directory"),
            (".", 65, "it is not a regular file"),
            ("secret.conf", 77, "Permission denied"),
        ]
        for (file, status, reason) in cases where file != "secret.conf" || geteuid() != 0 {
            let run = try Program.run(["check", file], in: folder)
            let errors = "tapinput: \(file): \(reason)\n"
            #expect(run == ProgramRun(status: status, output: "", errors: errors))
        }
    }

    @Test("Without a file the one is checked that would be used, or it is told that there is none")
    func search() throws {
        try #require(access(Configuration.systemPath, F_OK) != 0)
        let folder = folder.file("tapinput")
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        let variables = ["XDG_CONFIG_HOME": self.folder.path]
        var run = try Program.run(["check"], in: self.folder, setting: variables)
        #expect(
            run
                == ProgramRun(
                    status: 0,
                    output: "there is no configuration file, the built-in values hold; "
                        + "looked for: \(folder)/tapinput.conf, /etc/tapinput/tapinput.conf\n",
                    errors: ""))
        let path = try self.folder.write("profile = \"media\";\n", to: "tapinput/tapinput.conf")
        defer { unlink(path) }
        run = try Program.run(["check"], in: self.folder, setting: variables)
        #expect(run == ProgramRun(status: 0, output: "\(path): no mistakes\n", errors: ""))
    }

    @Test("A replay goes by the configuration; an option counts more")
    func replay() throws {
        try folder.write(Self.capture, to: "capture")
        try folder.write(
            "profile = \"mine\";\nprofiles = { mine = { directions = { right = \"KEY_N\"; }; }; };\n",
            to: "mine.conf")
        let arguments = ["replay", "capture", "--config", "mine.conf"]
        let mine = try Program.run(arguments, in: folder)
        #expect(mine.status == 0)
        #expect(mine.output.contains("0.200000 keyboard EV_KEY KEY_N 1\n"))
        let desktop = try Program.run(arguments + ["--profile", "desktop"], in: folder)
        #expect(desktop.output.contains("0.200000 keyboard EV_KEY KEY_RIGHT 1\n"))
        let unknown = try Program.run(arguments + ["--profile", "mone"], in: folder)
        #expect(unknown.status == 78)
        #expect(unknown.errors == "tapinput: unknown profile \"mone\", did you mean \"mine\"?\n")
    }

    @Test("A configuration that is a link to nothing is a mistake, found or named")
    func link() throws {
        let path = folder.file("tapinput")
        mkdir(path, 0o700)
        defer { rmdir(path) }
        let link = folder.file("tapinput/tapinput.conf")
        #expect(symlink("../away.conf", link) == 0)
        defer { unlink(link) }
        let errors =
            "tapinput: \(link): it is a symbolic link to ../away.conf, and nothing is there\n"
        let expected = ProgramRun(status: 65, output: "", errors: errors)
        let environment = ["XDG_CONFIG_HOME": folder.path]
        #expect(try Program.run(["check"], in: folder, setting: environment) == expected)
        #expect(try Program.run(["check", "--config", link], in: folder) == expected)
    }

    @Test("The demo is the same whatever the configuration")
    func demo() throws {
        let path = folder.file("tapinput")
        mkdir(path, 0o700)
        defer { rmdir(path) }
        let file = try folder.write("merge = 1;\n", to: "tapinput/tapinput.conf")
        defer { unlink(file) }
        let run = try Program.run(
            ["demo"], in: folder, setting: ["XDG_CONFIG_HOME": folder.path])
        #expect(run.status == 0)
        #expect(run.errors == "")
    }
}
