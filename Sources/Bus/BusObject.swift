/// An object that others can call: its interfaces, and the standard ones that every object has.
///
/// Source: the D-Bus specification's standard interfaces and error names.
public struct BusObject {
    /// The object's path.
    public let path: String
    private let interfaces: [BusInterface]

    /// An object at a path with these interfaces, besides the standard ones.
    public init(path: String, interfaces: [BusInterface]) {
        self.path = path
        self.interfaces = interfaces
    }

    /// How many values a call may have: who sends millions of them must not keep others waiting.
    static let mostValues = 1_000

    /// What a method call is answered with; a call that fits no method is told in what it does not.
    public func answer(to call: BusMessage) -> BusAnswer {
        let path = call.path ?? ""
        guard let interfaces = interfaces(at: path) else {
            return .failure(.unknownObject("there is no such object here"))
        }
        let member = call.member ?? ""
        let method: BusMethod?
        if let name = call.interface {
            guard let interface = interfaces.first(where: { $0.name == name }) else {
                return .failure(.unknownInterface("\(path) has no interface \(name)"))
            }
            method = interface.methods.first { $0.name == member }
        } else {
            // A call need not name its interface.
            method = interfaces.lazy.flatMap(\.methods).first { $0.name == member }
        }
        guard let method else {
            return .failure(.unknownMethod("\(path) has no method \(member)"))
        }
        // Compared before anything is decoded: what is not wanted costs nothing.
        let signature = method.inputs.map(\.signature).joined()
        guard call.signature == signature else {
            return .failure(
                .invalidArguments("\(member) takes \"\(signature)\", not \"\(call.signature)\""))
        }
        guard let arguments = try? call.arguments(limit: Self.mostValues) else {
            return .failure(.invalidArguments("\(member): more than anybody needs"))
        }
        return method.body(arguments)
    }

    /// The interfaces at a path, or nil where nothing is.
    ///
    /// The paths above the object's own can be introspected, so that the object is found.
    private func interfaces(at path: String) -> [BusInterface]? {
        if path == self.path {
            return interfaces + [
                Self.introspectable((interfaces + standard).map(\.introspection).joined()),
                properties, Self.peer,
            ]
        }
        let prefix = path == "/" ? path : path + "/"
        guard self.path.hasPrefix(prefix),
            let child = self.path.dropFirst(prefix.count).split(separator: "/").first
        else { return nil }
        let shown = [Self.introspectable(""), Self.peer]
        return [
            Self.introspectable(
                shown.map(\.introspection).joined() + "  <node name=\"\(child)\"/>\n"),
            Self.peer,
        ]
    }
}

// MARK: - The standard interfaces

extension BusObject {
    /// The interface by which properties are read and set.
    public static let propertiesInterface = "org.freedesktop.DBus.Properties"

    /// What every object has, without the text of an introspection.
    private var standard: [BusInterface] { [Self.introspectable(""), properties, Self.peer] }

    /// The text is made only for who asks for it.
    private static func introspectable(
        _ content: @escaping @autoclosure () -> String
    ) -> BusInterface {
        BusInterface(
            "org.freedesktop.DBus.Introspectable",
            methods: [
                BusMethod("Introspect", outputs: [BusArgument("xml", "s")]) { _ in
                    .values([.string(BusInterface.document(content()))])
                }
            ])
    }

    /// It is told here, and answered by libdbus itself, which takes such calls first.
    private static var peer: BusInterface {
        BusInterface(
            "org.freedesktop.DBus.Peer",
            methods: [
                BusMethod("Ping") { _ in .values([]) },
                BusMethod("GetMachineId", outputs: [BusArgument("machine_uuid", "s")]) { _ in
                    .failure(.unknownMethod())
                },
            ])
    }

    private var properties: BusInterface {
        let interface = BusArgument("interface_name", "s")
        let property = BusArgument("property_name", "s")
        return BusInterface(
            Self.propertiesInterface,
            methods: [
                BusMethod(
                    "Get", inputs: [interface, property], outputs: [BusArgument("value", "v")],
                    body: { answer(about: $0) { .values([.variant($0.value())]) } }),
                BusMethod(
                    "GetAll", inputs: [interface], outputs: [BusArgument("properties", "a{sv}")],
                    body: all),
                BusMethod(
                    "Set", inputs: [interface, property, BusArgument("value", "v")],
                    body: { arguments in
                        answer(about: arguments) { Self.set($0, to: arguments.last) }
                    }),
            ],
            signals: [
                BusSignal(
                    "PropertiesChanged",
                    [
                        interface, BusArgument("changed_properties", "a{sv}"),
                        BusArgument("invalidated_properties", "as"),
                    ])
            ])
    }

    private func all(_ arguments: [BusValue]) -> BusAnswer {
        let name = arguments.first?.text ?? ""
        guard let interface = (interfaces + standard).first(where: { $0.name == name }) else {
            return .failure(.unknownInterface("\(path) has no such interface"))
        }
        return .values([.properties(interface.values.map { ($0.name, $0.value) })])
    }

    /// Answers with the property that the first two arguments name, if there is one.
    private func answer(
        about arguments: [BusValue], with body: (BusProperty) -> BusAnswer
    ) -> BusAnswer {
        let names = arguments.prefix(2).map { $0.text ?? "" }
        guard let interface = interfaces.first(where: { $0.name == names.first }) else {
            return .failure(.unknownInterface("\(path) has no such interface with properties"))
        }
        guard let property = interface.properties.first(where: { $0.name == names.last }) else {
            return .failure(.unknownProperty("\(interface.name) has no such property"))
        }
        return body(property)
    }

    private static func set(_ property: BusProperty, to value: BusValue?) -> BusAnswer {
        guard case .readWrite(let set) = property.access else {
            return .failure(.readOnlyProperty("\(property.name) can only be read"))
        }
        guard case .variant(let value)? = value, value.typeSignature == property.signature else {
            return .failure(
                .invalidArguments("\(property.name) is of type \"\(property.signature)\""))
        }
        return set(value)
    }
}
