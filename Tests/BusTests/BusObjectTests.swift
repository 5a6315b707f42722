import BusTestSupport
import Testing

@testable import Bus

@Suite("An object that can be called")
struct BusObjectTests {
    /// What the object's methods and setters were given.
    private final class Log {
        var entries: [String] = []
    }

    private let log = Log()
    private let object: BusObject

    init() {
        let log = log
        object = BusObject(
            path: "/org/example/Test",
            interfaces: [
                BusInterface(
                    "org.example.Test",
                    methods: [
                        BusMethod(
                            "Add", inputs: [BusArgument("a", "i"), BusArgument("b", "as")],
                            outputs: [BusArgument("sum", "x")]
                        ) { arguments in
                            log.entries.append(arguments.map(\.canonical).joined(separator: " "))
                            return .values([.int64(7)])
                        },
                        BusMethod("Fail") { _ in .failure(.bus("Failed")) },
                    ],
                    properties: [
                        BusProperty("Fixed", "s") { .string("stone") },
                        BusProperty(
                            "Free", "u",
                            access: .readWrite { value in
                                log.entries.append(value.canonical)
                                return .values([])
                            }
                        ) { .uint32(4) },
                    ],
                    signals: [BusSignal("Rang", [BusArgument("times", "u")]), BusSignal("Fell")]),
                BusInterface("org.example.Empty"),
            ])
    }

    /// The answer to a call of the object.
    private func answer(
        _ interface: String?, _ member: String, _ arguments: [BusValue] = [],
        path: String = "/org/example/Test"
    ) throws -> BusAnswer {
        object.answer(
            to: try #require(BusMessage.call("a.b", path, interface, member, arguments)))
    }

    @Test("A call with more values than anybody needs is refused before they are looked at")
    func flood() throws {
        let texts = { (count: Int) in BusValue.array(of: "s", (0..<count).map { _ in .string("") })
        }
        // The number and the array are values themselves.
        let most = BusObject.mostValues - 2
        let taken = try answer("org.example.Test", "Add", [.int32(1), texts(most)])
        #expect(taken == .values([.int64(7)]))
        let refused = try answer("org.example.Test", "Add", [.int32(1), texts(most + 1)])
        #expect(refused == .failure(.invalidArguments("Add: more than anybody needs")))
        #expect(log.entries.count == 1)
    }

    private func property(_ member: String, _ arguments: BusValue...) throws -> BusAnswer {
        try answer(BusObject.propertiesInterface, member, arguments)
    }

    @Test("A method gets its arguments, and its results or its error are the answer")
    func methods() throws {
        let list: BusValue = .array(of: "s", [.string("x")])
        #expect(
            try answer("org.example.Test", "Add", [.int32(1), list]) == .values([.int64(7)]))
        #expect(log.entries == ["i1 a:s[s\"x\"]"])
        #expect(try answer("org.example.Test", "Fail") == .failure(.bus("Failed")))
        #expect(try answer(nil, "Fail") == .failure(.bus("Failed")))
        #expect(try answer(nil, "Unheard").error == .bus("UnknownMethod"))
    }

    @Test("What is called and is not there is told in what it is not there")
    func unknown() throws {
        let calls: [(BusAnswer, String)] = [
            (try answer("org.example.Test", "Add", path: "/org/example/Tes"), "UnknownObject"),
            (try answer("org.example.Test", "Add", path: "/org/example/Test/a"), "UnknownObject"),
            (try answer("org.example.Test", "Add", path: "/org/exam"), "UnknownObject"),
            (try answer("org.example.Test", "Add", path: "/"), "UnknownInterface"),
            (try answer("org.example.Tes", "Add"), "UnknownInterface"),
            (try answer("org.example.Test", "add"), "UnknownMethod"),
            (try answer("org.example.Empty", "Add"), "UnknownMethod"),
            (try answer("org.example.Test", "Introspect"), "UnknownMethod"),
        ]
        for (answer, word) in calls { #expect(answer.error == .bus(word)) }
    }

    @Test("Arguments of other types are refused and reach nobody")
    func types() throws {
        let list: BusValue = .array(of: "s", [])
        let lists: [[BusValue]] = [
            [], [.int32(1)], [list, .int32(1)], [.uint32(1), list], [.int32(1), list, .int32(1)],
            [.variant(.int32(1)), list], [.structure([.int32(1), list])],
            [.int32(1), .array(of: "v", [])],
        ]
        for arguments in lists {
            #expect(
                try answer("org.example.Test", "Add", arguments).error == .bus("InvalidArgs"))
        }
        #expect(try answer("org.example.Test", "Fail", [.byte(1)]).error == .bus("InvalidArgs"))
        #expect(log.entries.isEmpty)
    }

