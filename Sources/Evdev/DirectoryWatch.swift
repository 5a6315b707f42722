internal import CLinux
internal import EventLoop
internal import Glibc

/// What happened in a directory that is watched.
enum DirectoryChange: Equatable {
    /// An entry of this name is new.
    case added(String)
    /// An entry's owner, mode or lists of permissions were changed.
    case permitted(String)
    /// An entry is gone.
    case removed(String)
    /// More happened than the kernel kept count of.
    case overflow
    /// The directory is gone, and nothing more is told.
    case ended
}

extension DirectoryChange {
    /// What a record of inotify means, or nil where it does not matter.
    init?(_ record: Inotify.Record) {
        let name = record.name
        if record.has(IN_Q_OVERFLOW) {
            self = .overflow
        } else if record.has(IN_IGNORED) {
            self = .ended
        } else if name.isEmpty {
            // Of the directory itself.
            return nil
        } else if record.has(IN_CREATE | IN_MOVED_TO) {
            self = .added(name)
        } else if record.has(IN_ATTRIB) {
            self = .permitted(name)
        } else if record.has(IN_DELETE | IN_MOVED_FROM) {
            self = .removed(name)
        } else {
            return nil
        }
    }
}

/// A directory whose changes are events of a loop; it is watched as long as this object lives.
final class DirectoryWatch {
    private let inotify: Inotify

    /// Calls `changed` with what happened since the last time.
    init(
        _ path: String, on loop: EventLoop, changed: @escaping ([DirectoryChange]) -> Void
    ) throws(SystemError) {
        inotify = try Inotify(on: loop, action: "watch \(path)") { records in
            changed(records.compactMap(DirectoryChange.init))
        }
        let (added, removed) = (IN_CREATE | IN_MOVED_TO, IN_DELETE | IN_MOVED_FROM)
        try inotify.add(path, for: added | removed | IN_ATTRIB | IN_ONLYDIR)
    }
}

/// The names in a directory, in no order.
///
/// Wraps `opendir(3)` and `readdir(3)`.
func names(in path: String) throws(SystemError) -> [String] {
    guard let directory = opendir(path) else {
        throw SystemError(action: "read \(path)", code: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        names.append(name)
    }
    return names
}
