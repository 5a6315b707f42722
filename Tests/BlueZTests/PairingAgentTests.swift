import Bus
import BusTestSupport
import Testing

@testable import BlueZ

@Suite("The agent that BlueZ asks")
struct PairingAgentTests {
    private static let tap = "/org/bluez/hci0/dev_A0"
    private static let other = "/org/bluez/hci0/dev_B0"
    private static let questions = [
        "RequestConfirmation", "RequestAuthorization", "AuthorizeService",
    ]

    private func answer(
        _ member: String?, device: String? = nil, pairing: String? = tap,
        path: String = "/org/tapinput/agent", interface: String? = "org.bluez.Agent1"
    ) -> BusError? {
        PairingAgent.answer(
            path: path, interface: interface, member: member, device: device, pairing: pairing)
    }

    @Test("It says yes for the Tap that is being paired and for nothing else", arguments: questions)
    func asked(member: String) {
        #expect(answer(member, device: Self.tap) == nil)
        #expect(answer(member, device: Self.tap, interface: nil) == nil)
        #expect(answer(member, device: Self.other) == .bluez("Rejected"))
        #expect(answer(member, device: nil) == .bluez("Rejected"))
        #expect(answer(member, device: Self.tap, pairing: nil) == .bluez("Rejected"))
        #expect(answer(member, device: nil, pairing: nil) == .bluez("Rejected"))
    }

    @Test(
        "It has neither a display nor keys",
        arguments: ["RequestPinCode", "DisplayPinCode", "RequestPasskey", "DisplayPasskey"])
    func numbers(member: String) {
        #expect(answer(member, device: Self.tap) == .bluez("Rejected"))
    }

    @Test("The end is taken note of", arguments: ["Release", "Cancel"])
    func end(member: String) {
        #expect(answer(member) == nil)
        #expect(answer(member, pairing: nil) == nil)
    }

    @Test("What is unknown is an error")
    func unknown() {
        #expect(answer("Introspect") == .bus("UnknownMethod"))
        #expect(answer(nil) == .bus("UnknownMethod"))
        #expect(
            answer("RequestConfirmation", device: Self.tap, interface: "org.example.Agent")
                == .bus("UnknownMethod"))
        #expect(
            answer("RequestConfirmation", device: Self.tap, path: "/") == .bus("UnknownObject"))
    }
}
