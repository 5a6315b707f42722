internal import Bus

/// The driver's interface on the bus: the one table of what can be called and read.
///
/// Introspection, dispatch, the checks of arguments and the change signals all follow from it.
enum ControlInterface {
    /// The service's well-known name.
    static let service = "io.github.tapinput"
    /// The path of its one object.
    static let path = "/io/github/tapinput"
    /// The interface.
    static let name = "io.github.tapinput.Driver1"

    /// A method: its name, what it takes, and what it does with that.
    struct Method: Sendable {
        var name: String
        var inputs: [BusArgument]
        var perform: @Sendable (ControlHandlers, [BusValue]) throws(ControlError) -> Void
    }

    /// A property that can be read: its name, its type, and where its value is.
    struct Property: Sendable {
        var name: String
        var signature: String
        var value: @Sendable (ControlState) -> BusValue
    }

    /// All methods.
    static let methods = [
        Method(
            name: "SetProfile", inputs: [BusArgument("device", "s"), BusArgument("profile", "s")]
        ) { (handlers, arguments) throws(ControlError) in
            try handlers.setProfile(arguments.text(at: 0), arguments.text(at: 1))
        },
        Method(name: "Reload", inputs: []) { (handlers, _) throws(ControlError) in
            try handlers.reload()
        },
    ]

    /// All properties; each is told when it changes.
    static let properties = [
        Property(name: "Profile", signature: "s") { .string($0.profile) },
        Property(name: "Profiles", signature: "as") { state in
            .array(of: "s", state.profiles.map { .string($0) })
        },
    ]
}

extension [BusValue] {
    /// The text at an index; the types were checked before, so that it is there.
    fileprivate func text(at index: Int) -> String {
        indices.contains(index) ? self[index].text ?? "" : ""
    }
}
