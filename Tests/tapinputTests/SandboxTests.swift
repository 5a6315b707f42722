import Doctor
import Testing
import VirtualInput

@testable import tapinput

@Suite("A failure in a sandbox without virtual devices")
struct SandboxTests {
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
