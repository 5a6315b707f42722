import BusTestSupport
import Testing

@testable import Bus

@Suite("Messages")
struct BusMessageTests {
    /// What `withChangedBytes` lends of a signal with these arguments; nil if nothing.
    private func changedBytes(_ arguments: [BusValue], of property: String = "Value") -> [UInt8]? {
        let signal = BusMessage.signal(
            "/a", "org.freedesktop.DBus.Properties", "PropertiesChanged", arguments)
        var lent: [UInt8]?
        signal?.withChangedBytes(of: property) { bytes in
            lent = (0..<bytes.count).map { bytes[$0] }
        }
        return lent
    }

    private let interface: BusValue = .string("org.bluez.GattCharacteristic1")

    @Test("The bytes of the property that is asked for", arguments: [0, 1, 2, 20, 182, 512])
    func bytes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let value: (String, BusValue) = ("Value", .bytes(bytes))
        #expect(changedBytes([interface, .properties([value]), .array(of: "s", [])]) == bytes)
        let others: [(String, BusValue)] = [
            ("Notifying", .bool(true)), ("Other", .bytes([9])), value, ("Last", .string("x")),
        ]
        #expect(changedBytes([interface, .properties(others)]) == bytes)
    }

    @Test("Another property, or none, lends nothing")
    func otherProperty() {
        #expect(changedBytes([interface, .properties([("Values", .bytes([1]))])]) == nil)
        #expect(changedBytes([interface, .properties([])]) == nil)
    }

    @Test("What is not an array of bytes lends nothing")
    func otherTypes() {
        let values: [BusValue] = [
            .byte(1), .string("text"), .array(of: "i", [.int32(1)]),
            .array(of: "ay", [.bytes([1])]),
            .variant(.bytes([1])), .structure([.bytes([1])]), .array(of: "{sv}", []), .bool(true),
        ]
        for value in values {
            #expect(changedBytes([interface, .properties([("Value", value)])]) == nil)
        }
    }

    @Test("Arguments that are not those of the signal lend nothing")
    func otherArguments() {
        let lists: [[BusValue]] = [
            [], [interface], [interface, interface], [interface, .bytes([1])],
            [interface, .array(of: "s", [.string("Value")])],
            [interface, .structure([.string("Value"), .bytes([1])])],
            [interface, .variant(.properties([("Value", .bytes([1]))]))],
            [
                interface,
                .array(of: "{iv}", [.entry(key: .int32(1), value: .variant(.bytes([1])))]),
            ],
            [interface, .array(of: "{say}", [.entry(key: .string("Value"), value: .bytes([1]))])],
            [.properties([("Value", .bytes([1]))])],
        ]
        for arguments in lists { #expect(changedBytes(arguments) == nil) }
    }

    @Test("What a message says of itself")
    func fields() throws {
        let call = try #require(BusMessage.call("a.b", "/c", "d.e", "F", [.byte(1)]))
        #expect(call.isCall)
        #expect(!call.isSignal)
        #expect(call.path == "/c")
        #expect(call.interface == "d.e")
        #expect(call.member == "F")
        #expect(call.sender == nil)
        #expect(call.error == nil)
        #expect(try call.arguments().map(\.canonical) == ["y1"])
        let signal = try #require(BusMessage.signal("/c", "d.e", "F"))
        #expect(signal.isSignal)
        #expect(!signal.isCall)
        #expect(try signal.arguments().isEmpty)
    }

    @Test("An error in one line")
    func errorText() {
        #expect(BusError(name: "a.B").description == "a.B")
        #expect(BusError(name: "a.B", message: "it broke").description == "it broke (a.B)")
    }
}
