import EventLoop
import TestSupport
import Testing

@testable import Configuration

@Suite("What is read of files")
struct SettingTreeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The tree of a text, and its mistakes without the folder's name.
    private func read(_ text: String, files: [String: String] = [:]) throws -> (
        tree: SettingTree, mistakes: [String]
    ) {
        for (name, text) in files { try folder.write(bytes: text.utf8, to: name) }
        let tree = SettingTree(path: try folder.write(bytes: text.utf8, to: "main.conf"))
        let mistakes = tree.diagnostics.map {
            $0.description.replacing("\(folder.path)/", with: "")
        }
        return (tree, mistakes)
    }

    /// A tree in one line: `name@line=value`.
    private static func text(_ nodes: [Node]) -> String {
        nodes.map { node in
            let value =
                switch node.value {
                case .bool(let value): "\(value)"
                case .integer(let value): "\(value)"
                case .float(let value): "\(value)"
                case .string(let value): "'\(value)'"
                case .group(let nodes): "{\(text(nodes))}"
                case .list(let nodes): "(\(text(nodes)))"
                case .array(let nodes): "[\(text(nodes))]"
                }
            return "\(node.name ?? "")@\(node.place.line)=\(value)\(node.isCut ? "…" : "")"
        }.joined(separator: " ")
    }

    @Test(
        "Every value has its true line",
        arguments: [
            ("a = 1;\nb\n=\n2", "a@1=1 b@2=2"),
            (
                "\n\na=(1,\n2,(\n3\n),{b=\n4},\n\"x\"\n,\"y\"\n\"z\"\n)",
                "a@3=(@3=1 @4=2 @4=(@5=3) @6={b@6=4} @8='x' @9='yz')"
            ),
            ("a = [\"x\"\n\n\n, \"y\"\n\n]; b = true", "a@1=[@1='x' @4='y'] b@6=true"),
            ("a = \"x\n\ny\"\n;b=1", "a@1='x\n\ny' b@4=1"),
            ("/* \n\n */ a = 1 # x\n// y\nb = /* \n */ 2 c = {}", "a@3=1 b@5=2 c@6={}"),
            ("a = 0x1F, b = +5; c = -7L; d = 12LL", "a@1=31 b@1=5 c@1=-7 d@1=12"),
            (
                "a = 1.5 b = -.5 c = 5. d = 1e3 e = 1.e2",
                "a@1=1.5 b@1=-0.5 c@1=5.0 d@1=1000.0 e@1=100.0"
            ),
            (
                "a = 99999999999999999999; b = -99999999999999999999",
                "a@1=\(Int64.max) b@1=\(Int64.min)"
            ),
            ("a = 3000000000; b = 1e999", "a@1=3000000000 b@1=inf"),
            ("a = \"\\x41\\\"\\\\\\n\\q\"", "a@1='A\"\\\n\\q'"),
            ("\u{FEFF}a = 1;\r\nb = 2;\r\n", "a@1=1 b@2=2"),
            ("a : {b : 1, c : [ ], d : ( )}", "a@1={b@1=1 c@1=[] d@1=()}"),
            ("", ""),
            ("# nothing", ""),
            ("a = \"\n@include \\\"x\\\"\n\"\n;b = 1", "a@1='\n@include \"x\"\n' b@4=1"),
            ("/*\n@include \"none\"\n*/\n#@include \"none\"\na = 1", "a@5=1"),
        ])
    func lines(text: String, expected: String) throws {
        let (tree, mistakes) = try read(text)
        #expect(Self.text(tree.settings) == expected)
        #expect(mistakes == [])
    }
}

