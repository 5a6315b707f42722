/// The XML by which tools learn what can be called.
///
/// Source: the D-Bus specification's introspection data format. Names and signatures have no
/// character that XML would need escaped.
extension BusInterface {
    /// The whole document around an object's interfaces and child nodes.
    static func document(_ content: String) -> String {
        """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
        \(content)</node>

        """
    }

    /// The element of the interface.
    var introspection: String {
        "  <interface name=\"\(name)\">\n"
            + methods.map { Self.element("method", $0.name, arguments(of: $0)) }.joined()
            + signals.map { signal in
                Self.element(
                    "signal", signal.name, signal.arguments.map { Self.argument($0, "") })
            }.joined()
            + properties.map { Self.element(of: $0) }.joined()
            + "  </interface>\n"
    }

    private func arguments(of method: BusMethod) -> [String] {
        method.inputs.map { Self.argument($0, " direction=\"in\"") }
            + method.outputs.map { Self.argument($0, " direction=\"out\"") }
    }

    private static func argument(_ argument: BusArgument, _ direction: String) -> String {
        "      <arg name=\"\(argument.name)\" type=\"\(argument.signature)\"\(direction)/>\n"
    }

    private static func element(_ kind: String, _ name: String, _ arguments: [String]) -> String {
        guard !arguments.isEmpty else { return "    <\(kind) name=\"\(name)\"/>\n" }
        return "    <\(kind) name=\"\(name)\">\n" + arguments.joined() + "    </\(kind)>\n"
    }

    private static func element(of property: BusProperty) -> String {
        let access =
            switch property.access {
            case .read: "read"
            case .readWrite: "readwrite"
            }
        let start =
            "    <property name=\"\(property.name)\" type=\"\(property.signature)\" "
            + "access=\"\(access)\""
        guard !property.tellsChanges else { return start + "/>\n" }
        return start + ">\n"
            + "      <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\""
            + " value=\"false\"/>\n    </property>\n"
    }
}
