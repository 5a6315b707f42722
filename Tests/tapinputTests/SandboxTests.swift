import Testing
import VirtualInput

@testable import tapinput

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

    @Test("What is missing is told with the sandbox, since nothing inside of it mends that")
    func told() {
        let path = "/dev/uinput"
        let missing = VirtualInputError.moduleMissing(path: path)
        let failure = Failure(missing, in: .flatpak)
        #expect(failure.status == .cannotCreate)
        #expect(
            failure.message == missing.description
                + "; this is a Flatpak, in which there are no virtual input devices: install tapinput "
                + "outside of it, with its udev rule")
        #expect(Failure(missing, in: nil).message == missing.description)
        #expect(Failure(.notPermitted(path: path), in: .snap).message.contains("this is a Snap"))
    }
}