extension SettingTreeTests {
    @Test(
        "What is wrong with the form is told with its line, and what came before it is kept",
        arguments: [
            (
                "a = 1;\nb = ;\nc = 2;",
                "main.conf:2: \"b\": a value is missing before \";\"; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1;\nb =\nc = 2;",
                "main.conf:2: \"b\": a value is missing before \"c\"; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1;\nb = fast;",
                "main.conf:2: \"fast\" is no value: a text stands in quotes; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1;\nb c = 2;",
                "main.conf:2: \"b\": \"=\" after it is missing before \"c\"; what follows is not read",
                "a@1=1"
            ),
            (
                "a = { b = 1;\nc = (1, 2;\nd = 3; }",
                "main.conf:2: expected \",\" or \")\" before \";\"; what follows is not read",
                "a@1={b@1=1 c@2=(@2=1 @2=2)…}…"
            ),
            ("a = { b = 1;\nc = 2;\n", "main.conf:1: \"{\" is not closed", "a@1={b@1=1 c@2=2}…"),
            (
                "a = 1; }\nb = 1;", "main.conf:1: \"}\" closes nothing; what follows is not read",
                "a@1=1"
            ),
            (
                "a = {\nb = (1 }\n",
                "main.conf:2: \"}\" cannot close \"(\" of line 2; what follows is not read",
                "a@1={b@2=(@2=1)…}…"
            ),
            (
                "a = (1,);",
                "main.conf:1: a value is missing before \")\"; what follows is not read",
                "a@1=(@1=1)…"
            ),
            (
                "a = [(1)];",
                "main.conf:1: [ ] holds simple values; use ( ); what follows is not read", "a@1=[]…"
            ),
            (
                "a = 1;\n\"x\" = 2",
                "main.conf:2: expected the name of a setting before a string; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1;;",
                "main.conf:1: expected the name of a setting before \";\"; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1\nb = 0,5",
                "main.conf:2: expected the name of a setting before \"5\"; a decimal point is a dot; what follows is not read",
                "a@1=1 b@2=0"
            ),
            (
                "a = 1\nb = 12abc",
                "main.conf:2: \"12abc\" is neither a name nor a number; a text stands in quotes; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1\n_b = 1",
                "main.conf:2: \"_b\" is neither a name nor a number; a text stands in quotes; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1\nb = \"x\n\nc = 2",
                "main.conf:2: the string is not closed; what follows is not read", "a@1=1"
            ),
            (
                "a = 1\n/* x\n\nc = 2",
                "main.conf:2: the comment is not closed; what follows is not read", "a@1=1"
            ),
            (
                "a = 1\nb = \"x\nc = \"y\";\n",
                "main.conf:3: the string is not closed; the string before goes on from line 2, is a quote missing there? What follows is not read",
                "a@1=1 b@2='x\nc = '"
            ),
            (
                "a = 1\nb = \"\\x00\"",
                "main.conf:2: a string cannot hold \\x00; what follows is not read", "a@1=1"
            ),
            ("a = 1\nb = \"\\xff\"", "main.conf:2: the string is not UTF-8 text", "a@1=1 b@2=''"),
            (
                "a = 1\n\u{0}b = 2",
                "main.conf:2: there is a zero byte in the text; what follows is not read", "a@1=1"
            ),
            (
                "a = 1\n x @include \"b\"",
                "main.conf:2: a file is included on a line of its own: @include \"FILE\"; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1\n@include b",
                "main.conf:2: a file is included on a line of its own: @include \"FILE\"; what follows is not read",
                "a@1=1"
            ),
            (
                "a = 1\n@include \"\"", "main.conf:2: @include: the path of the file is empty",
                "a@1=1"
            ),
            (
                "a = 1\n@include \"none\"\nb = 2",
                "main.conf:2: @include: none: No such file or directory", "a@1=1 b@3=2"
            ),
            (
                "a = 1\n@include \"/dev\"\nb = 2",
                "main.conf:2: @include: /dev: it is not a regular file", "a@1=1 b@3=2"
            ),
            (
                "a = 1\n@include \"main.conf\"\nb = 2",
                "main.conf:2: @include: main.conf: the file includes itself", "a@1=1 b@3=2"
            ),
            (
                "a = 1\nb = 2\na = {\nb = 3; b = 4; }\nc = 5",
                "main.conf:3: \"a\" is set twice, first at line 1", "a@1=1 b@2=2 c@5=5"
            ),
            (
                "a = [1, \"x\",\n2]",
                "main.conf:1: the values of one [ ] are of one type; this is a string after a whole number",
                "a@1=[@1=1 @2=2]"
            ),
            (
                "a = [\"x\",\n2, 3]",
                "main.conf:2: the values of one [ ] are of one type; this is a whole number after a string",
                "a@1=[@1='x']"
            ),
        ])
    func mistakes(text: String, mistake: String, tree: String) throws {
        let (read, mistakes) = try read(text)
        #expect(mistakes.first == mistake)
        #expect(Self.text(read.settings) == tree)
    }
}
