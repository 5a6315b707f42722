import EventLoop
import Glibc

/// A directory for a test's files, removed with this value.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/tapinput-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemError(action: "create a temporary directory", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink(file(name)) }
        rmdir(path)
    }

    private var names: [String] = []

    /// The path of a file of this name, which is removed with the directory.
    func file(_ name: String) -> String {
        if !names.contains(name) { names.append(name) }
        return "\(path)/\(name)"
    }

    /// Creates an empty file with these permissions.
    func create(_ name: String, mode: mode_t = 0o600) throws -> String {
        let path = file(name)
        let raw = try systemCall("create \(path)") { creat(path, mode) }
        _ = FileDescriptor(owning: raw)
        return path
    }
}

/// A pipe whose reading end stays with the test.
struct TestPipe: ~Copyable {
    let reading: FileDescriptor
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe") { pipe(&ends) }
        reading = FileDescriptor(owning: ends[0])
        writing = ends[1]
    }

    /// What was written until the writing end was closed.
    func text() throws -> String {
        String(decoding: try reading.readToEnd(), as: UTF8.self)
    }
}
