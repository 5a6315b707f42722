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

    /// A method: its name, what it takes and gives, and what it does.
    struct Method: Sendable {
        var name: String
        var inputs: [BusArgument] = []
        var outputs: [BusArgument] = []
        var perform: @Sendable (ControlHandlers, [BusValue]) throws(ControlError) -> [BusValue]
    }

    /// A property that can be read: its name, its type, when it is told, and where its value is.
    struct Property: Sendable {
        var name: String
        var signature: String
        var telling = Telling.whenChanged
        var value: @Sendable (ControlState) -> BusValue
    }

    /// When a property is told to everybody.
    enum Telling: Sendable {
        /// Whenever it is another one.
        case whenChanged
        /// Together with others, so that a stream of packets wakes nobody up.
        case alongWithOthers
        /// Never: it is another one at each moment.
        case never
    }

    /// The Tap that a method is about: its name or address, or empty for all.
    private static let device = BusArgument("device", "s")

    /// All methods.
    static let methods = [
        Method(name: "SetProfile", inputs: [device, BusArgument("profile", "s")]) {
            (handlers, arguments) throws(ControlError) in
            try handlers.setProfile(arguments.text(at: 0), arguments.text(at: 1))
            return []
        },
        Method(name: "Pause", inputs: [device]) { (handlers, arguments) throws(ControlError) in
            try handlers.setPaused(arguments.text(at: 0), true)
            return []
        },
        Method(name: "Resume", inputs: [device]) { (handlers, arguments) throws(ControlError) in
            try handlers.setPaused(arguments.text(at: 0), false)
            return []
        },
        Method(name: "Reload") { (handlers, _) throws(ControlError) in
            try handlers.reload()
            return []
        },
        Method(name: "Vibrate", inputs: [device, BusArgument("milliseconds", "au")]) {
            (handlers, arguments) throws(ControlError) in
            let durations = (arguments.last?.elements ?? []).compactMap(\.number)
            try handlers.vibrate(arguments.text(at: 0), durations)
            return []
        },
        Method(name: "Monitor", outputs: [BusArgument("records", "h")]) {
            (handlers, _) throws(ControlError) in
            [.unixFD(BusDescriptor(try handlers.monitor()))]
        },
    ]

    /// All properties.
    static let properties = [
        Property(name: "Version", signature: "s") { .string($0.version) },
        Property(name: "State", signature: "s") { .string($0.state) },
        Property(name: "Bluetooth", signature: "s") { .string($0.bluetooth) },
        Property(name: "Profile", signature: "s") { .string($0.profile) },
        Property(name: "Profiles", signature: "as") { state in
            .array(of: "s", state.profiles.map { .string($0) })
        },
        Property(name: "Paused", signature: "b") { .bool($0.isPaused) },
        Property(name: "Devices", signature: "aa{sv}") { state in
            .array(of: "a{sv}", state.taps.map(\.properties))
        },
        Property(name: "Counters", signature: "a{sa{st}}", telling: .alongWithOthers) {
            $0.taps.numbers(\.counters)
        },
        Property(name: "Timing", signature: "a{sa{st}}", telling: .never) {
            $0.taps.numbers(\.timing)
        },
    ]
}

extension [BusValue] {
    /// The text at an index; the types were checked before, so that it is there.
    fileprivate func text(at index: Int) -> String {
        indices.contains(index) ? self[index].text ?? "" : ""
    }
}
