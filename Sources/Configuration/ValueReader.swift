internal import Mapping

/// Checks the values of a tree against the table, and notes every mistake.
struct ValueReader {
    /// Whether something of the file is missing, because of a mistake of form.
    var isCut = false
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var speller = Speller()

    mutating func report(
        _ message: String, at place: Place, _ severity: Diagnostic.Severity = .error
    ) {
        diagnostics.append(Diagnostic(place, message, severity))
    }

    /// The value of a setting, or nil where it is wrong, which is then noted.
    mutating func value(_ node: Node, _ spec: SettingSpec) -> SettingValue? {
        guard !isOpen(node) else { return nil }
        switch (spec.type, node.value) {
        case (.flag, .bool(let value)): return .flag(value)
        case (.whole(let range), .integer(let value)):
            guard let value = Int(exactly: value), range.contains(value) else {
                return outOfRange(node, spec)
            }
            return .whole(value)
        case (.number(let range), .integer(let value)):
            return number(Double(value), range, node, spec)
        case (.number(let range), .float(let value)):
            return number(value, range, node, spec)
        case (.word(let words), .string(let text)):
            return words.contains(text) ? .word(text) : wrongWord(text, words, node, spec)
        case (.text, .string(let text)), (.profile, .string(let text)):
            guard !text.isEmpty else {
                report("\"\(spec.name)\" is empty", at: node.place)
                return nil
            }
            if case .text = spec.type { return .text(text) }
            return .name(SettingValue.Name(text: text, place: node.place))
        case (.profiles, .list(let nodes)), (.profiles, .array(let nodes)):
            return names(nodes, spec)
        case (.action, .string(let text)):
            return parsed(node) { () throws(ActionProblem) in .action(try ActionText.action(text)) }
        case (.action, .list(let nodes)), (.action, .array(let nodes)):
            return sequence(nodes, node, spec)
        case (.keys, .string(let text)):
            return parsed(node) { () throws(ActionProblem) in .keys(try ActionText.keys(text)) }
        case (.drag, .string(let text)):
            return parsed(node) { () throws(ActionProblem) in .drag(try ActionText.drag(text)) }
        case (.rows(let specs, let most), .list(let nodes)):
            return rows(nodes, specs, most, node)
        default:
            report(
                "\"\(spec.name)\" must be \(spec.expectation), not \(node.kindWords)",
                at: node.place)
            return nil
        }
    }

    /// Whether a text has likely lost its closing quote: the mistake of form is told, and that alone.
    private func isOpen(_ node: Node) -> Bool {
        guard isCut, case .string(let text) = node.value else { return false }
        return text.utf8.contains(UInt8(ascii: "\n"))
    }

    /// The settings of a group, or nil where it is none, which is then noted.
    mutating func group(_ node: Node, _ spec: SettingSpec) -> [Node]? {
        if case .group(let nodes) = node.value { return nodes }
        report(
            "\"\(spec.name)\" must be \(spec.expectation), not \(node.kindWords)", at: node.place)
        return nil
    }

    /// Notes that no setting of this name can be here.
    mutating func unknown(
        _ node: Node, among known: @autoclosure () -> [String], in group: String,
        rule: String? = nil
    ) {
        let name = (node.name ?? "").shortened
        if let near = speller.nearest(to: name, among: known()) {
            return report("unknown setting \"\(name)\", did you mean \"\(near)\"?", at: node.place)
        }
        if let rule {
            return report("unknown setting \"\(name)\" in \(group): \(rule)", at: node.place)
        }
        let known = known()
        let list = known.count > 16 ? "" : ": it has \(known.joined(separator: ", "))"
        report("unknown setting \"\(name)\" in \(group)\(list)", at: node.place)
    }

    /// Notes that a setting is called otherwise, and how such names are made.
    mutating func unknown(_ node: Node, meant: String, because rule: String? = nil) {
        let name = (node.name ?? "").shortened
        report(
            "unknown setting \"\(name)\", did you mean \"\(meant)\"?"
                + (rule.map { " In taps \($0)" } ?? ""),
            at: node.place)
    }

    private mutating func outOfRange(_ node: Node, _ spec: SettingSpec) -> SettingValue? {
        report("\"\(spec.name)\" must be \(spec.rangeWords), not \(node.short)", at: node.place)
        return nil
    }

    private mutating func number(
        _ value: Double, _ range: ClosedRange<Double>, _ node: Node, _ spec: SettingSpec
    ) -> SettingValue? {
        range.contains(value) || spec.isOrZero && value == 0
            ? .number(value) : outOfRange(node, spec)
    }

