import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("Files that are watched")
struct FileWatchTests {
    /// The ways in which programs change a file.
    enum Way: CaseIterable {
        case inPlace, appended, truncated, emptied, touched, permitted, opened
        case vim, emacs, gedit, sed, deleted, movedAway
    }

    private static func change(_ way: Way, _ desk: FileDesk) throws {
        let path = desk.path("file")
        switch way {
        case .inPlace: try desk.write("new", to: "file", flags: 0)
        case .appended: try desk.write("new", to: "file", flags: O_APPEND)
        case .truncated: try desk.write("new", to: "file")
        case .emptied: _ = try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC)
        case .touched: try systemCall("touch") { utimes(path, nil) }
        case .permitted: try systemCall("chmod") { chmod(path, 0o644) }
        case .opened: _ = try FileDescriptor.open(path, flags: O_WRONLY)
        case .vim:
            try desk.write("swap", to: ".file.swp")
            try desk.rename("file", to: "file~")
            try desk.write("new", to: "file")
            try desk.remove("file~")
            try desk.remove(".file.swp")
        case .emacs:
            try desk.link(".#file", to: "somebody@somewhere")
            try desk.rename("file", to: "file~")
            try desk.write("new", to: "file")
            try desk.remove(".#file")
        case .gedit:
            try desk.write("new", to: ".goutputstream-A1B2C3")
            try systemCall("link") { Glibc.link(path, desk.path("file~")) }
            try desk.rename(".goutputstream-A1B2C3", to: "file")
        case .sed:
            try desk.write("new", to: "sedA1B2C3")
            try desk.rename("sedA1B2C3", to: "file")
        case .deleted: try desk.remove("file")
        case .movedAway: try desk.rename("file", to: "other")
        }
    }

    @Test(
        "Each way of changing a file is seen, and that of the file that is then there",
        arguments: Way.allCases)
    func ways(way: Way) throws {
        let desk = try FileDesk()
        try desk.write("old", to: "file")
        desk.watch("file")
        try desk.expectNoCall {}
        try desk.expectOneCall { try Self.change(way, desk) }
        try desk.expectOneCall("again") { try desk.write("newer", to: "file", flags: 0) }
    }

    @Test("Where writing is left out it wakes nobody, and all else is seen")
    func withoutWriting() throws {
        let desk = try FileDesk(seesWriting: false)
        try desk.write("old", to: "file")
        desk.watch("file")
        try desk.expectNoCall {
            for text in ["new", "newer"] {
                #expect(try !desk.wakes { try desk.write(text, to: "file", flags: 0) })
            }
            try desk.write("new", to: "other", flags: 0)
        }
        let path = desk.path("file")
        try desk.expectOneCall("chmod") { try systemCall("chmod") { chmod(path, 0o640) } }
        try desk.expectOneCall("remove") { try desk.remove("file") }
        try desk.expectOneCall("create") { try desk.write("new", to: "file") }
    }

    @Test("A file that is emptied and written in steps is one change")
    func steps() throws {
        let desk = try FileDesk(settle: 300)
        try desk.write("old", to: "file")
        desk.watch("file")
        try desk.expectOneCall {
            let file = try FileDescriptor.open(desk.path("file"), flags: O_WRONLY | O_TRUNC)
            for _ in 0..<5 {
                try [1, 2, 3].withUnsafeBytes { try file.write(all: $0) }
                try desk.loop.runReady()
            }
        }
    }

    @Test("A file that comes into being, is deleted and made again")
    func comesAndGoes() throws {
        let desk = try FileDesk()
        desk.watch("file")
        for _ in 0..<3 {
            try desk.expectOneCall("made") { try desk.write("new", to: "file") }
            try desk.expectOneCall("deleted") { try desk.remove("file") }
        }
        try desk.expectOneCall("moved here") {
            try desk.write("new", to: "other")
            try desk.rename("other", to: "file")
        }
    }

    @Test("Reading is no change")
    func reading() throws {
        let desk = try FileDesk()
        try desk.write("old", to: "file")
        desk.watch("file")
        try desk.expectNoCall {
            _ = try text(of: desk.path("file"))
            _ = try names(in: desk.folder.path)
        }
        try desk.expectOneCall { try desk.write("new", to: "file") }
    }

    @Test("Other files do not count, those included whose names are alike")
    func others() throws {
        let desk = try FileDesk()
        try desk.write("old", to: "file")
        desk.watch("file", "later/file")
        try desk.expectNoCall {
            for name in ["file~", ".file.swp", "fil", "file2", "File"] {
                try desk.write("text", to: name)
                try desk.rename(name, to: "moved")
                try desk.remove("moved")
            }
            try desk.makeDirectory("directory")
            try desk.write("text", to: "directory/file")
        }
        try desk.expectOneCall {
            try desk.write("text", to: "file2")
            try desk.write("new", to: "file")
            try desk.write("text", to: "file3")
        }
    }

    @Test("What is written to a file that was replaced while it was open does not count")
    func unlinked() throws {
        let desk = try FileDesk()
        try desk.write("old", to: "file")
        let file = try FileDescriptor.open(desk.path("file"), flags: O_WRONLY)
        try desk.write("new", to: "other")
        try desk.rename("other", to: "file")
        desk.watch("file")
        try desk.expectNoCall { try [1, 2, 3].withUnsafeBytes { try file.write(all: $0) } }
    }

    @Test("Many writes in a row give one call, after they end")
    func burst() throws {
        let desk = try FileDesk(settle: 250)
        try desk.write("old", to: "file")
        desk.watch("file")
        let start = EventLoop.monotonicNow()
        for _ in 0..<1000 {
            try desk.write("new", to: "file")
            try desk.loop.runReady()
        }
        let took = EventLoop.monotonicNow() - start
        // No call during the writes, unless they were held up for as long as a change settles.
        #expect(desk.calls <= took / desk.settle)
        let during = desk.calls
        try desk.expectOneCall {}
        #expect(desk.calls == during + 1)
    }

    @Test("A file that is written all the time is seen nevertheless")
    func endless() throws {
        let desk = try FileDesk(settle: 900)
        try desk.write("old", to: "file")
        desk.watch("file")
        let called = try desk.loop.runUntil {
            try desk.write("new", to: "file")
            return desk.calls == 2
        }
        #expect(called)
    }

    @Test("Where the kernel lost count, anything may have changed")
    func overflow() throws {
        let desk = try FileDesk()
        try desk.write("old", to: "file")
        desk.watch("file")
        let limit = try text(of: "/proc/sys/fs/inotify/max_queued_events")
        let length = try #require(Int(limit.prefix { $0.isNumber }))
        guard length < 200_000 else { return }
        try desk.expectOneCall {
            let first = try FileDescriptor.open(desk.path("first"), flags: O_WRONLY | O_CREAT)
            let second = try FileDescriptor.open(desk.path("second"), flags: O_WRONLY | O_CREAT)
            for _ in 0..<(length / 2 + 10) {
                try [1].withUnsafeBytes { try first.write(all: $0) }
                try [1].withUnsafeBytes { try second.write(all: $0) }
            }
            try desk.write("new", to: "file")
        }
        try desk.expectOneCall("after it") { try desk.write("newer", to: "file") }
    }

    @Test("The list is replaced; the same one again changes nothing, and none ends what is due")
    func list() throws {
        let desk = try FileDesk()
        for name in ["one", "two", "three"] { try desk.write("old", to: name) }
        desk.watch("one", "two")
        try desk.expectOneCall("one") { try desk.write("new", to: "one") }
        desk.watch("one", "two")
        try desk.expectOneCall("two") { try desk.write("new", to: "two") }
        desk.watch("two", "three")
        try desk.expectNoCall { try desk.write("newer", to: "one") }
        try desk.expectOneCall("three") { try desk.write("new", to: "three") }
        try desk.expectOneCall("two and three") {
            try desk.write("newer", to: "two")
            try desk.write("newer", to: "three")
        }
        try desk.expectNoCall {
            try desk.write("newest", to: "two")
            try desk.loop.runReady()
            desk.watch()
            try desk.write("newest", to: "three")
        }
    }

    @Test("Nothing is told after the end, not even what is due")
    func end() throws {
        let desk = try FileDesk()
        try desk.write("old", to: "file")
        desk.watch("file")
        try desk.expectNoCall {
            try desk.write("new", to: "file")
            try desk.loop.runReady()
            desk.endWatch()
            try desk.write("newer", to: "file")
        }
    }

    @Test("The one who is called may end the watch")
    func endWithin() throws {
        let folder = try TemporaryFolder()
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        var watch: FileWatch?
        watch = try FileWatch(on: loop, settle: 0) {
            watch = nil
            notes.all.append(1)
        }
        watch?.watch([folder.file("file")])
        _ = try folder.create("file")
        #expect(try loop.runUntil { notes.all == [1] })
        _ = try folder.create("file")
        try loop.runReady()
        #expect(notes.all == [1])
    }

    @Test("Without a change the loop sleeps")
    func sleeps() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let watch = try FileWatch(on: loop) { notes.all.append(1) }
        // Nobody makes files there.
        watch.watch(["/proc/version", "/proc/nowhere/file"])
        let limit = EventLoop.monotonicNow() + 200_000_000
        try loop.runOnce(until: limit)
        #expect(EventLoop.monotonicNow() >= limit)
        #expect(notes.all == [])
        withExtendedLifetime(watch) {}
    }
}
