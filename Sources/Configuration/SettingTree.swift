/// A setting or a value as it stands in a file.
struct Node {
    enum Value {
        case bool(Bool)
        /// A whole number, as near as 64 bits come to it.
        case integer(Int64)
        case float(Double)
        case string(String)
        case group([Node])
        case list([Node])
        case array([Node])
    }

    /// The name of a setting; a value in a list or array has none.
    var name: String?
    var value: Value
    /// Where its name stands, or else its value.
    var place: Place
    /// What stands in the file where the value is a number.
    var text: String
    /// Whether something that it holds may be missing, because of a mistake further down.
    var isCut: Bool
}

/// All that files say, and what is wrong with their form.
struct SettingTree {
    /// The settings outside of every group.
    private(set) var settings: [Node] = []
    /// What is wrong with the form, in no particular order.
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether something is missing: after a mistake, or in a file that cannot be read.
    private(set) var isCut = false
    /// Every file that was read or tried to be.
    let files: [String]

    /// Reads a file and all that it includes.
    init(path: String) {
        self.init(SourceReader(path: path), file: path)
    }

    init(_ source: SourceReader, file: String) {
        files = source.files
        guard source.failure == nil else {
            diagnostics = source.diagnostics
            return
        }
        let grammar = Grammar(source.tokens, file: file)
        diagnostics = source.diagnostics + grammar.diagnostics
        isCut = grammar.isCut || !source.diagnostics.isEmpty
        let document = LibconfigDocument(grammar.lines.joined(separator: "\n") + "\n")
        if let refusal = document.refusal {
            // The grammar lets nothing through that libconfig refuses; if it did, this tells.
            isCut = true
            let line = min(max(refusal.line, 1), max(grammar.places.count, 1)) - 1
            let place = grammar.places.isEmpty ? Place(file: file, line: 1) : grammar.places[line]
            diagnostics.append(Diagnostic(place, refusal.message))
            return
        }
        var builder = Builder(items: document.items[...], entries: grammar.entries[...])
        settings = builder.settings()
        diagnostics += builder.diagnostics
    }

    /// Joins what libconfig read and where that stands.
    ///
    /// Both come in the order of the text. libconfig's own line of a string in a list is that of the
    /// token after it, which may stand further down, so no line of its is used.
    private struct Builder {
        var items: ArraySlice<LibconfigDocument.Item>
        var entries: ArraySlice<Grammar.Entry>
        var diagnostics: [Diagnostic] = []

        mutating func settings() -> [Node] {
            guard let root = items.popFirst() else { return [] }
            return nodes(root.count)
        }

        private mutating func nodes(_ count: Int) -> [Node] {
            var nodes: [Node] = []
            for _ in 0..<count {
                guard let node = node() else { break }
                nodes.append(node)
            }
            return nodes
        }

        private mutating func node() -> Node? {
            guard let item = items.popFirst(), let entry = entries.popFirst() else { return nil }
            let value: Node.Value
            switch (item.kind, entry.value.kind) {
            case (.group, _): value = .group(nodes(item.count))
            case (.list, _): value = .list(nodes(item.count))
            case (.array, _): value = .array(nodes(item.count))
            case (_, .bool(let bool)): value = .bool(bool)
            case (_, .integer(let integer)): value = .integer(integer)
            case (_, .float(let float)): value = .float(float)
            case (.string(let string?), _): value = .string(string)
            default:
                diagnostics.append(
                    Diagnostic(entry.token.place, "the string is not UTF-8 text"))
                value = .string("")
            }
            return Node(
                name: entry.name, value: value, place: entry.token.place,
                text: entry.value.text, isCut: entry.isCut)
        }
    }
}
