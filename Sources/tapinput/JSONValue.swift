/// A value that is written as JSON (RFC 8259), in one line.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(UInt64)
    case string(String)
    case array([JSONValue])
    /// The members in their order.
    indirect case members([Member])

    /// A member of an object.
    struct Member: Equatable {
        var name: String
        var value: JSONValue
    }

    /// An object of members in their order.
    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .members(members.map { Member(name: $0.0, value: $0.1) })
    }

    /// An object of numbers, in the order of their names.
    static func object(numbers: [String: UInt64]) -> JSONValue {
        .object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
    }

    /// The text.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let truth): truth ? "true" : "false"
        case .number(let number): String(number)
        case .string(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .members(let members):
            "{"
                + members.map { "\(Self.quoted($0.name)): \($0.value.text)" }
                .joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            // Control characters must be escaped; so are those that would move a terminal's cursor.
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
