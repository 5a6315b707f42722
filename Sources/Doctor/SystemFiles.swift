internal import EventLoop
internal import Glibc

/// Where the system's files are; a test has them all below a folder of its own.
public struct SystemRoots: Equatable, Sendable {
    /// What stands before /etc, /usr, /run, /lib and /dev.
    public var files: String
    /// Where /proc is.
    public var proc: String
    /// Where /sys is.
    public var sys: String

    /// The roots below a folder; those of this machine without one.
    public init(below folder: String = "") {
        files = folder
        proc = "\(folder)/proc"
        sys = "\(folder)/sys"
    }

    /// The text of a file; nil where it cannot be read.
    func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK),
            let bytes = try? file.readToEnd(limit: 1 << 24)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The lines of a file without spaces around them; none where it cannot be read.
    func lines(_ path: String) -> [Substring] {
        (text(path) ?? "").split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
    }

    /// Whether a link is there, wherever it leads.
    func isLink(_ path: String) -> Bool { (try? linkTarget(of: path)) != nil }

    /// Whether something is there.
    func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The files of several folders whose name ends so, each name once and from the first folder
    /// that has it, by name: how udev and systemd read their folders of configuration.
    func files(in folders: [String], ending suffix: String) -> [(name: String, path: String)] {
        var paths: [String: String] = [:]
        for folder in folders.reversed() {
            for name in names(in: folder) where name.hasSuffix(suffix) {
                paths[name] = "\(folder)/\(name)"
            }
        }
        return paths.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
    }

    /// The names in a folder; none where it cannot be read.
    func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
