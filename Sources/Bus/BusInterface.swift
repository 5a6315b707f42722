/// One argument of a method or signal.
public struct BusArgument: Equatable, Sendable {
    /// Its name, for people.
    public var name: String
    /// The D-Bus signature of its one complete type.
    public var signature: String

    /// An argument of a type.
    public init(_ name: String, _ signature: String) {
        self.name = name
        self.signature = signature
    }
}

/// A method that can be called over the bus.
public struct BusMethod {
    /// The method's name.
    public var name: String
    /// What it takes; a call with other types is refused.
    public var inputs: [BusArgument]
    /// What it returns.
    public var outputs: [BusArgument]
    /// Does it; gets one value of the right type for each input.
    public var body: ([BusValue]) -> BusAnswer

    /// A method of a name.
    public init(
        _ name: String, inputs: [BusArgument] = [], outputs: [BusArgument] = [],
        body: @escaping ([BusValue]) -> BusAnswer
    ) {
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.body = body
    }
}

/// A property that can be read over the bus.
public struct BusProperty {
    /// What others may do with a property.
    public enum Access {
        /// It can be read.
        case read
        /// It can be set as well, by this closure, which gets a value of the right type.
        case readWrite(set: (BusValue) -> BusAnswer)
    }

    /// The property's name.
    public var name: String
    /// The D-Bus signature of its one complete type.
    public var signature: String
    /// What others may do with it.
    public var access: Access
    /// Whether everybody is told when it is another one.
    public var tellsChanges: Bool
    /// Its value at this moment, which is of its type.
    public var value: () -> BusValue

    /// A property of a name.
    public init(
        _ name: String, _ signature: String, access: Access = .read, tellsChanges: Bool = true,
        value: @escaping () -> BusValue
    ) {
        self.name = name
        self.signature = signature
        self.access = access
        self.tellsChanges = tellsChanges
        self.value = value
    }
}

/// A signal that an object may send.
public struct BusSignal: Equatable, Sendable {
    /// The signal's name.
    public var name: String
    /// What it carries.
    public var arguments: [BusArgument]

    /// A signal of a name.
    public init(_ name: String, _ arguments: [BusArgument] = []) {
        self.name = name
        self.arguments = arguments
    }
}

/// An interface of an object: one table for introspection, dispatch and the check of arguments.
public struct BusInterface {
    /// The interface's name.
    public var name: String
    /// What can be called.
    public var methods: [BusMethod]
    /// What can be read.
    public var properties: [BusProperty]
    /// What is sent.
    public var signals: [BusSignal]

    /// An interface of a name.
    public init(
        _ name: String, methods: [BusMethod] = [], properties: [BusProperty] = [],
        signals: [BusSignal] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }

    /// The values of all properties at this moment.
    public var values: [(name: String, value: BusValue)] {
        properties.map { ($0.name, $0.value()) }
    }
}
