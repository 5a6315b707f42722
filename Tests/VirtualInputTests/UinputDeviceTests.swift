import EventLoop
import Glibc
import Mapping
import TestSupport
import Testing
import VirtualInput

@Suite("Why a virtual device cannot be made")
struct UinputDeviceTests {
    /// The error of creating a device through a file, or nil where it was created.
    private static func failure(_ path: String) -> VirtualInputError? {
        do throws(VirtualInputError) {
            _ = try UinputSink(Capabilities(of: [.desktop]), path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("Without the file, the module is missing")
    func missing() throws {
        let path = try TemporaryFolder().file("uinput")
        #expect(Self.failure(path) == .moduleMissing(path: path))
    }

    @Test("A regular file is not the kernel's uinput")
    func regularFile() throws {
        let directory = try TemporaryFolder()
        let path = try directory.create("uinput")
        #expect(Self.failure(path) == .notUinput(path: path))
    }

    @Test("Another device is not the kernel's uinput", arguments: ["/dev/null", "/dev/zero"])
    func otherDevice(path: String) {
        #expect(Self.failure(path) == .notUinput(path: path))
    }

    @Test("A directory is not the kernel's uinput")
    func directory() throws {
        let directory = try TemporaryFolder()
        #expect(Self.failure(directory.path) == .notUinput(path: directory.path))
    }

    @Test(
        "A file of somebody else is not permitted",
        .disabled(if: geteuid() == 0, "the superuser may open everything"))
    func permission() throws {
        let directory = try TemporaryFolder()
        let path = try directory.create("uinput", mode: 0)
        #expect(Self.failure(path) == .notPermitted(path: path))
    }

    @Test("A file without a device behind it has no device")
    func noDevice() throws {
        // open(2) answers ENXIO for a socket, as for a device node without a driver.
        let directory = try TemporaryFolder()
        let path = directory.file("socket")
        let raw = try systemCall("create a socket") {
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        }
        let descriptor = FileDescriptor(owning: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try withUnsafePointer(to: address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                _ = try systemCall("bind \(path)") { bind(descriptor.raw, generic, size) }
            }
        }
        #expect(Self.failure(path) == .noDevice(path: path))
    }

    @Test("A sink of both devices fails like its first one")
    func sink() throws {
        let path = try TemporaryFolder().file("uinput")
        #expect(throws: VirtualInputError.moduleMissing(path: path)) {
            try UinputSink(Capabilities(of: [.desktop]), path: path)
        }
    }

    @Test("The messages differ, name the file and take one line")
    func messages() {
        let path = "/dev/uinput"
        let errors: [VirtualInputError] = [
            .moduleMissing(path: path), .notPermitted(path: path), .noDevice(path: path),
            .notUinput(path: path),
        ]
        let texts = errors.map(\.description)
        #expect(Set(texts).count == 4)
        #expect(texts.allSatisfy { $0.contains(path) && !$0.contains("\n") })
        // Two of them can be mended by loading the module, one by the udev rule.
        #expect(texts[0].contains("modprobe uinput"))
        #expect(texts[1].contains("udev"))
        #expect(texts[2].contains("modprobe uinput"))
        let other = VirtualInputError.system(SystemError(action: "write", code: ENOSPC))
        #expect(other.description == "cannot write: No space left on device")
    }
}
