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
    /// The changes in what inotify gave, in their order.
    static func all(in bytes: UnsafeRawBufferPointer) -> [DirectoryChange] {
        let header = MemoryLayout<inotify_event>.size
        var changes: [DirectoryChange] = []
        var rest = bytes[...]
        while rest.count >= header {
            let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
            let name = rest.dropFirst(header).prefix(Int(event.len))
            let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            if let change = DirectoryChange(event.mask, name: text) { changes.append(change) }
            rest = rest.dropFirst(header + Int(event.len))
        }
        return changes
    }

    private init?(_ mask: UInt32, name: String) {
        func has(_ bits: some BinaryInteger) -> Bool { mask & UInt32(bits) != 0 }
        if has(IN_Q_OVERFLOW) {
            self = .overflow
        } else if has(IN_IGNORED) {
            self = .ended
        } else if name.isEmpty {
            // Of the directory itself.
            return nil
        } else if has(IN_CREATE) || has(IN_MOVED_TO) {
            self = .added(name)
        } else if has(IN_ATTRIB) {
            self = .permitted(name)
        } else if has(IN_DELETE) || has(IN_MOVED_FROM) {
            self = .removed(name)
        } else {
            return nil
        }
    }
}

/// A directory whose changes are events of a loop; it is watched as long as this object lives.
final class DirectoryWatch {
    private static let bufferSize = 4096

    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private let changed: ([DirectoryChange]) -> Void
    private var watch: EventLoop.WatchID?

    /// Calls `changed` with what happened since the last time.
    ///
    /// Wraps `inotify_init1(2)` and `inotify_add_watch(2)`.
    init(
        _ path: String, on loop: EventLoop, changed: @escaping ([DirectoryChange]) -> Void
    ) throws(SystemError) {
        let raw = try systemCall("watch \(path)") {
            inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        }
        descriptor = FileDescriptor(owning: raw)
        self.loop = loop
        self.changed = changed
        let added = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
        let removed = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
        let mask = added | removed | UInt32(IN_ATTRIB) | UInt32(IN_ONLYDIR)
        try systemCall("watch \(path)") { inotify_add_watch(raw, path, mask) }
        watch = try loop.watch(raw, for: .readable) { [unowned self] _ in
            self.changed(next())
        }
    }

    deinit {
        if let watch { loop.unwatch(watch) }
    }

    private func next() -> [DirectoryChange] {
        withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 8) { buffer in
            do throws(SystemError) {
                let count = try descriptor.read(into: buffer)
                return DirectoryChange.all(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                return error.code == EAGAIN ? [] : [.ended]
            }
        }
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
