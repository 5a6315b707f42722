import EventLoop
import Glibc
import TestSupport
import Testing

/// What was written of lines before the disk was full.
@Suite("Lines in a file that takes no more")
struct LinesTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/lines"
    }

    @Test(
        "The beginning of a line is taken out again, and what is written next follows the last whole one",
        arguments: [
            ("one\ntwo\nthr", "one\ntwo\n"), ("one\n", "one\n"), ("on", ""), ("", ""), ("\n", "\n"),
            ("\nx", "\n"),
        ])
    func torn(written: String, whole: String) throws {
        let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT)
        try Array("before\n".utf8).withUnsafeBytes { try file.write(lines: $0) }
        let bytes = Array(written.utf8)
        try bytes.withUnsafeBytes { bytes in
            try file.write(all: bytes)
            FileDescriptor.takeBackTornLine(bytes[...], from: file.raw)
        }
        #expect(try text(of: path) == "before\n" + whole)
        try Array("next\n".utf8).withUnsafeBytes { try file.write(lines: $0) }
        #expect(try text(of: path) == "before\n" + whole + "next\n")
    }

    @Test("Where another has written since, nothing is taken out")
    func shared() throws {
        let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT)
        let other = try FileDescriptor.open(path, flags: O_WRONLY | O_APPEND)
        let bytes = Array("one\ntw".utf8)
        try bytes.withUnsafeBytes { bytes in
            try file.write(all: bytes)
            try other.write(all: bytes)
            FileDescriptor.takeBackTornLine(bytes[...], from: file.raw)
        }
        #expect(try text(of: path) == "one\ntwone\ntw")
    }

    @Test("A device that is full is told as such")
    func full() throws {
        let error = #expect(throws: SystemError.self) {
            let file = try FileDescriptor.open("/dev/full", flags: O_WRONLY)
            try Array("one\n".utf8).withUnsafeBytes { try file.write(lines: $0) }
        }
        #expect(error?.code == ENOSPC)
    }
}
