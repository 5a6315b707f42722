import Testing

@testable import Doctor

@Suite("Sandboxes without virtual devices")
struct SandboxTests {
    @Test("A file tells of a Flatpak, two variables of a Snap")
    func detected() {
        let nothing: (String) -> String? = { _ in nil }
        let snap: (String) -> String? = { ["SNAP": "/snap/x/1", "SNAP_NAME": "x"][$0] }
        #expect(Sandbox.detect(environment: nothing, exists: { _ in false }) == nil)
        #expect(Sandbox.detect(environment: nothing) { $0 == "/.flatpak-info" } == .flatpak)
        #expect(Sandbox.detect(environment: snap, exists: { _ in false }) == .snap)
        // A variable of another program is no Snap.
        #expect(Sandbox.detect(environment: { ["SNAP": "1"][$0] }, exists: { _ in false }) == nil)
    }
}
