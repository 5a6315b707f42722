import EventLoop
import Glibc
import TestSupport
import Testing

/// Files in a temporary folder, a watch for some of them, and how often it called.
final class FileDesk {
    let folder: TemporaryFolder
    let loop: EventLoop
    let settle: Int64
    private(set) var watch: FileWatch?
    private let notes = Notes<Int64>()

    /// How often there was a call.
    var calls: Int { notes.all.count }

    init(settle milliseconds: Int64 = 30, seesWriting: Bool = true) throws {
        folder = try TemporaryFolder()
        let loop = try EventLoop()
        let notes = notes
        self.loop = loop
        settle = milliseconds * 1_000_000
        watch = try FileWatch(on: loop, settle: settle, seesWriting: seesWriting) {
            notes.all.append(loop.now)
        }
    }

    func watch(_ names: String...) { watch?.watch(names.map(path)) }
    func endWatch() { watch = nil }

    /// Expects one call for what is done, and none after it.
    func expectOneCall(
        _ change: String = "", _ location: SourceLocation = #_sourceLocation,
        of act: () throws -> Void
    ) throws {
        let before = calls
        try act()
        let came = try loop.runUntil { calls > before }
        #expect(came, "no call: \(change)", sourceLocation: location)
        try rest()
        #expect(calls == before + 1, "\(change)", sourceLocation: location)
    }

    /// Expects no call for what is done.
    func expectNoCall(
        _ location: SourceLocation = #_sourceLocation, of act: () throws -> Void
    ) throws {
        let before = calls
        try act()
        try rest()
        #expect(calls == before, sourceLocation: location)
    }

    /// Whether the loop wakes up for what is done before a short while is over.
    ///
    /// Others may do something meanwhile in the folder that holds all temporary ones: it is done
    /// again until they do not.
    func wakes(for act: () throws -> Void) throws -> Bool {
        for _ in 0..<1000 where try wakeUps(for: act) == 0 { return false }
        return true
    }

    private func wakeUps(for act: () throws -> Void) throws -> Int {
        try act()
        var isOver = false
        let timer = loop.makeTimer { isOver = true }
        defer { loop.remove(timer) }
        timer.deadline = EventLoop.monotonicNow() + 5_000_000
        var count = 0
        while !isOver {
            try loop.runOnce()
            count += 1
        }
        return count - 1
    }

    /// Handles all there is, and waits for longer than a call can take.
    private func rest() throws {
        let end = EventLoop.monotonicNow() + 2 * settle
        while EventLoop.monotonicNow() < end { try loop.runOnce(until: end) }
    }

    // MARK: What is done to files

    func path(_ name: String) -> String { folder.file(name) }

    /// Opens a file, empties it where asked to, and writes into it.
    func write(_ text: String, to name: String, flags: Int32 = O_TRUNC) throws {
        let file = try FileDescriptor.open(path(name), flags: O_WRONLY | O_CREAT | flags)
        var text = text
        try text.withUTF8 { try file.write(all: UnsafeRawBufferPointer($0)) }
    }

    func rename(_ name: String, to other: String) throws {
        try systemCall("rename \(name)") { Glibc.rename(path(name), path(other)) }
    }

    func remove(_ name: String) throws {
        try systemCall("remove \(name)") { Glibc.remove(path(name)) }
    }

    func makeDirectory(_ name: String) throws {
        try systemCall("create \(name)") { mkdir(path(name), 0o700) }
    }

    func link(_ name: String, to target: String) throws {
        try systemCall("link \(name)") { symlink(target, path(name)) }
    }

    /// Replaces a link by another one in one step, as `ln -sfT` does.
    func relink(_ name: String, to target: String) throws {
        try link("\(name).new", to: target)
        try rename("\(name).new", to: name)
    }
}
