import EventLoop
import Glibc

/// The names in a directory, sorted.
func names(in path: String) throws -> [String] {
    guard let directory = opendir(path) else {
        throw SystemError(action: "open \(path)", code: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The text of a file.
func text(of path: String) throws -> String {
    let bytes = try FileDescriptor.open(path, flags: O_RDONLY).readToEnd()
    return String(decoding: bytes, as: UTF8.self)
}

/// A directory for a test's files, removed with this object.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/tapinput-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemError(action: "create a temporary directory", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in (try? names(in: path)) ?? [] { unlink(file(name)) }
        rmdir(path)
    }

    /// The path of a file of this name.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a new file.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let path = file(name)
        guard let file = fopen(path, "wx") else {
            throw SystemError(action: "create \(path)", code: errno)
        }
        fputs(text, file)
        fclose(file)
        return path
    }
}
