import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Driver

/// How many pipes and files of these names this process has open.
private func countOfOpen(_ paths: String...) throws -> Int {
    try names(in: "/proc/self/fd").count { number in
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/fd/\(number)", &buffer, buffer.count))
        let link = buffer.prefix(count).map { UInt8(bitPattern: $0) }
        let name = String(decoding: link, as: UTF8.self)
        return name.hasPrefix("pipe:") || paths.contains(name)
    }
}

/// One after another: the threads that a test leaves behind are counted.
@Suite("Lines to a file without waiting for it", .serialized)
final class BackgroundWriterTests {
    private let loop: EventLoop
    private let folder: TemporaryFolder
    private var failures: [SystemError] = []

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
    }

    private func writer(
        to path: String, queueLimit: Int = BackgroundWriter.defaultQueueLimit
    ) throws -> BackgroundWriter {
        try BackgroundWriter(
            file: FileDescriptor.open(path, flags: O_WRONLY), name: path, loop: loop,
            queueLimit: queueLimit
        ) { [unowned self] in failures.append($0) }
    }

    /// Runs until the writer is done; how long that took.
    @discardableResult
    private func finish(
        _ writer: BackgroundWriter, limit: Int64 = 60_000_000_000
    ) throws -> Int64 {
        let start = EventLoop.monotonicNow()
        var calls = 0
        writer.finish(limit: limit) { calls += 1 }
        #expect(calls == 0)
        #expect(try loop.runUntil(within: 60) { calls > 0 })
        let end = EventLoop.monotonicNow()
        #expect(calls == 1)
        return end - start
    }

    /// The names of this process's threads that write files, by number.
    private static func threads() throws -> [String] {
        try names(in: "/proc/self/task").filter { number in
            (try? text(of: "/proc/self/task/\(number)/comm")) == "file writer\n"
        }
    }

    private func expectNoThread() throws {
        #expect(try loop.runUntil { try Self.threads() == [] })
    }

    /// Lines with their number and of any length.
    private static func line(_ number: Int, length: Int = 0) -> String {
        "\(number) " + String(repeating: "x", count: max(length, number % 97))
    }

    /// A pipe with a name, whose reading end is open.
    private final class NamedPipe {
        let path: String
        private(set) var reading: FileDescriptor?
        private var bytes: [UInt8] = []
        /// Whether it has no writer any more and everything is read.
        private(set) var hasEnded = false

        init(in folder: TemporaryFolder) throws {
            path = folder.file("pipe")
            let path = path
            try systemCall("make a pipe") { mkfifo(path, 0o600) }
            reading = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        }

        func close() { reading = nil }

        /// Reads what is there.
        func read() throws {
            try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
                while !hasEnded {
                    do throws(SystemError) {
                        let count = try reading?.read(into: buffer) ?? 0
                        bytes += buffer.prefix(count)
                        hasEnded = count == 0
                    } catch {
                        guard error.code == EAGAIN else { throw error }
                        return
                    }
                }
            }
        }

        /// The lines that were read; each must be whole.
        func lines() -> [String] {
            #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"))
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Every line is one of ours, whole, and they are in order.
    private static func expectWhole(_ lines: [String], length: Int = 0) throws {
        var last = -1
        for text in lines {
            let number = try #require(text.split(separator: " ").first.flatMap { Int($0) })
            try #require(text == line(number, length: length))
            try #require(number > last)
            last = number
        }
    }

    @Test("Many lines are all written, in order")
    func complete() throws {
        let path = try folder.create("lines")
        let writer = try writer(to: path)
        let all = (0..<40_000).map { Self.line($0) }
        for (number, line) in all.enumerated() {
            writer.write(line: line)
            if number % 1000 == 0 { try loop.runOnce(until: 0) }
        }
        try finish(writer)
        #expect(writer.dropped == 0)
        let text = try text(of: path)
        #expect(text == all.joined(separator: "\n") + "\n")
        #expect(failures == [])
        try expectNoThread()
    }

    @Test("A line is in the file soon, and while nothing waits the loop sleeps")
    func soon() throws {
        let path = try folder.create("lines")
        let writer = try writer(to: path)
        writer.write(line: "one")
        writer.write(line: "")
        writer.write(line: "two\nthree")
        #expect(try loop.runUntil { try text(of: path) == "one\n\ntwo\nthree\n" })
        #expect(writer.queued == 0)
        let start = EventLoop.monotonicNow()
        try loop.runOnce(until: start + 50_000_000)
        #expect(EventLoop.monotonicNow() - start >= 50_000_000)
        try finish(writer)
        #expect(writer.dropped == 0)
    }

    @Test("Where nothing was written the file is closed as well")
    func nothing() throws {
        let pipe = try NamedPipe(in: folder)
        let writer = try writer(to: pipe.path)
        try finish(writer)
        try pipe.read()
        #expect(pipe.hasEnded)
        #expect(pipe.lines() == [])
        try expectNoThread()
    }

    @Test("A reader that rests costs lines and no more memory than allowed", arguments: [0, 9000])
    func slowReader(length: Int) throws {
        let limit = 1 << 18
        let count = length == 0 ? 40_000 : 1000
        let pipe = try NamedPipe(in: folder)
        let writer = try writer(to: pipe.path, queueLimit: limit)
        var most = 0
        for number in 0..<count {
            writer.write(line: Self.line(number, length: length))
            most = max(most, writer.queued)
            if number % 500 == 0 { try loop.runOnce(until: 0) }
        }
        #expect(most <= limit)
        #expect(most > limit / 2)
        #expect(writer.queued > 0)
        let dropped = writer.dropped
        #expect(dropped > 0)
        var isDone = false
        writer.finish(limit: 60_000_000_000) { isDone = true }
        // Lines that come too late are counted as well.
        writer.write(line: "late")
        #expect(
            try loop.runUntil(within: 60) {
                try pipe.read()
                return isDone
            })
        try pipe.read()
        #expect(pipe.hasEnded)
        let lines = pipe.lines()
        try Self.expectWhole(lines, length: length)
        #expect(lines.count + writer.dropped == count + 1)
        #expect(writer.dropped == dropped + 1)
        // The newest are those that are kept.
        #expect(lines.last == Self.line(count - 1, length: length))
        #expect(failures == [])
        try expectNoThread()
    }

    @Test("A reader that is read now and then gets whole lines")
    func unsteadyReader() throws {
        let pipe = try NamedPipe(in: folder)
        let writer = try writer(to: pipe.path, queueLimit: 1 << 16)
        var random = SplitMix64(seed: 7)
        for number in 0..<40_000 {
            writer.write(line: Self.line(number))
            if Int.random(in: 0..<10_000, using: &random) == 0 {
                for _ in 0..<20 {
                    try pipe.read()
                    try loop.runOnce(until: EventLoop.monotonicNow() + 1_000_000)
                }
            }
        }
        var isDone = false
        writer.finish(limit: 60_000_000_000) { isDone = true }
        #expect(
            try loop.runUntil(within: 60) {
                try pipe.read()
                return isDone
            })
        try pipe.read()
        let lines = pipe.lines()
        try Self.expectWhole(lines)
        #expect(lines.count + writer.dropped == 40_000)
    }

    @Test("A full disk is told once, by the file's name, and everything after it is dropped")
    func fullDisk() throws {
        let writer = try writer(to: "/dev/full")
        for number in 0..<10 { writer.write(line: Self.line(number)) }
        #expect(try loop.runUntil { !failures.isEmpty })
        #expect(failures == [SystemError(action: "write /dev/full", code: ENOSPC)])
        #expect(writer.dropped == 10)
        writer.write(line: "one\nmore")
        #expect(writer.dropped == 12)
        try expectNoThread()
        try finish(writer)
        try finish(writer)
        #expect(writer.dropped == 12)
        #expect(failures.count == 1)
    }

    @Test("An error that comes while it ends is told, and it ends")
    func errorAtTheEnd() throws {
        let writer = try writer(to: "/dev/full")
        writer.write(line: "one")
        let time = try finish(writer)
        #expect(time < 30_000_000_000)
        #expect(failures == [SystemError(action: "write /dev/full", code: ENOSPC)])
        #expect(writer.dropped == 1)
    }

    @Test("A reader that goes is an error, and no signal")
    func readerGoes() throws {
        let pipe = try NamedPipe(in: folder)
        let writer = try writer(to: pipe.path)
        writer.write(line: "one")
        #expect(
            try loop.runUntil {
                try pipe.read()
                return pipe.lines() == ["one"]
            })
        pipe.close()
        var count = 1
        #expect(
            try loop.runUntil {
                writer.write(line: "more")
                count += 1
                return !failures.isEmpty
            })
        #expect(failures == [SystemError(action: "write \(pipe.path)", code: EPIPE)])
        #expect(writer.dropped == count - 1)
        try expectNoThread()
    }

    @Test("With a reader that is stuck it ends at the limit, and leaves nothing behind")
    func stuck() throws {
        let pipe = try NamedPipe(in: folder)
        let writer = try writer(to: pipe.path, queueLimit: 1 << 16)
        let count = 40_000
        for number in 0..<count { writer.write(line: Self.line(number)) }
        let time = try finish(writer, limit: 200_000_000)
        #expect(time >= 200_000_000)
        #expect(time < 20_000_000_000)
        try expectNoThread()
        try pipe.read()
        #expect(pipe.hasEnded)
        let lines = pipe.lines()
        try Self.expectWhole(lines)
        #expect(lines.count > 0)
        #expect(lines.count + writer.dropped == count)
        #expect(failures == [])
    }

    @Test("A writer that goes without an end takes its thread along", arguments: [false, true])
    func dropped(isStuck: Bool) throws {
        let pipe = try NamedPipe(in: folder)
        do {
            let writer = try writer(to: pipe.path)
            for number in 0..<(isStuck ? 40_000 : 1) { writer.write(line: Self.line(number)) }
        }
        try expectNoThread()
        try pipe.read()
        #expect(pipe.hasEnded)
    }

    @Test("No signal is delivered to the thread")
    func signals() throws {
        let pipe = try NamedPipe(in: folder)
        let writer = try writer(to: pipe.path)
        #expect(try loop.runUntil { try Self.threads().count == 1 })
        let thread = try #require(try Self.threads().first)
        let status = try text(of: "/proc/self/task/\(thread)/status")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
        let blocked = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGPIPE] {
            #expect(blocked & 1 << UInt64(signal - 1) != 0)
        }
        try finish(writer)
    }

    @Test("No descriptor and no thread is left, however it ends")
    func nothingLeft() async {
        // In a process of its own, where nothing else opens and closes files.
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let folder = try TemporaryFolder()
            let pipe = folder.file("pipe")
            try systemCall("make a pipe") { mkfifo(pipe, 0o600) }
            let reading = try FileDescriptor.open(pipe, flags: O_RDONLY | O_NONBLOCK)
            let file = try folder.create("file")
            let before = try countOfOpen(file, pipe, "/dev/full")
            for path in [file, "/dev/full", pipe] {
                let writer = try BackgroundWriter(
                    file: FileDescriptor.open(path, flags: O_WRONLY), name: path, loop: loop
                ) { _ in }
                // The file, and both ends of two pipes.
                try #require(try countOfOpen(file, pipe, "/dev/full") == before + 5)
                for number in 0..<40_000 { writer.write(line: "\(number) of many lines") }
                var isDone = false
                writer.finish(limit: path == pipe ? 50_000_000 : 60_000_000_000) { isDone = true }
                try #require(try loop.runUntil(within: 60) { isDone })
                // The thread of a writer that is stuck closes its own a moment later.
                try #require(
                    try loop.runUntil { try countOfOpen(file, pipe, "/dev/full") == before })
                try #require(
                    try loop.runUntil {
                        try names(in: "/proc/self/task").allSatisfy {
                            (try? text(of: "/proc/self/task/\($0)/comm")) != "file writer\n"
                        }
                    })
            }
            withExtendedLifetime(folder) {}
            _ = reading.raw
        }
    }
}
