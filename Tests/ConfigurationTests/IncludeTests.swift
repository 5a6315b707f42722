import EventLoop
import Glibc
import Mapping
import TestSupport
import Testing

@testable import Configuration

@Suite("Files that a configuration includes")
struct IncludeTests {
    private let desk: ConfigurationDesk

    init() throws {
        desk = try ConfigurationDesk()
    }

    @Test("An included file stands in the place of its line, and its mistakes are its own")
    func places() throws {
        let loaded = try desk.load(
            """
            merge = 1;
            profiles = {
              a = {
            \t@include "a.conf" # what a does
                fist = { end = "KEY_ZZZ"; };
              };
            };
            @include "top.conf" grab = 1;
            swipes = 1;
            """,
            files: [
                "a.conf": "pointer = {\n  gain = \"x\";\n  @include \"gains.conf\"\n}; fist = { };",
                "gains.conf": "\n\ngain_x = 1000;\ngain = 1;",
                "top.conf": "\nbus = \"x\";\nmerge = false",
            ])
        #expect(
            desk.words(of: loaded) == [
                "main.conf:1: \"merge\" must be true or false, not the whole number 1",
                "main.conf:5: \"fist\" is set twice, first at \(desk.folder.path)/a.conf:4"
                    .replacing(
                        "\(desk.folder.path)/", with: ""),
                "main.conf:8: \"grab\" must be true or false, not the whole number 1",
                "main.conf:9: \"swipes\" must be \"swift\" or \"web\", not the whole number 1",
                "a.conf:2: \"gain\" must be a number, 0 to 100 counts a device unit, not the text \"x\"",
                "gains.conf:3: \"gain_x\" must be 0 to 100 counts a device unit, not 1000",
                "gains.conf:4: \"gain\" is set twice, first at a.conf:2",
                "top.conf:2: \"bus\" must be \"bluetooth\", \"virtual\" or \"usb\", not \"x\"",
                "top.conf:3: \"merge\" is set twice, first at main.conf:1",
            ])
        #expect(
            loaded.files == ["main.conf", "a.conf", "gains.conf", "top.conf"].map(desk.folder.file))
    }

    @Test("A path begins in the folder of the file that has it")
    func folders() throws {
        let inner = desk.folder.file("inner")
        mkdir(inner, 0o700)
        defer {
            unlink("\(inner)/one.conf")
            unlink("\(inner)/two.conf")
            rmdir(inner)
        }
        let loaded = try desk.load(
            "@include \"inner/one.conf\"\n@include \"\(desk.folder.path)/inner/../last.conf\"",
            files: [
                "inner/one.conf": "@include \"two.conf\"\n@include \"../three.conf\"",
                "inner/two.conf": "merge = true;", "three.conf": "grab = false;",
                "last.conf": "bus = \"usb\";",
            ])
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration?.merges == true)
        #expect(loaded.configuration?.grabs == false)
        #expect(loaded.configuration?.bus == .usb)
        #expect(loaded.files.count == 5)
    }

    @Test(
        "What an included file leaves open is its own mistake",
        arguments: [
            (
                "merge = 1;\n\n/* open",
                "part.conf:3: the comment is not closed; what follows is not read"
            ),
            (
                "merge = 1;\nbus = \"open\n\n",
                "part.conf:2: the string is not closed; what follows is not read"
            ),
            (
                "merge = 1;\nbus =",
                "part.conf:2: \"bus\": a value is missing before \"grab\"; what follows is not read"
            ),
            ("merge = 1;\nprofiles = {", "part.conf:2: \"{\" is not closed"),
            ("merge = 1;\n}", "part.conf:2: \"}\" closes nothing; what follows is not read"),
            (
                "merge = 1;\n\n\u{0}",
                "part.conf:3: there is a zero byte in the text; what follows is not read"
            ),
            (
                "merge = 1;\n/* \u{0}",
                "part.conf:2: there is a zero byte in the text; what follows is not read"
            ),
        ])
    func open(part: String, mistake: String) throws {
        let main = "swipes = 1;\n@include \"part.conf\"\ngrab = 1;\nprofile = \"nobody\";"
        let mistakes = try desk.mistakes(main, files: ["part.conf": part])
        let merge = "part.conf:1: \"merge\" must be true or false, not the whole number 1"
        #expect(mistakes.first?.hasPrefix("main.conf:1: \"swipes\" must be") == true)
        #expect(mistakes.contains(merge))
        #expect(mistakes.contains(mistake))
        // An open group takes in what follows, so that its settings are not where they are known.
        #expect(mistakes.count == (part.hasSuffix("{") ? 5 : 3), "\(mistakes)")
    }

    @Test("A file that is not UTF-8 is told at its line")
    func encoding() throws {
        try desk.folder.write(
            bytes: Array("# ü\n\nbus = \"".utf8) + [0xFC] + Array("\";".utf8), to: "part.conf")
        #expect(
            try desk.mistakes("merge = 1;\n@include \"part.conf\"") == [
                "main.conf:1: \"merge\" must be true or false, not the whole number 1",
                "part.conf:3: the text is not UTF-8 from here on; what follows is not read",
            ])
    }

    @Test("A file that cannot be included is told, and nothing that may stand in it is missed")
    func refused() throws {
        let pipe = desk.folder.file("pipe")
        mkfifo(pipe, 0o600)
        try desk.folder.write(
            bytes: [UInt8](repeating: UInt8(ascii: "\n"), count: (1 << 20) + 1), to: "large.conf")
        try desk.folder.write(bytes: "@include \"main.conf\"\n".utf8, to: "back.conf")
        let loaded = try desk.load(
            """
            profile = "nobody";
            @include "missing.conf"
            @include "pipe"
            @include "."
            @include "large.conf"
            @include "back.conf"
            merge = 1;
            """)
        let told = desk.words(of: loaded).map { $0.replacing(desk.folder.path, with: "") }
        #expect(
            told == [
                "main.conf:2: @include: missing.conf: No such file or directory",
                "main.conf:3: @include: pipe: it is not a regular file",
                "main.conf:4: @include: .: it is not a regular file",
                "main.conf:5: @include: large.conf: the file is larger than 1048576 bytes",
                "main.conf:7: \"merge\" must be true or false, not the whole number 1",
                "back.conf:1: @include: main.conf: the file includes itself",
            ])
        #expect(loaded.files.contains(desk.folder.file("missing.conf")))
    }

    @Test("Ten files deep is not too deep, eleven is")
    func depth() throws {
        for deepest in [10, 11] {
            var files: [String: String] = [:]
            for depth in 1..<deepest { files["f\(depth)"] = "@include \"f\(depth + 1)\"\n" }
            files["f\(deepest)"] = "merge = true;\n"
            let mistakes = try desk.mistakes("@include \"f1\"", files: files)
            #expect(
                mistakes
                    == (deepest == 10
                        ? []
                        : ["f10:1: @include: f11: files include each other more than 10 deep"]))
        }
    }

    @Test("One file may be included twice, after each other")
    func twice() throws {
        let text = "profiles = { a = {\n@include \"part\"\n}; b = {\n@include \"part\"\n}; };"
        let loaded = try desk.load(text, files: ["part": "fist = { end = \"KEY_A\"; };"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.files.count == 2)
    }

    @Test("A file that is not there is an error of its own")
    func missing() {
        let path = desk.folder.file("none.conf")
        let loaded = Configuration.load(path: path)
        #expect(loaded.configuration == nil)
        #expect(loaded.failure?.code == ENOENT)
        #expect(loaded.files == [path])
        #expect(desk.words(of: loaded) == ["none.conf: No such file or directory"])
        #expect(loaded.diagnostics.map(\.line) == [0])
    }
}
