import EventLoop
import Glibc
import TestSupport

@testable import Evdev

/// A directory of nodes and one that describes them, as the kernel and sysfs have them.
///
/// The nodes are ordinary files, pipes and the like: what is no event device is opened and closed.
final class FakeInput {
    private let folder: TemporaryFolder
    private var created: [String] = []

    let loop: EventLoop
    var nodes: String { folder.file("input") }
    var classes: String { folder.file("class") }
    private(set) var reports: [GrabReport] = []

    init() throws {
        folder = try TemporaryFolder()
        loop = try EventLoop()
        try makeDirectory(folder.file("input"))
        try makeDirectory(folder.file("class"))
    }

    deinit {
        for path in created.reversed() where unlink(path) != 0 { rmdir(path) }
    }

    func grabber(patience: Int64 = 0, directory: String? = nil) -> DeviceGrabber {
        DeviceGrabber(
            directory: directory ?? nodes, classDirectory: classes,
            book: GrabBook(patience: patience), loop: loop
        ) { [weak self] in self?.reports.append($0) }
    }

    func path(_ name: String) -> String { "\(nodes)/\(name)" }

    /// Tells whose a device is, as sysfs does: in a line.
    func describe(_ name: String, unique: String) throws {
        let parent = "\(classes)/\(name)"
        try makeDirectory(parent)
        try makeDirectory("\(parent)/device")
        let raw = try systemCall("create a file") { creat("\(parent)/device/uniq", 0o600) }
        let file = FileDescriptor(owning: raw)
        created.append("\(parent)/device/uniq")
        try Array("\(unique)\n".utf8).withUnsafeBytes { try file.write(all: $0) }
    }

    /// A device's node, which is an ordinary file.
    func create(_ name: String, mode: mode_t = 0o600) throws {
        let raw = try systemCall("create a file") { creat(path(name), mode) }
        _ = FileDescriptor(owning: raw)
        created.append(path(name))
    }

    private func makeDirectory(_ path: String) throws {
        try systemCall("create \(path)") { mkdir(path, 0o700) }
        created.append(path)
    }
}

/// How often files of a directory are opened, by anybody.
final class OpenCounter {
    private let descriptor: FileDescriptor

    init(_ directory: String) throws {
        let raw = try systemCall("watch") { inotify_init1(Int32(IN_NONBLOCK)) }
        descriptor = FileDescriptor(owning: raw)
        try systemCall("watch") { inotify_add_watch(raw, directory, UInt32(IN_OPEN)) }
    }

    /// The names that were opened since the last time, in order; not the directory itself.
    func names() throws -> [String] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
        defer { buffer.deallocate() }
        guard let count = try? descriptor.read(into: buffer) else { return [] }
        var (names, offset) = ([String](), 0)
        while offset < count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            offset += MemoryLayout<inotify_event>.size
            let name = buffer[offset..<(offset + Int(event.len))].prefix { $0 != 0 }
            if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
            offset += Int(event.len)
        }
        return names
    }
}
