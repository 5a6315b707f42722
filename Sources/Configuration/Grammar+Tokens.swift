extension Grammar {
    /// What is wrong with a token, and where.
    struct Mistake {
        var message: String
        var place: Place

        init(_ message: String, at place: Place) {
            self.message = message
            self.place = place
        }
    }

    /// Takes the next token; returns what is wrong with it, if anything.
    mutating func take(_ token: Token) -> Mistake? {
        if case .problem(let message) = token.kind {
            return Mistake(message + openString(token), at: token.place)
        }
        if token.kind == .unreadable { return unreadable(token) }
        switch state {
        case .name: return takeName(token)
        case .equals:
            guard token.kind == .equals else { return missing("\"=\" after it", token) }
            write("=", token.place)
            state = .value
            return nil
        case .value: return takeValue(token)
        case .firstValue:
            if case .close = token.kind { return close(token) }
            return takeValue(token)
        case .afterSetting:
            state = .name
            if token.kind == .semicolon || token.kind == .comma { return nil }
            return takeName(token)
        case .afterValue:
            guard token.kind == .comma else { return close(token) }
            state = .value
            return nil
        }
    }

    private mutating func takeName(_ token: Token) -> Mistake? {
        if case .close = token.kind { return close(token) }
        guard case .name(let name) = token.kind else { return unexpected(token) }
        if let mistake = count(token) { return mistake }
        if hidden == nil {
            let frame = frames.count - 1
            if let first = frames[frame].names[name] {
                let seen = first.seen(from: token.place)
                diagnostics.append(
                    Diagnostic(token.place, "\"\(name.shortened)\" is set twice, first at \(seen)"))
                hidden = frames.count
            } else if frames[frame].names.count < Self.mostNames {
                frames[frame].names[name] = token.place
            } else {
                return Mistake(
                    "there are more than \(Self.mostNames) settings in one group", at: token.place)
            }
        }
        setting = token
        write(standIn(frames[frames.count - 1].names.count), token.place)
        state = .equals
        return nil
    }

    /// The name that libconfig gets instead of one of the file's.
    ///
    /// It compares each with all others of its group, letter by letter; these soon differ.
    private func standIn(_ number: Int) -> String {
        "\(Unicode.Scalar(UInt8(ascii: "a") + UInt8(number % 26)))\(number)"
    }

    /// A mistake where there are too many entries.
    private func count(_ token: Token) -> Mistake? {
        entries.count < Self.mostEntries
            ? nil : Mistake("there are more than \(Self.mostEntries) settings", at: token.place)
    }

    private mutating func takeValue(_ token: Token) -> Mistake? {
        switch token.kind {
        case .bool(let value): return takeSimple(token, value ? "true" : "false", "a truth value")
        // libconfig makes another number of one that is too large: it is told that there is one.
        case .integer: return takeSimple(token, "0", "a whole number")
        case .float: return takeSimple(token, "0.0", "a number")
        case .string: return takeSimple(token, token.text, "a string")
        case .open(let bracket): return open(bracket, token)
        case .name(let name):
            if let last, last.kind == .equals, last.place != token.place {
                return missing("a value", token)
            }
            return otherType(token)
                ?? Mistake(
                    "\"\(name.shortened)\" is no value: a text stands in quotes", at: token.place)
        case .equals, .comma, .semicolon, .close, .end: return missing("a value", token)
        case .include, .unreadable, .problem: return unexpected(token)
        }
    }

    private mutating func takeSimple(_ token: Token, _ text: String, _ type: String) -> Mistake? {
        let frame = frames.count - 1
        if frames[frame].bracket == .array {
            let first = frames[frame].type ?? type
            if first != type {
                // Left out, so that the rest can be read.
                let message =
                    "the values of one [ ] are of one type; this is \(type) after \(first)"
                if hidden == nil { diagnostics.append(Diagnostic(token.place, message)) }
                state = .afterValue
                return nil
            }
            frames[frame].type = type
        }
        if let mistake = beginValue(token, text) { return mistake }
        endValue()
        return nil
    }

    /// Notes a value and writes its first token.
    private mutating func beginValue(_ token: Token, _ text: String) -> Mistake? {
        if let mistake = count(token) { return mistake }
        if isInList, !frames[frames.count - 1].isEmpty { write(",", token.place) }
        frames[frames.count - 1].isEmpty = false
        if hidden == nil { entries.append(Entry(token: setting ?? token, value: token)) }
        write(text, token.place)
        setting = nil
        return nil
    }

    private mutating func endValue() {
        if !isInList { write(";", last?.place ?? frames[0].place) }
        if hidden == frames.count { hidden = nil }
        state = isInList ? .afterValue : .afterSetting
        markComplete()
    }

    private var isInList: Bool {
        let bracket = frames[frames.count - 1].bracket
        return bracket == .list || bracket == .array
    }

    private mutating func open(_ bracket: Bracket, _ token: Token) -> Mistake? {
        guard frames[frames.count - 1].bracket != .array else {
            return Mistake("[ ] holds simple values; use ( )", at: token.place)
        }
        guard frames.count <= Self.deepest else {
            return Mistake(
                "groups and lists are nested more than \(Self.deepest) deep", at: token.place)
        }
        if let mistake = beginValue(token, bracket.rawValue) { return mistake }
        let entry = hidden == nil ? entries.count - 1 : nil
        frames.append(Frame(bracket: bracket, place: token.place, entry: entry))
        markComplete()
        state = bracket == .group ? .name : .firstValue
        return nil
    }

    private mutating func close(_ token: Token) -> Mistake? {
        guard case .close(let bracket) = token.kind, let open = frames.last,
            open.bracket == bracket
        else { return unexpected(token) }
        write(bracket.closing, token.place)
        frames.removeLast()
        endValue()
        return nil
    }
}