    @Test("Properties are read one by one and all at once")
    func reading() throws {
        let interface: BusValue = .string("org.example.Test")
        #expect(
            try property("Get", interface, .string("Fixed"))
                == .values([.variant(.string("stone"))]))
        #expect(
            try property("GetAll", interface)
                == .values([.properties([("Fixed", .string("stone")), ("Free", .uint32(4))])]))
        for name in ["org.example.Empty", "org.freedesktop.DBus.Peer"] {
            #expect(try property("GetAll", .string(name)) == .values([.properties([])]))
        }
        for name in ["", "org.example.Other"] {
            #expect(try property("GetAll", .string(name)).error == .bus("UnknownInterface"))
            #expect(
                try property("Get", .string(name), .string("Fixed")).error
                    == .bus("UnknownInterface"))
        }
        #expect(
            try property("Get", interface, .string("fixed")).error == .bus("UnknownProperty"))
    }

    @Test("Only what can be set is set, and only to what is of its type")
    func writing() throws {
        let interface: BusValue = .string("org.example.Test")
        let new: BusValue = .variant(.uint32(9))
        #expect(
            try property("Set", interface, .string("Fixed"), .variant(.string("x"))).error
                == .bus("PropertyReadOnly"))
        for wrong in [BusValue.int32(9), .string("9"), .variant(.uint32(9))] {
            #expect(
                try property("Set", interface, .string("Free"), .variant(wrong)).error
                    == .bus("InvalidArgs"))
        }
        #expect(
            try property("Set", interface, .string("Fre"), new).error == .bus("UnknownProperty"))
        #expect(log.entries.isEmpty)
        #expect(try property("Set", interface, .string("Free"), new) == .values([]))
        #expect(log.entries == ["u9"])
    }

    @Test("Introspection tells everything, and the way to the object")
    func introspection() throws {
        func text(_ path: String) throws -> String {
            let answer = try answer("org.freedesktop.DBus.Introspectable", "Introspect", path: path)
            guard case .values(let values) = answer else { return "" }
            return try #require(values.first?.text)
        }
        let whole = try text("/org/example/Test")
        for line in [
            "  <interface name=\"org.example.Test\">", "  <interface name=\"org.example.Empty\">",
            "    <method name=\"Add\">", "      <arg name=\"b\" type=\"as\" direction=\"in\"/>",
            "      <arg name=\"sum\" type=\"x\" direction=\"out\"/>", "    <method name=\"Fail\"/>",
            "    <signal name=\"Rang\">", "      <arg name=\"times\" type=\"u\"/>",
            "    <signal name=\"Fell\"/>",
            "    <property name=\"Fixed\" type=\"s\" access=\"read\"/>",
            "    <property name=\"Free\" type=\"u\" access=\"readwrite\"/>",
            "    <method name=\"Introspect\">", "    <method name=\"Ping\"/>",
            "    <method name=\"GetAll\">", "    <signal name=\"PropertiesChanged\">",
        ] { #expect(whole.contains("\n\(line)\n"), "\(line)") }
        #expect(try text("/").contains("\n  <node name=\"org\"/>\n"))
        #expect(try text("/org").contains("\n  <node name=\"example\"/>\n"))
        let above = try text("/org/example")
        #expect(above.contains("\n  <node name=\"Test\"/>\n"))
        #expect(!above.contains("org.example.Test"))
    }
}

extension BusAnswer {
    /// The error without its words.
    fileprivate var error: BusError? {
        guard case .failure(let error) = self else { return nil }
        return error.withoutWords
    }
}
