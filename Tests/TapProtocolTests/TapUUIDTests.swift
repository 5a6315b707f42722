import TapProtocol
import Testing

@Suite("UUIDs and protocol versions")
struct TapUUIDTests {
    @Test(
        "Each UUID is spelt as BlueZ spells it: 36 lower-case characters on the Tap's base",
        arguments: [
            (TapUUID.tapService, "c3ff0001"), (TapUUID.v1TapData, "c3ff0005"),
            (TapUUID.v1MouseData, "c3ff0006"), (TapUUID.v1UICommand, "c3ff0009"),
            (TapUUID.v1AirGesture, "c3ff000a"), (TapUUID.v2Read, "c3ff000e"),
            (TapUUID.v2Write, "c3ff000f"),
        ])
    func spelling(uuid: String, short: String) {
        #expect(uuid == short + "-1d8b-40fd-a56f-c7bd5d0f3370")
        #expect(uuid == uuid.lowercased())
        #expect(uuid.utf8.count == 36)
    }

    @Test("The short form of the v2 read characteristic is the beginning of its UUID")
    func shortForm() {
        #expect(
            String(NotifyingCharacteristic.v2Read.rawValue, radix: 16) == TapUUID.v2Read.prefix(8))
    }

    @Test("A device with both v2 characteristics speaks v2, whatever else it has")
    func v2() {
        #expect(ProtocolVersion(characteristics: [TapUUID.v2Read, TapUUID.v2Write]) == .v2)
        #expect(ProtocolVersion(characteristics: [TapUUID.v2Write, TapUUID.v2Read]) == .v2)
        #expect(
            ProtocolVersion(characteristics: [
                TapUUID.v1TapData, TapUUID.v2Write, "2a19", TapUUID.v1AirGesture, TapUUID.v2Read,
            ]) == .v2)
    }

    @Test(
        "A device with v1 characteristics and not both of v2 speaks v1",
        arguments: [
            [TapUUID.v1TapData], [TapUUID.v1MouseData], [TapUUID.v1AirGesture],
            [TapUUID.v1TapData, TapUUID.v2Read], [TapUUID.v2Write, TapUUID.v1MouseData],
        ])
    func v1(uuids: [String]) {
        #expect(ProtocolVersion(characteristics: uuids) == .v1)
    }

    @Test(
        "A device with neither speaks neither",
        arguments: [
            [], [TapUUID.v2Read], [TapUUID.v2Write], [TapUUID.tapService],
            ["00002a19-0000-1000-8000-00805f9b34fb"],
        ])
    func neither(uuids: [String]) {
        #expect(ProtocolVersion(characteristics: uuids) == nil)
    }

    @Test("The versions are spelt as captures have them")
    func names() {
        #expect(ProtocolVersion(rawValue: "v1") == .v1)
        #expect(ProtocolVersion(rawValue: "v2") == .v2)
        #expect(ProtocolVersion(rawValue: "V2") == nil)
    }
}
