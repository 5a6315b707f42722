import EventLoop
import Glibc
import Testing

@Suite("System calls")
struct SystemCallTests {
    /// A system call that fails with these error numbers, one after another, and then succeeds.
    private final class FakeCall {
        private let failures: [Int32]
        private(set) var count = 0

        init(failures: [Int32]) {
            self.failures = failures
        }

        func call() -> Int {
            count += 1
            guard count <= failures.count else { return 42 }
            errno = failures[count - 1]
            return -1
        }
    }

    @Test("A call that succeeds is made once and gives its result")
    func success() throws {
        let fake = FakeCall(failures: [])
        #expect(try systemCall("do nothing") { fake.call() } == 42)
        #expect(fake.count == 1)
        #expect(try systemCall("do nothing") { Int32(0) } == 0)
        #expect(try systemCall("do nothing") { Int32(-2) } == -2)
    }

    @Test("A call that signals interrupt is made again, as often as it takes")
    func interrupted() throws {
        let fake = FakeCall(failures: Array(repeating: EINTR, count: 5))
        #expect(try systemCall("wait") { fake.call() } == 42)
        #expect(fake.count == 6)
    }

    @Test("Any other failure is thrown at once", arguments: [EAGAIN, ENOENT, EIO, EPIPE])
    func failure(code: Int32) {
        let fake = FakeCall(failures: [code])
        #expect(throws: SystemError(action: "open a door", code: code)) {
            try systemCall("open a door") { fake.call() }
        }
        #expect(fake.count == 1)
    }

    @Test("A failure after an interruption is thrown")
    func failureAfterInterruption() {
        let fake = FakeCall(failures: [EINTR, EIO])
        #expect(throws: SystemError(action: "read", code: EIO)) {
            try systemCall("read") { fake.call() }
        }
        #expect(fake.count == 2)
    }

    @Test("What was being done is put into words only for an error")
    func lazyAction() throws {
        var wordings = 0
        func action() -> String {
            wordings += 1
            return "wait"
        }
        try systemCall(action()) { FakeCall(failures: []).call() }
        let interrupted = FakeCall(failures: [EINTR])
        try systemCall(action()) { interrupted.call() }
        #expect(wordings == 0)
        #expect(throws: SystemError.self) {
            try systemCall(action()) { FakeCall(failures: [EIO]).call() }
        }
        #expect(wordings == 1)
    }

    @Test("An error says what was being done and the kernel's words")
    func words() {
        let error = SystemError(action: "open /dev/uinput", code: EACCES)
        #expect(error.reason == "Permission denied")
        #expect(error.description == "cannot open /dev/uinput: Permission denied")
    }
}

@Suite("File descriptors")
struct FileDescriptorTests {
    @Test("A descriptor is closed with its owner")
    func closed() throws {
        let pipe = try TestPipe()
        let reading = try systemCall("duplicate") { dup(pipe.readingEnd) }
        let descriptor = FileDescriptor(owning: reading)
        pipe.closeWriting()
        // With the last writing end closed the file ends.
        #expect(try descriptor.readToEnd() == [])
    }

    @Test("A file that is opened is closed on exec")
    func closeOnExec() throws {
        let descriptor = try FileDescriptor.open("/dev/null", flags: O_RDWR)
        #expect(fcntl(descriptor.raw, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("A file that is not there is an error that names it")
    func missing() {
        #expect(throws: SystemError(action: "open /nowhere/at all", code: ENOENT)) {
            _ = try FileDescriptor.open("/nowhere/at all", flags: O_RDONLY)
        }
    }

    @Test("What is written whole is read whole")
    func whole() throws {
        var template = Array("/tmp/tapinput-test-XXXXXX".utf8CString)
        let raw = try systemCall("create a file") { mkstemp(&template) }
        unlink(template)
        let file = FileDescriptor(owning: raw)
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try bytes.withUnsafeBytes { try file.write(all: $0) }
        try systemCall("go to the start") { lseek(file.raw, 0, SEEK_SET) }
        #expect(try file.readToEnd() == bytes)
        #expect(try file.readToEnd() == [])
    }

    @Test("A read gives what is there, and 0 at the end of the file")
    func readOnce() throws {
        let pipe = try TestPipe()
        try pipe.fill()
        let raw = try systemCall("duplicate") { dup(pipe.readingEnd) }
        let descriptor = FileDescriptor(owning: raw)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) } == 1)
        #expect(buffer[0] == UInt8(ascii: "x"))
        pipe.closeWriting()
        #expect(try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) } == 0)
    }

    @Test("A write that fails is an error")
    func writeFails() throws {
        let full = try FileDescriptor.open("/dev/full", flags: O_WRONLY)
        let bytes: [UInt8] = [1, 2, 3]
        #expect(throws: SystemError(action: "write", code: ENOSPC)) {
            try bytes.withUnsafeBytes { try full.write(all: $0) }
        }
        try [UInt8]().withUnsafeBytes { try full.write(all: $0) }
    }
}