    private mutating func wrongWord(
        _ text: String, _ words: [String], _ node: Node, _ spec: SettingSpec
    ) -> SettingValue? {
        let near = speller.nearest(to: text, among: words).map { ", did you mean \"\($0)\"?" }
        report(
            "\"\(spec.name)\" must be \(SettingSpec.choice(words)), not \"\(text.shortened)\""
                + (near ?? ""),
            at: node.place)
        return nil
    }

    private mutating func names(_ nodes: [Node], _ spec: SettingSpec) -> SettingValue? {
        var names: [SettingValue.Name] = []
        var first: [String: Place] = [:]
        for node in nodes where !isOpen(node) {
            guard case .string(let text) = node.value else {
                report(
                    "\"\(spec.name)\" must be \(spec.expectation), not of \(node.kindWords)",
                    at: node.place)
                continue
            }
            if let first = first[text] {
                report(
                    "\"\(text.shortened)\" is in \"\(spec.name)\" twice, first at "
                        + first.seen(from: node.place), at: node.place)
                continue
            }
            first[text] = node.place
            names.append(SettingValue.Name(text: text, place: node.place))
        }
        return .names(names)
    }

    private mutating func sequence(
        _ nodes: [Node], _ node: Node, _ spec: SettingSpec
    ) -> SettingValue? {
        guard !nodes.isEmpty || node.isCut else {
            report("\"\(spec.name)\" is an empty list; \"none\" does nothing", at: node.place)
            return nil
        }
        guard nodes.count <= ActionText.mostChords else {
            report(
                "\"\(spec.name)\" has \(nodes.count) chords, more than \(ActionText.mostChords)",
                at: node.place)
            return nil
        }
        var chords: [Chord] = []
        for element in nodes where !isOpen(element) {
            guard case .string(let text) = element.value else {
                report(
                    "\"\(spec.name)\" must be \(spec.expectation), not of \(element.kindWords)",
                    at: element.place)
                continue
            }
            _ = parsed(element) { () throws(ActionProblem) in
                let action = try ActionText.action(text)
                guard case .sequence(let parts) = action else {
                    throw ActionProblem.wrong(
                        "\"\(text)\" is a whole action and cannot be in a list")
                }
                chords += parts
                return .action(action)
            }
        }
        return chords.count == nodes.count ? .action(.sequence(chords)) : nil
    }

    private mutating func rows(
        _ nodes: [Node], _ specs: [SettingSpec], _ most: Int, _ list: Node
    ) -> SettingValue? {
        var rows: [SettingValue.Row] = []
        for node in nodes {
            guard case .group(let members) = node.value else {
                report(
                    "a group { } must stand here, not \(node.kindWords)", at: node.place)
                continue
            }
            if let row = row(members, specs, in: node) { rows.append(row) }
        }
        if nodes.count > most {
            report(
                "\"\(list.name ?? "")\" has \(nodes.count) groups, more than \(most)",
                at: list.place)
        }
        return .rows(rows)
    }

    /// The values of one group of a list; nil where some are wrong or missing.
    private mutating func row(
        _ members: [Node], _ specs: [SettingSpec], in node: Node
    ) -> SettingValue.Row? {
        var row = SettingValue.Row(values: [:])
        var isMistaken = false
        for member in members {
            guard let spec = specs.first(where: { $0.name == member.name }) else {
                unknown(member, among: specs.map(\.name), in: "this group")
                isMistaken = true
                continue
            }
            row.places[spec.name] = member.place
            row.values[spec.name] = value(member, spec)
        }
        // A misspelt name is likely the one that is missing.
        if !isMistaken, !node.isCut {
            for spec in specs where row.places[spec.name] == nil {
                report("\"\(spec.name)\" is missing in this group", at: node.place)
            }
        }
        return row.values.count == specs.count ? row : nil
    }

    /// What a text says; what is wrong with it, and keys that not everybody sees, are noted.
    private mutating func parsed(
        _ node: Node, _ parse: () throws(ActionProblem) -> SettingValue
    ) -> SettingValue? {
        if case .string(let text) = node.value, text.utf8.count > ActionText.longest {
            report("\"\(text.shortened)\" is too long for an action", at: node.place)
            return nil
        }
        do {
            let value = try parse()
            for key in value.keys
            where key.rawValue > KeyNames.highestOfX11 && key.device == .keyboard {
                report(
                    "\(KeyNames.name(of: key) ?? "the key") has the code \(key.rawValue): Wayland "
                        + "sees it, X11 sees none above \(KeyNames.highestOfX11)",
                    at: node.place, .warning)
            }
            return value
        } catch {
            report(error.message(&speller), at: node.place)
            return nil
        }
    }
}

extension SettingValue {
    /// The keys and buttons that it sends.
    fileprivate var keys: [KeyCode] {
        switch self {
        case .action(.sequence(let chords)): chords.flatMap(\.keys)
        case .keys(let keys), .drag(.keys(let keys)): keys
        default: []
        }
    }
}
