import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Evdev

@Suite("A directory that is watched")
struct DirectoryWatchTests {
    private static func bytes(_ mask: Int, _ name: String = "", padding: Int = 0) -> [UInt8] {
        let text = Array(name.utf8) + [UInt8](repeating: 0, count: padding)
        var event = inotify_event()
        event.mask = UInt32(mask)
        event.len = UInt32(text.count)
        return withUnsafeBytes(of: event) { Array($0) } + text
    }

    private static func changes(_ bytes: [UInt8]) -> [DirectoryChange] {
        bytes.withUnsafeBytes { Inotify.Record.all(in: $0).compactMap(DirectoryChange.init) }
    }

    @Test("What inotify gives is told in order")
    func parse() {
        let bytes =
            Self.bytes(Int(IN_CREATE), "event1", padding: 10)
            + Self.bytes(Int(IN_ATTRIB), "event1", padding: 1)
            + Self.bytes(Int(IN_MOVED_TO), "event2", padding: 2)
            + Self.bytes(Int(IN_MOVED_FROM), "event2")
            + Self.bytes(Int(IN_DELETE) | Int(IN_ISDIR), "by-id", padding: 3)
            + Self.bytes(Int(IN_ATTRIB)) + Self.bytes(Int(IN_OPEN), "event3")
            + Self.bytes(Int(IN_Q_OVERFLOW)) + Self.bytes(Int(IN_IGNORED))
        #expect(
            Self.changes(bytes) == [
                .added("event1"), .permitted("event1"), .added("event2"), .removed("event2"),
                .removed("by-id"), .overflow, .ended,
            ])
    }

    @Test("What is cut off is not read over")
    func cutOff() {
        let whole = Self.bytes(Int(IN_CREATE), "event1", padding: 10)
        for count in 0..<whole.count {
            let changes = Self.changes(Array(whole.prefix(count)))
            #expect(changes.count <= 1)
        }
        #expect(Self.changes(whole) == [.added("event1")])
    }

    @Test("Files that come, change, move and go, and the end of the directory itself")
    func live() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let directory = folder.file("input")
        try systemCall("create") { mkdir(directory, 0o700) }
        var changes: [DirectoryChange] = []
        let watch = try DirectoryWatch(directory, on: loop) { changes += $0 }
        let (file, other) = ("\(directory)/event1", "\(directory)/event2")
        let raw = try systemCall("create") { creat(file, 0o600) }
        _ = FileDescriptor(owning: raw)
        try systemCall("chmod") { chmod(file, 0o644) }
        try systemCall("rename") { rename(file, other) }
        try systemCall("unlink") { unlink(other) }
        try systemCall("rmdir") { rmdir(directory) }
        #expect(try loop.runUntil { changes.last == .ended })
        #expect(
            changes == [
                .added("event1"), .permitted("event1"), .removed("event1"), .added("event2"),
                .removed("event2"), .ended,
            ])
        withExtendedLifetime(watch) {}
    }

    @Test("A directory that is not there, and a file in its place, are errors that name it")
    func missing() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let path = folder.file("input")
        #expect(throws: SystemError(action: "watch \(path)", code: ENOENT)) {
            _ = try DirectoryWatch(path, on: loop) { _ in }
        }
        _ = try folder.create("input")
        #expect(throws: SystemError(action: "watch \(path)", code: ENOTDIR)) {
            _ = try DirectoryWatch(path, on: loop) { _ in }
        }
        #expect(throws: SystemError(action: "read \(path)", code: ENOTDIR)) {
            _ = try Evdev.names(in: path)
        }
    }
}
