/// An element of an XML text, read by a parser that knows what introspection needs and no more.
struct XMLElement: Equatable {
    var name: String
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []

    /// The children of a kind.
    func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The values of an attribute of the children of a kind, in order.
    func children(_ name: String, _ attribute: String) -> [String] {
        children(name).map { $0.attributes[attribute] ?? "" }
    }

    /// The root of a text, or nil where the text is not well-formed.
    static func root(of text: String) -> XMLElement? {
        var open = [XMLElement(name: "")]
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "<") {
            guard rest[..<start].allSatisfy(\.isWhitespace),
                let end = rest[start...].firstIndex(of: ">")
            else { return nil }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("!") { continue }
            if tag.hasPrefix("/") {
                guard let last = open.popLast(), last.name == tag.dropFirst(), !open.isEmpty
                else { return nil }
                open[open.count - 1].children.append(last)
                continue
            }
            guard let element = element(of: tag.hasSuffix("/") ? tag.dropLast() : tag) else {
                return nil
            }
            if tag.hasSuffix("/") {
                open[open.count - 1].children.append(element)
            } else {
                open.append(element)
            }
        }
        guard open.count == 1, open[0].children.count == 1, rest.allSatisfy(\.isWhitespace)
        else { return nil }
        return open[0].children.first
    }

    /// An element of what is between its brackets.
    private static func element(of tag: Substring) -> XMLElement? {
        let name = tag.prefix { $0.isLetter }
        guard !name.isEmpty else { return nil }
        var element = XMLElement(name: String(name))
        var rest = tag.dropFirst(name.count)
        while let equals = rest.firstIndex(of: "=") {
            let key = rest[..<equals]
            let value = rest[equals...].dropFirst()
            guard key.first == " ", value.first == "\"",
                let end = value.dropFirst().firstIndex(of: "\"")
            else { return nil }
            let attribute = String(key.dropFirst())
            guard element.attributes[attribute] == nil else { return nil }
            element.attributes[attribute] = String(value.dropFirst()[..<end])
            rest = value[end...].dropFirst()
        }
        return rest.isEmpty ? element : nil
    }
}
