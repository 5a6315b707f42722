import EventLoop
package import Glibc

/// The names in a directory, sorted.
package func names(in path: String) throws -> [String] {
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
package func text(of path: String) throws -> String {
    let bytes = try FileDescriptor.open(path, flags: O_RDONLY).readToEnd()
    return String(decoding: bytes, as: UTF8.self)
}

/// A directory for a test's files, removed with this object and all that is in it.
package final class TemporaryFolder {
    package let path: String

    package init() throws {
        var template = Array("/tmp/tapinput-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemError(action: "create a temporary directory", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ directory: String) {
        for name in (try? names(in: directory)) ?? [] {
            let path = "\(directory)/\(name)"
            // A link to a directory is unlinked, a directory is not.
            if unlink(path) != 0 { remove(path) }
        }
        rmdir(directory)
    }

    /// The path of a file of this name.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a new file.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let path = file(name)
        guard let file = fopen(path, "wx") else {
            throw SystemError(action: "create \(path)", code: errno)
        }
        fputs(text, file)
        fclose(file)
        return path
    }

    /// Creates an empty file with these permissions; returns its path.
    package func create(_ name: String, mode: mode_t = 0o600) throws -> String {
        let path = file(name)
        let raw = try systemCall("create \(path)") { creat(path, mode) }
        _ = FileDescriptor(owning: raw)
        return path
    }
}