extension Grammar {
    /// A mistake: something else must stand where a token is.
    ///
    /// It is told of the line where the missing part belongs.
    private func missing(_ what: String, _ token: Token) -> Mistake {
        let name = setting.map { "\"\($0.text.shortened)\"" }
        let place = last.map { Place(file: $0.place.file, line: $0.lastLine) } ?? token.place
        let owner = name.map { "\($0): " } ?? ""
        return Mistake("\(owner)\(what) is missing" + before(token) + openString(token), at: place)
    }

    /// A mistake: a token stands where none of its kind can be.
    private func unexpected(_ token: Token) -> Mistake {
        let open = frames[frames.count - 1]
        if token.kind == .end, let bracket = open.bracket {
            return Mistake(
                "\"\(bracket.rawValue)\" is not closed" + openString(token), at: open.place)
        }
        if case .close(let bracket) = token.kind {
            guard let expected = open.bracket else {
                return Mistake(
                    "\"\(bracket.closing)\" closes nothing" + openString(token), at: token.place)
            }
            return Mistake(
                "\"\(bracket.closing)\" cannot close \"\(expected.rawValue)\" of "
                    + open.place.seen(from: token.place) + openString(token), at: token.place)
        }
        if state == .afterValue {
            return Mistake(
                "expected \",\" or \"\(open.bracket?.closing ?? "")\"" + before(token)
                    + openString(token),
                at: token.place)
        }
        var hint = openString(token)
        if case .integer = token.kind, last?.kind == .comma { hint += "; a decimal point is a dot" }
        return Mistake("expected the name of a setting" + before(token) + hint, at: token.place)
    }

    private func before(_ token: Token) -> String {
        switch token.kind {
        case .end: " before the end of the file"
        case .string: " before a string"
        default: " before \"\(token.text.shortened)\""
        }
    }

    /// Where a closing quote may be missing: a string that goes over several lines ends on this one.
    func openString(_ token: Token) -> String {
        guard let text = longString, text.place.file == token.place.file,
            text.lastLine == token.place.line
        else { return "" }
        return "; the string before goes on from line \(text.place.line), is a quote missing there?"
    }
}
